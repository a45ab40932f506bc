package proxy

import (
	"context"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// A heading, a lead-in or a courtesy waits for the first claim below it: only
// then is there evidence that it can be held against. What cannot be accounted
// for is passed over, and the stream goes on.

// hold keeps a part that states nothing until a claim comes. It reports whether
// the part waits.
func (l *live) hold(part answer.Answer) bool {
	if !l.x.app.Policy.Verify.Accounted || l.attempt > l.x.app.Policy.Repair.Attempts && l.marks() {
		return false
	}
	worded := false
	for _, s := range part.Segments {
		worded = worded || strings.TrimSpace(s.Text) != ""
	}
	if !worded || len(part.Citations) > 0 {
		return false
	}
	for r, i := l.check(part), 0; i < len(r.Claims); i++ {
		if !r.Claims[i].Unaccounted {
			return false
		}
	}
	l.held = &part
	return true
}

// withHeld returns what waits together with what comes behind it.
func (l *live) withHeld(a answer.Answer) answer.Answer {
	if l.held == nil {
		return a
	}
	all := answer.Answer{Dialect: l.held.Dialect, Mode: l.held.Mode}
	all.Append(*l.held)
	all.Extend(a)
	return all
}

// flush releases what waits at the end of a reply.
func (l *live) flush(ctx context.Context) bool {
	if l.held == nil {
		return true
	}
	part := *l.held
	l.held = nil
	return l.release(ctx, part)
}

// passOver leaves out what could not be accounted for, where nothing else is
// wrong with a part. It reports whether it could.
func (l *live) passOver(ctx context.Context, a answer.Answer) bool {
	if l.failed == nil || !l.x.app.Policy.DropsOnly(l.reasons) {
		return false
	}
	waited := l.held != nil
	if !waited && !states(l.failed) {
		l.failed, l.passed = nil, true
		return true
	}
	if !waited {
		return false
	}
	l.held, l.failed, l.passed = nil, nil, true
	return l.release(ctx, a)
}

// states reports whether a part has a claim.
func states(r *verify.Result) bool {
	for i := range r.Claims {
		if !r.Claims[i].Unaccounted {
			return true
		}
	}
	return false
}

// showPassed tells of what was passed over.
func (l *live) showPassed(c *choice) {
	if !l.passed || l.failed != nil {
		return
	}
	c.full.Findings = append(c.full.Findings, l.defects...)
	c.decision.Action, c.decision.Verdict = policy.Redact, report.Redacted
	c.decision.Reasons = []policy.Reason{policy.TextUnaccounted}
}
