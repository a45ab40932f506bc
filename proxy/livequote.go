package proxy

import (
	"context"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/policy"
)

// quotes reports whether the source's words take the place of what fails from
// now on: the policy wants that, and nobody is asked again.
func (l *live) quotes() bool {
	return l.x.app.Policy.OnFailure == policy.QuoteAnswer && l.attempt > l.x.app.Policy.Repair.Attempts
}

// quote releases the source sentences of a part of the answer in its place.
// Sentences that have been released are not said again. It reports whether the
// stream may go on: not where the part has to be dropped, for what follows may
// lean on it.
func (l *live) quote(ctx context.Context, a answer.Answer) bool {
	r := l.check(a)
	cut, err := repair.Redact(&r, l.x.resort(policy.Quote))
	if err != nil || cut.Dropped || cut.Quoted == 0 {
		if l.failed == nil {
			l.fail(r, nil)
		}
		return false
	}
	l.quoted = true
	if l.said(cut.Answer.Segments) {
		l.runsOn = false
		return true
	}
	checked := l.check(cut.Answer)
	l.add(cut.Answer, &checked)
	return !l.spoken || l.push(ctx)
}
