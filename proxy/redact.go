package proxy

import (
	"context"
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
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
func redact(ctx context.Context, run *run, q *question, c *choice) {
	switch c.decision.Action {
	case policy.Quote, policy.Redact, policy.Mark:
	default:
		return
	}
	defer run.verifying()()
	whole, full := c.result, c.full
	var gone []verify.Finding
	var verdicts []report.Verdict
	for range maxCuts {
		cut := cutText
		if c.inForm() {
			cut = cutOwn
		}
		more, verdict, ok := cut(run, q, c)
		if _, on := behindWords(c.result.Text(), writtenIn(q, c), nil); !ok || !on { // nothing else goes on with what the client has
			break
		}
		gone, verdicts = append(gone, more...), append(verdicts, verdict)
		if standsCut(ctx, run, q, c) {
			c.result.Findings = append(c.result.Findings, gone...)
			c.full, c.decision.Verdict = full, report.Worst(verdicts...)
			return
		}
	}
	c.result, c.full = whole, full
	if run.app.quotesOpen() {
		c.result.RejectUnproven("words alone do not prove it, and its source cannot stand in its place")
		c.full = c.tell(q.material.evidence)
	}
	c.decision.Action, c.decision.Verdict = policy.Refuse, report.Refused
}

// resort is what may become of a choice's sentences that do not stand. A source is quoted to
// somebody who reads an answer: neither beside calls of tools nor to the program that set a task.
func resort(run *run, q *question, c *choice) repair.Options {
	rules, action := run.rules(), c.decision.Action
	beside, task := c.Called() && !c.byCall(), q.asks.Kind == wants.Task
	return repair.Options{
		Mark:      action == policy.Mark,
		Falsified: func(sentence string) bool { return verify.Falsified(sentence, q.material.evidence, rules) },
		Quote:     action == policy.Quote && !beside && !task, Open: run.app.quotesOpen(), Evidence: q.material.evidence,
	}
}

// quotesOpen reports whether the source's words take the place of claims that
// words alone do not carry.
func (a *App) quotesOpen() bool { return a.Policy.Verify.Open == policy.OpenQuote }

// open reports whether a result has a claim that passed without being proven.
func open(r *verify.Result) bool {
	return slices.ContainsFunc(r.Claims, func(c verify.Claim) bool { return c.Unproven() })
}

// cutText takes what failed out of a text, and returns the defects of what has
// gone. It reports whether something is left.
func cutText(run *run, q *question, c *choice) ([]verify.Finding, report.Verdict, bool) {
	cut, err := repair.Redact(&c.result, resort(run, q, c))
	if err != nil {
		return nil, "", false
	}
	c.left, c.unmarked = &cut.Answer, nil
	if unmarked := cut.Unmarked(); len(unmarked.Segments) < len(cut.Answer.Segments) {
		c.unmarked = &unmarked
	}
	recheck(run, q, c, &cut)
	return cut.Gone, cut.Verdict(), len(c.result.Claims) > 0
}

// cutOwn takes what failed out of an answer in the client's own form, or puts
// source sentences in its place, as far as that form allows it, and returns the
// defects of what has gone. It reports whether something is left. Nothing is
// marked there: a mark would be a value that the client's code reads.
func cutOwn(run *run, q *question, c *choice) ([]verify.Finding, report.Verdict, bool) {
	f := &c.formed[0]
	cut, err := repair.Own(f.own, f.meets, &c.result, resort(run, q, c))
	if err != nil {
		return nil, "", false
	}
	whole := f.own
	f.own, c.unmarked = cut.Own, nil
	checkFormed(run, q, c, run.rules())
	if len(c.result.Claims) == 0 {
		f.own = whole
		return nil, "", false
	}
	return cut.Gone, cut.Verdict(), true
}

// recheck verifies what is left of a choice.
func recheck(run *run, q *question, c *choice, cut *repair.Cut) {
	rules := run.rules()
	c.result = verify.Check(cut.Answer, q.material.evidence, rules)
	for i := range c.result.Segments {
		c.result.Segments[i].Marked = cut.Marked[i]
		c.result.Segments[i].MarkEnds = cut.Last[i]
	}
	if numbers, _ := numberCitations(run, q, &c.result); rules.Renumber {
		c.result.Renumber(numbers)
	}
}

// standsCut reports whether what is left of a choice passes the policy: without
// the sentences that are marked, for those are shown because they do not.
func standsCut(ctx context.Context, run *run, q *question, c *choice) bool {
	c.full = c.tell(q.material.evidence)
	if c.unmarked == nil {
		secondOpinion(ctx, run, q, c)
		return len(run.app.failures(c.full)) == 0
	}
	bare := *c
	bare.result = verify.Check(*c.unmarked, q.material.evidence, run.rules())
	bare.full = bare.tell(q.material.evidence)
	secondOpinion(ctx, run, q, &bare)
	c.disown(&bare.result)
	return len(run.app.failures(bare.full)) == 0
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
func (m *material) markText(segments []verify.Segment) string {
	var a answer.Answer
	for i := range segments {
		a.Segments = append(a.Segments, answer.Segment{Text: segments[i].Text})
	}
	return repair.MarkText(a.Text(), m.found.Question)
}

// marks are the segments as they are rendered, with the marks of those that
// nothing carries and no sources yet.
func (m *material) marks(segments []verify.Segment) []render.Segment {
	out := make([]render.Segment, len(segments))
	mark := ""
	for i := range segments {
		out[i].Text = segments[i].Text
		if !segments[i].MarkEnds {
			continue
		}
		if mark == "" {
			mark = m.markText(segments)
		}
		out[i].Mark = mark
	}
	return out
}
