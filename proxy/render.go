package proxy

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
)

// renderText writes a verified answer as text, with its markers.
func renderText(run *run, q *question, c *choice, out *wire.Choice) {
	res, numbers, sources := writeText(run, q, c)
	for at, stop := stopIn(q, run, c, &res, sources); stop != ""; at, stop = stopIn(q, run, c, &res, sources) {
		out.FinishReason, out.Stopped = "stop", stop
		if !endBefore(run, q, c, &res, at) {
			res.Content = strings.TrimRightFunc(res.Content[:at], unicode.IsSpace)
			break
		}
		res, numbers, sources = writeText(run, q, c)
	}
	if endWithin(run, q, c, &res) {
		out.FinishReason = "length"
		res, numbers, sources = writeText(run, q, c)
	}
	c.content, c.had = res.Content, hasOf(run, q, c, &res, sources)
	shown, had := utf8.RuneCountInString(c.content), utf8.RuneCountInString(c.had)
	if c.decision.Verdict == report.Redacted && c.content != "" && !c.Called() && !c.truncated() && len(q.request.chat.Stop) == 0 {
		c.content = strings.TrimRightFunc(c.content, unicode.IsSpace) + "\n\n" + q.material.notice(c.content)
	}
	q.material.tellClient(c, verify.View{Numbers: numbers,
		Markers: shownMarkers(c.content, run, q, &c.result, numbers, sources), Places: places(c, res.At, had, shown)})
	out.Content, out.Annotations = &c.content, annotations(res.Annotations, had, shown)
}

// notice tells the reader, in the answer's language, that something was left out.
func (m *material) notice(content string) string {
	return repair.Notice(m.found.Question, content)
}

// shownMarkers returns the marker of each citation as it stands in the content: the app's own sign, or the one that was made.
func shownMarkers(content string, run *run, q *question, r *verify.Result, numbers []int, sources []render.Source) []string {
	shown := append([]string{""}, markersOf(run, q, sources)...)
	if formOf(run, q.material, r).kept {
		for i := range r.Segments {
			for _, sign := range r.Segments[i].Signs {
				for _, cit := range sign.Citations {
					if sign.Written != "" {
						shown[numbers[cit]] = r.Citations[cit].Marker
					}
				}
			}
		}
	}
	out := make([]string, len(numbers))
	for i, n := range numbers {
		if n > 0 && strings.Contains(content, shown[n]) {
			out[i] = shown[n]
		}
	}
	return out
}

// markersOf is the marker that is made for each source.
func markersOf(run *run, q *question, sources []render.Source) []string {
	o, made := renderOptions(run, q.material), make([]string, len(sources))
	for i := range sources {
		made[i] = o.MarkerOf(sources[i])
	}
	return made
}

// writeText writes a choice's segments as text, and numbers its citations.
func writeText(run *run, q *question, c *choice) (render.Result, []int, []render.Source) {
	return writeSegments(run, q, c, renderOptions(run, q.material))
}

func writeSegments(run *run, q *question, c *choice, o render.Options) (render.Result, []int, []render.Source) {
	numbers, sources := numberCitations(run, q, &c.result)
	segments := q.material.marks(c.result.Segments)
	f, source := formOf(run, q.material, &c.result), func(cit int) int { return numbers[cit] - 1 }
	f.value = ordersValue(q, &c.result)
	for i := range c.result.Segments {
		f.cite(&segments[i], &c.result.Segments[i], source, func(cit int) bool { return signedBelow(&c.result, i, cit) })
		if s := &c.result.Segments[i]; len(s.Names) > 0 {
			segments[i].Text = q.material.keepNames(s.Text, s.Names, c.result.Citations)
		}
	}
	o.References = f.references(o, q.material)
	return render.Text(segments, sources, o), numbers, sources
}

// ownForm tells what of an answer is in the app's own form.
type ownForm struct {
	kept   bool // signs of citation stay as they were written
	framed bool // it has labels, headings or tags of such a form
	cited  bool // it cites in its text
	signed bool // it cites in signs of such a form
	listed bool // it has a list of sources in it
	value  bool // it is one word or number, as the app orders: nothing stands beside it
}

// ordersValue reports whether the app orders the form of a bare value that an answer has.
func ordersValue(q *question, r *verify.Result) bool {
	const longest, most = 40, 3 // bytes, words
	said := ""
	for i := range r.Segments {
		if said += r.Segments[i].Text; len(said) > longest {
			return false
		}
	}
	return said != "" && len(strings.Fields(said)) <= most && wants.OrdersValue(q.formWords()()+"\n"+q.material.found.Question, said)
}

func formOf(run *run, m *material, r *verify.Result) ownForm {
	c := &run.app.Policy.Citations // a list that is always there has the gateway's numbers
	f := ownForm{kept: c.Marker == policy.Auto && (m.found.Marker != "" || c.References != policy.AlwaysReferences)}
	f.add(r)
	return f
}

func (f *ownForm) add(r *verify.Result) {
	f.cited = f.cited || slices.ContainsFunc(r.Citations, func(c verify.Citation) bool { return c.Marker != "" })
	for i := range r.Segments {
		s := &r.Segments[i]
		f.framed, f.listed = f.framed || s.Frame, f.listed || len(s.Names) > 0
		f.signed = f.signed || f.kept && slices.ContainsFunc(s.Signs, func(sign answer.Sign) bool { return sign.Written != "" })
	}
}

// references reports whether the answer is to have a list of its sources behind it. In a form
// of the app's own it has none but the one that is ordered.
func (f *ownForm) references(o render.Options, m *material) bool {
	switch {
	case f.listed || f.value:
		return false
	case f.signed:
		return o.References && m.found.List != "" && m.found.Marker != ""
	}
	return o.References && (m.found.List != "" || !f.framed)
}

// cite gives a segment its sources: those of signs there, the others behind it. An answer in
// the app's own form that has no signs gets none.
func (f *ownForm) cite(out *render.Segment, s *verify.Segment, source func(citation int) int, signedBelow func(citation int) bool) {
	inside := func(cit int) bool {
		return slices.ContainsFunc(out.Signs, func(sign render.Sign) bool { return slices.Contains(sign.Sources, source(cit)) })
	}
	for _, sign := range s.Signs {
		if !f.kept {
			sign.Written = ""
		}
		if sign.Written == "" && !sign.Inside {
			continue
		}
		own := render.Sign{At: sign.At, Written: sign.Written}
		for _, cit := range sign.Citations {
			own.Sources = append(own.Sources, source(cit))
		}
		out.Signs = append(out.Signs, own)
	}
	for _, cit := range s.Citations {
		if (f.cited || !f.framed) && !f.value && !inside(cit) && !signedBelow(cit) {
			out.Sources = append(out.Sources, source(cit))
		}
	}
}

// signedBelow reports whether the sign of a citation stands further on, at the end of the paragraph or item.
func signedBelow(r *verify.Result, segment, citation int) bool {
	own := &r.Citations[citation]
	same := func(cit int) bool {
		return r.Citations[cit].Chunk == own.Chunk || slices.Contains(r.Citations[cit].Candidates, own.Candidates[0])
	}
	for i := segment + 1; i < len(r.Segments) && r.Citations[citation].Below; i++ {
		if slices.ContainsFunc(r.Segments[i].Signs, func(s answer.Sign) bool { return s.Written != "" && slices.ContainsFunc(s.Citations, same) }) {
			return true
		}
	}
	return false
}

// keepNames leaves those names of sources in a list that the answer rests on.
func (m *material) keepNames(list string, names []answer.Name, citations []verify.Citation) string {
	return answer.KeepNames(list, names, func(handle string) bool {
		return slices.ContainsFunc(citations, func(c verify.Citation) bool {
			return c.Stands && c.Chunk >= 0 && m.evidence.Set.Handle(c.Chunk) == handle
		})
	})
}

// renderAsJSON writes a verified answer in the JSON shape of its dialect, for
// clients that read citations themselves.
func renderAsJSON(run *run, q *question, c *choice, out *wire.Choice) {
	quotes := make([]render.Quote, len(c.result.Citations))
	for i := range quotes {
		cit := &c.result.Citations[i]
		if cit.Chunk < 0 {
			continue
		}
		ch := q.material.evidence.Set.At(cit.Chunk)
		quotes[i] = render.Quote{
			ChunkID: q.material.evidence.Set.Handle(cit.Chunk), DocID: ch.DocID, Filename: ch.Filename, Title: ch.Title,
			URL: render.WebURL(ch.URL), Page: ch.Page,
			Similarity: report.Round4(cit.Match.Similarity), Snippet: cit.Match.Source,
		}
	}
	segments := q.material.marks(c.result.Segments)
	for i, s := range c.result.Segments {
		segments[i].Sources = s.Citations
	}
	numbers, _ := numberCitations(run, q, &c.result)
	q.material.tellClient(c, verify.View{Numbers: numbers, All: true})
	told := render.Told{Mode: c.result.Mode, Unanswered: c.report.UnansweredAspects}
	for i := range c.result.Claims {
		cl := &c.result.Claims[i]
		told.Claims = append(told.Claims, render.TellClaim{Text: cl.Text, Quotes: cl.Citations, Confidence: confidenceOf(cl)})
	}
	c.content = render.JSON(q.form.dialect, segments, quotes, told, q.form.shape)
	out.Content = &c.content
}

// confidenceOf is what the model said of its claim, and of one that it does not list what words made of it: the
// form has no place for nothing.
func confidenceOf(cl *verify.Claim) string {
	switch {
	case cl.Confidence != "":
		return cl.Confidence
	case cl.Supported != nil && *cl.Supported:
		return "high"
	}
	return "low"
}

// numberCitations gives the citations that are shown their numbers.
func numberCitations(run *run, q *question, r *verify.Result) ([]int, []render.Source) {
	numbers := make([]int, len(r.Citations))
	n := numbering{sources: make([]render.Source, 0, len(numbers))}
	n.read(r, formOf(run, q.material, r).kept)
	for i := range r.Segments {
		n.number(run, q, r, i, numbers)
	}
	return numbers, n.sources
}

// numbering gives the places that an answer cites their numbers, from 1 in order of first
// use. Citations of the same words share one, and so does a row of a chunk's sentences.
type numbering struct {
	seen    map[place]int
	sources []render.Source
	signs   map[int]string // by chunk, the answer's own sign for it alone
}

// read takes over the signs of an answer that stay as they were written: a marker that is added looks like
// them.
func (n *numbering) read(r *verify.Result, kept bool) {
	for i := range r.Segments {
		for _, sign := range r.Segments[i].Signs {
			of := func(cit int) bool { return r.Citations[cit].Chunk != r.Citations[sign.Citations[0]].Chunk }
			if !kept || sign.Written == "" || len(sign.Citations) == 0 || slices.ContainsFunc(sign.Citations, of) {
				continue
			}
			if n.signs == nil {
				n.signs = map[int]string{}
			}
			n.signs[r.Citations[sign.Citations[0]].Chunk] = strings.TrimSpace(sign.Written)
		}
	}
}

// place is a stretch of a chunk.
type place struct{ chunk, start, end int }

func placeOf(c *verify.Citation) place { return place{c.Chunk, c.Match.Start, c.Match.End} }

// number numbers the citations of a segment.
func (n *numbering) number(run *run, q *question, r *verify.Result, segment int, numbers []int) {
	for cited := r.Segments[segment].Citations; len(cited) > 0; {
		row := rowOf(r, cited)
		cited = cited[len(row):]
		number := 0
		for _, i := range row {
			number = cmp.Or(number, n.seen[placeOf(&r.Citations[i])])
		}
		if first := &r.Citations[row[0]]; number == 0 {
			n.sources = append(n.sources, sourceOf(run, q, first.Chunk, first.Match.Start, len(n.sources)+1))
			number = len(n.sources)
			n.sources[number-1].Sign = n.signs[first.Chunk]
		}
		if n.seen == nil {
			n.seen = map[place]int{}
		}
		for _, i := range row {
			at := placeOf(&r.Citations[i])
			n.seen[at] = cmp.Or(n.seen[at], number)
			numbers[i] = n.seen[at]
		}
	}
}

// rowOf is the first of some citations, with those behind it that name the next sentence
// of its chunk each.
func rowOf(r *verify.Result, cited []int) []int {
	for i := range cited[1:] {
		before, next := &r.Citations[cited[i]], &r.Citations[cited[i+1]]
		if before.Chunk != next.Chunk || !next.Follows(&before.Citation) {
			return cited[:i+1]
		}
	}
	return cited
}

// sourceOf is a chunk as the renderer shows it, cited at a place in code points. Where markers are those of the
// app's own prompt they show the id that the prompt shows, which its interface
// knows, and not the gateway's name for the chunk.
func sourceOf(run *run, q *question, i, place, n int) render.Source {
	c := q.material.evidence.Set.At(i)
	src := render.Source{Number: n, Handle: q.material.evidence.Set.Handle(i), Chunk: c}
	switch named := cmp.Or(c.Filename, c.Title) != ""; {
	case c.Layout == fileSearch:
		src.File = c.DocID
	case named && q.request.chat.Surface == wire.Responses: // clients of the other interface know links only
		src.File = cmp.Or(c.DocID, c.Filename, c.Title)
	}
	switch style := markerStyle(run, q.material); {
	case q.material.found.Marker == "" && style == render.Numbers && q.material.countsItself():
		src.Number = audit.ShownNumber(q.material.evidence.Set, i) // a reader takes any other for another passage's
		return src
	case q.material.found.Marker == "" || style != q.material.found.Marker:
		return src
	}
	if q.material.found.Marker != daggers {
		src.Number = audit.ShownNumber(q.material.evidence.Set, i)
	}
	if id := c.IDAt(place); id != "" {
		part := *c
		part.ID, part.Shown = id, ""
		src.Chunk, c = &part, &part
		src.Number = cmp.Or(audit.Number(id), src.Number)
	}
	if src.Handle = c.ID; c.ID == "" {
		src.Handle = strconv.Itoa(src.Number)
	}
	return src
}

// countsItself reports whether the prompt shows a number of its own for each passage.
func (m *material) countsItself() bool {
	if m.counts == nil {
		m.counts = new(numbersEach(m.evidence.Set))
	}
	return *m.counts
}

// numbersEach reports whether the prompt shows a number of its own for each passage of a set.
func numbersEach(set *evidence.Set) bool {
	seen := map[string]bool{}
	for _, i := range set.Usable() {
		c := set.At(i)
		_, err := strconv.ParseUint(c.ID, 10, 20)
		if c.Ambient {
			continue
		}
		if err != nil || c.Message < 0 || seen[c.ID] {
			return false
		}
		seen[c.ID] = true
	}
	return len(seen) > 0
}

// daggers count citations, in their order: no number of theirs is an id's.
const daggers = "[†{n}]"

// markerStyle is the style of markers: the policy's, or the app's own.
func markerStyle(run *run, mat *material) string {
	if m := run.app.Policy.Citations.Marker; m != policy.Auto {
		return m
	}
	if mat.found.Marker != "" {
		return mat.found.Marker
	}
	return render.Numbers
}

func renderOptions(run *run, m *material) render.Options {
	o := render.Options{Marker: markerStyle(run, m)}
	if o.Marker == m.found.Marker || m.found.Marker == "" {
		o.Spot = m.found.Spot
	}
	isNote := m.found.Notes && strings.HasPrefix(o.Marker, "[^")
	switch run.app.Policy.Citations.References {
	case policy.AlwaysReferences:
		o.References = true
	case policy.AutoReferences:
		o.References = m.found.List != "" || (m.found.Marker == "" || isNote) && m.named()
	}
	if o.Heading = m.found.List; o.Heading == "" && !isNote {
		o.Heading = repair.Heading(m.found.Question)
	}
	if base := strings.TrimRight(run.setup.PublicURL, "/"); base != "" {
		o.EvidenceURL = func(handle string) string {
			return base + "/traces/" + run.id + "#" + url.QueryEscape(handle)
		}
	}
	return o
}

// named tells whether some chunk has a title or an address worth listing.
func (m *material) named() bool {
	for i := range m.evidence.Set.Len() {
		if c := m.evidence.Set.At(i); c.Title != "" || render.WebURL(c.URL) != "" {
			return true
		}
	}
	return false
}

// places finds the claims in the content, which is n code points long: what a
// stop sequence cut off is not told of, nor what stands in the first of them, which the client has. at is where an offset of a segment
// stands in the content.
func places(c *choice, at func(segment, offset int) int, had, n int) map[int]verify.Place {
	told := verify.Told(&c.result)
	out := make(map[int]verify.Place, len(told))
	for i := range told {
		cl := &told[i]
		p := verify.Place{Start: max(0, at(cl.Segment, cl.Start)-had), End: at(cl.Segment, cl.End) - had}
		if p.End > 0 && p.End <= n-had {
			out[i] = p
		}
	}
	return out
}

// stopIn finds the first of the client's stop sequences in what of a text the client has not written itself,
// "" where there is none, and its place in bytes.
func stopIn(q *question, run *run, c *choice, res *render.Result, sources []render.Source) (at int, stop string) {
	if len(q.request.chat.Stop) == 0 {
		return 0, ""
	}
	had := len(hasOf(run, q, c, res, sources))
	at = len(res.Content)
	for _, one := range q.request.chat.Stop {
		if i := strings.Index(res.Content[had:], one); one != "" && i >= 0 && had+i < at {
			at, stop = had+i, one
		}
	}
	return at, stop
}

// endBefore ends an answer with the last sentence that is whole before a place
// in its rendered text, so that no figure is cut and no condition lost. False
// where every sentence is whole: then only a sign or a marker has to go.
func endBefore(run *run, q *question, c *choice, res *render.Result, at int) bool {
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
	recheck(run, q, c, &cut)
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
