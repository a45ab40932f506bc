package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/grounding/answer/tree"
)

// readShape reads an object in the dialect whose shape it has.
func (r *reader) readShape(n *tree.Node) {
	shape := shapeOf(n)
	if shape == Snippet && (r.asked == Dagger || r.asked == Claims) {
		shape = r.asked // told apart by one key only, which is then missing
	}
	if shape == "" {
		r.answer.problem(malformed, -1, "the reply's JSON has the shape of no dialect")
		return
	}
	r.answer.Dialect = shape
	like := of(shape).shape
	r.answer.conform(n, &like)
	r.answer.readMode(n.Member("mode"))
	if shape == Segments {
		r.readSegments(n)
	} else {
		r.readAnswer(n, &like)
	}
	r.answer.Unanswered = texts(n.Member("unanswered_aspects"))
}

// shapeOf tells by its keys which dialect an object is written in; "" for none.
func shapeOf(n *tree.Node) Dialect {
	citations := n.Member("citations")
	switch {
	case n.Has("segments"):
		return Segments
	case !n.Has("answer"):
		return ""
	case n.Has("claims"):
		return Claims
	case len(citations.Children) > 0 && citations.Children[0].Has("similarity"):
		return Dagger
	case n.Has("mode") || citations.Kind != 0:
		return Snippet
	}
	return ""
}

// conform reports the members that an object lacks, or has of another kind than
// an example. A list of texts must hold nothing else.
func (a *Answer) conform(n, like *tree.Node) {
	for i := range like.Children {
		want, m := &like.Children[i], n.Member(like.Children[i].Key)
		if a.expect(m, want.Key, want.Kind, -1) && want.Kind == '[' && isTexts(want) {
			for k := range m.Children {
				a.expect(&m.Children[k], want.Key, '"', -1)
			}
		}
	}
}

// isTexts tells an example of a list of texts.
func isTexts(list *tree.Node) bool {
	return len(list.Children) == 0 || list.Children[0].Kind == '"'
}

// expect tells whether a member has the kind that it must have, and reports
// an absent one as missing-field, one of another kind as malformed-output.
func (a *Answer) expect(m *tree.Node, key string, kind jsontext.Kind, citation int) bool {
	switch m.Kind {
	case kind:
		return true
	case 0:
		a.problem(missingField, citation, fmt.Sprintf("%q is missing", key))
	default:
		a.problem(malformed, citation, fmt.Sprintf("%q is %s", key, kindName(m.Kind)))
	}
	return false
}

var kindNames = map[jsontext.Kind]string{
	'{': "an object", '[': "an array", '"': "a string", '0': "a number", 'n': "null", 't': "a boolean", 'f': "a boolean",
}

func kindName(kind jsontext.Kind) string { return kindNames[kind] }

// readMode reads the member `mode`, which must be one of three words.
func (a *Answer) readMode(m *tree.Node) {
	if m.Kind != '"' {
		return
	}
	switch mode := Mode(m.Text()); mode {
	case ModeAnswer, ModeClarify, ModeRefuse:
		a.Mode = mode
	default:
		a.problem(malformed, -1, `"mode" is none of answer, clarify and refuse`)
	}
}

// items returns the items of a list, none of what is no list.
func items(list *tree.Node) []tree.Node {
	if list.Kind != '[' {
		return nil
	}
	return list.Children
}

// texts returns the texts of a list.
func texts(list *tree.Node) (out []string) {
	for i := range items(list) {
		if item := &list.Children[i]; item.Kind == '"' {
			out = append(out, item.Text())
		}
	}
	return out
}

// readAnswer reads a dialect whose answer is one text with markers that number
// its citations from 1, or call them what they call their chunks.
func (r *reader) readAnswer(n, like *tree.Node) {
	var required []string
	for _, member := range like.Member("citations").Children[0].Children {
		required = append(required, member.Key)
	}
	quotes := slices.ContainsFunc(required, func(key string) bool { return slices.Contains(snippetKeys, key) })
	list := items(n.Member("citations"))
	for i := range list {
		at := r.citation(&list[i], required...)
		c := &r.answer.Citations[at]
		c.Quoted = c.Quoted || quotes // it must quote, even if it does not
		if c.Number == 0 {
			c.Number = i + 1
		}
	}
	r.readClaims(n.Member("claims"), like.Member("claims"))
	text := n.Member("answer").Text()
	if !like.Has("mode") {
		text = r.answer.cutMode(text)
	}
	listed := len(r.answer.Citations)
	r.readMarked(text)
	if r.answer.Dialect == Dagger {
		r.answer.checkOrder(listed)
	}
}

// readMarked reads an answer with markers. Where there are none at all, every
// citation is for the whole answer.
func (r *reader) readMarked(text string) {
	all := make([]int, len(r.answer.Citations))
	for i := range all {
		all[i] = i
	}
	byChunk := r.answer.byChunk(all)
	r.split(text, func(ref string) binding {
		if n, ok := plainNumber(ref); ok && n >= 1 && n <= len(all) {
			return binding{citation: n - 1, ok: true}
		}
		at, ok := byChunk[ref]
		return binding{citation: at, ok: ok}
	})
	if slices.ContainsFunc(r.answer.Segments, func(s Segment) bool { return len(s.Citations) > 0 }) {
		return
	}
	for i := range r.answer.Segments {
		r.answer.Segments[i].Citations = all
	}
}

// byChunk indexes citations by what names their chunk, the first of each.
func (a *Answer) byChunk(cited []int) map[string]int {
	index := make(map[string]int, len(cited))
	for _, at := range cited {
		c := &a.Citations[at]
		for _, name := range []string{c.ChunkID, c.DocID, c.Filename} {
			if _, taken := index[name]; !taken && name != "" {
				index[name] = at
			}
		}
	}
	return index
}

// maxSameID bounds how many citations of one id a claim is taken to mean, so
// that claims and citations do not multiply.
const maxSameID = 32

// readClaims reads the claims that the model listed. They name citations by what
// these call their chunk, document or file, or by their number.
func (r *reader) readClaims(list, like *tree.Node) {
	byID := map[string][]int{}
	for i, c := range r.answer.Citations {
		for _, name := range []string{c.ChunkID, c.DocID, c.Filename} {
			unnamed := name == "" && c.ChunkID != ""
			if !unnamed && len(byID[name]) < maxSameID && !slices.Contains(byID[name], i) {
				byID[name] = append(byID[name], i)
			}
		}
	}
	for i := range items(list) {
		n := &list.Children[i]
		if n.Kind != '{' {
			r.answer.problem(malformed, -1, "a claim is "+kindName(n.Kind))
			continue
		}
		r.answer.conform(n, &like.Children[0])
		c := DeclaredClaim{Text: n.Member("text").Text()}
		if said := n.Member("confidence").Text(); strings.Contains(choices["confidence"], tree.Quote(said)) {
			c.Confidence = said // anything else would be told unread
		}
		ids := texts(n.Member("citation_ids"))
		for at, id := range ids {
			if n, ok := plainNumber(id); ok && byID[id] == nil && n >= 1 && n <= len(r.answer.Citations) {
				byID[id] = []int{n - 1}
			}
			if byID[id] == nil {
				r.answer.problem(unresolved, -1, fmt.Sprintf("a claim cites %q, which is no citation of the reply", id))
			}
			if !slices.Contains(ids[:min(at, maxSameID)], id) {
				c.Citations = append(c.Citations, byID[id]...)
			}
		}
		r.answer.Claims = append(r.answer.Claims, c)
	}
}

// checkOrder is the published rule of sequential markers: at first use they
// run 1, 2, 3 … in the order of the citations, and every citation has one. It
// reports the first place at which they do not.
func (a *Answer) checkOrder(listed int) {
	next := 0
	for _, s := range a.Segments {
		for _, at := range s.Citations {
			switch {
			case at < next || at >= listed:
			case at == next:
				next++
			default:
				a.problem(markerOrder, at, fmt.Sprintf("[†%d] comes where [†%d] is due", at+1, next+1))
				return
			}
		}
	}
	if next < listed {
		a.problem(markerOrder, next, fmt.Sprintf("there are %d citations and no [†%d]", listed, next+1))
	}
}

// readSegments reads the dialect segments.
func (r *reader) readSegments(n *tree.Node) {
	s := segmentReader{to: r, quoted: map[string]string{}}
	list := items(n.Member("segments"))
	r.answer.Segments = make([]Segment, 0, len(list))
	r.answer.Citations = make([]Citation, 0, min(len(list), 32)) // mostly one each
	for i := range list {
		s.add(&list[i])
	}
	r.dropList()
}

// segmentReader takes segments one by one, in order; a segment depends on what
// came before it only through the snippets already quoted and the white space
// at which the text so far ends.
type segmentReader struct {
	to     *reader
	quoted map[string]string // the snippet last quoted, by chunk id
	open   bool              // the text so far ends without white space
}

// add takes a segment.
func (s *segmentReader) add(n *tree.Node) {
	if n.Kind != '{' {
		s.to.answer.problem(malformed, -1, "a segment is "+kindName(n.Kind))
		return
	}
	list := n.Member("citations")
	s.to.answer.expect(list, "citations", '[', -1)
	s.to.answer.expect(n.Member("text"), "text", '"', -1)
	var cited []int
	for i := range items(list) {
		cited = append(cited, s.cited(&list.Children[i]))
	}
	seg := s.liftMarkers(n.Member("text").Text(), cited)
	plain := len(seg.Text)
	seg.Text = s.join(seg.Text)
	for i := range seg.Signs {
		seg.Signs[i].At += len(seg.Text) - plain
	}
	seg.Lead = leadIn(seg.Text, seg.Signs)
	s.to.answer.Segments = append(s.to.answer.Segments, seg)
}

// cited reads one citation of a segment and returns its index.
func (s *segmentReader) cited(n *tree.Node) int {
	at := s.to.citation(n, "chunk_id", "snippet")
	s.refer(&s.to.answer.Citations[at], n.Member(firstOf(n, snippetKeys)).Kind == '"')
	return at
}

// refer lets an empty snippet stand for the one last quoted from its chunk.
// A snippet that is no text refers to nothing.
func (s *segmentReader) refer(c *Citation, isText bool) {
	if !blank(c.Snippet) {
		s.quoted[c.ChunkID] = c.Snippet
		return
	}
	c.Quoted = true
	if last, ok := s.quoted[c.ChunkID]; ok && c.ChunkID != "" && isText {
		c.Snippet, c.Reference = last, true
	}
}

// join puts one space before a text where neither it nor the text before it
// brings white space.
func (s *segmentReader) join(text string) string {
	if text == "" {
		return ""
	}
	if s.open && !beginsBlank(text) {
		text = " " + text
	}
	s.open = !endsBlank(text)
	return text
}

// liftMarkers takes the markers that the model wrote into a segment's text
// out of it and adds what they cite to the segment's citations. A marker
// means a chunk that the segment cites; else it numbers the segment's
// citations, else all citations so far; else it names a known source.
func (s *segmentReader) liftMarkers(text string, cited []int) Segment {
	var own map[string]int // the segment's citations, by chunk
	marks := s.to.marksFrom(text, 0, Code(text), func(ref string) binding {
		if own == nil {
			own = s.to.answer.byChunk(cited)
		}
		n, _ := plainNumber(ref)
		at, ok := own[ref]
		switch {
		case ok:
			return binding{citation: at, ok: true}
		case n >= 1 && n <= len(cited):
			return binding{citation: cited[n-1], ok: true}
		case n >= 1 && n <= len(s.to.answer.Citations):
			return binding{citation: n - 1, ok: true}
		}
		return bindKnown(s.to.known.find(ref))
	})
	if len(marks) == 0 {
		return Segment{Text: text, Citations: cited}
	}
	all, known := citedSet{list: cited}, map[string]int{}
	sp := splitter{text: text}
	var inner []Sign
	var cuts []Region
	for _, c := range clusters(text, 0, marks) {
		its := s.to.citeMarks(text, c.marks, known)
		all.add(its)
		sp.line = strings.LastIndexByte(text[:c.start], '\n') + 1
		if leads := sp.leads(c); !c.inside && (leads && sp.isSubject(c) || !leads && sp.goesOn(c)) {
			inner = append(inner, Sign{At: c.start, Citations: its, Inside: true})
		}
		cuts = append(cuts, c.cuts()...)
	}
	return Segment{Text: cutOut(text, Region{0, len(text)}, cuts), Citations: all.list, Signs: placed(inner, 0, cuts)}
}
