package audit

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// storedLine is a trace whose last answer words leave open, with what a judge said of
// it.
func storedLine(judge, supported, standing string) string {
	const reply = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c1","snippet":"The lighthouse at Cape Stour is 42 metres tall"}],` +
		`"text":"The lighthouse at Cape Stour towers over its surroundings."}],"unanswered_aspects":[]}`
	return fmt.Sprintf(`{"query_id":"vt_1","timestamp":"2026-03-01T12:00:00.000Z","app":"coast","verdict":"grounded","reason":null,
"question":"How tall is it?","chunks":[{"chunk_id":"c1","text":"The lighthouse at Cape Stour is 42 metres tall.","message":2,"role":"user","before":"Content:",
"kind":"chunk","standing":%q,"layout":"tags","year":1888,"authors":["A. Keeper"]}],
"claims":[{"text":"The lighthouse at Cape Stour towers over its surroundings.","by":"judge","judge":{"name":%q,"score":0.8},"supported":%s}],
"attempts":[{"asked":"answer, segments","reply":"no","status":500},{"asked":"answer, segments","reply":%q,"status":200,"findings":[]}],"findings":[]}`,
		standing, judge, supported, reply)
}

func TestRecordedOpinionsCountInAnAuditOfATrace(t *testing.T) {
	p, _ := policy.Builtin(policy.BuiltinBalanced)
	p = policy.Clone(p)
	p.Verify.Open, p.Verify.Judge = policy.OpenJudge, "second"
	for _, c := range []struct {
		judge, supported string
		want             report.Verdict
		by               report.Decider
	}{
		{"second", "true", report.Grounded, report.ByJudge},
		{"second", "false", report.Ungrounded, report.ByJudge},
		{"first", "false", report.Grounded, report.ByRisk},
	} {
		line := strings.ReplaceAll(storedLine(c.judge, c.supported, "primary"), "\n", "")
		item, err := Line([]byte(line), Options{Policy: p, Prepare: func(s string) *verify.Passage { return verify.NewPassage(s, nil) }})
		if err != nil {
			t.Fatal(err)
		}
		if item.Verdict != c.want || item.Report.Claims[0].By != c.by || string(item.ID) != `"vt_1"` {
			t.Errorf("%s says %s: %s by %s (%s)", c.judge, c.supported, item.Verdict, item.Report.Claims[0].By, item.ID)
		}
	}
}

func TestATraceKeepsTheStandingOfItsEvidence(t *testing.T) {
	trace, err := ReadTrace([]byte(storedLine("second", "true", "stale")))
	if err != nil {
		t.Fatal(err)
	}
	c := trace.Chunks[0]
	if c.Standing != "stale" || c.Message != 2 || c.Role != "user" || c.Layout != "tags" || c.Before != "Content:" || c.Year != 1888 || len(c.Authors) != 1 || trace.Veiled {
		t.Errorf("%+v", c)
	}
	if len(trace.Attempts) != 1 || trace.Attempts[0].Stopped != nil {
		t.Errorf("%+v", trace.Attempts)
	}
}

func TestATraceWithoutTextsIsAnError(t *testing.T) {
	line := strings.Replace(storedLine("second", "true", "primary"), "The lighthouse at Cape Stour is 42 metres tall.", "hmac-sha256:00", 1)
	item, err := Line([]byte(strings.ReplaceAll(line, "\n", "")), Options{Prepare: func(s string) *verify.Passage { return verify.NewPassage(s, nil) }})
	if err == nil || string(item.ID) != `"vt_1"` {
		t.Errorf("%s: %v", item.ID, err)
	}
}
