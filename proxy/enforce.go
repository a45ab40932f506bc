package proxy

import (
	"context"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// enforce lets an answer through only when every citation in it is verified:
// ask, verify, settle each choice, reply. A stream leaves while it is written,
// where nothing speaks against it.
func (x *exchange) enforce(ctx context.Context) {
	x.left = func() bool { return ctx.Err() != nil }
	x.evidence.Stopped = x.left
	if err := x.prepareForm(); err != nil {
		x.fail(err)
		return
	}
	if x.flow.pieces != nil {
		if x.flow.waits = x.buffered(); x.flow.waits == "" {
			x.progress(ctx)
			return
		}
		if x.callsPass() {
			x.flow.follow = func(g *wire.Gatherer) bool { return x.sendCalls(ctx, g) }
		}
	}
	reply, stop := x.ask(ctx, x.chat.N)
	if stop != nil {
		x.stop(stop)
		return
	}
	x.settleAll(ctx, reply)
}

// settleAll settles each choice of a whole reply, and delivers what comes out.
func (x *exchange) settleAll(ctx context.Context, reply *wire.Reply) {
	until, stance := x.gate.now().Add(x.app.Policy.Repair.Budget), x.form.stance
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1, stance: stance}
		x.choices = append(x.choices, c)
		if stop := x.settle(ctx, c, until); stop != nil {
			x.stop(stop)
			return
		}
		x.redact(ctx, c)
		c.beside = x.besideCalls(ctx, c)
	}
	x.deliver(reply)
}

// settle verifies a choice and, while it fails and a repair is left, asks for
// it again. What comes out is decided: it passes, or its last resort is named.
func (x *exchange) settle(ctx context.Context, c *choice, until time.Time) *stopped {
	for {
		if stop := x.supply(ctx, c, until); stop != nil {
			return stop
		}
		x.verify(c)
		if x.left() {
			return x.failure(&upstream.Error{Failure: upstream.Canceled, Err: context.Cause(ctx)})
		}
		x.secondOpinion(ctx, c)
		c.decision = x.decide(c, until)
		if c.decision.Action != policy.Ask {
			return nil
		}
		x.form.byCall = len(c.answers) > 0
		again, stop := x.askAgain(ctx, until, c.turns()...)
		if stop != nil {
			return x.unrepaired(c, stop, until)
		}
		index, attempt := c.Index, c.attempt
		c.Choice = again.Choices[0]
		c.Index, c.attempt, c.stance = index, attempt+1, x.form.stance
	}
}

// turns are those of a repair: what the model said, and what is wrong with it.
func (c *choice) turns() []string {
	request := repair.Request(faults(c.result))
	if len(c.answers) > 0 {
		return c.callTurns(request)
	}
	return []string{wire.TextMessage("assistant", said(c)), wire.TextMessage("user", request)}
}

// said is a choice's text as the assistant's turn of a repair. Some upstreams
// refuse a turn without words.
func said(c *choice) string {
	if text := contentOf(c); strings.TrimSpace(text) != "" {
		return text
	}
	return "(no answer)"
}

// unrepaired ends a repair that brought no reply. Running out of the repair's
// own budget is no fault of the upstream: the answer is refused for what it
// is. Any other failure is the reply, for nothing has been released.
func (x *exchange) unrepaired(c *choice, stop *stopped, until time.Time) *stopped {
	if stop.foreign != nil || x.gate.now().Before(until) {
		return stop
	}
	c.whole(report.BudgetExhausted, "no time was left for a repair")
	c.full = c.tell(x.evidence)
	c.decision = policy.Decide(x.app.Policy, x.facts(c, until))
	return nil
}

// facts are what the decision on a choice rests on.
func (x *exchange) facts(c *choice, until time.Time) policy.Facts {
	f := policy.FactsOf(c.full)
	f.Attempt = c.attempt
	f.AttemptsLeft = x.app.Policy.Repair.Attempts - (c.attempt - 1)
	f.BudgetLeft = until.Sub(x.gate.now())
	switch {
	case x.late():
		f.AttemptsLeft = 0
	case c.truncated():
		f.AttemptsLeft = 0 // a longer answer is not what the client allows
	case c.called() && len(c.answers) == 0:
		f.AttemptsLeft = 0 // the calls go on, and text beside them is dropped where it fails
	}
	return f
}

// truncated reports whether the upstream broke the answer off at its limit.
func (c *choice) truncated() bool { return wire.FinishReason(c.FinishReason) == "length" }

// late reports whether the exchange has taken longer than the policy wants: it
// is told, and nothing is repaired any more.
func (x *exchange) late() bool {
	most := x.app.Policy.Verify.MaxLatency
	return most > 0 && x.gate.now().Sub(x.started) > most
}

func (x *exchange) noteLate(c *choice) {
	if x.late() {
		c.whole(report.BudgetExhausted, "the exchange took longer than max_latency")
	}
}

// verify reads a choice's text and holds it against the evidence.
func (x *exchange) verify(c *choice) {
	started := x.gate.now()
	defer func() { x.times.verify += x.gate.now().Sub(started) }()
	if c.Context != "" && x.retrieves() {
		x.retrieved(c.Context)
	}
	switch {
	case len(c.answers) > 0:
		c.result = x.verifyCalls(c)
	case contentOf(c) == "" && c.called():
		c.result = verify.Result{Mode: answer.ModeAnswer, Coverage: 1, Support: 1, Verifiable: 1}
	case c.own:
		c.result = x.verifyOwn(c)
	default:
		answer := answer.Read(x.form.dialect, contentOf(c), x.sources())
		x.remember(answer)
		c.result = verify.Check(answer, x.evidence, x.rules())
		if x.rules().Renumber && c.result.Numbered() {
			numbers, _ := x.number(&c.result)
			c.result.Renumber(numbers)
		}
	}
	if !c.called() && !c.own && blank(c.result.Segments) {
		c.whole(report.MalformedOutput, "the answer says nothing")
	}
	if c.truncated() {
		c.whole(report.TruncatedOutput, "the upstream's limit on tokens was reached")
	}
	if c.NotOffered {
		c.whole(report.ToolNotOffered, "a tool was called that the request does not offer")
	}
	x.noteLate(c)
	c.full = c.tell(x.evidence)
	if n := len(x.attempts); n > 0 { // none for an answer that was kept
		x.attempts[n-1].reports = append(x.attempts[n-1].reports, c.full)
	}
}

// whole notes a defect of the whole answer.
func (c *choice) whole(code report.Code, detail string) {
	c.result.Findings = append(c.result.Findings, verify.Finding{Code: code, Citation: -1, Claim: -1, Detail: detail})
}

// tell is the whole account of a choice.
func (c *choice) tell(ev verify.Evidence) report.Report {
	return c.result.Report(ev, verify.View{Index: c.Index, Numbers: c.result.All(), All: true})
}

// blank reports whether an answer has no text. Clients show nothing for one,
// and users wait for what will never come.
func blank(segments []verify.Segment) bool {
	for i := range segments {
		if strings.TrimSpace(segments[i].Text) != "" {
			return false
		}
	}
	return true
}

// remember keeps whether the upstream obeyed the form that it was asked for.
func (x *exchange) remember(a answer.Answer) {
	if len(x.attempts) == 0 {
		return // nobody was asked
	}
	rung := x.firstRung()
	if a.Dialect == x.form.dialect {
		x.gate.memory.Obeyed(x.app.Upstream.Name(), x.servedModel(), rung)
		return
	}
	x.gate.memory.Ignored(x.app.Upstream.Name(), x.servedModel(), rung)
	x.gate.tellRung(x.app.Upstream, x.servedModel(), rung)
}

// called reports whether a choice calls tools.
func (c *choice) called() bool { return c.ToolCalls != "" || c.FunctionCall != "" }

// contentOf is what a choice says: its content, or a refusal of the model's
// own, which is checked like any other text.
func contentOf(c *choice) string {
	switch {
	case c.Content != nil && *c.Content != "":
		return *c.Content
	case c.Refusal != nil:
		return *c.Refusal
	}
	return ""
}

// rules are the policy's rules in the verifier's words.
func (x *exchange) rules() verify.Rules { return x.app.Policy.Rules(x.gate.now()) }

// faults are a result's defects as the model is told of them.
func faults(r verify.Result) []repair.Fault {
	var out []repair.Fault
	for _, f := range r.Findings {
		fault := repair.Fault{Code: f.Code, Detail: f.Detail}
		if f.Citation >= 0 {
			cit := r.Citations[f.Citation]
			if cit.Stands {
				continue // healed: nothing to mend
			}
			fault.Handle, fault.Snippet = cit.ChunkID, cit.Snippet
		}
		if f.Claim >= 0 {
			fault.Claim = r.Claims[f.Claim].Text
			for _, s := range r.Claims[f.Claim].Sources {
				fault.Source = strings.TrimSpace(fault.Source + " " + s.Text)
			}
		}
		out = append(out, fault)
	}
	return out
}
