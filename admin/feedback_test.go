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
