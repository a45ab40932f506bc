package proxy

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// exchange is one client call from its first byte to its trace. It belongs to
// one goroutine at a time.
type exchange struct {
	gate    *Gateway
	setup   *Setup
	app     *App
	id      string
	started time.Time
	entered bool
	call    call

	chat     *wire.Chat
	before   before // what a response goes on from
	found    layout.Found
	evidence verify.Evidence
	known    answer.Known // see sources
	left     func() bool  // reports whether nobody waits for the answer any more; nil before the work begins
	form     form

	provider  string   // the upstream that the client named in front of the model, "" for none
	spare     []*Route // upstreams to turn to when this one does not answer
	elsewhere bool     // the upstream is not the one that the client's own credential is for

	keep     *kept         // what passes is kept for a look afterwards; nil where nobody looks
	began    chan struct{} // closed when the upstream has said 2xx for the first time
	flow     flow
	attempts []attempt
	choices  []*choice
	result   result
	heard    *judge.Hearing // of the app's judge; nil until it is asked
	charge   *charge        // nil where the app has no rate
	lookup   lookup         // in the answers that are kept
	origin   origin         // of an answer that was not asked for here; empty for others
	shadow   *exchange      // that follows this one; nil for none
	shadowOf string         // id of the exchange whose shadow this is; "" for none
	ending   ending
	times    times
}

// form is in which form the model is asked for its answer: a dialect, or the
// client's own form with the citations beside it.
type form struct {
	dialect  answer.Dialect
	wrapped  string            // the client's response_format with the citations around it; "" where it has none
	schema   *ownschema.Schema // the client's own, compiled; nil where it has none
	demanded bool              // the client's form was asked for in the app's prompt only
	tools    *answerTools      // whose arguments are an answer; nil where none is offered

	stance     stance // on which the last answer came
	byCall     bool   // the answer that is to be repaired is the arguments of a tool
	noCalls    bool   // no tool is to be called
	collecting bool   // the citations of an answer that is there are being asked for
}

// times says where an exchange's time went.
type times struct {
	upstream, verify time.Duration
	first            time.Duration // from the call to the first verified text on its way; 0 where none left early
}

// ending is what the trace says of how an exchange came out.
type ending struct {
	verdict  report.Verdict
	reason   string
	answer   string // as the client got it
	recorded bool
}

// attempt is one upstream call.
type attempt struct {
	start    time.Duration // since the exchange began
	upstream string
	asked    string
	reply    string
	status   int
	cause    string // why it failed, see causeOf
	usage    string
	told     string          // see figures
	figured  string          // the usage of which told was made
	reports  []report.Report // of its choices, where they were verified
	duration time.Duration
	guessed  bool // usage is estimated: the gateway ended the call
}

// choice is one answer of a reply on its way to the client.
type choice struct {
	wire.Choice
	attempt  int           // from 1
	stance   stance        // on which it was asked for
	answers  []answerCall  // calls of tools whose arguments are an answer
	beside   *string       // text beside these that can be shown; nil for none
	own      bool          // in the client's own form
	reply    ownschema.Own // taken apart, where it is in that form
	result   verify.Result
	unmarked *answer.Answer // what is left of it without the sentences that are marked; nil where none is
	decision policy.Decision
	content  string        // as the client gets it
	full     report.Report // all there is to tell, for the decision and the trace
	report   report.Report // as the client is told
}

// result is what the client is to get: a reply, or an error. Reply and report
// go together; foreign is an upstream's own error, passed on as it came.
type result struct {
	reply   *wire.Reply
	report  string
	err     *wire.Error
	foreign *foreign
}

// enforcing reports whether an answer needs to be verified before it leaves.
func (x *exchange) enforcing() bool { return x.app.Policy.Mode == policy.Enforce }

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
	x.shade()
	switch {
	case x.evidence.Bytes() > mostEvidence:
		x.tooLarge(ctx)
	case !x.enforcing():
		x.observe(ctx)
	case x.evidence.Set.Len() == 0 && !x.retrieves():
		x.withoutContext(ctx)
	case !x.again(ctx):
		x.hold(ctx, x.keeping(x.together(x.caching(x.guard()))))
	}
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

// guard is the work of an enforced exchange.
func (x *exchange) guard() func(context.Context) {
	rule, ok := x.auxiliary()
	if !ok {
		return x.enforce
	}
	return func(ctx context.Context) { x.assist(ctx, rule) }
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
	if d.Action == policy.Pass {
		x.skip(ctx, report.ReasonNoContext)
		return
	}
	x.hold(ctx, x.keeping(func(ctx context.Context) { x.refuseUnlessCalls(ctx, d) }))
}

// skip passes an exchange that there is nothing to verify in.
func (x *exchange) skip(ctx *fasthttp.RequestCtx, reason string) {
	x.ending.verdict, x.ending.reason = report.Skipped, reason
	if x.keepsTurns() {
		x.keep = &kept{most: x.setup.Limits.Response}
	}
	x.pass(ctx, x.plainBody())
}

// read gates and parses the body, and settles what follows from it alone.
func (x *exchange) read() *wire.Error {
	if err := x.parse(); err != nil {
		return err
	}
	x.choose()
	switch {
	case !x.mayUse(x.model()):
		return wire.NewError(403, "model_not_allowed", "The app may not use this model.")
	case x.enforcing() && x.chat.Audio:
		return wire.BadRequest("modalities", "audio_not_enforceable", "Audio output cannot be verified.")
	case x.enforcing() && x.chat.Hidden != "":
		return wire.BadRequest(x.chat.Hidden, "not_enforceable", "What '"+x.chat.Hidden+"' brings in is known to the upstream only, so that an answer cannot be verified.")
	}
	return x.takeUp()
}

// parse gates and parses the body, as far as anybody will ask.
func (x *exchange) parse() *wire.Error {
	off := x.app.Policy.Mode == policy.Off
	if off && len(x.app.Models) == 0 && len(x.call.body) <= x.setup.Limits.Request {
		if chat, ok := x.surface().Glance(x.call.body); ok {
			x.chat = chat
			return nil
		}
	}
	if err := wire.Check(x.call.body, x.setup.Limits.Request); err != nil {
		return err
	}
	parse := x.surface().Parse
	if off {
		parse = x.surface().ParseEnvelope // nobody asks what the messages say
	}
	chat, err := parse(x.call.body)
	x.chat = chat
	return err
}

// model is the model as the client names it: in the path, where the path names
// a deployment, and else in the body.
func (x *exchange) model() string {
	if name := x.call.target.Deployment; name != "" || x.chat == nil {
		return name
	}
	return x.chat.Model
}

// upstreamModel is the model as the upstream knows it.
func (x *exchange) upstreamModel() string {
	own := x.withoutProvider(x.model())
	if name, ok := x.app.Upstream.Aliases[own]; ok {
		return name
	}
	return own
}

// servedModel names what is learnt about a model: an upstream may take one
// thing of it through one interface and not through the other.
func (x *exchange) servedModel() string {
	if x.surface() == wire.Responses {
		return x.upstreamModel() + " of responses"
	}
	return x.upstreamModel()
}

// plainBody is the client's body as it goes upstream when nothing is asked
// for besides: only what is the gateway's own is taken out.
func (x *exchange) plainBody() []byte {
	if x.call.body != nil && !x.chat.Has("vouchsafe") && !x.renamed() {
		return x.call.body
	}
	if x.chat.Raw == "" { // there has been a glance at it only
		if whole, err := x.surface().ParseEnvelope(x.call.body); err == nil {
			x.chat = whole
		}
	}
	edit := x.sent().Edit()
	edit.Drop("vouchsafe")
	x.alias(edit)
	return edit.Bytes()
}

// renamed reports whether the body has to name the model otherwise than the
// client did: by an alias, or as the path names it. An Azure resource gets the
// path as it came, and the body too.
func (x *exchange) renamed() bool {
	inPath := x.call.target.Deployment != "" && x.app.Upstream.Azure
	return !inPath && x.upstreamModel() != x.chat.Model
}

func (x *exchange) alias(edit *wire.Edit) {
	if x.renamed() {
		edit.SetModel(x.upstreamModel())
	}
}

// finish gives the exchange's place back and records it, once.
func (x *exchange) finish() {
	if x.ending.recorded {
		return
	}
	x.ending.recorded = true
	x.noteAnswers()
	defer x.leave()
	x.settleRate()
	if x.app == nil {
		x.gate.record(x.trace(), ledger.Full)
		return
	}
	x.gate.record(x.trace(), x.app.Content)
	x.castShadow()
}
