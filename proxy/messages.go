package proxy

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
)

// serveMessages serves a call through Anthropic's interface: it is asked and verified
// as a chat completion, and its reply is written in the interface's own form.
func (x *exchange) serveMessages(ctx *fasthttp.RequestCtx) {
	err := wire.Check(x.run.call.body, x.run.setup.Limits.Request)
	if err == nil {
		x.run.call.messages, x.run.call.body, err = messages.Read(x.run.call.body)
	}
	if err != nil {
		x.reject(ctx, err)
		return
	}
	x.run.app = x.run.app.forMessages(x.run.call.messages)
	t := &x.run.call.target
	t.Kind, t.Rest = wire.KindChat, "/chat/completions"
	x.run.call.header = asBearer(x.run.call.header)
	x.chatCompletion(ctx)
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
	kept := slices.DeleteFunc(slices.Clone(header), func(h [2]string) bool {
		name := strings.ToLower(h[0])
		return name == "x-api-key" && !own || strings.HasPrefix(name, "anthropic-")
	})
	if key != "" && !own && header.Get("Authorization") == "" {
		kept = append(kept, [2]string{"Authorization", "Bearer " + key})
	}
	return kept
}

// asMessage has a call for a chat completion made through Anthropic's interface.
func asMessage(out *upstream.Request, body making) {
	out.Path = "/messages"
	out.Make = func(into []byte) []byte { return append(into, messages.Request(body(nil))...) }
	header := upstream.Header{{"anthropic-version", messages.Version}}
	for _, h := range out.Header {
		switch key, bearer := strings.CutPrefix(h[1], "Bearer "); {
		case strings.EqualFold(h[0], "Authorization") && bearer:
			header = append(header, [2]string{"x-api-key", key})
		case !strings.HasPrefix(strings.ToLower(h[0]), "anthropic-"):
			header = append(header, h)
		}
	}
	out.Header = header
}

// passMessage asks as the app asks, where there is nothing to verify and the upstream's
// bytes are of another interface than the client's: the reply is written anew.
func passMessage(ctx context.Context, a *asker) *result {
	reply, stop := a.askPlainly(ctx)
	if stop != nil {
		return a.run.rec.stop(stop)
	}
	var said []string
	for i := range reply.Choices {
		c := &reply.Choices[i]
		said = append(said, c.Said())
		c.FinishReason = wire.FinishReason(c.FinishReason)
	}
	reply.Usage = usageOf(a.run, a.question.request)
	a.run.rec.answer = strings.Join(said, "\n\n")
	return &result{reply: reply}
}

// appendReply appends the body of a decided reply, in the form of the client's
// interface.
func appendReply(dst []byte, run *run, req *request, out *result) []byte {
	switch m := run.call.messages; {
	case m != nil && req.chat.Stream:
		return m.AppendStream(dst, out.reply, out.report)
	case m != nil:
		return m.AppendReply(dst, out.reply, out.report)
	case req.chat.Stream:
		return req.chat.AppendStream(dst, out.reply, out.report)
	}
	return req.chat.AppendReply(dst, out.reply, out.report)
}

// newStream is what writes a streamed reply in the form of the client's interface.
func newStream(run *run, req *request, head wire.Reply) wire.Writer {
	if m := run.call.messages; m != nil {
		return m.NewStream(head)
	}
	return req.chat.NewStream(head)
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
	if call.messages == nil {
		return f.body
	}
	text := "The upstream answered with an error."
	if told := gjson.GetBytes(f.body, "error.message"); gjson.ValidBytes(f.body) && told.Type == gjson.String {
		text = told.Str
	}
	return messages.ErrorBody(f.status, text)
}
