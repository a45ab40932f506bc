package proxy

import (
	"context"
	"time"

	"vouchsafe/proxy/wire"
)

// flow is how a streamed answer reaches the client: whole at its end, or
// verified text as it comes.
type flow struct {
	pieces chan piece                // what is on its way; nil for a plain call
	beat   time.Duration             // between signs of life
	called bool                      // tool calls have left
	waits  string                    // why the answer is verified whole, "" where it is not
	follow func(*wire.Gatherer) bool // looks at a reply while it comes, and tells whether to read on; may be nil
	left   <-chan struct{}           // closed when the client has gone and others may share the answer; may be nil
	live   *live                     // the answer that left as it grew; nil where none did
}

// piece is a part of an answer that leaves before its end: verified text, or
// what has come of tool calls, which nobody verifies.
type piece struct{ text, calls string }

// buffered says why an answer is verified whole before its first word leaves; ""
// where it may leave segment by segment.
func (x *exchange) buffered() string {
	if why := x.app.Policy.Held(); why != "" {
		return why
	}
	switch {
	case x.setup.Durable:
		return "no reply leaves before its trace is durable"
	case x.ownForm():
		return "the answer has a form of the client's own"
	case !x.citesAlong():
		return "the dialect puts its citations behind the text"
	case x.form.tools != nil:
		return "a tool's arguments are an answer"
	case x.chat.N > 1:
		return "several choices were asked for"
	case len(x.chat.Stop) > 0:
		return "stop sequences were given"
	case x.retrieves():
		return "the evidence comes with the answer"
	}
	return ""
}

// send lets a piece go to the client. It waits for a slow one; false if the
// client has gone.
func (x *exchange) send(ctx context.Context, p piece) bool {
	select {
	case x.flow.pieces <- p:
		return true
	case <-x.flow.left: // nobody takes it; those who share the answer get it whole
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// sendCalls lets go what has come of tool calls. From then on the answer is
// not asked for again: the calls stand.
func (x *exchange) sendCalls(ctx context.Context, g *wire.Gatherer) bool {
	if !x.invitesCalls() {
		return true
	}
	calls := g.NewCalls(0, func(name string) bool { return x.withheld(wire.Call{Name: name}) })
	if calls == "" {
		return true
	}
	x.flow.called = true
	return x.send(ctx, piece{calls: calls})
}

// callsPass reports whether tool calls leave while they are being written,
// though the text beside them is held.
func (x *exchange) callsPass() bool {
	return x.chat.HasTools && x.form.tools == nil && x.chat.N == 1 && !x.setup.Durable && !x.ownForm()
}
