package replay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

func prepare(text string) *verify.Passage {
	return verify.NewPassage(text, nil)
}

// built is a built-in policy, changed.
func built(t testing.TB, name string, change func(*policy.Policy)) policy.Policy {
	t.Helper()
	p, ok := policy.Builtin(name)
	if !ok {
		t.Fatal(name)
	}
	p = policy.Clone(p)
	p.OnFailure = policy.RefuseAnswer
	if change != nil {
		change(&p)
	}
	return p
}

// line is a stored trace with one chunk about a lighthouse.
func line(verdict, reason string, attempts ...string) string {
	return fmt.Sprintf(`{"query_id":"vt_1","timestamp":"2026-03-01T12:00:00.000Z","app":"coast","verdict":%q,"reason":%s,"question":"How tall is it?",
"chunks":[{"chunk_id":"c1","doc_id":"d1","text":"The lighthouse at Cape Stour is 42 metres tall and was lit in 1888.","message":0,"role":"system","kind":"chunk","standing":"primary","layout":"tags","year":null,"authors":[]}],
"attempts":[%s],"findings":[],"citations":[]}`, verdict, orNull(reason), strings.Join(attempts, ","))
}

func orNull(s string) string {
	if s == "" {
		return "null"
	}
	return fmt.Sprintf("%q", s)
}

func attempt(asked, reply string) string {
	return fmt.Sprintf(`{"asked":%q,"reply":%q,"status":200,"findings":[]}`, asked, reply)
}

const (
	honest = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c1","snippet":"is 42 metres tall"}],"text":"The lighthouse is 42 metres tall."}],"unanswered_aspects":[]}`
	lie    = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c1","snippet":"is 52 metres tall"}],"text":"The lighthouse is 52 metres tall."}],"unanswered_aspects":[]}`
	asked  = "answer, segments"
	again  = "repair, segments"
)

func TestDecide(t *testing.T) {
	balanced := built(t, "balanced", nil)
	once := built(t, "balanced", func(p *policy.Policy) { p.Repair.Attempts = 0 })
	refusing := built(t, "balanced", func(p *policy.Policy) { p.WhenNoContext = policy.RefuseNoContext })
	observe := built(t, "observe", nil)
	tools := `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"tool_calls","logprobs":null,"message":{"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`
	two := fmt.Sprintf(`{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","logprobs":null,"message":{"role":"assistant","content":%q,"refusal":null}},{"index":1,"finish_reason":"stop","logprobs":null,"message":{"role":"assistant","content":%q,"refusal":null}}]}`, honest, lie)
	for _, c := range []struct {
		name   string
		policy policy.Policy
		line   string
		want   string
	}{
		{"an honest answer", balanced, line("grounded", "", attempt(asked, honest)), "would-pass grounded"},
		{"an answer that was released as it came", balanced, line("grounded", "", attempt(asked+"; released as it is verified", honest)), "would-pass grounded"},
		{"a repair", balanced, line("repaired", "", attempt(asked, lie), attempt(again, honest)), "would-pass repaired"},
		{"a repair that the policy does not make", once, line("repaired", "", attempt(asked, lie), attempt(again, honest)), "at-risk refused"},
		{"a lie", balanced, line("refused", "", attempt(asked, lie), attempt(again, lie)), "at-risk refused"},
		{"a lie, observed", observe, line("refused", "", attempt(asked, lie), attempt(again, honest)), "at-risk ungrounded"},
		{"begun anew in another form", balanced, line("grounded", "", attempt("answer, client", "no"), attempt(asked, honest)), "would-pass grounded"},
		{"plain prose that was never asked to cite", balanced, line("grounded", "", attempt("passed on as it came", "The lighthouse is 42 metres tall.")), "not-decidable - the model was not asked for citations, and gave none, audit grounded"},
		{"a lie that was never asked to cite", balanced, line("ungrounded", "", attempt("passed on as it came", "The lighthouse is 52 metres tall.")), "not-decidable - the model was not asked for citations, and gave none, audit ungrounded"},
		{"the same, observed", observe, line("grounded", "", attempt("passed on as it came", "The lighthouse is 42 metres tall.")), "would-pass grounded"},
		{"prose that cites by itself", balanced, line("grounded", "", attempt("passed on as it came", "The lighthouse is 42 metres tall [1].")), "would-pass grounded"},
		{"prose that cites nothing although it was asked", once, line("refused", "", attempt(asked, "The lighthouse is 42 metres tall.")), "at-risk refused"},
		{"nothing stated", balanced, line("skipped", "no-claims", attempt("passed on as it came", "Hello! How can I help you?")), "not-verified skipped"},
		{"without evidence", balanced, line("skipped", "no-context"), "not-verified skipped"},
		{"without evidence, refusing", refusing, line("skipped", "no-context"), "at-risk refused"},
		{"an auxiliary call", balanced, line("skipped", "auxiliary"), "not-verified skipped"},
		{"off", balanced, line("skipped", "off"), "not-decidable - nothing was looked at"},
		{"failed", balanced, line("failed", "upstream-500"), "not-decidable - there is no answer in it"},
		{"a reply that broke off", balanced, line("ungrounded", "", `{"asked":"answer, segments","reply":null,"status":500}`), "not-decidable - there is no answer in it"},
		{"the client's own form", balanced, line("grounded", "", attempt("answer, the client's own form", `{"answer":{}}`)), "not-decidable - the answer is in the client's own form, whose schema is not kept"},
		{"hashed", balanced, line("grounded", "", attempt("hmac-sha256:00:16", "hmac-sha256:00:16")), "not-decidable - its texts were not kept"},
		{"tool calls", balanced, line("grounded", "", attempt(asked, tools)), "not-verified skipped"},
		{"several choices", once, line("grounded", "", attempt(asked, two)), "at-risk refused"},
		{"several choices and repairs", balanced, line("refused", "", attempt(asked, two), attempt(again, honest)), "not-decidable - it has several choices that were repaired"},
	} {
		tr, err := audit.ReadTrace([]byte(c.line))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r := Replayer{Policy: c.policy, Prepare: prepare}
		d := r.Decide(tr)
		got := string(d.Class) + " " + string(d.Now)
		if d.Class == NotDecidable {
			got = string(d.Class) + " - " + d.Why
		}
		if d.Audit != "" {
			got += ", audit " + string(d.Audit)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s; findings %v", c.name, got, c.want, d.Findings)
		}
	}
}

func TestReadTurnsAwayWhatIsNoTrace(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", "null", `{"query_id":"x"}`, `{"query_id":7,"verdict":"grounded"}`, `{"query_id":"x","verdict":"grounded","chunks":7}`, "{"} {
		if _, err := audit.ReadTrace([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestTable(t *testing.T) {
	var table Table
	for i := range 5 {
		table.Add(Decision{QueryID: fmt.Sprintf("vt_%d", i), App: "shop", Was: report.Grounded, Now: report.Refused, Class: AtRisk, Findings: []report.Code{report.ClaimNumber, report.SnippetAltered}})
	}
	table.Add(Decision{App: "shop", Was: report.Grounded, Now: report.Grounded, Class: WouldPass})
	table.Add(Decision{App: "shop", Class: NotDecidable, Why: Veiled})
	table.Add(Decision{App: "atlas", Class: NotDecidable, Why: NoAnswer})
	table.Add(Decision{Class: NotDecidable, Why: NoAnswer})
	table.Add(Decision{App: "shop", Was: report.Skipped, Now: report.Skipped, Class: NotVerified})
	var b strings.Builder
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `app     traces  would pass  at risk    not verified not decidable  was → would be        top findings                     at risk, for example
(none)  1       0           0       0   1              -                     -                                -
atlas   1       0           0       0   1              -                     -                                -
shop    8       1 (16.7%)   5 (83.3%) 1 1              grounded → refused 5  claim-number 5, snippet-altered 5  vt_0 vt_1 vt_2
not decidable: 2, there is no answer in it
not decidable: 1, its texts were not kept
`
	if diff := cmp.Diff(squeeze(want), squeeze(b.String())); diff != "" {
		t.Error(diff)
	}
}

// squeeze makes runs of blanks one.
func squeeze(s string) string {
	var lines []string
	for l := range strings.Lines(s) {
		lines = append(lines, strings.Join(strings.Fields(l), " "))
	}
	return strings.Join(lines, "\n")
}

// FuzzRead: whatever stands in a trace file, it is decided on or turned away.
func FuzzRead(f *testing.F) {
	f.Add([]byte(line("grounded", "", attempt(asked, honest))))
	f.Add([]byte(line("skipped", "no-context")))
	f.Add([]byte(`{"query_id":"x","verdict":"grounded","chunks":[{}],"attempts":[{"asked":"answer, snippet","reply":"{\"object\":\"chat.completion\",\"choices\":[]}","status":200}]}`))
	balanced := built(f, "balanced", nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, err := audit.ReadTrace(data)
		if err != nil {
			return
		}
		r := Replayer{Policy: balanced, Prepare: prepare}
		switch d := r.Decide(tr); {
		case d.Class == NotDecidable && (d.Now != "" || d.Why == ""):
			t.Errorf("%+v", d)
		case d.Class != NotDecidable && d.Now == "":
			t.Errorf("%+v", d)
		}
	})
}

// TestAStoppedStreamKeepsItsFindings: the gateway cut the reply off in the
// middle of its JSON, which is no fault of the model.
func TestAStoppedStreamKeepsItsFindings(t *testing.T) {
	line := `{"query_id":"vt_1","timestamp":"2026-11-20T12:00:00Z","app":"shop","verdict":"redacted","question":"How long?",` +
		`"chunks":[{"chunk_id":"c1","text":"The bisque firing takes nine hours.","kind":"chunk","standing":"primary"}],` +
		`"attempts":[{"asked":"answer, segments","reply":"{\"mode\":\"answer\",\"segments\":[{\"citations\":[{\"chunk_id\":\"c1\",\"snippet\":\"ten","status":200,` +
		`"findings":[{"code":"snippet-altered"},{"code":"snippet-altered"}]}]}`
	trace, err := audit.ReadTrace([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	r := Replayer{Policy: built(t, "balanced", nil), Prepare: prepare}
	got := r.Decide(trace)
	if got.Class != AtRisk || got.Now != report.Redacted || !slices.Equal(got.Findings, []report.Code{report.SnippetAltered}) {
		t.Errorf("%+v", got)
	}
}
