package proxy

import (
	"context"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// progress lets a streamed answer go through while it is being written, each
// segment as soon as it is verified. A segment that fails ends the upstream
// call; another is asked to go on from what has been released.
func (x *exchange) progress(ctx context.Context) {
	l := &live{x: x}
	l.begin()
	x.flow.follow = func(g *wire.Gatherer) bool { return l.follow(ctx, g) }
	reply, stop := x.ask(ctx, 1)
	switch {
	case stop != nil:
		x.breakOff(l, stop)
		return
	case l.untouched(), !l.spoken && x.flow.called: // calls stand, and what holds of the text beside them
		x.flow.follow = nil
		x.settleAll(ctx, reply)
		return
	}
	c := &choice{Choice: reply.Choices[0], attempt: 1, stance: x.form.stance}
	x.choices = append(x.choices, c)
	if stop := x.goOn(ctx, l, c, reply); stop != nil {
		x.breakOff(l, stop)
		return
	}
	x.flow.live = l
	x.closeLive(ctx, l, c)
	x.deliver(reply)
}

// breakOff ends an exchange of which the client may have a part already: the
// trace tells what that was.
func (x *exchange) breakOff(l *live, stop *stopped) {
	x.stop(stop)
	if l.spoken {
		x.ending.answer = l.out.Content()
	}
}

// goOn takes the rest of a reply and, while something fails and a repair is
// left, has the model go on from what has been released.
func (x *exchange) goOn(ctx context.Context, l *live, c *choice, reply *wire.Reply) *stopped {
	until := x.gate.now().Add(x.app.Policy.Repair.Budget)
	for {
		l.finish(ctx, reply)
		x.note(l)
		switch {
		case l.lost:
			return x.failure(context.Canceled)
		case l.failed == nil || c.called() || c.truncated() || !l.mayGoOn(until):
			return nil
		}
		turns := l.turns(c)
		l.begin()
		again, stop := x.askAgain(ctx, until, turns...)
		switch {
		case stop == nil:
			reply = again
			index := c.Index
			c.Choice, c.attempt = again.Choices[0], l.attempt
			c.Index = index
		case stop.gone && ctx.Err() != nil, !l.spoken && (stop.foreign != nil || x.gate.now().Before(until)):
			return stop
		default:
			l.malformed(report.BudgetExhausted, "the answer could not be gone on with")
			return nil
		}
	}
}

// note keeps what an attempt failed for beside it, for the trace.
func (x *exchange) note(l *live) {
	a := &x.attempts[len(x.attempts)-1]
	if l.failed != nil {
		a.reports = append(a.reports, l.failed.Report(x.evidence, verify.View{Numbers: l.failed.All(), All: true}))
	}
}

// closeLive decides on what has been released: it stands, and where more was to
// come that failed, the answer is what is left of it.
func (x *exchange) closeLive(ctx context.Context, l *live, c *choice) {
	if !l.spoken && l.failed != nil {
		c.result = *l.failed
		if len(c.result.Claims) == 0 { // it failed before it stated anything: nothing vouches for nothing
			c.result.Coverage, c.result.Support, c.result.Verifiable, c.result.Risk = 0, 0, 0, 1
		}
		x.noteLate(c)
		c.full = c.tell(x.evidence)
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused, Reasons: policy.Failures(x.app.Policy, policy.FactsOf(c.full))}
		return
	}
	c.result = l.check(l.answer)
	x.hearing().Hear(ctx, &c.result, "")
	if c.NotOffered {
		c.whole(report.ToolNotOffered, "a tool was called that the request does not offer")
	}
	x.noteLate(c)
	c.result.Findings = append(c.result.Findings, l.removed...)
	c.full = c.tell(x.evidence)
	f := policy.FactsOf(c.full)
	f.Attempt = l.attempt
	c.decision = policy.Decide(x.app.Policy, f)
	l.showMarks(c)
	l.showPassed(c)
	if l.failed == nil {
		return
	}
	c.full.Findings = append(c.full.Findings, l.defects...)
	c.decision = policy.Decision{Action: policy.Redact, Verdict: report.Redacted, Reasons: c.decision.Reasons}
}

// ended writes the reply's choice of an answer that was released as it grew:
// its content begins with what the client has.
func (x *exchange) ended(c *choice, out *wire.Choice) {
	l := x.flow.live
	l.out.End(l.numbers.sources)
	if l.failed != nil && !c.called() && !c.truncated() {
		l.out.Note("\n\n" + x.notice(l.out.Content()))
		out.FinishReason = "stop"
	}
	c.content = l.out.Content()
	numbers, _ := x.number(&c.result)
	x.told(c, verify.View{Numbers: numbers, Places: l.places(c)})
	for _, f := range l.defects {
		c.report.Findings = append(c.report.Findings, report.Finding{Code: f.Code})
	}
	out.Content, out.Annotations = &c.content, annotations(l.out.Annotations(), runes(c.content))
}

// places finds the claims in what has been released.
func (l *live) places(c *choice) map[int]verify.Place {
	out := make(map[int]verify.Place, len(c.result.Claims))
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		out[i] = verify.Place{Start: l.out.At(cl.Segment, cl.Start), End: l.out.At(cl.Segment, cl.End)}
	}
	return out
}
