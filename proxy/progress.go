package proxy

import (
	"context"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// progress lets a streamed answer go through while it is being written, each
// segment as soon as it is verified. A segment that fails ends the upstream
// call; another is asked to go on from what has been released.
func (a *asker) progress(ctx context.Context) (*wire.Reply, []*choice, *stopped) {
	l := &live{run: a.run, question: a.question, asker: a, until: a.run.gate.now().Add(a.run.app.Policy.Repair.Budget)}
	l.begin()
	a.follow = func(g *wire.Gatherer) bool { return l.followed(ctx, g) }
	reply, stop := a.ask(ctx, 1)
	switch {
	case stop != nil:
		return nil, nil, l.brokenOff(stop)
	case l.untouched(), !l.spoken && a.flow.called: // calls stand, and what holds of the text beside them
		a.follow = nil
		choices, stop := a.settleAll(ctx, reply)
		return reply, choices, stop
	}
	c := &choice{Choice: reply.Choices[0], attempt: 1, stance: a.stance}
	if stop := l.goOn(ctx, c, reply); stop != nil {
		return nil, []*choice{c}, l.brokenOff(stop)
	}
	if l.full {
		c.FinishReason = "length"
	}
	if !l.closeWhole(ctx, c) {
		c.live = l
		l.close(ctx, c)
	}
	return reply, []*choice{c}, nil
}

// brokenOff ends an exchange of which the client may have a part already: the
// trace tells what that was.
func (l *live) brokenOff(stop *stopped) *stopped {
	if l.spoken {
		l.run.rec.answer = l.sent
	}
	return stop
}

// goOn takes the rest of a reply and, while something fails and a repair is
// left, has the model go on from what has been released.
func (l *live) goOn(ctx context.Context, c *choice, reply *wire.Reply) *stopped {
	for {
		l.finish(ctx, reply)
		l.note()
		switch {
		case l.lost:
			return l.run.failure(context.Canceled)
		case l.failed == nil || c.Called() || c.truncated() || !l.mayGoOn():
			return nil
		}
		l.question.bareAfter(l.failed)
		turns := l.turns(c)
		l.begin()
		again, stop := l.asker.askAgain(ctx, l.until, turns...)
		switch {
		case stop == nil:
			reply = again
			index := c.Index
			c.Choice, c.attempt = again.Choices[0], l.attempt
			c.Index = index
		case stop.gone && ctx.Err() != nil, !l.spoken && (stop.foreign != nil || l.run.gate.now().Before(l.until)):
			return stop
		default:
			l.malformed(report.BudgetExhausted, "the answer could not be gone on with")
			return nil
		}
	}
}

// note keeps what an attempt failed for beside it, for the trace.
func (l *live) note() {
	if l.failed != nil {
		a := &l.run.rec.attempts[len(l.run.rec.attempts)-1]
		a.reports = append(a.reports, tellAll(l.failed, l.question.material.evidence, 0))
	}
}

// close decides on what has been released: it stands, and where more was to
// come that failed, the answer is what is left of it.
func (l *live) close(ctx context.Context, c *choice) {
	if !l.spoken && l.failed != nil {
		c.result = *l.failed
		if len(c.result.Claims) == 0 { // it failed before it stated anything: nothing vouches for nothing
			c.result.Coverage, c.result.Support, c.result.Verifiable, c.result.Risk = 0, 0, 0, 1
		}
		noteLate(l.run, c)
		c.full = c.tell(l.question.material.evidence)
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused, Reasons: l.run.app.failures(c.full)}
		return
	}
	c.result = l.check(l.answer)
	hearingOf(l.run, l.question).Hear(ctx, &c.result, l.answer.Text())
	if c.NotOffered {
		c.whole(report.ToolNotOffered, "a tool was called that the request does not offer")
	}
	noteLate(l.run, c)
	c.result.Findings = append(c.result.Findings, l.removed...)
	c.full = c.tell(l.question.material.evidence)
	c.attempt = l.attempt
	decideAlone(l.run.app, c)
	if l.failed == nil {
		return
	}
	c.full.Findings = append(c.full.Findings, l.defects...)
	c.decision = policy.Decision{Action: policy.Redact, Verdict: report.Redacted, Reasons: c.decision.Reasons}
}

// releaseEnded writes the reply's choice of an answer that was released as it grew:
// its content begins with what the client has.
func releaseEnded(run *run, q *question, c *choice, out *wire.Choice) {
	l := c.live
	l.out.End(l.numbers.sources)
	if l.failed != nil && !c.Called() && !c.truncated() {
		l.out.Note("\n\n" + q.material.notice(l.out.Content()))
		out.FinishReason = "stop"
	}
	c.content = l.out.Content()
	numbers, _ := numberCitations(run, q, &c.result)
	shown := utf8.RuneCountInString(c.content)
	q.material.tellClient(c, verify.View{Numbers: numbers, Places: places(c, l.out.At, shown)})
	for _, f := range l.defects {
		c.report.Findings = append(c.report.Findings, report.Finding{Code: f.Code})
	}
	out.Content, out.Annotations = &c.content, annotations(l.out.Annotations(), shown)
}

// flow is how a streamed answer reaches the client: whole at its end, or
// verified text as it comes.
type flow struct {
	began  chan struct{}   // closed when the upstream has said 2xx for the first time
	pieces chan piece      // what is on its way; nil for a plain call
	called bool            // tool calls have left
	waits  string          // why the answer is verified whole, "" where it is not
	left   <-chan struct{} // closed when the client has gone and others may share the answer; may be nil
}

// piece is a part of an answer that leaves before its end: verified text, or
// what has come of tool calls, which nobody verifies.
type piece struct{ text, calls string }

// buffered says why an answer is verified whole before its first word leaves; ""
// where it may leave segment by segment.
func buffered(run *run, q *question) string {
	if why := run.app.Policy.Held(); why != "" {
		return why
	}
	switch {
	case run.setup.Durable:
		return "no reply leaves before its trace is durable"
	case q.ownForm(), q.form.shape != nil:
		return "the answer has a form of the client's own"
	case q.form.frame != nil:
		return "the app orders a frame"
	case !q.citesAlong():
		return "the dialect puts its citations behind the text"
	case q.form.tools != nil:
		return "a tool's arguments are an answer"
	case q.request.chat.N > 1:
		return "several choices were asked for"
	case len(q.request.chat.Stop) > 0:
		return "stop sequences were given"
	case q.request.retrieves():
		return "the evidence comes with the answer"
	}
	return ""
}

// send lets a piece go to the client. It waits for a slow one; false if the
// client has gone.
func (a *asker) send(ctx context.Context, p piece) bool {
	select {
	case a.flow.pieces <- p:
		return true
	case <-a.flow.left: // nobody takes it; those who share the answer get it whole
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// sendCalls lets go what has come of tool calls. From then on the answer is
// not asked for again: the calls stand.
func (a *asker) sendCalls(ctx context.Context, g *wire.Gatherer) bool {
	if !a.question.invitesCalls() {
		return true
	}
	calls := g.NewCalls(0, func(name string) bool { return a.question.withheld(wire.Call{Name: name}) }, a.question.numbers().CleanOpen)
	if calls == "" {
		return true
	}
	a.flow.called = true
	return a.send(ctx, piece{calls: calls})
}

// callsPass reports whether tool calls leave while they are being written,
// though the text beside them is held.
func callsPass(run *run, q *question) bool {
	return q.request.chat.HasTools && q.form.tools == nil && q.request.chat.N == 1 && !run.setup.Durable && !q.ownForm()
}

// citesAlong reports whether the dialect gives a sentence's citations with the
// sentence, so that it can be verified before the next one is written.
func (q *question) citesAlong() bool {
	switch q.form.dialect {
	case answer.Segments, answer.Numbered, answer.AuthorYear, answer.Sentences, answer.Client:
		return true
	}
	return false
}
