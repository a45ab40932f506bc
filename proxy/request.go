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
	chat   *wire.Chat
	before before // what a response goes on from
	begun  string // see beginning
	told   string // the sign of the numbers that another gateway wrote before its sentences, "" for none
}

// material is the evidence of a request: what an answer is held against.
type material struct {
	found    layout.Found
	again    map[string][]int // sentences that the prompt repeats and that were proven before: what backed them
	user     string           // for whom the app says that it calls, "" for nobody
	evidence verify.Evidence
	known    answer.Known  // see sources
	words    func() string // see formWords; nil until they are asked for
	counts   *bool         // see countsItself; nil until that is asked
}

// question is what a model is asked: which request, about which material, and in
// which form it is to answer.
type question struct {
	request  *request
	material *material
	asks     wants.Ask // see wanted
	form     form
	guarded  bool // another gateway asks, which may show the model other texts than those that it lets change here
	resent   bool // the answer comes with the request as it was changed here: no number may stand in its sources
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
	saysJSON bool              // the prompt speaks of JSON
	frame    *wants.Frame      // that the app's own words order; nil for none
	tools    *answerTools      // whose arguments are an answer; nil where none is offered

	asWritten bool // a program reads the reply: it comes back without a marker

	purpose purpose
	bare    bool // the model repeated the form that the instruction shows: it shows none
}

// purpose is what a model is asked for.
type purpose int

const (
	forAnswer    purpose = iota
	forRepair            // another answer, and not another step of an agent: no tool is to be called
	forCitations         // the citations of an answer that is there
	forOther             // an answer that another gateway asks for, which may have left the form out
)

// chatCompletion serves a call for an answer, through any interface.
func (x *exchange) chatCompletion(ctx *fasthttp.RequestCtx) {
	run, q := x.run, x.question
	if err := readRequest(run, x.request); err != nil {
		turnAway(x, ctx, err)
		return
	}
	if run.app.Policy.Mode == policy.Off {
		x.skip(ctx, report.ReasonOff)
		return
	}
	collect(run, q)
	x.shadow = planShadow(run, q)
	switch held := &x.material.evidence; {
	case held.Bytes() > mostEvidence && run.app.enforcing():
		text := fmt.Sprintf("The context has %d bytes; at most %d can be verified.", held.Bytes(), mostEvidence)
		x.reject(ctx, wire.NewError(413, "context_too_large", text))
	case held.Bytes() > mostEvidence:
		x.skip(ctx, "context-too-large")
	case held.Set.Len() == 0 && run.app.enforcing() && !x.request.retrieves():
		x.withoutContext(ctx)
	case held.Set.Len() == 0 && !run.app.enforcing() && !x.request.searches():
		x.skip(ctx, report.ReasonNoContext)
	case !run.app.enforcing(): // it goes through live and untouched; what would have become of it stands in the trace
		passKept(x, ctx)
	default:
		x.answer(ctx)
	}
}

// answer serves an enforced call: with an answer that is kept, with that of an exchange under
// way that asks the same, or with one that the model is asked for.
func (x *exchange) answer(ctx *fasthttp.RequestCtx) {
	a, look := x.asker(), lookUpCache(x.run, x.question)
	if out := answerFromCache(x.run, x.question, look); out != nil {
		x.result = *out
		x.reply(ctx)
		return
	}
	x.hold(ctx, keepingTurn(x.run, x.question, shareUpstreamCall(a, keepingAnswer(x.run, look, workOf(a)))))
}

// readRequest reads the body, finds the upstream for it, and puts what it leaves to the
// upstream's memory into it.
func readRequest(run *run, req *request) (err *wire.Error) {
	if req.chat, err = parseBody(run); err != nil {
		return err
	}
	if err = chooseUpstream(run, req); err != nil {
		return err
	}
	return resumeConversation(run, req)
}

// chooseUpstream finds the upstream by the model that the request names, and turns away what the
// app may not ask of it.
func chooseUpstream(run *run, req *request) *wire.Error {
	run.way.choose(modelNamed(run, req))
	switch {
	case !run.mayUse(modelNamed(run, req)):
		return wire.NewError(403, "model_not_allowed", "The app may not use this model.")
	case run.app.enforcing() && req.chat.Audio:
		return wire.BadRequest("modalities", "audio_not_enforceable", "Audio output cannot be verified.")
	case run.app.enforcing() && run.way.route.Anthropic && (run.call.surface() == wire.Responses || req.chat.N > 1):
		return wire.NewError(400, "not_supported",
			"The upstream's interface has no responses and no several choices; ask for one chat completion.")
	case run.app.enforcing() && req.chat.Hidden != "":
		text := "What '" + req.chat.Hidden + "' brings in is known to the upstream only, so that an answer cannot be verified."
		return wire.BadRequest(req.chat.Hidden, "not_enforceable", text)
	}
	return onlyAnthropic(run)
}

// parseBody gates and parses the body, as far as anybody will ask.
func parseBody(run *run) (*wire.Chat, *wire.Error) {
	off := run.app.Policy.Mode == policy.Off
	if off && len(run.app.Models) == 0 && len(run.call.body) <= run.setup.Limits.Request {
		if chat, ok := run.call.surface().Glance(run.call.body); ok {
			return chat, nil
		}
	}
	if err := wire.Check(run.call.body, run.setup.Limits.Request); err != nil {
		return nil, err
	}
	if off {
		return run.call.surface().ParseEnvelope(run.call.body) // nobody asks what the messages say
	}
	if run.app.enforcing() { // what another gateway asks for is asked for here, too
		run.call.body, _, _ = withoutJoined(run.call.body)
	}
	return run.call.surface().Parse(run.call.body)
}

// withoutJoined is a request without what another gateway wrote into it: its instruction,
// and the numbers before sentences, of which it returns the sign. It reports whether
// there was an instruction.
func withoutJoined(body []byte) (clean []byte, sign string, instructed bool) {
	sign = answer.ToldSign(body)
	if clean, instructed = wire.WithoutJoined(body, answer.Headings); !instructed {
		return body, "", false
	}
	return answer.WithoutNumbers(clean, sign), sign, true
}

// modelNamed is the model as the client names it: in the path, where the path names
// a deployment, and else in the body.
func modelNamed(run *run, req *request) string {
	if name := run.call.target.Deployment; name != "" || req.chat == nil {
		return name
	}
	return req.chat.Model
}

// upstreamModel is the model as the upstream knows it.
func upstreamModel(run *run, req *request) string { return run.way.modelOf(modelNamed(run, req)) }

// servedModel names what is learnt about a model: an upstream may take one
// thing of it through one interface and not through the other.
func servedModel(run *run, req *request) string {
	if run.call.surface() == wire.Responses {
		return upstreamModel(run, req) + " of responses"
	}
	return upstreamModel(run, req)
}

// plainBody is the client's body as it goes upstream when nothing is asked
// for besides: only what is the gateway's own is taken out.
func plainBody(run *run, req *request) []byte {
	if run.call.body != nil && !req.chat.Has("vouchsafe") && !renamesModel(run, req) {
		return run.call.body
	}
	chat := req.chat
	if req.before.sent != nil && !run.app.enforcing() {
		chat = req.before.sent // as the client's own body has it
	}
	if chat.Raw == "" { // there has been a glance at it only
		if whole, err := run.call.surface().ParseEnvelope(run.call.body); err == nil {
			chat = whole
		}
	}
	edit := chat.Edit()
	edit.Drop("vouchsafe")
	nameModel(run, req, edit)
	return edit.Bytes()
}

// mostEvidence is how many bytes of evidence one exchange may have. To hold an
// answer against it takes up to a hundred times as much memory; no model takes
// a prompt of that length.
const mostEvidence = 8 << 20

// withoutContext serves an exchange that has no evidence. Chunks that were
// given to be cited and cannot be read are no small talk.
func (x *exchange) withoutContext(ctx *fasthttp.RequestCtx) {
	if slices.Contains(x.material.found.Mute, "vouchsafe.chunks") {
		err := wire.NewError(400, "invalid_value", "No element of 'vouchsafe.chunks' has a text.")
		err.Param = "vouchsafe.chunks"
		x.reject(ctx, err)
		return
	}
	d := policy.Decide(x.run.app.Policy, policy.Facts{NoContext: true})
	if d.Action == policy.Pass {
		x.skip(ctx, report.ReasonNoContext)
		return
	}
	a := x.asker()
	refuse := func(ctx context.Context) *result { return refuseUnlessCalls(ctx, a, d) }
	if wanted(x.run, x.question).Kind == wants.Task {
		otherwise := refuse
		refuse = func(ctx context.Context) *result { return assist(ctx, a, otherwise) }
	}
	x.hold(ctx, keepingTurn(x.run, x.question, refuse))
}

// skip passes an exchange that there is nothing to verify in.
func (x *exchange) skip(ctx *fasthttp.RequestCtx, reason string) {
	if reason == report.ReasonNoContext && wanted(x.run, x.question).Kind == wants.Task {
		reason = report.ReasonTask // it misses no passages
	}
	x.run.rec.verdict, x.run.rec.reason = report.Skipped, reason
	if !passesAsItCame(x.run, x.request) && (x.run.call.messages != nil || x.run.app.enforcing() && x.run.way.route.Anthropic) {
		a := x.asker()
		x.hold(ctx, func(ctx context.Context) *result { return passMessage(ctx, a) })
		return
	}
	passKept(x, ctx)
}

// passKept passes a call on, and keeps what comes for a look at it.
func passKept(x *exchange, ctx *fasthttp.RequestCtx) {
	body := x.run.call.came
	if passesAsItCame(x.run, x.request) {
		asMessage(x.run.call)
	} else {
		body = plainBody(x.run, x.request)
	}
	x.pass(ctx, body, &kept{most: x.run.setup.Limits.Response})
}

// asker makes the calls of the exchange's question for its client.
func (x *exchange) asker() *asker { return &asker{run: x.run, question: x.question, flow: &x.flow} }

// surface is the interface that the call came through.
func (c *call) surface() wire.Surface {
	if c.target.Kind == wire.KindResponses {
		return wire.Responses
	}
	return wire.Completions
}

// enforcing reports whether an answer needs to be verified before it leaves.
func (a *App) enforcing() bool { return a.Policy.Mode == policy.Enforce }

// renamesModel reports whether the body has to name the model otherwise than the
// client did: by an alias, or as the path names it. An Azure resource gets the
// path as it came, and the body too.
func renamesModel(run *run, req *request) bool {
	inPath := run.call.target.Deployment != "" && run.way.route.Azure
	return !inPath && upstreamModel(run, req) != req.chat.Model
}

func nameModel(run *run, req *request, edit *wire.Edit) {
	if renamesModel(run, req) {
		edit.SetModel(upstreamModel(run, req))
	}
}

// refuseUnlessCalls refuses an exchange that has no evidence. The first turn of
// an agent has none either, and calls the tools that will bring some: these
// calls pass, and no word beside them.
func refuseUnlessCalls(ctx context.Context, a *asker, d policy.Decision) *result {
	q := a.question
	if err := chooseForm(a.run, q); err != nil {
		return a.run.rec.fail(err)
	}
	if !q.invitesCalls() || q.forcesAnswer() {
		return refuseAll(a.run, q, d)
	}
	reply, stop := a.askPlainly(ctx)
	if stop != nil {
		return a.run.rec.stop(stop)
	}
	dropUninvitedCalls(q, reply)
	var choices []*choice
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1}
		c.Keep(func(_ int, call wire.Call) (string, bool) {
			_, answers := q.form.tools.named(call.Name)
			return call.Arguments, !answers
		})
		c.Content, c.Refusal = nil, nil
		if !c.Called() {
			c.Reasoning, c.Thought, c.decision = "", wire.Thought{}, d
		}
		choices = append(choices, c)
	}
	return deliver(a.run, q, choices, reply)
}

// refuseAll refuses an exchange without asking an upstream.
func refuseAll(run *run, q *question, d policy.Decision) *result {
	var choices []*choice
	for i := range q.request.chat.N {
		choices = append(choices, &choice{Choice: wire.Choice{Index: i}, decision: d})
	}
	return deliver(run, q, choices, ownReply(run, q.request))
}

// ownReply is the frame of a reply that no upstream gave.
func ownReply(run *run, req *request) *wire.Reply {
	return &wire.Reply{
		ID: req.chat.Surface.ReplyID(run.id), Created: run.started.Unix(), Model: modelNamed(run, req),
	}
}
