package proxy

import (
	"context"
	"slices"
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
// ask, verify, settle each choice, deliver. A stream leaves while it is written,
// where nothing speaks against it.
func enforce(ctx context.Context, a *asker) *result {
	if err := chooseForm(a.run, a.question); err != nil {
		return a.run.rec.fail(err)
	}
	a.question.material.evidence.Stopped = func() bool { return ctx.Err() != nil }
	reply, choices, stop := a.answered(ctx)
	if stop != nil {
		out := a.run.rec.stop(stop)
		out.choices = choices
		return out
	}
	return deliver(a.run, a.question, choices, reply)
}

// answered asks for an answer, and settles each of its choices.
func (a *asker) answered(ctx context.Context) (*wire.Reply, []*choice, *stopped) {
	if a.flow.pieces != nil {
		if a.flow.waits = buffered(a.run, a.question); a.flow.waits == "" {
			return a.stream(ctx)
		}
		if callsPass(a.run, a.question) {
			a.follow = func(g *wire.Gatherer) bool { return a.sendCalls(ctx, g) }
		}
	}
	reply, stop := a.ask(ctx, a.question.request.chat.N)
	if stop != nil {
		return nil, nil, stop
	}
	choices, stop := a.settleAll(ctx, reply)
	return reply, choices, stop
}

// settleAll settles each choice of a whole reply.
func (a *asker) settleAll(ctx context.Context, reply *wire.Reply) (choices []*choice, stop *stopped) {
	until, stance, first := a.run.gate.now().Add(a.run.app.Policy.Repair.Budget), a.stance, len(a.run.rec.attempts)
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1, call: first, stance: stance}
		choices = append(choices, c)
		if stop := a.settle(ctx, c, until); stop != nil {
			return choices, stop
		}
		redact(ctx, a.run, a.question, c)
		c.beside = besideCalls(ctx, a.run, a.question, c)
	}
	return choices, nil
}

// settle verifies a choice and, while it fails and a repair is left, asks for
// it again. What comes out is decided: it passes, or its last resort is named.
func (a *asker) settle(ctx context.Context, c *choice, until time.Time) *stopped {
	for {
		if stop := a.supply(ctx, c, until); stop != nil {
			return stop
		}
		if c.Context != "" && a.question.request.retrieves() {
			addRetrieved(a.run, a.question, c.Context)
		}
		judgeChoice(ctx, a.run, a.question, c)
		if a.question.material.abandoned() {
			return a.run.failure(&upstream.Error{Failure: upstream.Canceled, Err: context.Cause(ctx)})
		}
		c.decision = a.run.app.decide(c, factsOf(a.run, c, until))
		if c.decision.Action != policy.Ask {
			return nil
		}
		a.byCall = c.byCall()
		a.question.bareAfter(&c.result)
		again, stop := a.askAgain(ctx, until, repairTurns(a.question, c)...)
		if stop != nil {
			return unrepaired(a.run, a.question.material, c, stop, until)
		}
		index, attempt := c.Index, c.attempt
		c.Choice = again.Choices[0]
		c.Index, c.attempt, c.call, c.stance = index, attempt+1, 0, a.stance
	}
}

// bareAfter has the model asked without the form that the instruction shows, where it
// has repeated that instead of answering.
func (q *question) bareAfter(r *verify.Result) {
	q.form.bare = q.form.bare || slices.ContainsFunc(r.Findings, isEcho)
}

func isEcho(f verify.Finding) bool { return f.Code == report.EchoedExample }

// repairTurns are those of a repair: what the model said, and what is wrong with it.
// Of an answer in calls of tools they are the calls, and what the gateway says
// in place of their results.
func repairTurns(q *question, c *choice) []string {
	request := q.repairRequest(faults(c.result))
	if !c.byCall() {
		return []string{wire.TextMessage("assistant", q.ownTurn(c)), wire.TextMessage("user", request)}
	}
	return c.CallTurn(func(i int) string {
		if c.holdsAnswer(i) {
			return request
		}
		return "(not run)"
	})
}

// repairRequest asks for an answer again, in the form of the first time.
func (q *question) repairRequest(faults []repair.Fault) string {
	switch {
	case !q.ownForm() && !q.forcesAnswer() && q.form.dialect != answer.Client && answer.Schema(q.form.dialect) == "":
		return repair.Request(repair.AgainInProse, faults)
	case q.numbers() != nil:
		return repair.Request(repair.AgainByNumber, faults)
	}
	return repair.Request(repair.Again, faults)
}

// ownTurn is a choice's text as the assistant's turn of a repair. Some upstreams
// refuse a turn without words. A form that was repeated is not shown again.
func (q *question) ownTurn(c *choice) string {
	if text := c.Said(); strings.TrimSpace(text) != "" && !q.form.bare {
		return text
	}
	return "(no answer)"
}

// faults are a result's defects as the model is told of them.
func faults(r verify.Result) []repair.Fault {
	var out []repair.Fault
	if slices.ContainsFunc(r.Findings, isEcho) { // what else is wrong with it is the form's own
		return []repair.Fault{{Code: report.EchoedExample}}
	}
	for _, f := range r.Findings {
		fault := repair.Fault{Code: f.Code, Detail: f.Detail}
		if f.Citation >= 0 {
			cit := r.Citations[f.Citation]
			if cit.Stands {
				continue // healed: nothing to mend
			}
			if fault.Handle, fault.Snippet = cit.ChunkID, cit.Snippet; cit.Place != nil {
				fault.Handle, fault.Snippet = cit.Marker, "" // as the model knows it
			}
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

// unrepaired ends a repair that brought no reply. Running out of the repair's
// own budget is no fault of the upstream: the answer is refused for what it
// is. Any other failure is the reply, for nothing has been released.
func unrepaired(run *run, m *material, c *choice, stop *stopped, until time.Time) *stopped {
	if stop.foreign != nil || run.gate.now().Before(until) {
		return stop
	}
	c.whole(report.BudgetExhausted, "no time was left for a repair")
	c.full = c.tell(m.evidence)
	c.decision = policy.Decide(run.app.Policy, factsOf(run, c, until))
	return nil
}

// failures are what the policy holds against an answer.
func (a *App) failures(r report.Report) []policy.Reason {
	return policy.Failures(a.Policy, policy.FactsOf(r))
}

// judgeChoice verifies a choice, and asks the app's judge about what words leave open. The
// record of the attempt tells what both have found.
func judgeChoice(ctx context.Context, run *run, q *question, c *choice) {
	if verifyChoice(run, q, c); !q.material.abandoned() {
		secondOpinion(ctx, run, q, c)
		amend(run.rec, c)
	}
}

// judgeAlone judges a choice that nobody is asked about again, and reports whether it passes.
func judgeAlone(ctx context.Context, run *run, q *question, c *choice) bool {
	judgeChoice(ctx, run, q, c)
	decideAlone(run.app, c)
	return c.decision.Action == policy.Pass
}

// judgeAll judges the choices of a whole reply that nobody is asked about again, and reports whether all of them pass.
func judgeAll(ctx context.Context, run *run, q *question, all []wire.Choice, asked stance) (choices []*choice, pass bool) {
	for i := range all {
		c := &choice{Choice: all[i], attempt: 1, stance: asked}
		takeApart(run, q, c)
		if !judgeAlone(ctx, run, q, c) {
			return nil, false
		}
		choices = append(choices, c)
	}
	return choices, true
}

// decideAlone decides on a choice that nobody is asked about again.
func decideAlone(app *App, c *choice) {
	f := policy.FactsOf(c.full)
	f.Attempt = c.attempt
	c.decision = app.decide(c, f)
}

// factsOf are what the decision on a choice rests on.
func factsOf(run *run, c *choice, until time.Time) policy.Facts {
	f := policy.FactsOf(c.full)
	f.Attempt = c.attempt
	f.AttemptsLeft = run.app.Policy.Repair.Attempts - (c.attempt - 1)
	f.BudgetLeft = until.Sub(run.gate.now())
	switch {
	case run.late():
		f.AttemptsLeft = 0
	case c.truncated():
		f.AttemptsLeft = 0 // a longer answer is not what the client allows
	case c.Called() && !c.byCall():
		f.AttemptsLeft = 0 // the calls go on, and text beside them is dropped where it fails
	}
	return f
}

// decide decides on a choice that has been verified. What words alone do not prove passes
// nowhere where the policy quotes it.
func (a *App) decide(c *choice, f policy.Facts) policy.Decision {
	d := policy.Decide(a.Policy, f)
	if d.Action == policy.Pass && a.enforcing() && a.quotesOpen() && open(&c.result) {
		return policy.Decision{Action: policy.Quote, Verdict: report.Quoted}
	}
	return d
}
