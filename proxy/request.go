package proxy

import (
	"context"
	"fmt"
	"slices"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// request is what the client asks for.
type request struct {
	visit
	chat   *wire.Chat
	before before // what a response goes on from
}

// question is what a model is asked, and what its answer is held against.
type question struct {
	request
	found    layout.Found
	again    map[string][]int // sentences that the prompt repeats and that were proven before: what backed them
	evidence verify.Evidence
	known    answer.Known // see sources
	asks     wants.Ask    // see wanted
	form     form
}

// form is in which form the model is asked for its answer: a dialect, or the
// client's own form with the citations beside it.
type form struct {
	dialect  answer.Dialect
	numbered *numbered         // of the dialect sentences; nil in all others
	wrapped  string            // the client's response_format with the citations around it; "" where it has none
	schema   *ownschema.Schema // the client's own, compiled; nil where it has none
	shape    *answer.Shape     // the dialect's own JSON shape, which the client asked for; nil where it did not
	demanded bool              // the client's form was asked for in the app's prompt only
	frame    *wants.Frame      // that the app's own words order; nil for none
	tools    *answerTools      // whose arguments are an answer; nil where none is offered

	bare       bool // the model repeated the form that the instruction shows: it shows none
	handedOn   bool // another gateway asks, and may have left the form out
	noCalls    bool // no tool is to be called
	collecting bool // the citations of an answer that is there are being asked for
}

// chatCompletion serves a call for an answer, through either interface.
func (x *exchange) chatCompletion(ctx *fasthttp.RequestCtx) {
	if err := x.read(); err != nil {
		x.reject(ctx, err)
		return
	}
	if x.app.Policy.Mode == policy.Off {
		x.skip(ctx, report.ReasonOff)
		return
	}
	x.collect()
	x.planShadow()
	switch {
	case x.evidence.Bytes() > mostEvidence:
		x.tooLarge(ctx)
	case !x.enforcing():
		x.observe(ctx)
	case x.evidence.Set.Len() == 0 && !x.retrieves():
		x.withoutContext(ctx)
	case !x.answerFromCache(ctx):
		x.hold(ctx, x.keepingTurn(x.shareUpstreamCall(x.keepingAnswer(x.work()))))
	}
}

// read gates and parses the body, and settles what follows from it alone.
func (x *exchange) read() *wire.Error {
	chat, err := x.parse()
	x.chat = chat
	if err != nil {
		return err
	}
	x.way.choose(x.model())
	switch {
	case !x.mayUse(x.model()):
		return wire.NewError(403, "model_not_allowed", "The app may not use this model.")
	case x.enforcing() && x.chat.Audio:
		return wire.BadRequest("modalities", "audio_not_enforceable", "Audio output cannot be verified.")
	case x.enforcing() && x.way.Anthropic && (x.surface() == wire.Responses || x.chat.N > 1):
		return wire.NewError(400, "not_supported", "The upstream's interface has no responses and no several choices; ask for one chat completion.")
	case x.enforcing() && x.chat.Hidden != "":
		text := "What '" + x.chat.Hidden + "' brings in is known to the upstream only, so that an answer cannot be verified."
		return wire.BadRequest(x.chat.Hidden, "not_enforceable", text)
	}
	return x.resumeConversation()
}

// parse gates and parses the body, as far as anybody will ask.
func (v *visit) parse() (*wire.Chat, *wire.Error) {
	off := v.app.Policy.Mode == policy.Off
	if off && len(v.app.Models) == 0 && len(v.call.body) <= v.setup.Limits.Request {
		if chat, ok := v.surface().Glance(v.call.body); ok {
			return chat, nil
		}
	}
	if err := wire.Check(v.call.body, v.setup.Limits.Request); err != nil {
		return nil, err
	}
	if off {
		return v.surface().ParseEnvelope(v.call.body) // nobody asks what the messages say
	}
	return v.surface().Parse(v.call.body)
}

// model is the model as the client names it: in the path, where the path names
// a deployment, and else in the body.
func (r *request) model() string {
	if name := r.call.target.Deployment; name != "" || r.chat == nil {
		return name
	}
	return r.chat.Model
}

// upstreamModel is the model as the upstream knows it.
func (r *request) upstreamModel() string { return r.way.modelOf(r.model()) }

// servedModel names what is learnt about a model: an upstream may take one
// thing of it through one interface and not through the other.
func (r *request) servedModel() string {
	if r.surface() == wire.Responses {
		return r.upstreamModel() + " of responses"
	}
	return r.upstreamModel()
}

// plainBody is the client's body as it goes upstream when nothing is asked
// for besides: only what is the gateway's own is taken out.
func (r *request) plainBody() []byte {
	if r.call.body != nil && !r.chat.Has("vouchsafe") && !r.renamed() {
		return r.call.body
	}
	chat := r.sent()
	if chat.Raw == "" { // there has been a glance at it only
		if whole, err := r.surface().ParseEnvelope(r.call.body); err == nil {
			chat = whole
		}
	}
	edit := chat.Edit()
	edit.Drop("vouchsafe")
	r.alias(edit)
	return edit.Bytes()
}

// mostEvidence is how many bytes of evidence one exchange may have. To hold an
// answer against it takes up to a hundred times as much memory; no model takes
// a prompt of that length.
const mostEvidence = 8 << 20

// tooLarge serves an exchange whose evidence is too large to be verified with.
func (x *exchange) tooLarge(ctx *fasthttp.RequestCtx) {
	if !x.enforcing() {
		x.skip(ctx, "context-too-large")
		return
	}
	text := fmt.Sprintf("The context has %d bytes; at most %d can be verified.", x.evidence.Bytes(), mostEvidence)
	x.reject(ctx, wire.NewError(413, "context_too_large", text))
}

// withoutContext serves an exchange that has no evidence. Chunks that were
// given to be cited and cannot be read are no small talk.
func (x *exchange) withoutContext(ctx *fasthttp.RequestCtx) {
	if slices.Contains(x.found.Mute, "vouchsafe.chunks") {
		err := wire.NewError(400, "invalid_value", "No element of 'vouchsafe.chunks' has a text.")
		err.Param = "vouchsafe.chunks"
		x.reject(ctx, err)
		return
	}
	d := policy.Decide(x.app.Policy, policy.Facts{NoContext: true})
	refuse := func(ctx context.Context) { x.refuseUnlessCalls(ctx, d) }
	switch {
	case d.Action == policy.Pass:
		x.skip(ctx, report.ReasonNoContext)
	case x.wanted().Kind == wants.Task:
		x.hold(ctx, x.keepingTurn(func(ctx context.Context) { x.assist(ctx, refuse) }))
	default:
		x.hold(ctx, x.keepingTurn(refuse))
	}
}

// skip passes an exchange that there is nothing to verify in.
func (x *exchange) skip(ctx *fasthttp.RequestCtx, reason string) {
	x.rec.verdict, x.rec.reason = report.Skipped, reason
	if x.call.messages != nil || x.enforcing() && x.way.Anthropic {
		x.skipMessages(ctx)
		return
	}
	x.keep = &kept{most: x.setup.Limits.Response}
	x.pass(ctx, x.plainBody())
}

// surface is the interface that the call came through.
func (v *visit) surface() wire.Surface {
	if v.call.target.Kind == wire.KindResponses {
		return wire.Responses
	}
	return wire.Completions
}

// enforcing reports whether an answer needs to be verified before it leaves.
func (v *visit) enforcing() bool { return v.app.Policy.Mode == policy.Enforce }

// sent is the request as the client's own body has it.
func (r *request) sent() *wire.Chat {
	if r.before.sent != nil && !r.enforcing() {
		return r.before.sent
	}
	return r.chat
}

// renamed reports whether the body has to name the model otherwise than the
// client did: by an alias, or as the path names it. An Azure resource gets the
// path as it came, and the body too.
func (r *request) renamed() bool {
	inPath := r.call.target.Deployment != "" && r.way.Azure
	return !inPath && r.upstreamModel() != r.chat.Model
}

func (r *request) alias(edit *wire.Edit) {
	if r.renamed() {
		edit.SetModel(r.upstreamModel())
	}
}
