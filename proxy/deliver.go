package proxy

import (
	"slices"
	"strings"
	"unicode"

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
		Index: c.Index, Role: "assistant", FinishReason: wire.FinishReason(c.FinishReason),
		ToolCalls: c.ToolCalls, FunctionCall: c.FunctionCall, Reasoning: q.numbers().Clean(c.Reasoning), Thought: c.Thought,
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
