package proxy

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/render"

	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
)

// deliver makes the client's reply of choices that have all been decided.
func (x *exchange) deliver(first *wire.Reply) {
	reply := *first
	reply.Choices = nil
	reply.ShowReasoning = x.app.Policy.Reasoning == policy.PassReasoning
	reply.Usage = x.usage()
	verdicts := make([]report.Verdict, 0, len(x.choices))
	for _, c := range x.choices {
		out := x.release(c)
		verdicts = append(verdicts, c.report.Verdict)
		reply.Choices = append(reply.Choices, out)
	}
	x.ending.verdict = report.Worst(verdicts...)
	x.ending.reason = x.reason()
	x.result = result{reply: &reply, report: x.reportJSON()}
}

// reason is why an exchange was skipped, "" where it was not.
func (x *exchange) reason() string {
	if x.ending.verdict != report.Skipped {
		return ""
	}
	for _, c := range x.choices {
		if c.called() {
			return report.ReasonToolCall
		}
	}
	return report.ReasonNoClaims
}

// release turns a decided choice into what the client gets of it: its own
// text, rendered, or a refusal. Tool calls pass in either case.
func (x *exchange) release(c *choice) wire.Choice {
	out := wire.Choice{
		Index: c.Index, Role: "assistant", FinishReason: wire.FinishReason(c.FinishReason),
		ToolCalls: c.ToolCalls, FunctionCall: c.FunctionCall, Reasoning: c.Reasoning,
	}
	switch {
	case len(c.answers) > 0:
		x.releaseCalls(c, &out)
	case x.flow.live != nil && c.decision.Action != policy.Refuse:
		x.ended(c, &out)
	case c.called() && contentOf(c) == "":
		c.report.Verdict = report.Skipped
	case c.decision.Action == policy.Refuse:
		x.refuse(c, &out)
	case c.own:
		x.told(c, verify.View{Numbers: c.result.All(), All: true})
		out.Content = &c.content
	case x.app.Policy.Citations.Render == policy.RenderJSON:
		x.renderJSON(c, &out)
	default:
		x.render(c, &out)
	}
	return out
}

// told rewrites a choice's report as the client may see it.
func (x *exchange) told(c *choice, v verify.View) {
	v.Index, v.Verdict = c.Index, c.decision.Verdict
	c.report = c.result.Report(x.evidence, v)
	hushIDs(&c.report)
	hushConfidence(&c.report)
	hushWhole(&c.report)
	c.report.UnansweredAspects = openAspects(c.report.UnansweredAspects, x.found.Question)
}

// refuse withholds a choice's text. Beside tool calls the text is dropped and
// the calls go on; otherwise the refusal takes the shape that the call needs.
func (x *exchange) refuse(c *choice, out *wire.Choice) {
	x.told(c, verify.View{Numbers: make([]int, len(c.result.Citations))})
	out.Reasoning = ""
	if out.ToolCalls != "" || out.FunctionCall != "" {
		c.report.Verdict = report.Redacted
		return
	}
	r := x.app.Policy.Refusal
	message := repair.Refusal(r.Message, r.ByLanguage, lexis.LanguageOf(x.found.Question).String())
	c.content = message
	if template := x.refusalTemplate(); template != "" {
		c.content = template
		out.Content, out.FinishReason = &c.content, "stop"
	} else if x.ownForm() && !x.form.demanded {
		out.Refusal, out.FinishReason = &message, "stop"
	} else {
		if x.app.Policy.Citations.Render == policy.RenderJSON && !x.ownForm() {
			c.content = render.Refusal(x.form.dialect, message)
		}
		out.Content, out.FinishReason = &c.content, x.refusalFinish()
	}
	if c.truncated() {
		out.FinishReason = "length"
	}
}

// refusalFinish is the finish_reason of a refusal in plain text. The parse and
// tool helpers of OpenAI's SDKs throw at content_filter, and with it the message
// would be lost: where tools are offered it is stop.
func (x *exchange) refusalFinish() string {
	if x.chat.HasTools {
		return "stop"
	}
	return string(x.app.Policy.Refusal.FinishReason)
}

// render writes a verified answer as text, with its markers.
func (x *exchange) render(c *choice, out *wire.Choice) {
	res, numbers := x.text(c)
	for at, stops := x.stopIn(res.Content); stops; at, stops = x.stopIn(res.Content) {
		out.FinishReason = "stop"
		if !x.endBefore(c, &res, at) {
			res.Content = strings.TrimRightFunc(res.Content[:at], unicode.IsSpace)
			break
		}
		res, numbers = x.text(c)
	}
	c.content = res.Content
	shown := runes(c.content)
	if c.decision.Verdict == report.Redacted && c.content != "" && !c.called() && len(x.chat.Stop) == 0 {
		c.content = strings.TrimRightFunc(c.content, unicode.IsSpace) + "\n\n" + x.notice(c.content)
	}
	x.told(c, verify.View{Numbers: numbers, Places: places(c, &res, shown)})
	out.Content, out.Annotations = &c.content, annotations(res.Annotations, shown)
}

// notice tells the reader, in the answer's language, that something was left out.
func (x *exchange) notice(content string) string {
	return repair.Notice(lexis.LanguageOf(orElse(x.found.Question, content)).String())
}

// text writes a choice's segments as text, and numbers its citations.
func (x *exchange) text(c *choice) (render.Result, []int) {
	numbers, sources := x.number(&c.result)
	segments := x.marks(c.result.Segments)
	all := make([]int, 0, len(numbers)) // the sources of one segment after the other
	for i, s := range c.result.Segments {
		first := len(all)
		for _, cit := range s.Citations {
			all = append(all, numbers[cit]-1)
		}
		segments[i].Sources = all[first:len(all):len(all)]
	}
	return render.Text(segments, sources, x.rendering()), numbers
}

// renderJSON writes a verified answer in the JSON shape of its dialect, for
// clients that read citations themselves.
func (x *exchange) renderJSON(c *choice, out *wire.Choice) {
	quotes := make([]render.Quote, len(c.result.Citations))
	for i := range quotes {
		cit := &c.result.Citations[i]
		if cit.Chunk < 0 {
			continue
		}
		ch := x.evidence.Set.At(cit.Chunk)
		quotes[i] = render.Quote{
			ChunkID: x.evidence.Set.Handle(cit.Chunk), DocID: ch.DocID, Filename: ch.Filename, Title: ch.Title,
			Similarity: report.Round4(cit.Match.Similarity), Snippet: cit.Match.Source,
		}
	}
	segments := x.marks(c.result.Segments)
	for i, s := range c.result.Segments {
		segments[i].Sources = s.Citations
	}
	numbers, _ := x.number(&c.result)
	x.told(c, verify.View{Numbers: numbers, All: true})
	told := render.Told{Mode: c.result.Mode, Unanswered: c.report.UnansweredAspects}
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		told.Claims = append(told.Claims, render.TellClaim{Text: cl.Text, Quotes: cl.Citations, Confidence: cl.Confidence})
	}
	c.content = render.JSON(x.form.dialect, segments, quotes, told)
	out.Content = &c.content
}

// number gives the citations that are shown their numbers, from 1 in order of
// first use; citations of the same words share one.
func (x *exchange) number(r *verify.Result) ([]int, []render.Source) {
	numbers := make([]int, len(r.Citations))
	n := numbering{sources: make([]render.Source, 0, len(numbers))}
	for _, s := range r.Segments {
		for _, i := range s.Citations {
			numbers[i] = n.of(x, &r.Citations[i])
		}
	}
	return numbers, n.sources
}

// source is a chunk as the renderer shows it. Where markers are those of the
// app's own prompt they show the id that the prompt shows, which its interface
// knows, and not the gateway's name for the chunk.
func (x *exchange) source(i, n int) render.Source {
	c := x.evidence.Set.At(i)
	src := render.Source{Number: n, Handle: x.evidence.Set.Handle(i), Chunk: c}
	if c.Layout == fileSearch {
		src.File = c.DocID
	}
	if x.found.Marker == "" || x.marker() != x.found.Marker {
		return src
	}
	src.Number = audit.ShownNumber(x.evidence.Set, i)
	if src.Handle = c.ID; c.ID == "" {
		src.Handle = strconv.Itoa(n)
	}
	return src
}

// marker is the style of markers: the policy's, or the app's own.
func (x *exchange) marker() string {
	if m := x.app.Policy.Citations.Marker; m != policy.Auto {
		return m
	}
	if x.found.Marker != "" {
		return x.found.Marker
	}
	return render.Numbers
}

func (x *exchange) rendering() render.Options {
	o := render.Options{Marker: x.marker()}
	switch x.app.Policy.Citations.References {
	case policy.AlwaysReferences:
		o.References = true
	case policy.AutoReferences:
		o.References = x.found.Marker == "" && x.named()
	}
	if base := strings.TrimRight(x.setup.PublicURL, "/"); base != "" {
		o.EvidenceURL = func(handle string) string {
			return base + "/traces/" + x.id + "#" + url.QueryEscape(handle)
		}
	}
	return o
}

// named reports whether some chunk has a title or an address worth listing.
func (x *exchange) named() bool {
	for i := range x.evidence.Set.Len() {
		if c := x.evidence.Set.At(i); c.Title != "" || render.WebURL(c.URL) != "" {
			return true
		}
	}
	return false
}

// places finds the claims in the content, which is n code points long: what a
// stop sequence cut off is not told of.
func places(c *choice, res *render.Result, n int) map[int]verify.Place {
	out := make(map[int]verify.Place, len(c.result.Claims))
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		p := verify.Place{Start: res.At(cl.Segment, cl.Start), End: res.At(cl.Segment, cl.End)}
		if p.End <= n {
			out[i] = p
		}
	}
	return out
}

func runes(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}
