package proxy

import (
	"context"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// maxCuts is how often an answer is cut: a second opinion on what is left may
// hold something more against it.
const maxCuts = 2

// redact carries a decision to redact or to mark out. What is left is verified
// again as a whole, by the same policy; where it does not stand the choice is
// refused. The trace keeps the account of the answer as the model gave it.
func (x *exchange) redact(ctx context.Context, c *choice) {
	if c.decision.Action != policy.Redact && c.decision.Action != policy.Mark {
		return
	}
	started := x.gate.now()
	defer func() { x.times.verify += x.gate.now().Sub(started) }()
	whole, full := c.result, c.full
	var gone []verify.Finding
	for range maxCuts {
		var more []verify.Finding
		var ok bool
		if c.own {
			c.decision.Verdict = report.Redacted
			more, ok = x.cutOwn(c)
		} else {
			more, ok = x.cutText(c)
		}
		if !ok {
			break
		}
		gone = append(gone, more...)
		if x.stands(ctx, c) {
			c.result.Findings = append(c.result.Findings, gone...)
			c.full = full
			return
		}
	}
	c.result, c.full = whole, full
	c.decision.Action, c.decision.Verdict = policy.Refuse, report.Refused
}

// cutText takes what failed out of a text, and returns the defects of what has
// gone. It reports whether something is left.
func (x *exchange) cutText(c *choice) ([]verify.Finding, bool) {
	rules := x.rules()
	cut, err := repair.Redact(&c.result, repair.Options{
		Mark:      c.decision.Action == policy.Mark,
		Falsified: func(sentence string) bool { return verify.Falsified(sentence, x.evidence, rules) },
	})
	if err != nil {
		return nil, false
	}
	c.unmarked = nil
	if unmarked := cut.Unmarked(); len(unmarked.Segments) < len(cut.Answer.Segments) {
		c.unmarked = &unmarked
	} else {
		c.decision.Verdict = report.Redacted // nothing of it had to be marked
	}
	x.recheck(c, &cut)
	return cut.Gone, true
}

// recheck verifies what is left of a choice.
func (x *exchange) recheck(c *choice, cut *repair.Cut) {
	rules := x.rules()
	c.result = verify.Check(cut.Answer, x.evidence, rules)
	for i := range c.result.Segments {
		c.result.Segments[i].Marked = cut.Marked[i]
		c.result.Segments[i].MarkEnds = cut.Last[i]
	}
	if numbers, _ := x.number(&c.result); rules.Renumber {
		c.result.Renumber(numbers)
	}
}

// stands reports whether what is left of a choice passes the policy: without
// the sentences that are marked, for those are shown because they do not.
func (x *exchange) stands(ctx context.Context, c *choice) bool {
	c.full = c.tell(x.evidence)
	if c.unmarked == nil {
		x.secondOpinion(ctx, c)
		return len(policy.Failures(x.app.Policy, x.facts(c, time.Time{}))) == 0
	}
	bare := *c
	bare.result = verify.Check(*c.unmarked, x.evidence, x.rules())
	bare.full = bare.tell(x.evidence)
	x.secondOpinion(ctx, &bare)
	c.disown(&bare.result)
	return len(policy.Failures(x.app.Policy, x.facts(&bare, time.Time{}))) == 0
}

// disown takes over what a second opinion holds against claims of the answer
// without its marked sentences. The other claims are the same, in their order.
func (c *choice) disown(bare *verify.Result) {
	at := 0
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		switch {
		case c.result.Segments[cl.Segment].Marked:
			continue
		case at < len(bare.Claims) && cl.Stands && !bare.Claims[at].Stands:
			c.result.Reject(i, report.JudgeRejected, "rejected without the marked sentences")
		}
		at++
	}
}

// markText is the mark behind what nothing carries, in the answer's language.
func (x *exchange) markText(segments []verify.Segment) string {
	var a answer.Answer
	for i := range segments {
		a.Segments = append(a.Segments, answer.Segment{Text: segments[i].Text})
	}
	l := lexis.LanguageOf(a.Text())
	if l == lexis.Unknown {
		l = lexis.LanguageOf(x.found.Question)
	}
	return repair.MarkText(l)
}

// marks are the segments as they are rendered, with the marks of those that
// nothing carries and no sources yet.
func (x *exchange) marks(segments []verify.Segment) []render.Segment {
	out := make([]render.Segment, len(segments))
	mark := ""
	for i := range segments {
		out[i].Text = segments[i].Text
		if !segments[i].MarkEnds {
			continue
		}
		if mark == "" {
			mark = x.markText(segments)
		}
		out[i].Mark = mark
	}
	return out
}
