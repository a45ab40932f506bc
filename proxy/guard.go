package proxy

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"

	"vouchsafe/cache"
	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/jsonwriter"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// A guard is an endpoint where another gateway has its answers verified. It is
// called twice for each exchange: with the request, of which the chunks are
// kept and which gets the citing instruction, and with the response, which is
// verified against them.

// guardCall is a call of another gateway.
type guardCall struct {
	Response bool          // of the response; otherwise of the request
	ID       string        // the same for request and response
	Model    string        // as the gateway names it
	Messages string        // of the request, as JSON
	Tools    string        // that the request offers, as JSON
	Body     []byte        // of the request as a chat completion; nil where it has to be made
	Texts    []string      // of the messages, or of the response's choices
	Calls    []string      // of each text of a response: the calls of tools beside it, as JSON; nil where none are known
	Ends     []string      // of each text, why the model ended it: "" where the gateway does not tell; nil for none
	Called   []wire.Choice // the choices of a response that call tools
	OneText  bool          // the texts are stretches of one answer, of which Calls and Ends tell with the first
	MayBeOne bool          // they may be: nobody tells
	Answers  bool          // the request asks for an answer: it has messages
	Loose    string        // why the request's answer may leave before it can be replaced
	Unknown  string        // why it cannot be read: where an app enforces, it is blocked
	Fixed    bool          // the gateway would lose a part of the messages if they were changed
	Whole    bool          // a response comes once, and whole
	Piece    bool          // a shorter piece of the response was seen before
	Told     bool          // the same response was seen before, and has its trace
	Resent   bool          // a response comes with its request, as the guard has changed it
	document string        // what the gateway sent, for a reply that changes a part of it
}

// guardDialect is how one kind of gateway calls, and is answered.
type guardDialect struct {
	read  func(c *call, path string) (guardCall, *wire.Error)
	write func(g *guardCall, r guardReply) any // as JSON
}

var guardDialects = map[string]guardDialect{
	"litellm":      {readLiteLLM, writeLiteLLM},
	"agentgateway": {readAgentgateway, writeAgentgateway},
	"portkey":      {readPortkey, writePortkey},
}

// noGuardPath tells a caller that it does not speak the guard's dialect.
var noGuardPath = wire.NewError(404, "unknown_guard", "The guard knows no such path.")

// guardReply is what the other gateway is to do.
type guardReply struct {
	Blocked  string   // why the exchange goes no further; "" where it does
	Texts    []string // nil where they stay as they are
	Messages string   // as JSON, "" where they stay as they are
	Held     []int    // of each text: characters at its end that may still change
}

// Guard is an endpoint for another gateway.
type Guard struct {
	Kind        string // which gateway calls; "" is litellm
	App         string // name of the app whose policy counts
	PassUnknown bool   // an answer whose request was never seen passes
}

// unknownRequest says of a response that nothing can be held against.
const unknownRequest = "unknown-request: the request of this answer was not seen here, or longer ago than ten minutes"

// brokenJSON is the reason why nothing is left of an answer in JSON that broke off.
const brokenJSON = "broken-json"

// guardedFor is how long a request waits for its response.
const guardedFor = 10 * time.Minute

// Bounds on the requests that wait in one process.
const (
	guardedCalls = 4096
	guardedBytes = 256 << 20
)

// guarded is a request that waits for its response, and then what became of
// it: a response is decided once, and told again where it is sent again.
type guarded struct {
	Until time.Time
	Body  []byte   // of a chat completion request
	Texts []string // of the response; nil while it waits
	Calls string   // of tools in it
	Reply *guardReply
}

// guardPath takes a path such as /guard/NAME/… apart.
func guardPath(path string) (name, rest string, ok bool) {
	tail, ok := strings.CutPrefix(path, "/guard/")
	name, rest, found := strings.Cut(tail, "/")
	return name, "/" + rest, ok && found && name != ""
}

// guardOf names the guard that a path means, "" for none.
func guardOf(t *wire.Target) string {
	if name, _, ok := guardPath(t.Path()); ok && t.Kind == wire.KindUnknown {
		return name
	}
	return ""
}

// admitGuard finds the app of a guard. The caller needs the app's key, in the
// header of its choice; an app without keys serves whoever reaches it, where
// strangers are let in.
func (s *Setup) admitGuard(name string, c *call) (*App, *wire.Error) {
	app := s.named(s.Guards[name].App)
	if app == nil {
		return nil, wire.NewError(404, "unknown_guard", "There is no guard of that name.")
	}
	key, ok := s.key(c)
	if ok && s.keyed(key) == app || !ok && s.Open && len(app.Keys) == 0 {
		return app, nil
	}
	return nil, wire.NewError(401, "invalid_api_key",
		"The guard needs the key of its app: Authorization: Bearer vs-…, x-api-key, api-key, or X-Vouchsafe-Key.")
}

// serveGuard answers a call of another gateway.
func (x *exchange) serveGuard(ctx *fasthttp.RequestCtx) {
	name, path, _ := guardPath(x.run.call.target.Path())
	dialect := guardDialects[cmp.Or(x.run.setup.Guards[name].Kind, "litellm")]
	var g guardCall
	var r guardReply
	err := wire.Check(x.run.call.body, x.run.setup.Limits.Request)
	if err == nil {
		g, err = dialect.read(x.run.call, path)
		x.question.guarded, x.question.resent = true, g.Resent
	}
	if g.Response && len(g.Texts) == 0 {
		g.Texts = []string{""} // calls of tools alone
	}
	if err == nil {
		key := cache.Key(sha256.Sum256([]byte(x.run.app.Name + "\x00" + name + "\x00" + g.ID)))
		r, err = x.guarded(ctx, key, name, &g)
	}
	if err != nil {
		x.reject(ctx, err)
		return
	}
	reply, _ := json.Marshal(dialect.write(&g, r)) // texts and JSON that was read: encoding cannot fail
	writeJSON(ctx, x.run, x.material, string(reply))
}

// guarded says what becomes of a request or of a response. A request leaves no
// trace: that is the response's.
func (x *exchange) guarded(ctx context.Context, key cache.Key, name string, g *guardCall) (guardReply, *wire.Error) {
	if !g.Response {
		x.recorded = true
		defer x.leave()
		return guardRequest(x.run, x.question, key, g)
	}
	r, out, err := guardResponse(ctx, x.run, x.question, key, name, g)
	x.result = out
	switch {
	case err != nil:
		return r, err
	case g.Told:
		x.unrecorded()
		return r, nil
	case g.Piece || !g.Whole && g.unfinished():
		x.run.gate.pending.wait(key, x)
		return r, nil
	}
	x.run.gate.pending.put(key, nil)
	x.finish() // where its trace has to be durable, before the reply leaves
	return r, x.run.notKept()
}

// guardRequest keeps a request for its response, and gives it the citing
// instruction.
func guardRequest(run *run, q *question, key cache.Key, g *guardCall) (guardReply, *wire.Error) {
	if g.Unknown != "" {
		return guardedUnknown(run, g.Unknown, ""), nil
	}
	if g.Body == nil && g.Messages == "" {
		return guardReply{}, nil // nothing is said
	}
	body := g.chat()
	instructed, err := readGuarded(run, q, body)
	if err != nil {
		return guardReply{}, err
	}
	if g.ID != "" && run.app.Policy.Mode != policy.Off {
		run.gate.guarded.put(run.id, key, guarded{Until: run.gate.now().Add(guardedFor), Body: body}, len(body))
	}
	switch {
	case !g.Answers:
		return guardReply{}, nil // nobody answers: texts are embedded, ranked or moderated
	case run.app.Policy.Mode != policy.Enforce, wanted(run, q).Kind == wants.Task:
		return guardReply{}, nil
	case q.material.evidence.Set.Len() == 0:
		return guardedWithoutContext(run, q.material), nil
	case g.Loose != "":
		return guardReply{Blocked: g.Loose}, nil
	case instructed, g.Fixed:
		return guardReply{}, nil // a gateway has asked already, or nothing can be asked
	}
	if err := chooseForm(run, q); err != nil {
		return guardReply{}, err
	}
	if q.ownForm() {
		return guardReply{}, nil // the app wants JSON, and nothing can be put around it here
	}
	edited := instruct(run, q, stance{rung: upstream.Prompt, bareTools: true}, 1).Append(nil)
	return guardReply{Messages: gjson.GetBytes(edited, "messages").Raw}, nil
}

// looseStream is what an app is told that asks for a stream nobody holds.
const looseStream = "A stream through this gateway cannot be verified before it leaves; ask without stream."

// guardedWithoutContext is the reply where there is no evidence.
func guardedWithoutContext(run *run, m *material) guardReply {
	if policy.Decide(run.app.Policy, policy.Facts{NoContext: true}).Action == policy.Refuse {
		return guardReply{Blocked: refusalText(run, m)}
	}
	return guardReply{}
}

// calls are the calls of tools in a response.
func (g *guardCall) calls() (all string) {
	for _, c := range g.Called {
		all += c.ToolCalls
	}
	return all
}

// chat is the request as a chat completion request.
func (g *guardCall) chat() []byte {
	if g.Body != nil {
		return g.Body
	}
	body := jsonwriter.JSON("{")
	body.Text("model", cmp.Or(g.Model, "unknown"))
	body.Given("messages", g.Messages)
	body.Given("tools", g.Tools)
	body.Close('}')
	return body
}

// readGuarded reads a request that another gateway makes, without what a gateway has
// joined to it. It reports whether one has.
func readGuarded(run *run, q *question, body []byte) (instructed bool, fault *wire.Error) {
	if err := wire.Check(body, run.setup.Limits.Request); err != nil {
		return false, err
	}
	body, q.request.told, instructed = withoutJoined(body)
	chat, err := wire.Completions.Parse(body)
	if err != nil {
		return false, err
	}
	run.call.body, q.request.chat = body, chat
	collect(run, q)
	return instructed, nil
}

// guardResponse verifies a response against the chunks of its request.
func guardResponse(ctx context.Context, run *run, q *question, key cache.Key, name string, g *guardCall) (guardReply, result, *wire.Error) {
	if run.app.Policy.Mode == policy.Off {
		run.rec.verdict, run.rec.reason = report.Skipped, report.ReasonOff
		return guardReply{}, result{}, nil
	}
	if g.Unknown != "" {
		return guardedUnknown(run, g.Unknown, "unknown-form"), result{}, nil
	}
	if g.Body != nil { // the gateway sends the request again
		if _, err := readGuarded(run, q, g.Body); err != nil {
			return guardReply{}, result{}, err
		}
		r, out := verifyGuarded(ctx, run, q, g)
		return r, out, nil
	}
	kept, seen := run.gate.guarded.get(key)
	switch {
	case !seen || g.ID == "" || run.gate.now().After(kept.Until):
		if run.setup.Guards[name].PassUnknown {
			run.rec.verdict, run.rec.reason = report.Skipped, report.ReasonUnknownRequest
			return guardReply{}, result{}, nil
		}
		return guardedUnknown(run, unknownRequest, report.ReasonUnknownRequest), result{}, nil
	case kept.Reply != nil && slices.Equal(kept.Texts, g.Texts) && kept.Calls == g.calls():
		g.Told = true
		return *kept.Reply, result{}, nil
	case kept.Reply != nil && (g.Whole || !grown(kept.Texts, g.Texts)):
		err := wire.BadRequest("litellm_call_id", "already_answered", "Another response to this call was verified before.")
		return guardReply{}, result{}, err
	}
	instructed, err := readGuarded(run, q, kept.Body)
	if err != nil {
		return guardReply{}, result{}, err
	}
	if !g.Whole && halfJSON(q.request.begun, g.Texts) {
		// A stream's piece of an answer in JSON says nothing yet. If no more comes, the answer broke off.
		g.Piece, run.rec.verdict, run.rec.reason = true, report.Refused, brokenJSON
		run.attempt("answer, through a guard").Reply = strings.Join(g.Texts, "")
		return heldBack(g), result{}, nil
	}
	g.Piece = kept.Reply != nil
	r, out := verifyGuarded(ctx, run, q, g)
	if r.Blocked != "" && !g.Whole && len(g.Called) == 0 && (g.unfinished() || mayYetStand(ctx, run, q, g.Texts)) {
		g.Piece, r = true, heldBack(g) // half a sentence decides nothing, nor does what states nothing
	}
	if instructed {
		r = handedBack(g, r, out.choices, refusalText(run, q.material))
	}
	kept.Texts, kept.Calls, kept.Reply = slices.Clone(g.Texts), g.calls(), &r
	run.gate.guarded.put(run.id, key, kept, len(kept.Body)+len(r.Messages))
	return r, out, nil
}

// heldBack is the reply to a piece of which nothing can leave yet.
func heldBack(g *guardCall) guardReply {
	return guardReply{Texts: make([]string, len(g.Texts)), Held: make([]int, len(g.Texts))}
}

// mayYetStand reports whether texts that do not stand as they are would, were a source's own sentence to come
// next: the head of a list, a heading, an "Of course!" are no answer, and may begin one.
func mayYetStand(ctx context.Context, run *run, q *question, texts []string) bool {
	evidence, attempts := q.material.evidence.Set, run.rec.attempts
	defer func() { run.rec.attempts = attempts }()
	next := ""
	for _, i := range evidence.Usable() {
		if text := evidence.At(i).Text; next == "" && len(claim.Split(text)) > 0 {
			next = text[:claim.Split(text)[0].End] + " [" + evidence.Handle(i) + "]"
		}
	}
	return !slices.ContainsFunc(texts, func(said string) bool {
		return !slices.ContainsFunc([]string{" ", "\n\n"}, func(between string) bool {
			all := verifyGuardedTexts(ctx, run, q, &guardCall{Ends: []string{"stop"}}, []string{said + between + next})
			return all[0].decision.Action == policy.Pass
		})
	})
}

// handedBack is the reply for a response that a gateway in front of the other one has
// asked for, and will read in the form that it asked for: as it came where it stands, or
// what is left of it in that form.
func handedBack(g *guardCall, r guardReply, choices []*choice, refusal string) guardReply {
	if r.Blocked != "" || r.Texts == nil {
		return r
	}
	out, as, held := make([]string, len(r.Texts)), g.Texts, make([]int, len(r.Texts))
	if g.OneText {
		as = []string{strings.Join(g.Texts, "")}
	}
	for _, c := range choices {
		switch i := c.Index; {
		case c.decision.Action == policy.Pass:
			out[i] = as[i]
		case c.left != nil && c.decision.Action != policy.Refuse:
			out[i] = answer.WriteSegments(c.left)
		case c.Called():
		default:
			return guardReply{Blocked: refusal}
		}
		held[c.Index] = utf8.RuneCountInString(out[c.Index]) // of a stream nothing leaves before its end
	}
	return guardReply{Texts: out, Held: held}
}

// guardedSkip ends a response in which there is nothing to verify.
func guardedSkip(rec *record, r guardReply, reason string) guardReply {
	rec.verdict, rec.reason = report.Skipped, reason
	if r.Blocked != "" {
		rec.verdict, rec.reason = report.Refused, ""
	}
	return r
}

// verifyGuarded verifies the texts of a response, and says what becomes of them.
func verifyGuarded(ctx context.Context, run *run, q *question, g *guardCall) (guardReply, result) {
	switch {
	case q.material.evidence.Set.Len() == 0:
		return guardedSkip(run.rec, guardedWithoutContext(run, q.material), report.ReasonNoContext), result{}
	case guardedTask(run, q, g.Texts):
		if g.Whole {
			return guardReply{}, result{}
		}
		held := make([]int, len(g.Texts)) // what goes on may be no task's
		for i, text := range g.Texts {
			held[i] = utf8.RuneCountInString(text)
		}
		return guardReply{Texts: g.Texts, Held: held}, result{}
	case g.Whole && run.app.enforcing() && halfJSON(q.request.begun, g.Texts):
		run.rec.verdict, run.rec.reason = report.Refused, brokenJSON
		run.attempt("answer, through a guard").Reply = strings.Join(g.Texts, "")
		return guardReply{Blocked: refusalText(run, q.material)}, result{}
	}
	if chooseForm(run, q) != nil {
		q.form = form{dialect: answer.Client, demanded: true} // a form that cannot be used is for nobody to meet
	} else if q.ownForm() { // nothing could be put around it
		q.form.dialect = answer.Client
	}
	q.form.purpose = forOther
	texts := g.Texts
	if g.OneText {
		texts = []string{strings.Join(texts, "")}
	}
	choices := verifyGuardedTexts(ctx, run, q, g, texts)
	called, stand := verifyGuardedCalls(ctx, run, q, g)
	all := slices.Concat(choices, called)
	switch {
	case len(all) == 0:
		return guardedSkip(run.rec, guardReply{}, report.ReasonToolCall), result{}
	case !run.app.enforcing():
		for _, c := range all { // they go as they came
			c.report = c.full
			c.report.Verdict = c.decision.Verdict
		}
		run.rec.conclude(all)
		run.rec.answer = strings.Join(texts, "\n\n")
		return guardReply{}, result{choices: all}
	}
	reply := ownReply(run, q.request)
	reply.ID = run.id
	out := deliver(run, q, all, reply)
	if !stand || g.MayBeOne && len(choices) > 1 && !standAsOne(ctx, run, q, choices, texts) {
		if one := *g; stand && g.MayBeOne {
			one.OneText, one.MayBeOne, run.rec.attempts = true, false, nil
			// stretches that mean nothing alone
			if r, out := verifyGuarded(ctx, run, q, &one); run.rec.verdict == report.Grounded && run.rec.proof == report.OwnWords {
				return r, out
			}
		}
		run.rec.verdict, run.rec.reason = report.Refused, ""
		return guardReply{Blocked: refusalText(run, q.material)}, *out
	}
	if len(choices) == 0 {
		return guardReply{}, *out
	}
	return guardedReply(run, q.material, choices, texts, len(g.Texts), g.Resent), *out
}

// verifyGuardedCalls verifies the calls of tools in a response that hold an answer, and notes those of tools
// that were not offered. It reports whether all may go on as they came: nothing can be taken out of them.
func verifyGuardedCalls(ctx context.Context, run *run, q *question, g *guardCall) (found []*choice, stand bool) {
	stand = true
	for _, called := range g.Called {
		called.Content, called.Refusal = nil, nil
		c := &choice{Choice: called, attempt: 1, stance: stance{bareTools: true}}
		for _, call := range c.Calls() {
			c.NotOffered = c.NotOffered || q.withheld(call)
		}
		c.formed = q.answersIn(c)
		if len(c.formed) == 0 && !c.NotOffered {
			continue
		}
		run.attempt("calls of tools, through a guard").Reply = called.ToolCalls
		for k := range c.formed {
			if f := &c.formed[k]; !citesByName(run, q, f) {
				citeAnywhere(run, q, f)
			}
		}
		verifyChoice(run, q, c)
		decideGuarded(ctx, run, q, c)
		if c.NotOffered {
			c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused}
		}
		found, stand = append(found, c), stand && c.decision.Action == policy.Pass
	}
	return found, stand
}

// standAsOne reports whether what is left of texts that were judged each as an answer is also left of them as
// stretches of one. A whole text of JSON is an answer by itself.
func standAsOne(ctx context.Context, run *run, q *question, choices []*choice, texts []string) bool {
	said := func(of ...*choice) map[string]bool { // each sentence once: choices may say the same
		all := map[string]bool{}
		for _, c := range of {
			for _, s := range claim.Split(c.result.Text()) {
				all[c.result.Text()[s.Start:s.End]] = true
			}
		}
		return all
	}
	for _, c := range choices {
		switch {
		case gjson.Valid(c.Said()):
			return true
		case c.decision.Action == policy.Refuse:
			return false
		}
	}
	attempts := run.rec.attempts
	joined := verifyGuardedTexts(ctx, run, q, &guardCall{Ends: []string{"stop"}}, []string{strings.Join(texts, "\n\n")})
	run.rec.attempts = attempts
	return joined[0].decision.Action != policy.Refuse && maps.Equal(said(joined...), said(choices...))
}

// guardedTask reports whether a response is that of a task, in the form demanded.
func guardedTask(run *run, q *question, texts []string) bool {
	reply := &wire.Reply{}
	for i := range texts {
		reply.Choices = append(reply.Choices, wire.Choice{Index: i, Content: &texts[i]})
		goOn(run, q, &reply.Choices[i])
	}
	return observedTask(run, q, reply)
}

// verifyGuardedTexts verifies the texts of a response, each as an answer. The judge is asked about
// all of them at once.
func verifyGuardedTexts(ctx context.Context, run *run, q *question, g *guardCall, texts []string) (choices []*choice) {
	asked, forms := q.form, make([]form, 0, len(texts))
	var open []*verify.Result
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue // a call of a tool, or a thought
		}
		q.form = asked
		c := &choice{Choice: wire.Choice{Index: i, FinishReason: g.end(q, i, text), Content: &text}, attempt: 1}
		goOn(run, q, &c.Choice)
		if g.Calls != nil {
			c.ToolCalls = g.Calls[i]
		}
		verifyGuardedText(run, q, c)
		choices, forms = append(choices, c), append(forms, q.form)
		if len(run.app.failures(c.full)) == 0 {
			open = append(open, &c.result)
		}
	}
	if len(texts) > 1 && run.app.enforcing() {
		hearingOf(run, q).Prepare(ctx, open...)
	}
	for i, c := range choices {
		q.form = forms[i]
		decideGuarded(ctx, run, q, c)
	}
	return choices
}

// verifyGuardedText holds one text against the evidence.
func verifyGuardedText(run *run, q *question, c *choice) {
	text := answer.Spoken(*c.Content)
	c.Content = &text
	run.attempt("answer, through a guard").Reply = text
	if whole := answer.WholeSentences(text); c.truncated() && whole != "" && !q.formGuarded(text) { // nothing is decided on half a sentence
		text, c.FinishReason = whole, "stop"
	}
	if q.formGuarded(text) {
		text = ownschema.Visible(text)
		f := formed{call: content, schema: q.request.chat.Schema, meets: q.form.schema, own: ownschema.ReadBare(text, q.numbers())}
		if !citesByName(run, q, &f) {
			citeAnywhere(run, q, &f)
		}
		c.formed = []formed{f}
	}
	if verifyChoice(run, q, c); c.inForm() && q.form.demanded {
		c.content = text // also in a fence
	}
}

// end is why the model ended a text of a response. Of a response that is known to be whole a last
// sentence that breaks off behind a whole one, and is none of a source's own, tells of a limit.
func (g *guardCall) end(q *question, i int, text string) string {
	if g.Ends != nil {
		return g.Ends[i]
	}
	before := answer.WholeSentences(text)
	half := strings.TrimSpace(text[len(before):])
	last, _ := utf8.DecodeLastRuneInString(half)
	if g.Whole && half != "" && before != "" && !strings.HasSuffix(before, "\n") &&
		(unicode.IsLetter(last) || unicode.IsDigit(last) || last == ',') && len(quotedFrom(q, half)) == 0 {
		return "length"
	}
	return "stop"
}

// citeAnywhere has the values of an answer cite where in the evidence each of their sentences
// stands. One of which a sentence stands nowhere cites nothing.
func citeAnywhere(run *run, q *question, f *formed) {
	leaves, err := ownschema.Leaves(f.own.Answer, f.meets, run.app.Policy.Verify.IgnorePaths)
	if err != nil {
		return
	}
	held := true
	for _, leaf := range leaves {
		if leaf.Number || leaf.Short {
			f.own.Citations = append(f.own.Citations, answer.Citation{Path: leaf.Path, Candidates: q.material.handles()})
			continue
		}
		r := verify.Check(readAnswer(run, q, leaf.Text), q.material.evidence, run.rules())
		if len(run.app.failures(tellAll(&r, q.material.evidence, 0))) > 0 {
			held = false
			continue
		}
		for i := range r.Citations {
			if cit := &r.Citations[i]; cit.Stands {
				f.own.Citations = append(f.own.Citations, q.material.placed(cit, leaf.Path))
			}
		}
	}
	if held || len(f.own.Citations) > 0 {
		f.own.Problems = nil
	}
}

// placed is a citation of the place that another one was found at.
func (m *material) placed(found *verify.Citation, path string) answer.Citation {
	handle := m.evidence.Set.Handle(found.Chunk)
	return answer.Citation{
		Path: path, ChunkID: handle, Candidates: []string{handle}, Snippet: found.Match.Source, Quoted: true,
		Place: &answer.Place{Start: found.Match.Start, End: found.Match.End},
	}
}

// decideGuarded hears the judge about one text, and decides. Nobody can be asked again. JSON
// of which no form is known keeps its members and elements.
func decideGuarded(ctx context.Context, run *run, q *question, c *choice) {
	secondOpinion(ctx, run, q, c)
	amend(run.rec, c)
	decideAlone(run.app, c)
	redact(ctx, run, q, c)
	if c.inForm() && q.form.demanded && c.decision.Verdict == report.Redacted {
		c.decision.Action, c.decision.Verdict = policy.Refuse, report.Refused
	}
}

// readGuardedText reads an answer in the dialect that was asked for. Where the
// caller did not hand the instruction on, it is read for the marks of its own,
// and where there are none each sentence is looked for in all the evidence.
func (q *question) readGuardedText(text string) answer.Answer {
	if a := answer.Read(q.form.dialect, text, q.sources()); !has(a.Problems, report.MalformedOutput) &&
		(q.knows(a.Dialect) && len(a.Citations) > 0 || a.Mode != answer.ModeAnswer) {
		return a
	}
	if a := answer.Read(answer.Client, text, q.sources()); len(a.Citations) > 0 {
		return a
	}
	a, handles := answer.Answer{Dialect: answer.Client, Mode: answer.ModeAnswer}, q.material.handles()
	from := 0
	for i, s := range claim.Split(text) {
		a.Citations = append(a.Citations, answer.Citation{Candidates: handles})
		a.Segments = append(a.Segments, answer.Segment{Text: text[from:s.End], Citations: []int{i}})
		from = s.End
	}
	return a
}

// handles are those of all passages.
func (m *material) handles() []string {
	out := make([]string, m.evidence.Set.Len())
	for i := range out {
		out[i] = m.evidence.Set.Handle(i)
	}
	return out
}

// knows tells the dialect that was asked for, and segments, which a model may write instead
// of prose with numbers.
func (q *question) knows(d answer.Dialect) bool {
	return d == q.form.dialect || d == answer.Segments && q.form.dialect == answer.Sentences
}

// guardedReply is what the other gateway is to hand on: the verified texts, or nothing where every choice was
// refused. One that was sent whole loses what nobody verified beside them.
func guardedReply(run *run, m *material, choices []*choice, texts []string, places int, resent bool) guardReply {
	out, held := slices.Concat(texts, make([]string, places-len(texts))), make([]int, places)
	refused, changed := 0, false
	for _, c := range choices {
		if c.decision.Action == policy.Refuse && !c.Called() { // beside calls of tools the text goes, and they stay
			refused++
		}
		held[c.Index] = c.mayChange()
		changed = changed || c.content != out[c.Index] || held[c.Index] > 0 || resent
		out[c.Index] = c.content
	}
	switch {
	case refused == len(choices):
		return guardReply{Blocked: refusalText(run, m)}
	case changed:
		return guardReply{Texts: out, Held: held}
	}
	return guardReply{}
}

// guardedUnknown is the reply to what nothing can be held against, or that cannot be read.
func guardedUnknown(run *run, why, reason string) guardReply {
	run.rec.verdict, run.rec.reason = report.Skipped, reason
	if run.app.Policy.Mode != policy.Enforce {
		return guardReply{}
	}
	run.rec.verdict = report.Refused
	return guardReply{Blocked: why}
}

// unrecorded ends an exchange that leaves no trace of its own.
func (x *exchange) unrecorded() {
	x.recorded = true
	x.leave()
}

// formGuarded reports whether a text is to be JSON of the app's own: it is, or has to be.
func (q *question) formGuarded(text string) bool {
	if q.ownForm() && !q.form.demanded {
		return true
	}
	text = answer.Unfenced(text)
	if !gjson.Valid(text) || !gjson.Parse(text).IsObject() && !gjson.Parse(text).IsArray() {
		return false
	}
	if a := answer.Read(q.form.dialect, text, q.sources()); q.knows(a.Dialect) && answer.Schema(a.Dialect) != "" &&
		!has(a.Problems, report.MalformedOutput) {
		return false
	}
	q.form.wrapped, q.form.demanded = jsonObject, true
	return true
}

// mayChange is how many characters at the end of an answer's text may be another text
// once a stream has brought more: its last claim, and all behind it; the whole where it claims nothing
// yet. Whole JSON is an answer.
func (c *choice) mayChange() int {
	if c.inForm() {
		return 0
	}
	stays := 0
	for i := range c.report.Claims {
		if start := c.report.Claims[i].Start; start != nil {
			stays = max(stays, *start)
		}
	}
	return max(0, utf8.RuneCountInString(c.content)-stays)
}

// halfJSON reports whether a text is JSON of which the end has not come.
func halfJSON(begun string, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		text = strings.TrimSpace(begun + text)
		opens := strings.HasPrefix(text, "```json") && strings.Count(text, "```") == 1
		return opens || strings.HasPrefix(text, "{") && !gjson.Valid(text)
	})
}

// grown reports whether each text goes on where an earlier one ended: as the pieces of
// one stream do.
func grown(before, now []string) bool {
	return len(now) >= len(before) && slices.EqualFunc(now[:len(before)], before, strings.HasPrefix)
}

// unfinished reports whether a text may be a piece of a stream of which there is more to
// come: it ends with no sentence.
func (g *guardCall) unfinished() bool {
	return slices.ContainsFunc(g.Texts, func(said string) bool {
		inside := strings.TrimRight(answer.Spoken(said), " \t\r\n\"'”’»)]*_`")
		last, _ := utf8.DecodeLastRuneInString(inside)
		whole := text.EndsSentence(last) || gjson.Valid(said)
		return strings.TrimSpace(said) != "" && !(whole && strings.ContainsFunc(inside, unicode.IsLetter))
	})
}

// pendings are exchanges whose texts may go on. Of the pieces of one stream the last one
// is recorded: when no longer one has come for a while.
type pendings struct {
	mu  sync.Mutex
	all map[cache.Key]*exchange
}

// pieceWait is how long a stream's next piece is waited for.
const pieceWait = 5 * time.Second

// wait has an exchange recorded unless a longer piece comes.
func (p *pendings) wait(key cache.Key, x *exchange) {
	p.put(key, x)
	time.AfterFunc(pieceWait, func() {
		p.mu.Lock()
		last := p.all[key] == x
		if last {
			delete(p.all, key)
		}
		p.mu.Unlock()
		if last {
			x.finish()
		}
	})
}

// put puts a piece, nil for none, in the place of the one before it.
func (p *pendings) put(key cache.Key, x *exchange) {
	p.mu.Lock()
	before := p.all[key]
	if delete(p.all, key); x != nil {
		p.all[key] = x
	}
	p.mu.Unlock()
	if before != nil {
		before.unrecorded()
	}
}
