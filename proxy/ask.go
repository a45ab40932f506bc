package proxy

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"time"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// stopped ends an exchange early: with an error of the gateway's own, with an
// upstream's error that is passed on as it came, or because the client left.
type stopped struct {
	err        *wire.Error
	foreign    *foreign
	gone       bool
	unanswered bool // the upstream gave no byte of an answer: another may be asked
}

// foreign is an upstream's own error.
type foreign struct {
	status int
	header upstream.Header
	body   []byte
}

// ask makes one attempt: it asks for an answer, down the ladder of structured
// output where an upstream does not take the first form, and reads the reply.
func (x *exchange) ask(ctx context.Context, choices int, turns ...string) (*wire.Reply, *stopped) {
	// An answer is asked for again, not another step of an agent: one that never
	// gets an answer through would go round for ever.
	x.form.noCalls = len(turns) > 0 && !x.form.byCall && !x.retrieves()
	reply, stop := x.climbDown(ctx, choices, func(s stance) *wire.Edit { return x.instruct(s, choices, turns...) })
	if stop != nil {
		return nil, stop
	}
	x.dropUninvitedCalls(reply)
	return reply, nil
}

// climbDown asks with the body that is made for each stance in turn, from the
// surest on, until an upstream takes one. An upstream that does not answer at
// all gives way to the next, where the ladder begins anew.
func (x *exchange) climbDown(ctx context.Context, choices int, body func(stance) *wire.Edit) (*wire.Reply, *stopped) {
	began := x.firstStance()
	for s := began; ; {
		reply, stop := x.try(ctx, func(into []byte) []byte { return body(s).Append(into) }, choices)
		if stop == nil {
			x.took(began, s)
			return reply, nil
		}
		lower, ok := x.below(s, stop.foreign)
		switch {
		case ok:
			s = lower
		case stop.unanswered && x.fallBack():
			began = x.firstStance()
			s = began
		default:
			return nil, stop
		}
	}
}

// invitesCalls reports whether the reply at hand may call tools.
func (x *exchange) invitesCalls() bool {
	return x.chat.HasTools && !x.form.noCalls && !x.chat.ForbidsCalls()
}

// withheld reports whether a call is not to reach the client: a call that the
// request does not invite, or of a tool that the request does not offer.
func (x *exchange) withheld(call wire.Call) bool { return !x.invitesCalls() || !x.chat.Offers(call) }

// dropUninvitedCalls takes the calls that the request does not invite out of a
// reply: nobody could run them, and their arguments would be an answer that
// nobody verified.
func (x *exchange) dropUninvitedCalls(reply *wire.Reply) {
	for i := range reply.Choices {
		c := &reply.Choices[i]
		if c.ToolCalls == "" && c.FunctionCall == "" {
			continue
		}
		if c.ToolCalls != "" {
			c.FunctionCall = "" // the older form, for clients that know no other
		}
		c.Keep(func(_ int, call wire.Call) (string, bool) {
			withheld := x.withheld(call)
			c.NotOffered = c.NotOffered || withheld
			return call.Arguments, !withheld
		})
		if c.ToolCalls != "" || c.FunctionCall != "" {
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
func (x *exchange) try(ctx context.Context, body making, choices int) (*wire.Reply, *stopped) {
	started := x.gate.now()
	a := x.attempt(x.asked())
	defer func() {
		a.duration = x.gate.now().Sub(started)
		x.times.upstream += a.duration
	}()
	x.chat.Forget()
	resp, err := x.app.Upstream.Do(ctx, x.request(nil, body))
	if err != nil {
		return nil, x.failure(err)
	}
	return x.receive(ctx, resp, a, body, choices)
}

// receive reads the reply of an attempt.
func (x *exchange) receive(ctx context.Context, resp *upstream.Response, a *attempt, body making, choices int) (*wire.Reply, *stopped) {
	defer resp.Body.Close()
	growStack()
	a.status = resp.Status
	switch resp.Status / 100 {
	case 2:
	case 3: // the client would follow it, past the gate
		return nil, &stopped{err: wire.NewError(502, "upstream_redirects", "The upstream redirects; its base_url is to be set to where it does.")}
	default:
		return nil, x.foreignError(resp)
	}
	x.hasBegun()
	reply, err := x.readReply(resp, choices)
	if reply != nil {
		a.usage = reply.Usage
		a.reply = raw(reply)
		x.name(reply)
	}
	if errors.Is(err, errEnough) && ctx.Err() != nil {
		return nil, x.failure(ctx.Err())
	}
	if errors.Is(err, errEnough) {
		if err = nil; a.usage == "" {
			a.usage, a.guessed = x.chat.Surface.EstimateUsage(string(body(nil)), a.reply), true
		}
	}
	if err != nil {
		return nil, x.failure(err)
	}
	return reply, nil
}

// growStack makes room on the stack for verifying a reply, all at once: what
// waited had little on it, and a stack that grows as it fills moves what is on
// it each time.
//
//go:noinline
func growStack() {
	var room [8 << 10]byte
	runtime.KeepAlive(&room)
}

// asked says in short what an attempt asks for.
func (x *exchange) asked() string {
	form := string(x.form.dialect)
	if x.ownForm() {
		form = "the client's own form"
	}
	switch {
	case x.form.collecting:
		return "citations of an answer"
	case len(x.choices) > 0:
		return ledger.RepairAsked + ", " + form
	case x.flow.waits != "":
		return "answer, " + form + "; verified whole: " + x.flow.waits
	case x.flow.follow != nil:
		return "answer, " + form + "; released as it is verified"
	}
	return "answer, " + form
}

// request is an upstream call with the client's headers, and a body that is
// there or is made when it is sent.
func (x *exchange) request(body []byte, made making) *upstream.Request {
	operator := x.app.Upstream.HasCredential() || x.elsewhere
	return &upstream.Request{
		Method: x.call.method, Path: x.app.Upstream.path(x.call.target), Query: wire.ForwardQuery(x.call.target.Query, operator),
		Header: x.traced(x.call.forwarded(operator)), Body: body, Make: made,
	}
}

// path is where an upstream serves what a client's path asks for. An Azure
// resource gets the path as it came; any other upstream has its root in its
// base URL.
func (r *Route) path(t wire.Target) string {
	if !r.Azure {
		return orElse(t.Rest, "/")
	}
	if t.Root == "" || t.Root == "/v1" {
		return "/openai/v1" + t.Rest
	}
	return t.Root + t.Rest
}

// hasBegun tells a waiting client that the upstream has said 2xx.
func (x *exchange) hasBegun() {
	select {
	case <-x.began:
	default:
		close(x.began)
	}
}

// askAgain makes a repair attempt. An upstream that is busy or broken is asked
// again within the budget; a client waits for one answer, not for a status.
func (x *exchange) askAgain(ctx context.Context, until time.Time, turns ...string) (*wire.Reply, *stopped) {
	return x.persist(ctx, until, func(ctx context.Context) (*wire.Reply, *stopped) { return x.ask(ctx, 1, turns...) })
}

// persist calls within a time, again where the upstream is busy.
func (x *exchange) persist(ctx context.Context, until time.Time, call func(context.Context) (*wire.Reply, *stopped)) (*wire.Reply, *stopped) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	for pause := 500 * time.Millisecond; ; pause *= 2 {
		reply, stop := call(ctx)
		if stop == nil || stop.foreign == nil || !busy(stop.foreign.status) {
			return reply, stop
		}
		if x.gate.now().Add(pause).After(until) {
			return nil, stop
		}
		select {
		case <-ctx.Done():
			return nil, stop
		case <-time.After(pause):
		}
	}
}

func busy(status int) bool {
	return status == http.StatusTooManyRequests || status >= 500
}
