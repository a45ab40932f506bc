package policy

import (
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// Action is what is done with an answer.
type Action string

const (
	Pass   Action = "pass"
	Ask    Action = "repair" // ask the model again, telling it what failed
	Refuse Action = "refuse"
	Redact Action = "redact"
	Quote  Action = "quote"
	Mark   Action = "mark"
)

// Decision is an action and the reasons for it. Verdict is the choice's
// outcome if the action is carried out; it is empty for Ask, whose outcome
// is open.
type Decision struct {
	Action  Action
	Verdict report.Verdict
	Reasons []Reason // why it did not pass, or why there was nothing to decide
}

// Decide says what becomes of an answer. Under observe everything passes, and
// the verdict and reasons tell what would have been held against it.
func Decide(p Policy, f Facts) Decision {
	if p.Mode == Off {
		return Decision{Action: Pass, Verdict: report.Skipped, Reasons: []Reason{ModeOff}}
	}
	if f.NoContext {
		return withoutContext(p)
	}
	reasons := Failures(p, f)
	switch {
	case len(reasons) == 0:
		return passed(f)
	case p.Mode != Enforce:
		return Decision{Action: Pass, Verdict: report.Ungrounded, Reasons: reasons}
	case p.DropsOnly(reasons):
		return lastResort(p.OnFailure, reasons)
	case f.AttemptsLeft > 0 && f.BudgetLeft > 0:
		return Decision{Action: Ask, Reasons: reasons}
	case f.AttemptsLeft > 0:
		reasons = append(reasons, BudgetExhausted)
	}
	return lastResort(p.OnFailure, reasons)
}

// Failures lists every rule of the policy that the answer breaks, in the
// order of the table. None means that the answer may pass.
func Failures(p Policy, f Facts) []Reason {
	var broken []Reason
	for _, r := range rules {
		if r.broken(p, f) {
			broken = append(broken, r.reason)
		}
	}
	return broken
}

// withoutContext decides where there is no evidence. A repair could not help.
func withoutContext(p Policy) Decision {
	if p.Mode == Enforce && p.WhenNoContext == RefuseNoContext {
		return Decision{Action: Refuse, Verdict: report.Refused, Reasons: []Reason{WithoutContext}}
	}
	return Decision{Action: Pass, Verdict: report.Skipped, Reasons: []Reason{WithoutContext}}
}

// passed names the outcome of an answer that broke no rule.
func passed(f Facts) Decision {
	d := Decision{Action: Pass, Verdict: report.Grounded}
	switch {
	case f.Mode == answer.ModeRefuse || f.Mode == answer.ModeClarify:
		d.Verdict = report.Declined
	case f.Claims == 0 && f.Standing == 0:
		d.Verdict, d.Reasons = report.Skipped, []Reason{NoClaims}
	case f.Attempt > 1:
		d.Verdict = report.Repaired
	case f.Healed > 0, f.has(report.TargetRemoved, report.ToolNotOffered): // what was taken out the model wrote
		d.Verdict = report.Healed
	}
	return d
}

// lastResort names what is done with an answer that is not asked for again.
// Redact, Quote and Mark are tried: whoever carries them out refuses where too
// little would be left.
func lastResort(on OnFailure, reasons []Reason) Decision {
	switch on {
	case QuoteAnswer:
		return Decision{Action: Quote, Verdict: report.Quoted, Reasons: reasons}
	case RedactAnswer:
		return Decision{Action: Redact, Verdict: report.Redacted, Reasons: reasons}
	case MarkAnswer:
		return Decision{Action: Mark, Verdict: report.Marked, Reasons: reasons}
	}
	return Decision{Action: Refuse, Verdict: report.Refused, Reasons: reasons}
}

// DropsOnly reports whether all that is wrong with an answer is text that the
// policy drops without asking the model again.
func (p Policy) DropsOnly(reasons []Reason) bool {
	drops := p.OnFailure == RedactAnswer || p.OnFailure == QuoteAnswer
	return drops && slices.Equal(reasons, []Reason{TextUnaccounted})
}

// Asks reports whether the judge of the policy is asked about a claim of this
// outcome. all: it is asked about carried claims too.
func (p Policy) Asks(outcome report.Outcome, all bool) bool {
	switch outcome {
	case report.Open:
		return p.Verify.Open == OpenJudge
	case report.Unjudged:
		return p.Verify.Open == OpenJudge || p.Verify.Unjudged == UnjudgedFail
	case report.Carried:
		return all && p.Verify.Open == OpenJudge
	}
	return false
}
