package proxy

import (
	"context"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// A heading, a lead-in or a courtesy waits for the first claim below it: only
// then is there evidence that it can be held against.

// hold keeps a part that states nothing until a claim comes. It reports whether
// the part waits.
func (l *live) hold(part answer.Answer) bool {
	if !l.run.app.Policy.Verify.Accounted {
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

// Once a sentence has failed for which nobody is asked again, all that has come
// is decided on at each further sentence as an answer that does not stream is at
// its end: cut, quoted or marked. What that adds to what the client has may leave.
// Where it would change what the client has, nothing leaves before the end.

// What is decided on as it grows is some times more work than what is decided on once:
// from so many segments on not each has its turn, and from longest on only the end.
const oftener, longest = 16, 512

// releaseLeft lets go what is left of the answer with a part behind it. False if
// the model is asked again or the client has gone. known is how many defects of
// everything that failed there were before this part.
func (l *live) releaseLeft(ctx context.Context, a answer.Answer, known int) bool {
	if n := len(l.wrote.Segments); l.part && (n < l.due || n > longest) {
		l.join(&l.wrote, a)
		l.runsOn = true
		return true
	}
	whole := answer.Answer{Dialect: l.wrote.Dialect, Mode: l.wrote.Mode}
	whole.Extend(l.wrote)
	l.join(&whole, a)
	c := &choice{attempt: l.attempt, stance: l.asker.stance}
	l.decideWhole(ctx, c, whole, l.until)
	switch {
	case l.question.material.abandoned():
		l.lost = true
		return false
	case c.decision.Action == policy.Ask && l.failed != nil:
		return false
	case c.decision.Action == policy.Ask, l.contradicts(&c.result):
		l.fail(c.result, c.full.Findings)
		return false
	}
	l.defects = l.defects[:known] // this part's are told of with the answer
	l.wrote, l.runsOn, l.failed, l.part = whole, true, nil, true
	l.due = len(whole.Segments) + len(whole.Segments)/oftener
	content := contentOf(l.run, l.question, c)
	if c.decision.Action == policy.Refuse || !strings.HasPrefix(content, l.sent) {
		return true
	}
	l.shown = c
	return l.push(ctx, content)
}

// states reports whether a part has a claim.
func states(r *verify.Result) bool {
	return slices.ContainsFunc(r.Claims, func(c verify.Claim) bool { return !c.Unaccounted })
}

// decideWhole decides on an answer as on one that does not stream, and carries
// that out.
func (l *live) decideWhole(ctx context.Context, c *choice, whole answer.Answer, until time.Time) {
	c.result = l.check(whole)
	noteLate(l.run, c)
	c.full = c.tell(l.question.material.evidence)
	secondOpinion(ctx, l.run, l.question, c)
	c.decision = decide(l.run, c, until)
	redact(ctx, l.run, l.question, c)
}

// contentOf is a choice's text without the list of sources, which comes last.
func contentOf(run *run, q *question, c *choice) string {
	o := renderOptions(run, q.material)
	o.References = false
	shown, _ := writeSegments(run, q, c, o)
	return shown.Content
}

// released is the answer as the client has it.
func (l *live) released() *answer.Answer {
	if l.shown != nil && l.shown.left != nil {
		return l.shown.left
	}
	return &l.answer
}

// closeWhole decides on an answer of which a part has failed for good. It reports
// whether what is left of it goes on from what has been released; otherwise the
// answer ends with that.
func (l *live) closeWhole(ctx context.Context, c *choice) bool {
	if !l.part {
		return false
	}
	if l.failed == nil {
		l.decideWhole(ctx, c, l.wrote, time.Time{})
		last := &l.run.rec.attempts[len(l.run.rec.attempts)-1]
		last.reports = append(last.reports, c.full)
		refused := c.decision.Action == policy.Refuse
		if shown, _ := writeText(l.run, l.question, c); refused && l.sent == "" || !refused && strings.HasPrefix(shown.Content, l.sent) {
			return true
		}
	}
	if l.shown == nil {
		if l.failed == nil {
			l.fail(c.result, c.full.Findings)
		}
		return false
	}
	c.result, c.full, c.unmarked = l.shown.result, l.shown.full, l.shown.unmarked
	c.full.Findings = append(c.full.Findings, l.defects...)
	for _, f := range l.defects {
		c.result.Findings = append(c.result.Findings, verify.Finding{Code: f.Code, Citation: -1, Claim: -1})
	}
	c.decision = policy.Decision{Action: policy.Redact, Verdict: report.Redacted, Reasons: l.shown.decision.Reasons}
	return true
}

// contradicts reports whether what a continuation says, in words of the model's own,
// denies what the reader has seen.
func (l *live) contradicts(r *verify.Result) bool {
	if l.attempt == 1 {
		return false
	}
	for i := range r.Claims {
		c := &r.Claims[i]
		denies := func(seen answer.Segment) bool { return verify.Contradicts(seen.Text, c.Text) }
		known := c.Outcome == report.QuotedOutcome || strings.Contains(l.sent, c.Text)
		if !known && slices.ContainsFunc(l.released().Segments, denies) {
			return true
		}
	}
	return false
}
