package proxy

import (
	"context"
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
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
	if !l.app.Policy.Verify.Accounted || l.last() && l.marks() {
		return false
	}
	worded := func(s answer.Segment) bool { return strings.TrimSpace(s.Text) != "" }
	if len(part.Citations) > 0 || !slices.ContainsFunc(part.Segments, worded) {
		return false
	}
	if r := l.check(part); states(&r) {
		return false
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
	if l.failed == nil || !l.app.Policy.DropsOnly(l.reasons) {
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
	return slices.ContainsFunc(r.Claims, func(c verify.Claim) bool { return !c.Unaccounted })
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

// marks reports whether what fails from now on may be shown with a mark: the
// policy wants that, and nobody is asked again.
func (l *live) marks() bool {
	return l.app.Policy.OnFailure == policy.MarkAnswer && l.last()
}

// mark releases a segment that nothing carries, with a mark that says so,
// where it may be shown at all behind what has been released.
func (l *live) mark(ctx context.Context, a answer.Answer) bool {
	if len(a.Segments) > 1 {
		return false // part of the sentence is verified: one mark would be for all of it
	}
	all := answer.Answer{Dialect: l.answer.Dialect, Mode: l.answer.Mode}
	all.Append(l.answer)
	l.join(&all, a)
	rules := l.rules()
	r := l.check(all)
	cut, err := repair.Redact(&r, repair.Options{
		Mark: true, Falsified: func(sentence string) bool { return verify.Falsified(sentence, l.evidence, rules) },
	})
	last := len(all.Segments) - 1
	if err != nil || len(cut.Answer.Segments) <= last || !cut.Marked[last] || !cut.Last[last] {
		return false
	}
	l.clean(&all, &r)
	l.answer = all
	if l.marked == nil {
		l.marked = map[int]bool{}
	}
	l.marked[last] = true
	text := render.Segment{Text: all.Segments[last].Text, Mark: l.markText(r.Segments)}
	l.unsaid += l.out.Add(text, l.numbers.sources)
	l.spoken, l.runsOn = true, true
	return l.push(ctx)
}

// contradicts reports whether a segment of a continuation denies what the
// reader has seen.
func (l *live) contradicts(r *verify.Result) bool {
	if l.attempt == 1 {
		return false
	}
	for _, said := range l.answer.Segments {
		for i := range r.Claims {
			if verify.Contradicts(said.Text, r.Claims[i].Text) {
				return true
			}
		}
	}
	return false
}

// showMarks notes in the result what was released with a mark, and that source
// sentences were released in the place of others.
func (l *live) showMarks(c *choice) {
	if l.quoted {
		c.decision.Action, c.decision.Verdict = policy.Quote, report.Quoted
	}
	for i := range l.marked {
		c.result.Segments[i].Marked, c.result.Segments[i].MarkEnds = true, true
	}
	if len(l.marked) > 0 {
		c.decision.Action, c.decision.Verdict = policy.Mark, report.Marked
	}
}

// quotes reports whether the source's words take the place of what fails from
// now on: the policy wants that, and nobody is asked again.
func (l *live) quotes() bool {
	return l.app.Policy.OnFailure == policy.QuoteAnswer && l.last()
}

// quote releases the source sentences of a part of the answer in its place.
// Sentences that have been released are not said again. It reports whether the
// stream may go on: not where the part has to be dropped, for what follows may
// lean on it.
func (l *live) quote(ctx context.Context, a answer.Answer) bool {
	r := l.check(a)
	cut, err := repair.Redact(&r, l.resort(policy.Quote))
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
