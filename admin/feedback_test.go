package admin

import (
	"crypto/rand"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

func TestFeedbackBecomesARegressionTest(t *testing.T) {
	addr, db := stocked(t, func(o *Options) {
		o.Ledger = writer(t, ledger.Options{Redact: []*regexp.Regexp{regexp.MustCompile("555-1234")}})
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
	if n := strings.Count(rows, "\n"); n != 3 {
		t.Fatalf("%d rows: %s", n, rows)
	}
	only := call(t, addr, "GET", "/api/feedback?kind=missed_hallucination", as(operatorToken)).body
	if gjson.Get(only, "query_id").Str != "vt_lab_0001" || strings.Count(only, "\n") != 1 {
		t.Errorf("%s", only)
	}
	rules, _ := policy.Builtin(policy.BuiltinBalanced)
	for line := range strings.Lines(rows) {
		item, err := audit.Line([]byte(strings.TrimSpace(line)), audit.Options{Policy: rules, Prepare: func(s string) *verify.Passage {
			return verify.NewPassage(s, nil)
		}})
		if kept := !strings.Contains(line, "hmac-sha256:"); kept && (err != nil || item.Verdict != report.Ungrounded) || !kept && err == nil {
			t.Errorf("verify says of %s: %v %v", line, item.Verdict, err)
		}
	}
}

// TestFeedbackRightBehindTheReplyFindsNoTrace: the store comes to it a moment later.
func TestFeedbackRightBehindTheReplyFindsNoTrace(t *testing.T) {
	addr, db := stocked(t)
	late := exchange(9, "clinic", report.Refused)
	late.QueryID, _ = ledger.NewID(time.Now(), rand.Reader)
	stored := time.AfterFunc(300*time.Millisecond, func() { keep(t, db, late) })
	defer stored.Stop()
	if got := send(t, addr, "POST", "/api/feedback", `{"query_id":"`+late.QueryID+`","kind":"right"}`, as(operatorToken), "Content-Type: application/json"); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
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

func TestFeedbackIsWithdrawn(t *testing.T) {
	addr, _ := stocked(t)
	body := `{"query_id":"vt_clinic_0001","kind":"right"}`
	if got := send(t, addr, "POST", "/api/feedback", body, as(operatorToken), "Content-Type: application/json"); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := call(t, addr, "DELETE", "/api/feedback/vt_clinic_0001", as(labToken)); got.status != 404 {
		t.Errorf("another app's key: %d", got.status)
	}
	if got := call(t, addr, "DELETE", "/api/feedback/vt_clinic_0001", as(operatorToken)); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := call(t, addr, "GET", "/api/traces?feedback=true", as(operatorToken)); len(got.ids()) != 0 {
		t.Errorf("%v has feedback", got.ids())
	}
}

// TestAMarkKeepsTheNewestWordsAndWhoSaidThem: a mark from a list that was open wrote older words over a colleague's newer ones, and
// undoing it gave these out as said by whoever undid it.
func TestAMarkKeepsTheNewestWordsAndWhoSaidThem(t *testing.T) {
	addr, _ := stocked(t)
	post := func(token, members string) reply {
		t.Helper()
		return send(t, addr, "POST", "/api/feedback", `{"query_id":"vt_clinic_0001",`+members+`}`, as(token), "Content-Type: application/json")
	}
	kept := func() string {
		return gjson.Get(call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(operatorToken)).body, "feedback").Raw
	}
	if got := post(clinicToken, `"kind":"missed_hallucination","comment":"new","ideal":"5 mg."`); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	first := kept()
	got := post(operatorToken, `"kind":"right","ideal":"6 mg."`)
	before := gjson.Get(got.body, "before").Raw
	if is := kept(); gjson.Get(is, "comment").Str != "new" || gjson.Get(is, "comment_by").Str != gjson.Get(first, "by").Str ||
		gjson.Get(is, "ideal").Str != "6 mg." || gjson.Get(is, "ideal_by").Exists() || gjson.Get(is, "by").Str == gjson.Get(first, "by").Str || before != first ||
		gjson.Get(got.body, "feedback").Raw != is {
		t.Errorf("%s\n%s", is, got.body)
	}
	if got := post(operatorToken, strings.Trim(strings.Replace(before, `"comment":"new"`, `"comment":"forged"`, 1), "{}")); got.status != 400 {
		t.Errorf("words that nobody said: %d", got.status)
	}
	if got := post(operatorToken, strings.Trim(before, "{}")); got.status != 200 || kept() != first {
		t.Errorf("undone: %d %s, not %s", got.status, kept(), first)
	}
	if got := post(operatorToken, strings.Trim(before, "{}")); got.status != 400 || got.code() != "marked_since" {
		t.Errorf("over another one's: %d %s", got.status, got.body)
	}
}

// TestAnUndoTakesBackNobodyElsesMark: over no mark of before it withdrew whichever stood, and set again what its giver had withdrawn.
func TestAnUndoTakesBackNobodyElsesMark(t *testing.T) {
	addr, _ := stocked(t)
	post := func(token, members string) gjson.Result {
		t.Helper()
		return gjson.Parse(send(t, addr, "POST", "/api/feedback", `{"query_id":"vt_clinic_0001",`+members+`}`, as(token), "Content-Type: application/json").body)
	}
	first := post(clinicToken, `"kind":"right"`)
	post(operatorToken, `"kind":"false_refusal"`)
	if got := call(t, addr, "DELETE", "/api/feedback/vt_clinic_0001?at="+first.Get("feedback.at").Str, as(clinicToken)); got.code() != "marked_since" {
		t.Errorf("another one's mark is gone: %d %s", got.status, got.body)
	}
	second := post(operatorToken, `"kind":"missed_hallucination"`).Get("feedback.at").Str
	call(t, addr, "DELETE", "/api/feedback/vt_clinic_0001", as(operatorToken)) // told so, by another page
	earlier := strings.Trim(first.Get("feedback").Raw, "{}")
	if got := post(operatorToken, earlier+`,"over":"`+second+`"`); got.Get("error.code").Str != "marked_since" {
		t.Errorf("what stood no more was undone: %s", got)
	}
	if got := post(operatorToken, earlier+`,"over":""`); got.Get("feedback.kind").Str != "right" {
		t.Errorf("the mark that was withdrawn does not come back: %s", got)
	}
	own := post(clinicToken, `"kind":"false_refusal"`).Get("feedback.at").Str
	if got := call(t, addr, "DELETE", "/api/feedback/vt_clinic_0001?at="+own, as(clinicToken)); got.status != 200 {
		t.Errorf("one's own: %d %s", got.status, got.body)
	}
}
