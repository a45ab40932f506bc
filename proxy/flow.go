package proxy

import (
	"context"

	"vouchsafe/proxy/wire"
)

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
// what has come of tool calls, which nobody verifies, with what was thought before them
// where the interface has it in front.
type piece struct {
	text, calls string
	thought     *wire.Choice
}

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
	case !q.form.dialect.CitesAlong():
		return "the dialect puts its citations behind the text"
	case q.form.tools != nil:
		return "a tool's arguments are an answer"
	case q.request.chat.N > 1:
		return "several choices were asked for"
	case len(q.request.chat.Stop) > 0:
		return "stop sequences were given"
	case q.request.begun != "":
		return "the client has begun the answer"
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
	calls := g.NewCalls(0, func(name string) bool { return a.question.withheld(wire.Call{Name: name}) }, a.question.numbers().CleanOpenCall)
	if calls == "" {
		return true
	}
	a.flow.called = true
	p := piece{calls: calls}
	if a.run.call.messages != nil {
		p.thought = g.Thought(0)
	}
	return a.send(ctx, p)
}

// callsPass reports whether tool calls leave while they are being written,
// though the text beside them is held.
func callsPass(run *run, q *question) bool {
	return q.request.chat.HasTools && q.form.tools == nil && q.request.chat.N == 1 && !run.setup.Durable && !q.ownForm()
}
