package proxy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/valyala/bytebufferpool"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
	"vouchsafe/trace/ledger"
)

// asker makes the upstream calls of one question, and remembers how the
// upstream took them.
type asker struct {
	run      *run
	question *question
	flow     *flow
	follow   func(*wire.Gatherer) bool // looks at a reply while it comes, and tells whether to read on; nil for nobody
	stance   stance                    // on which the last answer came
	byCall   bool                      // the answer that is to be repaired is the arguments of a tool
	again    bool                      // a repair is asked for
	plain    bool                      // nothing is added to what the client asks
}

// ask asks for an answer, down the ladder of structured output where an upstream does not
// take the first form, and reads the reply.
func (a *asker) ask(ctx context.Context, choices int, turns ...string) (*wire.Reply, *stopped) {
	a.again = len(turns) > 0
	// An answer is asked for again, not another step of an agent: one that never
	// gets an answer through would go round for ever.
	a.question.form.purpose = forAnswer
	if a.again && !a.byCall && !a.question.request.retrieves() {
		a.question.form.purpose = forRepair
	}
	reply, stop := a.climbDown(ctx, choices, func(s stance) *wire.Edit { return instruct(a.run, a.question, s, choices, turns...) })
	if stop != nil {
		return nil, stop
	}
	dropUninvitedCalls(a.question, reply)
	return reply, nil
}

// climbDown asks with the body that is made for each stance in turn, from the
// surest on, until an upstream takes one. An upstream that does not answer at
// all gives way to the next, where the ladder begins anew.
func (a *asker) climbDown(ctx context.Context, choices int, body func(stance) *wire.Edit) (*wire.Reply, *stopped) {
	began := firstStance(a.run, a.question)
	for s := began; ; {
		reply, stop := a.try(ctx, func(into []byte) []byte { return body(s).Append(into) }, choices)
		if stop == nil {
			a.rememberStance(began, s)
			return reply, nil
		}
		lower, ok := a.question.nextStance(s, cmp.Or(stop.foreign, stop.within))
		switch {
		case ok:
			s = lower
		case stop.unanswered && a.run.way.fallBack():
			placeNumbers(a.run, a.question)
			began = firstStance(a.run, a.question)
			s = began
		default:
			return nil, stop
		}
	}
}

// invitesCalls reports whether the reply at hand may call tools.
func (q *question) invitesCalls() bool {
	return q.request.chat.HasTools && q.form.purpose != forRepair && !q.request.chat.ForbidsCalls()
}

// withheld reports whether a call is not to reach the client: a call that the
// request does not invite, or of a tool that the request does not offer.
func (q *question) withheld(call wire.Call) bool {
	return !q.invitesCalls() || !q.request.chat.Offers(call)
}

// dropUninvitedCalls takes the calls that the request does not invite out of a
// reply: nobody could run them, and their arguments would be an answer that
// nobody verified.
func dropUninvitedCalls(q *question, reply *wire.Reply) {
	for i := range reply.Choices {
		c := &reply.Choices[i]
		if !c.Called() {
			continue
		}
		c.Keep(func(_ int, call wire.Call) (string, bool) {
			withheld := q.withheld(call)
			c.NotOffered = c.NotOffered || withheld
			return call.Arguments, !withheld
		})
		if c.Called() {
			continue
		}
		if reason := wire.FinishReason(c.FinishReason); reason == "tool_calls" || reason == "function_call" {
			c.FinishReason = "stop"
		}
	}
}

// making appends a body that is made when it is sent.
type making = func(into []byte) []byte

// try makes one upstream call and reads its reply, streamed or not. The body is
// made when it is to be sent: a model thinks for long, and nobody holds it, or
// what the prompt says, meanwhile.
func (a *asker) try(ctx context.Context, body making, choices int) (*wire.Reply, *stopped) {
	started := a.run.gate.now()
	call := a.run.attempt(a.asked())
	defer func() {
		call.Duration = a.run.since(call)
		a.run.rec.latency.Upstream += a.run.gate.now().Sub(started)
	}()
	a.question.request.chat.Forget()
	out := outgoing(a.run, nil, body)
	fitInterface(a.run, out, body, a.plain)
	out.Whole = !asksForStream(a.run, a.question.request)
	resp, made, err := a.run.do(ctx, out)
	call = made
	if err != nil {
		return nil, a.run.failure(err)
	}
	return a.receive(ctx, resp, call, body, choices)
}

// receive reads the reply of an attempt.
func (a *asker) receive(ctx context.Context, resp *upstream.Response, call *attempt, body making, choices int) (*wire.Reply, *stopped) {
	defer resp.Body.Close()
	call.Status = resp.Status
	switch resp.Status / 100 {
	case 2:
		call.limits = resp.Header.Only(wire.TellsLimits) // they stay true of a verified reply
	case 3: // the client would follow it, past the gate
		text := "The upstream redirects; its base_url is to be set to where it does."
		return nil, &stopped{err: wire.NewError(502, "upstream_redirects", text)}
	default:
		stop := a.run.foreignError(resp)
		stop.unanswered = a.run.way.givesWay(resp.Status)
		return nil, stop
	}
	hasBegun(a.flow.began)
	reply, err := a.readReply(resp, choices)
	if reply != nil {
		for i := range reply.Choices {
			if a.question.form.purpose != forCitations {
				goOn(a.run, a.question, &reply.Choices[i])
			}
		}
		call.usage, call.Reply = wire.SumUsage(reply.Usage), raw(reply)
		call.Cut = slices.ContainsFunc(reply.Choices, func(c wire.Choice) bool { return wire.FinishReason(c.FinishReason) == "length" })
		nameReply(a.run, a.question.request, reply)
	}
	// the upstream had yet to tell
	if (errors.Is(err, errEnough) || err != nil && reply != nil && len(reply.Choices) > 0) && call.usage == "" {
		call.usage, call.Guessed = a.question.request.chat.Surface.EstimateUsage(string(body(nil)), call.Reply), true
	}
	if errors.Is(err, errEnough) {
		if err = nil; ctx.Err() != nil {
			return nil, a.run.failure(ctx.Err())
		}
	}
	if err != nil {
		stop := a.run.failure(err)
		if broken, ok := errors.AsType[*wire.BrokenReply](err); ok && broken.Upstream != nil && (reply == nil || len(reply.Choices) == 0) {
			stop.within = &foreign{status: 400, body: broken.Upstream.Body()}
		}
		return nil, stop
	}
	return reply, nil
}

// hasBegun tells a waiting client that the upstream has said 2xx.
func hasBegun(began chan struct{}) {
	select {
	case <-began:
	default:
		close(began)
	}
}

// asked says in short what an attempt asks for.
func (a *asker) asked() string {
	form := string(a.question.form.dialect)
	if n := a.question.numbers(); n != nil {
		form += " " + n.Sign // by which a replay finds the numbers again
	}
	if a.question.ownForm() {
		form = "the client's own form"
	}
	switch {
	case a.question.form.purpose == forCitations:
		return "citations of an answer"
	case a.again:
		return ledger.RepairAsked + ", " + form
	case a.flow.waits != "":
		return "answer, " + form + "; verified whole: " + a.flow.waits
	case a.follow != nil:
		return "answer, " + form + "; released as it is verified"
	}
	return "answer, " + form
}

// askAgain asks for a repair. An upstream that is busy or broken is asked
// again within the budget; a client waits for one answer, not for a status.
func (a *asker) askAgain(ctx context.Context, until time.Time, turns ...string) (*wire.Reply, *stopped) {
	return persist(ctx, a.run, until, func(ctx context.Context) (*wire.Reply, *stopped) { return a.ask(ctx, 1, turns...) })
}

// persist calls within a time, again where the upstream is busy.
func persist(ctx context.Context, run *run, until time.Time, call func(context.Context) (*wire.Reply, *stopped)) (*wire.Reply, *stopped) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	for pause := 500 * time.Millisecond; ; pause *= 2 {
		reply, stop := call(ctx)
		if stop == nil || stop.foreign == nil || stop.foreign.status != http.StatusTooManyRequests && stop.foreign.status < 500 {
			return reply, stop
		}
		if run.gate.now().Add(pause).After(until) {
			return nil, stop
		}
		select {
		case <-ctx.Done():
			return nil, stop
		case <-time.After(pause):
		}
	}
}

// askPlainly asks as the app asks, without a word of the gateway's own.
func (a *asker) askPlainly(ctx context.Context) (*wire.Reply, *stopped) {
	body := func(into []byte) []byte { return append(into, plainBody(a.run, a.question.request)...) }
	a.plain = true
	defer func() { a.plain = false }()
	reply, stop := a.try(ctx, body, a.question.request.chat.N)
	for stop != nil && stop.unanswered && a.run.way.fallBack() {
		reply, stop = a.try(ctx, body, a.question.request.chat.N)
	}
	return reply, stop
}

// readReply reads a reply by what it is, not by what was asked for: some
// upstreams answer a request for a stream with plain JSON or the other way
// round, and some do not say that what they send is a stream. There may be fewer
// choices than were asked for, and not more.
func (a *asker) readReply(resp *upstream.Response, choices int) (*wire.Reply, error) {
	typed := saysStream(resp)
	if typed && asksForStream(a.run, a.question.request) {
		return a.readStream(resp.Body, choices)
	}
	room := bytebufferpool.Get() // what is read of a reply is a copy
	defer bytebufferpool.Put(room)
	if _, err := room.ReadFrom(resp.Body); err != nil {
		return nil, err
	}
	return a.readWhole(room.B, typed, choices)
}

// saysStream reports whether an upstream says that its reply is a stream of events.
func saysStream(resp *upstream.Response) bool {
	return strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream")
}

// speaksMessages reports whether the reply comes through Anthropic's interface: that is the upstream's, or the call went through it.
func (a *asker) speaksMessages() bool {
	return a.run.way.route.Anthropic || a.run.call.target.Kind == wire.KindMessages
}

// readWhole reads a reply of which all bytes are there, and keeps none of them; typed says
// that the upstream calls it a stream.
func (a *asker) readWhole(body []byte, typed bool, choices int) (*wire.Reply, error) {
	body = bytes.TrimLeft(body, " \t\r\n")
	if a.speaksMessages() {
		body = messages.Reply(body)
	}
	if typed && !bytes.HasPrefix(body, []byte("{")) || bytes.HasPrefix(body, []byte("data:")) || bytes.HasPrefix(body, []byte("event:")) {
		return a.readStream(bytes.NewReader(body), choices)
	}
	reply, err := a.question.request.chat.ReadReply(body)
	if err == nil && len(reply.Choices) > choices {
		return nil, &wire.BrokenReply{Fault: wire.FaultBadChoice, Detail: "more choices than were asked for"}
	}
	return reply, err
}

// readStream puts a streamed reply together. What had come of one that broke
// off is returned along with the error.
func (a *asker) readStream(body io.Reader, choices int) (*wire.Reply, error) {
	gatherer := a.question.request.chat.Gather(wire.Limits{Choices: choices, Bytes: a.run.setup.Limits.Response})
	if a.follow != nil {
		body = &followed{body, func() bool { return a.follow(gatherer) }}
	}
	if a.speaksMessages() {
		body = messages.Events(body, a.run.setup.Limits.Response)
	}
	events := wire.NewEventReader(body, a.run.setup.Limits.Response)
	err := gather(gatherer, events)
	if !errors.Is(err, errEnough) && a.follow != nil && !a.follow(gatherer) && err == nil {
		err = errEnough
	}
	reply, broken := gatherer.Reply()
	if err == nil {
		err = broken
	}
	return reply, err
}

// gather takes a reply's events to its end.
func gather(gatherer *wire.Gatherer, events *wire.EventReader) error {
	for !gatherer.Done() {
		event, err := events.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = gatherer.Feed(event)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// followed is the body of a reply that is looked at while it comes: whenever
// nothing more of it is there to be read. Of what comes together all is looked
// at together.
type followed struct {
	body io.Reader
	look func() bool
}

func (f *followed) Read(p []byte) (int, error) {
	if !f.look() {
		return 0, errEnough
	}
	return f.body.Read(p)
}

// errEnough says that nobody wants to read on: what has come is known to fail,
// or the client has gone.
var errEnough = errors.New("enough of the reply has come")

// raw is what the model wrote, for the trace.
func raw(r *wire.Reply) string {
	if len(r.Choices) == 1 && r.Choices[0].Content != nil && r.Choices[0].ToolCalls == "" {
		return *r.Choices[0].Content
	}
	return string(wire.BuildReply(r, ""))
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
	calls := g.NewCalls(func(name string) bool { return a.question.withheld(wire.Call{Name: name}) }, a.question.numbers().CleanOpenCall)
	if calls == "" {
		return true
	}
	a.flow.called = true
	p := piece{calls: calls}
	if a.run.call.messages != nil {
		p.thought = g.Thought()
	}
	return a.send(ctx, p)
}

// callsPass reports whether tool calls leave while they are being written,
// though the text beside them is held.
func callsPass(run *run, q *question) bool {
	return q.request.chat.HasTools && q.form.tools == nil && q.request.chat.N == 1 && !run.setup.Durable && !q.ownForm()
}
