package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"vouchsafe/upstream"
	"vouchsafe/wire"
)

// stopped ends an exchange early: with an error of the gateway's own, with an
// upstream's error that is passed on as it came, or because the client left.
type stopped struct {
	err     *wire.Error
	foreign *foreign
	gone    bool
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
	began := x.firstRung()
	for rung := began; ; rung = rung.Below() {
		reply, stop := x.try(ctx, x.instruct(rung, choices, turns...), choices)
		if stop == nil {
			x.gate.memory.Took(x.app.Upstream.Name(), x.upstreamModel(), began, rung)
			x.dropUninvitedCalls(reply)
			return reply, nil
		}
		f := stop.foreign
		if f == nil || rung == upstream.Prompt || !upstream.RejectsFormat(f.status, f.body) {
			return nil, stop
		}
	}
}

// dropUninvitedCalls takes tool calls out of a reply to a request that offered
// no tools: nobody could run them, and their arguments would be an answer that
// was not verified.
func (x *exchange) dropUninvitedCalls(reply *wire.Reply) {
	if x.chat.HasTools {
		return
	}
	for i := range reply.Choices {
		c := &reply.Choices[i]
		if c.ToolCalls == "" && c.FunctionCall == "" {
			continue
		}
		c.ToolCalls, c.FunctionCall = "", ""
		if reason := wire.FinishReason(c.FinishReason); reason == "tool_calls" || reason == "function_call" {
			c.FinishReason = "stop"
		}
	}
}

// try makes one upstream call and reads its reply, streamed or not.
func (x *exchange) try(ctx context.Context, body []byte, choices int) (*wire.Reply, *stopped) {
	started := x.gate.now()
	x.attempts = append(x.attempts, attempt{asked: x.asked()})
	a := &x.attempts[len(x.attempts)-1]
	defer func() {
		a.duration = x.gate.now().Sub(started)
		x.times.upstream += a.duration
	}()
	resp, err := x.app.Upstream.Do(ctx, x.request(body))
	if err != nil {
		return nil, failure(err)
	}
	defer resp.Body.Close()
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
	}
	if err != nil {
		return nil, failure(err)
	}
	return reply, nil
}

// asked says in short what an attempt asks for.
func (x *exchange) asked() string {
	form := string(x.form.dialect)
	if x.ownForm() {
		form = "the client's own form"
	}
	if len(x.choices) > 0 {
		return "repair, " + form
	}
	return "answer, " + form
}

// request is an upstream call with the client's headers.
func (x *exchange) request(body []byte) upstream.Request {
	return upstream.Request{
		Method: x.call.method, Path: x.app.Upstream.path(x.call.target), Query: x.call.target.Query,
		Header: x.call.forwarded(x.app.Upstream.HasCredential()), Body: body,
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

// readReply reads a reply by what it is, not by what was asked for: some
// upstreams answer a request for a stream with plain JSON, and some do not say
// that what they send is a stream.
func (x *exchange) readReply(resp *upstream.Response, choices int) (*wire.Reply, error) {
	if strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream") {
		return x.readStream(resp.Body, choices)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(body, []byte("data:")) || bytes.HasPrefix(body, []byte("event:")) {
		return x.readStream(bytes.NewReader(body), choices)
	}
	return x.chat.ReadReply(body)
}

// readStream puts a streamed reply together. What had come of one that broke
// off is returned along with the error.
func (x *exchange) readStream(body io.Reader, choices int) (*wire.Reply, error) {
	events := wire.NewEventReader(body, x.setup.Limits.Response)
	gatherer := x.chat.Gather(wire.Limits{Choices: choices, Bytes: x.setup.Limits.Response})
	for !gatherer.Done() {
		event, err := events.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = gatherer.Feed(event)
		}
		if err != nil {
			partial, _ := gatherer.Reply()
			return partial, err
		}
	}
	return gatherer.Reply()
}

// foreignError keeps an upstream's error as it came.
func (x *exchange) foreignError(resp *upstream.Response) *stopped {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return failure(err)
	}
	return &stopped{foreign: &foreign{resp.Status, resp.Header, body}}
}

// failure tells a client, in the interface's own form, why there is no reply.
func failure(err error) *stopped {
	var broken *wire.BrokenReply
	if errors.As(err, &broken) {
		return &stopped{err: broken.Report()}
	}
	switch upstream.FailureOf(err) {
	case upstream.Canceled:
		return &stopped{gone: true, err: wire.NewError(499, "client_closed_request", "The client went away.")}
	case upstream.TimedOut:
		return &stopped{err: wire.NewError(504, "upstream_timeout", "The upstream did not answer in time"+phaseOf(err)+".")}
	case upstream.TooLarge:
		return &stopped{err: wire.NewError(502, "upstream_too_large", "The upstream's reply is larger than the gateway takes.")}
	case upstream.Invalid:
		return &stopped{err: wire.NewError(400, "bad_request", "The request cannot be sent on as it is.")}
	case upstream.Broken:
		return &stopped{err: wire.NewError(502, "upstream_broken", "The upstream's reply broke off.")}
	}
	return &stopped{err: wire.NewError(502, "upstream_unreachable", "The upstream cannot be reached.")}
}

// phaseOf names the phase that took too long. More of the error would tell the
// client where the upstream is.
func phaseOf(err error) string {
	var e *upstream.Error
	if errors.As(err, &e) && e.Phase != "" {
		return " (" + string(e.Phase) + ")"
	}
	return ""
}

// askAgain makes a repair attempt. An upstream that is busy or broken is asked
// again within the budget; a client waits for one answer, not for a status.
func (x *exchange) askAgain(ctx context.Context, until time.Time, turns ...string) (*wire.Reply, *stopped) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	for pause := 500 * time.Millisecond; ; pause *= 2 {
		reply, stop := x.ask(ctx, 1, turns...)
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

// raw is what the model wrote, for the trace.
func raw(r *wire.Reply) string {
	if len(r.Choices) == 1 && r.Choices[0].Content != nil && r.Choices[0].ToolCalls == "" {
		return *r.Choices[0].Content
	}
	return string(wire.BuildReply(r, ""))
}
