package policy

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// good is an answer that breaks no rule of the policy named balanced.
func good() Facts {
	return Facts{
		Mode: answer.ModeAnswer, Citations: 2, Claims: 2, Cited: 2,
		Coverage: 1, Verifiable: 0.9, Risk: 0.1, LeastTrust: 1, Attempt: 1,
	}
}

// policyWith returns balanced, changed.
func policyWith(change func(*Policy)) Policy {
	p := builtinOf(BuiltinBalanced)
	if change != nil {
		change(&p)
	}
	return p
}

// factsWith returns good, changed.
func factsWith(change func(*Facts)) Facts {
	f := good()
	if change != nil {
		change(&f)
	}
	return f
}

// expectFailures checks the reasons that a policy gives for some facts.
func expectFailures(t *testing.T, p func(*Policy), f func(*Facts), want ...Reason) {
	t.Helper()
	if diff := cmp.Diff(want, Failures(policyWith(p), factsWith(f))); diff != "" {
		t.Error(diff)
	}
}

func TestDecide(t *testing.T) {
	bad := func(f *Facts) { f.Unsupported = 1 }
	because := []Reason{ClaimUnsupported}
	for _, c := range []struct {
		name   string
		policy func(*Policy)
		facts  func(*Facts)
		want   Decision
	}{
		{"good", nil, nil, Decision{Pass, report.Grounded, nil}},
		{"healed", nil, func(f *Facts) { f.Healed = 1 }, Decision{Pass, report.Healed, nil}},
		{"markup taken out", nil, func(f *Facts) { f.Findings = []report.Code{report.TargetRemoved} }, Decision{Pass, report.Healed, nil}},
		{"a call taken out", nil, func(f *Facts) { f.Findings = []report.Code{report.ToolNotOffered} }, Decision{Pass, report.Healed, nil}},
		{"repaired", nil, func(f *Facts) { f.Attempt, f.Healed = 2, 1 }, Decision{Pass, report.Repaired, nil}},
		{"off", func(p *Policy) { p.Mode = Off }, bad, Decision{Pass, report.Skipped, []Reason{ModeOff}}},
		{"observed good", func(p *Policy) { p.Mode = Observe }, nil, Decision{Pass, report.Grounded, nil}},
		{"observed bad", func(p *Policy) { p.Mode = Observe }, bad, Decision{Pass, report.Ungrounded, because}},
		{"asked again", nil, func(f *Facts) { bad(f); f.AttemptsLeft, f.BudgetLeft = 1, time.Second },
			Decision{Ask, "", because}},
		{"no attempt left", nil, func(f *Facts) { bad(f); f.BudgetLeft = time.Second },
			Decision{Quote, report.Quoted, because}},
		{"no budget left", nil, func(f *Facts) { bad(f); f.AttemptsLeft = 1 },
			Decision{Quote, report.Quoted, []Reason{ClaimUnsupported, BudgetExhausted}}},
		{"redacted", func(p *Policy) { p.OnFailure = RedactAnswer }, bad,
			Decision{Redact, report.Redacted, because}},
		{"marked", func(p *Policy) { p.OnFailure = MarkAnswer }, bad,
			Decision{Mark, report.Marked, because}},
		{"refused", func(p *Policy) { p.OnFailure = RefuseAnswer }, bad,
			Decision{Refuse, report.Refused, because}},
		{"no context passes", nil, func(f *Facts) { f.NoContext = true },
			Decision{Pass, report.Skipped, []Reason{WithoutContext}}},
		{"no context is refused", func(p *Policy) { p.WhenNoContext = RefuseNoContext }, func(f *Facts) { f.NoContext = true },
			Decision{Refuse, report.Refused, []Reason{WithoutContext}}},
		{"no context is observed", func(p *Policy) { p.WhenNoContext, p.Mode = RefuseNoContext, Observe }, func(f *Facts) { f.NoContext = true },
			Decision{Pass, report.Skipped, []Reason{WithoutContext}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Decide(policyWith(c.policy), factsWith(c.facts))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReasonsComeInOneOrder(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) {
		f.Findings = []report.Code{report.ClaimNumber, report.TruncatedOutput, report.MalformedOutput}
		f.Unverified, f.Risk = 1, 0.9
	}, OutputMalformed, OutputTruncated, CitationUnverified, NumberChanged, RiskHigh)
}

func TestEveryReasonHasOneRule(t *testing.T) {
	seen := map[Reason]bool{}
	for _, r := range rules {
		if seen[r.reason] || r.broken == nil {
			t.Errorf("reason %s", r.reason)
		}
		seen[r.reason] = true
	}
}
