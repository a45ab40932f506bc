package proxy

import (
	"context"
	"slices"
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

// redact carries a decision to quote, to redact or to mark out. What is left is
// verified again as a whole, by the same policy; where it does not stand the
// choice is refused. The trace keeps the account of the answer as the model
// gave it.
func (x *exchange) redact(ctx context.Context, c *choice) {
	switch c.decision.Action {
	case policy.Quote, policy.Redact, policy.Mark:
	default:
		return
	}
	started, judged := x.gate.now(), x.judgeTime()
	defer func() { x.times.verify += x.gate.now().Sub(started) - (x.judgeTime() - judged) }()
	whole, full := c.result, c.full
	var gone []verify.Finding
	var verdicts []report.Verdict
	for range maxCuts {
		cut := x.cutText
		if c.own {
			cut = x.cutOwn
		}
		more, verdict, ok := cut(c)
		if !ok {
			break
		}
		gone, verdicts = append(gone, more...), append(verdicts, verdict)
		if x.stands(ctx, c) {
			c.result.Findings = append(c.result.Findings, gone...)
			c.full, c.decision.Verdict = full, report.Worst(verdicts...)
			return
		}
	}
	c.result, c.full = whole, full
	c.decision.Action, c.decision.Verdict = policy.Refuse, report.Refused
}

// resort is what may become of sentences that do not stand, by an action.
func (x *exchange) resort(action policy.Action) repair.Options {
	rules := x.rules()
	return repair.Options{
		Mark:      action == policy.Mark,
		Falsified: func(sentence string) bool { return verify.Falsified(sentence, x.evidence, rules) },
		Quote:     action == policy.Quote, Open: x.quotesOpen(), Evidence: x.evidence,
	}
}

// quotesOpen reports whether the source's words take the place of claims that
// words alone do not carry.
func (x *exchange) quotesOpen() bool { return x.app.Policy.Verify.Open == policy.OpenQuote }

// open reports whether a result has a claim that passed without being proven.
func open(r *verify.Result) bool {
	return slices.ContainsFunc(r.Claims, func(c verify.Claim) bool {
		return c.Stands && c.Supported == nil && (c.Outcome == report.Open || c.Outcome == report.Unjudged)
	})
}

// decide decides on a choice that has been verified.
func (x *exchange) decide(c *choice, until time.Time) policy.Decision {
	d := policy.Decide(x.app.Policy, x.facts(c, until))
	if d.Action == policy.Pass && x.quotesOpen() && open(&c.result) {
		return policy.Decision{Action: policy.Quote, Verdict: report.Quoted}
	}
	return d
}

// cutText takes what failed out of a text, and returns the defects of what has
// gone. It reports whether something is left.
func (x *exchange) cutText(c *choice) ([]verify.Finding, report.Verdict, bool) {
	cut, err := repair.Redact(&c.result, x.resort(c.decision.Action))
	if err != nil {
		return nil, "", false
	}
	c.unmarked = nil
	if unmarked := cut.Unmarked(); len(unmarked.Segments) < len(cut.Answer.Segments) {
		c.unmarked = &unmarked
	}
	x.recheck(c, &cut)
	return cut.Gone, cut.Verdict(), true
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
