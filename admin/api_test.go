package admin

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

func TestList(t *testing.T) {
	addr, _ := stocked(t)
	all := []string{"vt_clinic_0004", "vt_clinic_0003", "vt_clinic_0002", "vt_clinic_0001", "vt_clinic_0000"}
	for _, tt := range []struct {
		query string
		want  []string
	}{
		{"app=clinic", all},
		{"app=clinic&limit=2", all[:2]},
		{"app=clinic&limit=99999999999999999999999999", all},
		{"app=nobody", nil},
		{"verdict=refused", all},
		{"verdict=refused,redacted", all},
		{"verdict=grounded,refused&app=clinic", all},
		{"finding=snippet-altered&app=clinic", all},
		{"finding=claim-number", nil},
		{"model=gpt-4o&app=clinic", all},
		{"model=other", nil},
		{"q=DOSE+for+clinic", all},
		{"q=100%25", nil},
		{"user=u-clinic", all},
		{"since=2h&app=clinic", all},
		{"since=2020-01-01&app=clinic", all},
		{"until=2020-01-01T00:00:00Z", nil},
		{"since=2020-01-01T00:00:00%2B01:00&app=clinic", all},
		{"feedback=true", nil},
		{"reviewed=true", nil},
		{"reviewed=false&app=clinic", all},
		{"document=nothing", nil},
		{"chunk=c1&app=clinic", all},
	} {
		got := call(t, addr, "GET", "/api/traces?"+tt.query, as(operatorToken))
		if diff := cmp.Diff(tt.want, got.ids()); diff != "" || got.status != 200 {
			t.Errorf("%s: %d %s", tt.query, got.status, diff)
		}
		if !gjson.Get(got.body, "next").Exists() || !gjson.Get(got.body, "traces").IsArray() {
			t.Errorf("%s: %s", tt.query, got.body)
		}
	}
}

func TestPagesFollowOneAnother(t *testing.T) {
	addr, _ := stocked(t)
	var got []string
	cursor := ""
	for range 10 {
		page := call(t, addr, "GET", "/api/traces?limit=3&cursor="+cursor, as(operatorToken))
		got = append(got, page.ids()...)
		next := gjson.Get(page.body, "next")
		if next.Type == gjson.Null {
			break
		}
		cursor = next.Str
	}
	slices.Sort(got)
	if len(got) != 10 || len(slices.Compact(got)) != 10 {
		t.Errorf("%d traces: %v", len(got), got)
	}
}

func TestBadParametersAreNamed(t *testing.T) {
	addr, _ := stocked(t)
	for query, param := range map[string]string{
		"verdct=refused": "verdct", "app=a&app=b": "app", "limit=0": "limit", "limit=-1": "limit", "limit=1e3": "limit", "limit=": "limit",
		"limit=0x10": "limit", "verdict=Refused": "verdict", "verdict=refused,": "verdict", "finding=x": "finding", "since=yesterday": "since",
		"until=-5m": "until", "since=99999999d": "since", "feedback=yes": "feedback", "format=xml": "format", "q=%ff": "q",
		"q=" + strings.Repeat("x", 2000): "q", "app%00=x": "app\x00", "limit=5&format=csv": "limit",
	} {
		got := call(t, addr, "GET", "/api/traces?"+query, as(operatorToken))
		if got.status != 400 || gjson.Get(got.body, "error.param").Str != param {
			t.Errorf("%.40s: %d %s", query, got.status, got.body)
		}
	}
	for _, cursor := range []string{"%27;--", "zzz"} {
		if got := call(t, addr, "GET", "/api/traces?cursor="+cursor, as(operatorToken)); got.code() != "bad_filter" {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
}

func TestOneTrace(t *testing.T) {
	addr, _ := stocked(t)
	got := call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(operatorToken))
	if got.status != 200 || gjson.Get(got.body, "query_id").Str != "vt_clinic_0001" || gjson.Get(got.body, "chunks.0.text").Str != passage {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := call(t, addr, "HEAD", "/api/traces/vt_clinic_0001", as(operatorToken)); got.status != 200 || got.body != "" {
		t.Errorf("HEAD: %d %q", got.status, got.body)
	}
}

func TestHostileIDsFindNothing(t *testing.T) {
	addr, _ := stocked(t)
	for _, id := range []string{
		"", "x", "..", "../traces", "%2e%2e", "vt_clinic_0001%00", "vt_clinic_0001/", "vt_clinic_0001/x", "'%20OR%201=1--", "vt_clinic_%", "vt_clinic_000_",
		"%76t_clinic_0001", strings.Repeat("a", 65), strings.Repeat("a", 5000), "vt_clinic_0001%0d%0aX-Evil:1", "{id}", "%F0%9F%98%80",
	} {
		for _, method := range []string{"GET", "DELETE"} {
			got := call(t, addr, method, "/api/traces/"+id, as(operatorToken))
			if got.code() != "not_found" || got.header.Get("X-Evil") != "" {
				t.Errorf("%s %.40q: %d %s", method, id, got.status, got.body)
			}
		}
	}
	if got := call(t, addr, "GET", "/api/traces?app=clinic", as(operatorToken)); len(got.ids()) != 5 {
		t.Error("something was deleted")
	}
}

func TestAReadTokenReadsItsAppOnly(t *testing.T) {
	addr, _ := stocked(t)
	token := as(clinicToken)
	for _, tt := range []struct {
		method, target string
		status         int
	}{
		{"GET", "/api/traces/vt_clinic_0001", 200},
		{"GET", "/api/traces/vt_lab_0001", 404},
		{"GET", "/api/traces?app=lab", 403},
		{"GET", "/api/stats?app=lab", 403},
		{"GET", "/api/failures?app=lab", 403},
		{"GET", "/api/feedback?app=lab", 403},
		{"GET", "/api/traces?app=lab&format=jsonl", 403},
		{"GET", "/api/accesses", 403},
		{"GET", "/metrics", 403},
		{"DELETE", "/api/traces/vt_clinic_0001", 403},
		{"DELETE", "/api/traces?app=clinic", 403},
		{"GET", "/api/openapi.json", 200},
	} {
		if got := call(t, addr, tt.method, tt.target, token); got.status != tt.status {
			t.Errorf("%s %s: %d, want %d: %s", tt.method, tt.target, got.status, tt.status, got.body)
		}
	}
	for _, target := range []string{"/api/traces", "/api/traces?app=clinic", "/api/traces?q=dose", "/api/traces?user=u-lab", "/api/traces?format=jsonl", "/api/traces?format=csv",
		"/api/stats", "/api/failures", "/api/feedback"} {
		if got := call(t, addr, "GET", target, token); got.status != 200 || strings.Contains(got.body, "lab") {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
	if got := send(t, addr, "POST", "/api/feedback", `{"query_id":"vt_lab_0001","kind":"right"}`, token, "Content-Type: application/json"); got.status != 404 {
		t.Errorf("feedback on another app's trace: %d %s", got.status, got.body)
	}
}

func TestDeletion(t *testing.T) {
	addr, _ := stocked(t)
	deleted := func(target string) int64 {
		t.Helper()
		got := call(t, addr, "DELETE", target, as(operatorToken))
		if got.status != 200 {
			t.Fatalf("%s: %d %s", target, got.status, got.body)
		}
		return gjson.Get(got.body, "deleted").Int()
	}
	if n := deleted("/api/traces/vt_clinic_0001"); n != 1 {
		t.Errorf("one trace: %d", n)
	}
	if got := call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(operatorToken)); got.status != 404 {
		t.Errorf("it is still there: %d", got.status)
	}
	if got := call(t, addr, "DELETE", "/api/traces/vt_clinic_0001", as(operatorToken)); got.status != 404 {
		t.Errorf("deleted twice: %d", got.status)
	}
	for _, target := range []string{"/api/traces", "/api/traces?", "/api/traces?app=", "/api/traces?verdict=refused", "/api/traces?app=clinic&since=1h"} {
		if got := call(t, addr, "DELETE", target, as(operatorToken)); got.status != 400 {
			t.Errorf("%s: %d", target, got.status)
		}
	}
	if n := deleted("/api/traces?app=clinic&user=u-lab"); n != 0 {
		t.Errorf("a user of another app: %d", n)
	}
	if n := deleted("/api/traces?user=u-lab"); n != 5 {
		t.Errorf("a user: %d", n)
	}
	if n := deleted("/api/traces?app=clinic"); n != 4 {
		t.Errorf("an app: %d", n)
	}
}

func TestAnotherSitesPageDeletesNothing(t *testing.T) {
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keep(t, db, exchange(1, "clinic", report.Refused))
	addr := start(t, func(o *Options) { o.Store, o.Ledger = db, writer(t, ledger.Options{}) }) // without a token: all depends on the headers
	for _, headers := range [][]string{{"Origin: http://evil.example"}, {"Origin: null"}, {"Host: evil.example:80"}, {"Sec-Fetch-Site: cross-site"}} {
		if got := call(t, addr, "DELETE", "/api/traces?app=clinic", headers...); got.status != 403 {
			t.Errorf("%v: %d", headers, got.status)
		}
		body := `{"query_id":"vt_clinic_0001","kind":"right"}`
		if got := send(t, addr, "POST", "/api/feedback", body, append(headers, "Content-Type: application/json")...); got.status != 403 {
			t.Errorf("feedback, %v: %d", headers, got.status)
		}
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""} {
		if got := send(t, addr, "POST", "/api/feedback", `{"query_id":"vt_clinic_0001","kind":"right"}`, "Content-Type: "+kind); got.status != 400 {
			t.Errorf("a form of kind %q was taken: %d", kind, got.status)
		}
	}
	if got := call(t, addr, "GET", "/api/traces/vt_clinic_0001"); got.status != 200 || gjson.Get(got.body, "feedback").IsObject() {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestStatistics(t *testing.T) {
	addr, _ := stocked(t)
	got := call(t, addr, "GET", "/api/stats?since=24h", as(operatorToken))
	for path, want := range map[string]int64{"total": 10, "failing": 5, "by_verdict.refused": 5, "by_app.lab": 5, "by_finding.snippet-altered": 10, "by_model.gpt-4o": 10} {
		if n := gjson.Get(got.body, path).Int(); n != want {
			t.Errorf("%s is %d, want %d", path, n, want)
		}
	}
	if !gjson.Get(got.body, "series.0.total").Exists() {
		t.Error("there is no series")
	}
	got = call(t, addr, "GET", "/api/failures", as(operatorToken))
	if gjson.Get(got.body, "chunks.0.document").Str != "d1" || gjson.Get(got.body, "chunks.#").Int() != 1 {
		t.Errorf("%s", got.body)
	}
	if s := gjson.Get(got.body, "chunks.0.excerpt").Str; !strings.HasPrefix(passage, s) || s == "" {
		t.Errorf("excerpt %q", s)
	}
}

func TestWithoutAStoreTheAPISaysSo(t *testing.T) {
	addr := start(t)
	for _, target := range []string{"/api/traces", "/api/traces/vt_1", "/api/stats", "/api/failures", "/api/feedback", "/api/accesses"} {
		if got := call(t, addr, "GET", target); got.code() != "no_store" {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
}

func TestOtherMethodsAreTold(t *testing.T) {
	addr, _ := stocked(t)
	for target, allow := range map[string]string{"/api/traces": "GET, DELETE", "/api/traces/vt_1": "GET, DELETE", "/api/feedback": "GET, POST", "/api/stats": "GET"} {
		if got := call(t, addr, "PUT", target, as(operatorToken)); got.status != 405 || got.header.Get("Allow") != allow {
			t.Errorf("%s: %d %v", target, got.status, got.header)
		}
	}
	for _, target := range []string{"/api", "/api/", "/api/trace", "/api/traces/a/b", "/api//traces", "/API/traces", "/api/./traces"} {
		if got := call(t, addr, "GET", target, as(operatorToken)); got.status != 404 && !strings.HasPrefix(got.body, "page") {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
}

func TestEveryOperationIsDescribed(t *testing.T) {
	addr := start(t)
	doc := call(t, addr, "GET", "/api/openapi.json").body
	if v := gjson.Get(doc, "openapi").Str; !strings.HasPrefix(v, "3.") {
		t.Fatalf("version %q", v)
	}
	described := map[string]bool{}
	gjson.Get(doc, "paths").ForEach(func(path, operations gjson.Result) bool {
		operations.ForEach(func(method, _ gjson.Result) bool {
			if method.Str != "parameters" {
				described[strings.ToUpper(method.Str)+" "+path.Str] = true
			}
			return true
		})
		return true
	})
	for _, r := range routes() {
		if !described[r.method+" "+r.path] {
			t.Errorf("%s %s is not described", r.method, r.path)
		}
		delete(described, r.method+" "+r.path)
	}
	for path := range described {
		if !strings.HasSuffix(path, "z") {
			t.Errorf("%s does not exist", path)
		}
	}
}

// TestTheDocumentationNamesCallsThatThereAre: it named DELETE /api/feedback, which is none.
func TestTheDocumentationNamesCallsThatThereAre(t *testing.T) {
	page, err := os.ReadFile("../docs/admin.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, r := range routes() {
		there[r.method+" "+r.path] = true
	}
	named := regexp.MustCompile("((?:`[A-Z]+`, )*)`([A-Z]+ /api/[^`?]+)").FindAllStringSubmatch(string(page), -1)
	for _, call := range named {
		method, path, _ := strings.Cut(call[2], " ")
		for _, m := range append(regexp.MustCompile("[A-Z]+").FindAllString(call[1], -1), method) {
			if !there[m+" "+path] {
				t.Errorf("there is no %s %s", m, path)
			}
		}
	}
	if len(named) < 5 {
		t.Errorf("%q are found", named)
	}
}
