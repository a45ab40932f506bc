package proxy

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
)

// serveMessages serves a call through Anthropic's interface: it is asked and verified
// as a chat completion, and its reply is written in the interface's own form. One that is only
// observed goes through as it came.
func (x *exchange) serveMessages(ctx *fasthttp.RequestCtx) {
	call := x.run.call
	body, err := readMessages(x.run)
	if err != nil {
		turnAway(x, ctx, err)
		return
	}
	call.came, call.body = call.body, body
	call.target.Kind, call.target.Rest = wire.KindChat, "/chat/completions"
	if x.run.app = x.run.app.forMessages(call.messages); x.run.app.enforcing() {
		call.header = asBearer(call.header)
	}
	x.chatCompletion(ctx)
}

// turnAway answers a call that cannot be read: with the fault, or, through this interface and only observed, as the upstream does.
func turnAway(x *exchange, ctx *fasthttp.RequestCtx, err *wire.Error) {
	call := x.run.call
	if !call.anthropic || x.run.app.enforcing() {
		x.reject(ctx, err)
		return
	}
	if call.came == nil {
		call.came = call.body
	}
	call.messages, x.run.rec.verdict, x.run.rec.reason = nil, report.Skipped, "unreadable-request"
	asMessage(call)
	x.pass(ctx, call.came, nil)
}

// asMessage has a call passed on through this interface.
func asMessage(call *call) { call.target.Kind, call.target.Rest = wire.KindMessages, "/messages" }

// readMessages reads a request of the interface as one for a chat completion.
func readMessages(run *run) (chat []byte, err *wire.Error) {
	if err := wire.Check(run.call.body, run.setup.Limits.Request); err != nil {
		return nil, err
	}
	run.call.messages, chat, err = messages.Read(run.call.body)
	return chat, err
}

// countTokens asks the upstream to count a request's tokens, and counts roughly where it does
// not know that call.
func countTokens(x *exchange, ctx *fasthttp.RequestCtx) {
	run := x.run
	told, stop := sendOnce(ctx, run, x.request, run.call.body)
	if stop != nil {
		cutShort(x, ctx, stop)
		return
	}
	defer x.finish()
	if told.status != http.StatusNotFound && told.status != http.StatusMethodNotAllowed {
		forwardError(ctx, run, x.material, told)
	} else if chat, fault := readMessages(run); fault != nil {
		writeError(ctx, run, x.material, fault)
	} else {
		writeJSON(ctx, run, x.material, string(messages.CountTokens(chat)))
	}
}

// onlyAnthropic keeps to upstreams of Anthropic's interface where a request has something
// that no other can take, or says that there is none.
func onlyAnthropic(run *run) *wire.Error {
	m := run.call.messages
	if m == nil || m.Only() == nil || !run.app.enforcing() {
		return nil
	}
	if !run.way.route.Anthropic {
		return m.Only()
	}
	run.way.spare = slices.DeleteFunc(slices.Clone(run.way.spare), func(r *Route) bool { return !r.Anthropic })
	return nil
}

// passesAsItCame reports whether the client's own bytes can go to the upstream: where the answer is only observed, or where there is
// nothing to verify in it.
func passesAsItCame(run *run, req *request) bool {
	return run.call.messages != nil && run.call.came != nil &&
		(!run.app.enforcing() || run.way.route.Anthropic && len(run.way.spare) == 0 && !req.chat.Has("vouchsafe") &&
			!renamesModel(run, req))
}

// forMessages is the app with what this interface asks for otherwise: the documents of
// a request are the app's own, and where citations are asked for, they take the place of
// markers.
func (a *App) forMessages(c *messages.Call) *App {
	own := *a
	if own.Policy.Context.Beside == policy.AutoBeside {
		own.Policy.Context.Beside = policy.PrimaryBeside
		own.readRules()
	}
	if c.Cited() {
		own.Policy.Citations.Marker, own.Policy.Citations.References = policy.NoMarker, policy.NeverReferences
	}
	return &own
}

// asBearer has a client's own key, which this interface has in a header of its own,
// stand where the upstream's interface has it.
func asBearer(header upstream.Header) upstream.Header {
	key := header.Get("x-api-key")
	_, own := wire.OwnKey(key)
	if own {
		return header
	}
	kept := header.Without("x-api-key")
	if key != "" && header.Get("Authorization") == "" {
		kept = append(kept, [2]string{"Authorization", "Bearer " + key})
	}
	return kept
}

// toAnthropic has a call made through Anthropic's interface: with the client's own version
// and betas, if it speaks that itself.
func toAnthropic(run *run, out *upstream.Request) {
	out.Path = "/messages"
	if run.call.messages == nil {
		out.Header = withoutAnthropic(out.Header)
	}
	out.Header = messages.Header(out.Header)
}

func withoutAnthropic(header upstream.Header) upstream.Header {
	return slices.DeleteFunc(header, func(h [2]string) bool { return strings.HasPrefix(strings.ToLower(h[0]), "anthropic-") })
}

// fitInterface has a call made in the interface of the upstream. plain tells that nothing was
// added to the client's request.
func fitInterface(run *run, out *upstream.Request, body making, plain bool) {
	own := run.call.messages != nil
	switch {
	case run.way.route.Anthropic:
		toAnthropic(run, out)
		out.Make = func(into []byte) []byte { return append(into, messages.Request(body(nil), own)...) }
	case own:
		out.Query = "" // beta=true is of the other interface
		out.Header = withoutAnthropic(out.Header)
		out.Make = func(into []byte) []byte { return append(into, messages.Chat(body(nil), plain)...) }
	}
}

// passMessage asks as the app asks, where there is nothing to verify and the upstream's
// bytes are of another interface than the client's: the reply is written anew.
func passMessage(ctx context.Context, a *asker) *result {
	reply, stop := a.askPlainly(ctx)
	if stop != nil {
		return a.run.rec.stop(stop)
	}
	for i := range reply.Choices {
		c := &reply.Choices[i]
		c.FinishReason = wire.FinishReason(c.FinishReason)
		takeBegun(c)
	}
	reply.Usage = usageOf(a.run, a.question.request)
	a.run.rec.answer = saidIn(reply)
	return &result{reply: reply}
}

// writer writes replies in the form of an interface.
type writer interface {
	AppendReply(dst []byte, r *wire.Reply, report string) []byte
	NewStream(head wire.Reply) wire.Writer
}

// writerOf is that of the client's interface.
func writerOf(run *run, req *request) writer {
	if m := run.call.messages; m != nil {
		return m
	}
	return req.chat
}

// errorBody is an error in the form of the client's interface.
func errorBody(call *call, err *wire.Error) []byte {
	if call.anthropic {
		return messages.ErrorBody(err.Status, err.Message)
	}
	return err.Body()
}

// foreignBody is an upstream's error in the form of the client's interface.
func foreignBody(call *call, f *foreign) []byte {
	if call.messages == nil || gjson.ValidBytes(f.body) && gjson.GetBytes(f.body, "type").Str == "error" {
		return f.body
	}
	text := "The upstream answered with an error."
	if told := gjson.GetBytes(f.body, "error.message"); gjson.ValidBytes(f.body) && told.Type == gjson.String {
		text = told.Str
	}
	return messages.ErrorBody(f.status, text)
}
