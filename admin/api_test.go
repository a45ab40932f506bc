package admin

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/audit"
	"vouchsafe/chunk"
	"vouchsafe/ledger"
	"vouchsafe/policy"
	"vouchsafe/report"
	"vouchsafe/store"
	"vouchsafe/verify"
)

const passage = "Adults start on 5 mg of apixaban twice daily, and on 2.5 mg if two of three conditions are met. Backups are kept for 21 days."

// exchange is a trace of the nth exchange of an app.
func exchange(n int, app string, verdict report.Verdict) *ledger.Trace {
	return &ledger.Trace{
		QueryID: fmt.Sprintf("vt_%s_%04d", app, n), Timestamp: time.Now().Add(-time.Hour).Add(time.Duration(n) * time.Second),
		App: app, User: "u-" + app, Policy: "balanced", Model: "gpt-4o", Verdict: verdict,
		Question: "What is the dose for " + app + "?", Answer: "5 mg [1].",
		Findings:  []report.Finding{{Code: report.SnippetAltered}},
		Citations: []report.Citation{{Number: 1, ChunkID: "c1", Snippet: "5 mg"}},
		Chunks:    []chunk.Chunk{{ID: "c1", DocID: "d1", Text: passage, Kind: chunk.Passage, Standing: chunk.Primary}},
		Attempts:  []ledger.Attempt{{Asked: "answer", Upstream: "up", Status: 200, Reply: "Adults start on 50 mg of apixaban twice daily [1]."}},
		Latency:   ledger.Latency{Total: time.Second},
	}
}

// stocked starts a server whose store holds traces of two apps, with the
// operator's token asked for.
func stocked(t *testing.T, change ...func(*Options)) (addr string, db *store.Store) {
	t.Helper()
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for n := range 5 {
		keep(t, db, exchange(n, "clinic", report.Refused), exchange(n, "lab", report.Grounded))
	}
	addr = start(t, append([]func(*Options){withToken, func(o *Options) { o.Store = db }}, change...)...)
	return addr, db
}

func keep(t *testing.T, db *store.Store, traces ...*ledger.Trace) {
	t.Helper()
	for _, trace := range traces {
		parsed, err := store.Parse(ledger.Append(nil, trace))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Append(context.Background(), []*store.Trace{parsed}); err != nil {
			t.Fatal(err)
		}
	}
}

// ids are those of a list, in its order.
func (r reply) ids() []string {
	var out []string
	for _, t := range gjson.Get(r.body, "traces.#.query_id").Array() {
		out = append(out, t.Str)
	}
	return out
}

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
	if got := call(t, addr, "GET", "/api/traces?cursor=%27;--", as(operatorToken)); got.code() != "bad_filter" {
		t.Errorf("%d %s", got.status, got.body)
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
		{"GET", "/api/tail?app=lab", 403},
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
	addr := start(t, func(o *Options) { o.Store = db }) // without a token: all depends on the headers
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

func TestExports(t *testing.T) {
	addr, db := stocked(t)
	hostile := exchange(9, "clinic", report.Refused)
	hostile.Question, hostile.Answer = "=HYPERLINK(\"http://evil.example\")", "-1 line\nand \"another\""
	keep(t, db, hostile)
	lines := call(t, addr, "GET", "/api/traces?format=jsonl&app=clinic", as(operatorToken))
	if n := strings.Count(lines.body, "\n"); n != 6 || !strings.HasPrefix(lines.header.Get("Content-Type"), "application/x-ndjson") {
		t.Errorf("%d lines, %v", n, lines.header)
	}
	for line := range strings.Lines(lines.body) {
		if !json.Valid([]byte(line)) || gjson.Get(line, "app").Str != "clinic" {
			t.Errorf("%q", line)
		}
	}
	got := call(t, addr, "GET", "/api/traces?format=csv&app=clinic", as(operatorToken))
	rows, err := csv.NewReader(strings.NewReader(got.body)).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	want := []string{"vt_clinic_0009", hostile.Timestamp.UTC().Format("2006-01-02T15:04:05.000Z"), "clinic", "u-clinic", "", "balanced", "gpt-4o", "refused", "",
		"'" + hostile.Question, "'" + hostile.Answer, "snippet-altered", "1", "1", "1000", "0", "0", "", ""}
	if diff := cmp.Diff(want, rows[1]); diff != "" {
		t.Error(diff)
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
	for path, want := range map[string]string{"apps.0.name": "clinic", "apps.0.failing": "5", "models.0.name": "gpt-4o", "findings.0.name": "snippet-altered",
		"documents.0.name": "d1", "chunks.0.document": "d1", "chunks.#": "1"} {
		if s := gjson.Get(got.body, path).String(); s != want {
			t.Errorf("%s is %q, want %q: %s", path, s, want, got.body)
		}
	}
	if s := gjson.Get(got.body, "chunks.0.excerpt").Str; !strings.HasPrefix(passage, s) || s == "" {
		t.Errorf("excerpt %q", s)
	}
}

func TestFeedbackBecomesARegressionTest(t *testing.T) {
	addr, db := stocked(t, func(o *Options) {
		o.Mask = func(s string) string { return strings.ReplaceAll(s, "555-1234", "[redacted]") }
	})
	hashed := exchange(8, "clinic", report.Refused)
	hashed.Chunks[0].Text = "hmac-sha256:00:12"
	keep(t, db, hashed)
	for _, body := range []string{
		`{"query_id":"vt_clinic_0001","kind":"false_refusal","comment":"ask at 555-1234","ideal":"5 mg."}`,
		`{"query_id":"vt_lab_0001","kind":"missed_hallucination"}`,
		`{"query_id":"vt_clinic_0008","kind":"false_refusal"}`,
	} {
		if got := send(t, addr, "POST", "/api/feedback", body, as(operatorToken), "Content-Type: application/json; charset=utf-8"); got.status != 200 {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	trace := call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(operatorToken)).body
	if gjson.Get(trace, "feedback.kind").Str != "false_refusal" || gjson.Get(trace, "feedback.comment").Str != "ask at [redacted]" {
		t.Errorf("%s", gjson.Get(trace, "feedback"))
	}
	if got := call(t, addr, "GET", "/api/traces?feedback=true", as(operatorToken)); len(got.ids()) != 3 {
		t.Errorf("%v", got.ids())
	}
	rows := call(t, addr, "GET", "/api/feedback", as(operatorToken)).body
	if n := strings.Count(rows, "\n"); n != 2 {
		t.Fatalf("%d rows, one of which has no texts: %s", n, rows)
	}
	only := call(t, addr, "GET", "/api/feedback?kind=missed_hallucination", as(operatorToken)).body
	if gjson.Get(only, "id").Str != "vt_lab_0001" || gjson.Get(only, "expected").Str != "fail" || strings.Count(only, "\n") != 1 {
		t.Errorf("%s", only)
	}
	rules, _ := policy.Builtin(policy.BuiltinBalanced)
	for line := range strings.Lines(rows) {
		item, err := audit.Line([]byte(strings.TrimSpace(line)), audit.Options{Policy: rules, Prepare: func(s string) *verify.Passage {
			return verify.NewPassage(s, nil)
		}})
		if err != nil || item.Verdict != report.Ungrounded {
			t.Errorf("verify says of %s: %v %v", line, item.Verdict, err)
		}
	}
}

func TestBadFeedback(t *testing.T) {
	addr, _ := stocked(t)
	for _, body := range []string{
		"", "null", "[]", "{", `"x"`, `{"query_id":"vt_clinic_0001"}`, `{"query_id":"vt_clinic_0001","kind":"wrong"}`, `{"kind":"right"}`,
		`{"query_id":"../x","kind":"right"}`, `{"query_id":"vt_clinic_0001","kind":"right","more":1}`, `{"query_id":"vt_clinic_0001","kind":"right"}{}`,
		`{"query_id":"vt_clinic_0001","kind":"right","comment":"` + strings.Repeat("x", 5000) + `"}`, `{"query_id":7,"kind":"right"}`,
	} {
		got := send(t, addr, "POST", "/api/feedback", body, as(operatorToken), "Content-Type: application/json")
		if got.status != 400 || got.code() == "" {
			t.Errorf("%.60s: %d %s", body, got.status, got.body)
		}
	}
	if got := send(t, addr, "POST", "/api/feedback", `{"query_id":"vt_unknown","kind":"right"}`, as(operatorToken), "Content-Type: application/json"); got.status != 404 {
		t.Errorf("%d", got.status)
	}
}

func TestReadsAndDeletionsAreLogged(t *testing.T) {
	addr, db := stocked(t)
	call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(clinicToken))
	call(t, addr, "GET", "/api/traces/vt_lab_0001", as(clinicToken)) // not shown, not logged
	call(t, addr, "GET", "/api/traces?q=dose&limit=3", as(operatorToken))
	call(t, addr, "GET", "/api/failures", as(operatorToken))
	call(t, addr, "DELETE", "/api/traces?user=u-lab", as(operatorToken))
	call(t, addr, "GET", "/api/stats", as(operatorToken)) // figures are no content
	accesses, err := db.Accesses(context.Background(), 100)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, a := range accesses {
		got[a.Who+" "+a.Action+" "+a.Target] = a.Count
	}
	want := map[string]int{
		"app:clinic read vt_clinic_0001": 1, "operator list q=dose&limit=3": 3, "operator failures ": 0,
		"operator delete user=u-lab": 0, "operator deleted user=u-lab": 5,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	list := call(t, addr, "GET", "/api/accesses?limit=2", as(operatorToken))
	if n := gjson.Get(list.body, "accesses.#").Int(); n != 2 {
		t.Errorf("%s", list.body)
	}
}

func TestNothingIsShownThatCannotBeLogged(t *testing.T) {
	addr, db := stocked(t)
	db.Close()
	for _, target := range []string{"/api/traces", "/api/traces/vt_clinic_0001", "/api/stats", "/api/failures", "/api/traces?format=csv", "/api/feedback", "/api/tail"} {
		got := call(t, addr, "GET", target, as(operatorToken))
		if got.code() != "store_unavailable" || got.status != 503 || strings.Contains(got.body, "closed") {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
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
