package proxy

import (
	"context"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// marks reports whether what fails from now on may be shown with a mark: the
// policy wants that, and nobody is asked again.
func (l *live) marks() bool {
	return l.x.app.Policy.OnFailure == policy.MarkAnswer && l.attempt > l.x.app.Policy.Repair.Attempts
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
	rules := l.x.rules()
	r := l.check(all)
	cut, err := repair.Redact(&r, repair.Options{
		Mark: true, Falsified: func(sentence string) bool { return verify.Falsified(sentence, l.x.evidence, rules) },
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
	text := render.Segment{Text: all.Segments[last].Text, Mark: l.x.markText(r.Segments)}
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
