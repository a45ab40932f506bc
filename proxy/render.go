package proxy

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
)

// render writes a verified answer as text, with its markers.
func (q *question) render(c *choice, out *wire.Choice) {
	res, numbers := q.text(c)
	for at, stops := q.stopIn(res.Content); stops; at, stops = q.stopIn(res.Content) {
		out.FinishReason = "stop"
		if !q.endBefore(c, &res, at) {
			res.Content = strings.TrimRightFunc(res.Content[:at], unicode.IsSpace)
			break
		}
		res, numbers = q.text(c)
	}
	if q.endWithin(c, &res) {
		out.FinishReason = "length"
		res, numbers = q.text(c)
	}
	c.content = res.Content
	shown := utf8.RuneCountInString(c.content)
	if c.decision.Verdict == report.Redacted && c.content != "" && !c.Called() && !c.truncated() && len(q.chat.Stop) == 0 {
		c.content = strings.TrimRightFunc(c.content, unicode.IsSpace) + "\n\n" + q.notice(c.content)
	}
	q.tellClient(c, verify.View{Numbers: numbers, Places: places(c, res.At, shown)})
	out.Content, out.Annotations = &c.content, annotations(res.Annotations, shown)
}

// notice tells the reader, in the answer's language, that something was left out.
func (q *question) notice(content string) string {
	return repair.Notice(text.LanguageOf(cmp.Or(q.found.Question, content)).String())
}

// text writes a choice's segments as text, and numbers its citations.
func (q *question) text(c *choice) (render.Result, []int) { return q.write(c, q.rendering()) }

func (q *question) write(c *choice, o render.Options) (render.Result, []int) {
	numbers, sources := q.number(&c.result)
	segments := q.marks(c.result.Segments)
	for i := range c.result.Segments {
		cite(&segments[i], &c.result.Segments[i], func(cit int) int { return numbers[cit] - 1 })
	}
	return render.Text(segments, sources, o), numbers
}

// cite gives a segment its sources: those of markers inside it there, the others behind it.
func cite(out *render.Segment, s *verify.Segment, source func(citation int) int) {
	inside := map[int]bool{}
	for _, in := range s.Inner {
		own := render.Inner{At: in.At}
		for _, cit := range in.Citations {
			own.Sources, inside[cit] = append(own.Sources, source(cit)), true
		}
		out.Inner = append(out.Inner, own)
	}
	for _, cit := range s.Citations {
		if !inside[cit] {
			out.Sources = append(out.Sources, source(cit))
		}
	}
}

// renderJSON writes a verified answer in the JSON shape of its dialect, for
// clients that read citations themselves.
func (q *question) renderJSON(c *choice, out *wire.Choice) {
	quotes := make([]render.Quote, len(c.result.Citations))
	for i := range quotes {
		cit := &c.result.Citations[i]
		if cit.Chunk < 0 {
			continue
		}
		ch := q.evidence.Set.At(cit.Chunk)
		quotes[i] = render.Quote{
			ChunkID: q.evidence.Set.Handle(cit.Chunk), DocID: ch.DocID, Filename: ch.Filename, Title: ch.Title, URL: render.WebURL(ch.URL), Page: ch.Page,
			Similarity: report.Round4(cit.Match.Similarity), Snippet: cit.Match.Source,
		}
	}
	segments := q.marks(c.result.Segments)
	for i, s := range c.result.Segments {
		segments[i].Sources = s.Citations
	}
	numbers, _ := q.number(&c.result)
	q.tellClient(c, verify.View{Numbers: numbers, All: true})
	told := render.Told{Mode: c.result.Mode, Unanswered: c.report.UnansweredAspects}
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		told.Claims = append(told.Claims, render.TellClaim{Text: cl.Text, Quotes: cl.Citations, Confidence: cl.Confidence})
	}
	c.content = render.JSON(q.form.dialect, segments, quotes, told, q.form.shape)
	out.Content = &c.content
}

// number gives the citations that are shown their numbers, from 1 in order of
// first use; citations of the same words share one.
func (q *question) number(r *verify.Result) ([]int, []render.Source) {
	numbers := make([]int, len(r.Citations))
	n := numbering{sources: make([]render.Source, 0, len(numbers))}
	for _, s := range r.Segments {
		for _, i := range s.Citations {
			numbers[i] = q.numberIn(&n, &r.Citations[i])
		}
	}
	return numbers, n.sources
}

// numbering gives the places that an answer cites their numbers, from 1 in
// order of first use; citations of the same words share one.
type numbering struct {
	seen    map[place]int
	sources []render.Source
}

// place is a stretch of a chunk.
type place struct{ chunk, start, end int }

// numberIn returns the number of a citation among others, which may be new.
func (q *question) numberIn(n *numbering, c *verify.Citation) int {
	at := place{c.Chunk, c.Match.Start, c.Match.End}
	if n.seen[at] == 0 {
		if n.seen == nil {
			n.seen = map[place]int{}
		}
		n.sources = append(n.sources, q.source(c.Chunk, len(n.sources)+1))
		n.seen[at] = len(n.sources)
	}
	return n.seen[at]
}

// source is a chunk as the renderer shows it. Where markers are those of the
// app's own prompt they show the id that the prompt shows, which its interface
// knows, and not the gateway's name for the chunk.
func (q *question) source(i, n int) render.Source {
	c := q.evidence.Set.At(i)
	src := render.Source{Number: n, Handle: q.evidence.Set.Handle(i), Chunk: c}
	switch named := cmp.Or(c.Filename, c.Title) != ""; {
	case c.Layout == fileSearch:
		src.File = c.DocID
	case named && q.chat.Surface == wire.Responses: // clients of the other interface know links only
		src.File = cmp.Or(c.DocID, c.Filename, c.Title)
	}
	if q.found.Marker == "" || q.marker() != q.found.Marker {
		return src
	}
	if q.found.Marker != daggers {
		src.Number = audit.ShownNumber(q.evidence.Set, i)
	}
	if src.Handle = c.ID; c.ID == "" {
		src.Handle = strconv.Itoa(src.Number)
	}
	return src
}

// daggers count citations, in their order: no number of theirs is an id's.
const daggers = "[†{n}]"

// marker is the style of markers: the policy's, or the app's own.
func (q *question) marker() string {
	if m := q.app.Policy.Citations.Marker; m != policy.Auto {
		return m
	}
	if q.found.Marker != "" {
		return q.found.Marker
	}
	return render.Numbers
}

func (q *question) rendering() render.Options {
	o := render.Options{Marker: q.marker()}
	switch q.app.Policy.Citations.References {
	case policy.AlwaysReferences:
		o.References = true
	case policy.AutoReferences:
		o.References = q.found.List != "" || q.found.Marker == "" && q.named()
	}
	o.Heading = q.found.List
	if base := strings.TrimRight(q.setup.PublicURL, "/"); base != "" {
		o.EvidenceURL = func(handle string) string {
			return base + "/traces/" + q.id + "#" + url.QueryEscape(handle)
		}
	}
	return o
}

// named reports whether some chunk has a title or an address worth listing.
func (q *question) named() bool {
	for i := range q.evidence.Set.Len() {
		if c := q.evidence.Set.At(i); c.Title != "" || render.WebURL(c.URL) != "" {
			return true
		}
	}
	return false
}

// places finds the claims in the content, which is n code points long: what a
// stop sequence cut off is not told of. at is where an offset of a segment
// stands in the content.
func places(c *choice, at func(segment, offset int) int, n int) map[int]verify.Place {
	out := make(map[int]verify.Place, len(c.result.Claims))
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		p := verify.Place{Start: at(cl.Segment, cl.Start), End: at(cl.Segment, cl.End)}
		if p.End <= n {
			out[i] = p
		}
	}
	return out
}

// stopIn finds the first of the client's stop sequences in a text: its place
// in bytes.
func (r *request) stopIn(text string) (at int, found bool) {
	at = len(text)
	for _, stop := range r.chat.Stop {
		if i := strings.Index(text, stop); stop != "" && i >= 0 {
			at, found = min(at, i), true
		}
	}
	return at, found
}

// endBefore ends an answer with the last sentence that is whole before a place
// in its rendered text, so that no figure is cut and no condition lost. False
// where every sentence is whole: then only a sign or a marker has to go.
func (q *question) endBefore(c *choice, res *render.Result, at int) bool {
	end := utf8.RuneCountInString(res.Content[:at])
	cut, ok := repair.Before(&c.result, func(segment, offset int, marked bool) bool {
		if marked {
			return behindMark(res, segment) <= end
		}
		return res.At(segment, offset) <= end
	})
	if !ok {
		return false
	}
	earlier := c.result
	q.recheck(c, &cut)
	for _, f := range earlier.Findings {
		if f.Claim < 0 && f.Citation < 0 && f.Detail == "" {
			c.result.Findings = append(c.result.Findings, f) // of what a redaction took out
		}
	}
	if len(c.result.Segments) == 0 {
		c.result = verify.Result{Mode: earlier.Mode, Coverage: 1, Support: 1, Verifiable: 1, Findings: c.result.Findings}
	}
	return true
}

// behindMark is where the text goes on behind the mark of a segment, in code
// points.
func behindMark(res *render.Result, segment int) int {
	if segment+1 < len(res.Spans) {
		return res.Spans[segment+1].Start
	}
	return utf8.RuneCountInString(res.Content)
}
