package proxy

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// deliver makes the client's reply of choices that have all been decided.
func deliver(run *run, q *question, choices []*choice, first *wire.Reply) *result {
	reply := *first
	reply.Choices = nil
	reply.ShowReasoning = run.app.Policy.Reasoning == policy.PassReasoning
	reply.Usage = usageOf(run, q.request)
	for _, c := range choices {
		reply.Choices = append(reply.Choices, releaseChoice(run, q, c))
	}
	run.rec.conclude(choices)
	if run.app.Policy.Sources && len(choices) > 0 {
		reply.Citations, reply.SearchResults = sourceCopies(choices[0].report.Citations)
	}
	return &result{reply: &reply, report: reportJSON(run, choices), choices: choices}
}

// conclude notes what the choices have come to together.
func (r *record) conclude(choices []*choice) {
	verdicts := make([]report.Verdict, 0, len(choices))
	for _, c := range choices {
		verdicts = append(verdicts, c.report.Verdict)
	}
	r.verdict, r.proof = report.Worst(verdicts...), proofOf(choices)
	r.reason = skippedFor(r.verdict, choices)
}

// proofOf is the proof of all choices together: of what the client gets of them.
func proofOf(choices []*choice) report.Proof {
	var claims []report.Claim
	for _, c := range choices {
		if report.ProofOf(c.report.Verdict, c.report.Claims) != report.NoProof || c.decision.Action != policy.Refuse {
			claims = append(claims, c.report.Claims...)
		}
	}
	return report.ProofOf(report.Grounded, claims)
}

// skippedFor is why an exchange was skipped, "" where it was not.
func skippedFor(verdict report.Verdict, choices []*choice) string {
	switch {
	case verdict != report.Skipped:
		return ""
	case slices.ContainsFunc(choices, func(c *choice) bool { return c.Called() || c.isStep() }):
		return report.ReasonToolCall
	}
	return report.ReasonNoClaims
}

// releaseChoice turns a decided choice into what the client gets of it: its own
// text, rendered, or a refusal. Tool calls pass in either case.
func releaseChoice(run *run, q *question, c *choice) wire.Choice {
	out := wire.Choice{
		Index: c.Index, FinishReason: wire.FinishReason(c.FinishReason),
		ToolCalls: c.ToolCalls, Older: c.Older, Reasoning: q.numbers().Clean(c.Reasoning), Thought: c.Thought,
	}
	if numbers := q.numbers(); numbers != nil && !c.byCall() {
		out.Keep(func(_ int, call wire.Call) (string, bool) { return numbers.CleanCall(call.Arguments), true })
	}
	if c.decision.Action == policy.Pass && slices.Contains(q.request.chat.Stop, c.Stopped) {
		out.Stopped = c.Stopped
	}
	switch {
	case c.byCall():
		releaseCalls(run, q, c, &out)
	case c.stream != nil && c.decision.Action != policy.Refuse:
		deliverStream(run, q, c, &out)
	case c.Called() && c.Said() == "":
		c.report.Verdict = report.Skipped
	case c.decision.Action == policy.Refuse:
		refuseChoice(run, q, c, &out)
	case c.framed != nil:
		releaseFramed(run, q, c, &out)
	case c.inForm():
		q.material.tellClient(c, verify.View{Numbers: c.result.All(), All: true})
		c.content = inSigns(q, c.content, c.Said())
		out.Content = &c.content
	case q.form.asWritten:
		q.material.tellClient(c, verify.View{Numbers: c.result.All(), Markers: c.result.Written(), All: true})
		c.content = c.Said()
		out.Content = &c.content
	case rendersJSON(run, q):
		renderAsJSON(run, q, c, &out)
	default:
		renderText(run, q, c, &out)
		if c.refuses() && c.decision.Action == policy.Pass {
			out.Refusal, out.Content = out.Content, nil
		}
	}
	blank := out.Content != nil && strings.TrimSpace(*out.Content) == "" && out.Refusal == nil && len(q.request.chat.Stop) == 0
	if blank && c.stream == nil && c.report.Verdict != report.Skipped && !out.Called() {
		c.decision.Action, c.decision.Verdict = policy.Refuse, report.Refused // nothing is left of it
		refuseChoice(run, q, c, &out)
	}
	leaveBegun(run, q, c, &out)
	return out
}

// refuses reports whether the upstream put all that it said where refusals stand.
func (c *choice) refuses() bool { return c.Refusal != nil && (c.Content == nil || *c.Content == "") }

// tellClient rewrites a choice's report as the client may see it.
func (m *material) tellClient(c *choice, v verify.View) {
	v.Index, v.Verdict = c.Index, c.decision.Verdict
	c.report = c.result.Report(m.evidence, v)
	hush(&c.report)
	c.report.UnansweredAspects = openAspects(c.report.UnansweredAspects, m.found.Question)
}

// refuseChoice withholds a choice's text. Beside tool calls the text is dropped and
// the calls go on; otherwise the refusal takes the shape that the call needs.
func refuseChoice(run *run, q *question, c *choice, out *wire.Choice) {
	q.material.tellClient(c, verify.View{Numbers: make([]int, len(c.result.Citations))})
	if out.Called() { // what the model thought goes with them: its provider wants it back
		c.report.Verdict = report.Redacted
		return
	}
	out.Reasoning, out.Thought = "", wire.Thought{}
	message := refusalText(run, q.material)
	c.content = message
	if template := refusalTemplate(run, q); template != "" {
		c.content = template
		out.Content, out.FinishReason = &c.content, "stop"
	} else if q.ownForm() && !q.form.demanded {
		out.Refusal, out.FinishReason = &message, "stop"
	} else {
		c.content = c.refuseInFrame(q, message)
		out.FinishReason = refusalFinish(run, q.request)
		if rendersJSON(run, q) && !q.ownForm() {
			c.content = render.Refusal(q.form.dialect, message, q.form.shape)
		}
		if q.form.shape != nil {
			out.FinishReason = "stop"
		}
		out.Content = &c.content
	}
	switch reason := wire.FinishReason(c.FinishReason); {
	case c.truncated():
		out.FinishReason = "length"
	case reason == "content_filter" && out.Refusal == nil && !q.request.chat.HasTools:
		out.FinishReason = reason // the upstream's own filter is told as such
	}
}

// refusalText is the policy's refusal in the language of the question.
func refusalText(run *run, m *material) string {
	r := run.app.Policy.Refusal
	return repair.Refusal(r.Message, r.ByLanguage, text.LanguageOf(m.found.Question).String())
}

// rendersJSON reports whether the client gets the dialect's own JSON: its policy says so,
// or it asked for that shape.
func rendersJSON(run *run, q *question) bool {
	return q.form.shape != nil || run.app.Policy.Citations.Render == policy.RenderJSON
}

// refusalFinish is the finish_reason of a refusal in plain text. The parse and
// tool helpers of OpenAI's SDKs throw at content_filter, and with it the message
// would be lost: where tools are offered it is stop.
func refusalFinish(run *run, req *request) string {
	if req.chat.HasTools {
		return "stop"
	}
	return string(run.app.Policy.Refusal.FinishReason)
}

// longestID is the longest id, in bytes, that is repeated after a model that got
// a chunk's wrong, or after an upstream.
const longestID = 64

// toldWhole are the codes of findings on an answer as a whole whose words are
// the gateway's own, or the app's.
var toldWhole = map[report.Code]bool{
	report.UntrustedContext: true, report.TruncatedOutput: true, report.BudgetExhausted: true,
	report.MissingCitations: true, report.ToolNotOffered: true,
}

// hush takes out of a report what would be told beside the answer, unverified:
// what a model wrote in the place of a chunk's id and cannot be one, and the words
// of findings that belong to no citation and no claim, which may repeat of the
// answer what the client does not get.
func hush(r *report.Report) {
	hushed := map[int]bool{} // citations
	for i := range r.Citations {
		if c := &r.Citations[i]; c.Heal != nil && c.Heal.Kind == "relink" && !isID(c.Heal.From) {
			c.Heal, hushed[c.Number] = &report.Heal{Kind: c.Heal.Kind, To: c.Heal.To}, true
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		whole := f.Citation == nil && f.Claim == nil
		if whole && !toldWhole[f.Code] || f.Citation != nil && hushed[*f.Citation] {
			f.Detail = ""
		}
	}
}

// isID reports whether a text can only be an id: letters, digits and the signs that ids
// have, nothing that a page or a shell would read as more.
func isID(s string) bool {
	return len(s) <= longestID && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.:/#@+=[]†", r)
	})
}

// sameStem is how many first letters make two words one, so that an aspect may
// inflect the question's words.
const sameStem = 5

// openAspects keeps, of the parts of the question that a model says it left
// open, those that are told in the question's own words. Anything else would
// be a statement that nobody verified, in the midst of a report.
func openAspects(aspects []string, question string) []string {
	asked, language := map[string]bool{}, text.LanguageOf(question)
	for word := range strings.FieldsFuncSeq(question, text.NotOfWord) {
		asked[stem(word)] = true
	}
	foreign := func(word string) bool { return !asked[stem(word)] && !language.IsStop(text.Fold(word)) }
	return slices.DeleteFunc(append([]string{}, aspects...), func(aspect string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(aspect, text.NotOfWord), foreign)
	})
}

// stem is the beginning of a word; a number is itself whole.
func stem(word string) string {
	word = text.Fold(word)
	if strings.ContainsFunc(word, unicode.IsDigit) {
		return word
	}
	return word[:text.ByteOf(word, sameStem)]
}

// room is what the citations take up that are asked for beside the answer.
func (q *question) room() wire.Room {
	if q.ownForm() || q.form.tools != nil {
		return wire.QuoteRoom
	}
	switch q.form.dialect.Cost() {
	case answer.NoCost:
		return wire.NoRoom
	case answer.MarkerCost:
		return wire.MarkerRoom
	}
	return wire.QuoteRoom
}

// limit is the client's own limit on tokens where the upstream was given a higher one;
// 0 for none.
func (q *question) limit(s stance) int64 {
	if s.ownLimit || q.room() == wire.NoRoom {
		return 0
	}
	return q.request.chat.LeastMaxTokens()
}

// beyond finds where a text goes beyond a limit on tokens, in bytes. False where it
// stays within, or where there is none.
func beyond(text string, limit int64) (at int, long bool) {
	ascii, other := int64(0), int64(0)
	for at, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			other++
		}
		if limit > 0 && (ascii+3)/4+other > limit {
			return at, true
		}
	}
	return 0, false
}

// endWithin ends an answer with the last sentence that is whole within the client's limit
// on tokens. It reports whether something had to go.
func endWithin(run *run, q *question, c *choice, res *render.Result) bool {
	body := res.Content
	if n := len(res.Spans); n > 0 {
		end := res.Spans[n-1].End
		for at := range body { // the list of sources does not count
			if end--; end < 0 {
				body = body[:at]
				break
			}
		}
	}
	at, long := beyond(body, q.limit(c.stance))
	return long && endBefore(run, q, c, res, at)
}

// headStart is how long a stream's head waits for the upstream's: until then
// an upstream's error can still be the status of the reply.
const headStart = 5 * time.Second

// errStreamFailed ends a stream's connection without the mark of a clean end:
// clients take a clean end for a whole answer.
var errStreamFailed = errors.New("the exchange failed after its stream had begun")

// waitingPieces is how many pieces of verified text wait for a slow client
// before the upstream has to wait, too.
const waitingPieces = 16

// hold runs the work of an exchange while nothing of its answer may leave. A
// plain call waits for the end. A streamed one gets its head and its role when
// the upstream has said 2xx, then signs of life, then the whole answer.
func (x *exchange) hold(ctx *fasthttp.RequestCtx, does work) {
	// The server's copy of the request's body goes back: the exchange has its own, and is
	// about to wait for long.
	x.run.call.body, x.run.call.came = nil, nil
	ctx.Request.ResetBody()
	watched, stop := x.run.gate.watcher.Watch(x.run.call.conn)
	if x.request.chat.Stream {
		x.holdStream(ctx, does, watched, stop)
		return
	}
	defer stop()
	x.result = *does(watched)
	x.reply(ctx)
}

// holdStream is hold for a streamed call.
func (x *exchange) holdStream(ctx *fasthttp.RequestCtx, does work, watched context.Context, stop func()) {
	x.flow.pieces = make(chan piece, waitingPieces)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer rescueHeld(x.run, &x.result)
		x.result = *does(watched)
	}()
	head := time.NewTimer(x.run.gate.patience)
	defer head.Stop()
	select {
	case <-done:
		stop()
		x.reply(ctx)
		return
	case <-x.flow.began:
	case <-head.C:
	}
	x.stream(ctx, done, stop)
}

// rescueHeld keeps a panic in what runs beside the server's handlers: that exchange
// ends with an error, and no other does.
func rescueHeld(run *run, out *result) {
	if cause := recover(); cause != nil {
		run.panicked(cause)
		*out = *run.rec.fail(errInternal)
	}
}

// held is the body of a streamed reply whose answer is still being verified.
// The server reads it and sends what each read gives at once.
type held struct {
	x       *exchange
	done    <-chan struct{} // closed when the answer has been decided
	stop    func()          // ends the work, if it is still going on
	stream  wire.Writer
	every   time.Duration
	beat    *time.Ticker
	pieces  <-chan piece // what leaves before the answer has been decided
	sent    wire.Sent    // what has been taken
	waiting []byte       // events that are ready
	read    int          // bytes of them that have been read
	end     error        // what a read gives when nothing waits; nil while there is more to come
}

// Read returns events that are ready, waiting for some.
func (h *held) Read(p []byte) (int, error) {
	for h.read == len(h.waiting) {
		h.waiting, h.read = h.waiting[:0], 0
		if h.end != nil {
			return 0, h.end
		}
		select {
		case p := <-h.pieces:
			h.piece(p)
			h.others()
		case <-h.done:
			h.writeRest()
		case <-h.beat.C:
			h.waiting = h.stream.Heartbeat(h.waiting)
		}
	}
	h.x.run.extendDeadline()
	n := copy(p, h.waiting[h.read:])
	h.read += n
	return n, nil
}

// piece is one event of what leaves early.
func (h *held) piece(p piece) {
	if p.thought != nil {
		h.waiting = h.stream.Thought(h.waiting, p.thought)
	}
	if p.calls != "" {
		h.waiting, h.sent.Calls = h.stream.NewCalls(h.waiting, p.calls), true
	} else {
		h.waiting = h.stream.Content(h.waiting, 0, p.text)
		h.sent.Text += len(p.text)
	}
	h.beat.Reset(h.every)
}

// others takes what else is ready: it leaves together.
func (h *held) others() {
	for {
		select {
		case p := <-h.pieces:
			h.piece(p)
		default:
			return
		}
	}
}

// writeRest writes what is left of the decided answer, or the error that took its
// place. Text that was on its way goes first.
func (h *held) writeRest() {
	h.others()
	h.x.secure()
	r := &h.x.result
	switch {
	case r.reply != nil:
		h.waiting, h.end = wire.WriteReply(h.waiting, h.stream, r.reply, r.report, h.sent), io.EOF
	case r.foreign != nil:
		h.waiting, h.end = h.stream.Error(h.waiting, wire.ErrorIn(r.foreign.body)), errStreamFailed
	default:
		h.waiting, h.end = h.stream.Error(h.waiting, r.err), errStreamFailed
	}
}

// Close is called when the stream is over, or the client is gone. It ends the
// work and waits for it: the trace is written when nothing changes any more.
func (h *held) Close() error {
	h.beat.Stop()
	h.stop()
	<-h.done
	if h.end == nil {
		h.x.run.rec.clientLeft()
	}
	h.x.finish()
	return nil
}

// secure records an exchange whose answer has been decided before the answer
// leaves, where no reply may leave before its trace is durable, and puts an error
// in the place of an answer whose trace cannot be kept. A client that goes away
// after that has been answered as the trace says.
func (x *exchange) secure() {
	if !x.run.setup.Durable {
		return
	}
	x.finish()
	if err := x.run.notKept(); err != nil {
		x.result = result{err: err}
	}
}

// notKept is the error in place of an answer whose trace cannot be kept, nil
// where it can be.
func (r *run) notKept() *wire.Error {
	if !r.setup.Durable || r.gate.blocked == nil || r.gate.blocked() == "" {
		return nil
	}
	return wire.Busy("trace_not_durable",
		"No answer leaves before its trace is kept for good, and traces cannot be written at the moment.")
}
