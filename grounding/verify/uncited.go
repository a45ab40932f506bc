package verify

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// What is said in a source's own words needs no citation from the model: the words tell where
// they stand.

// CiteOwnWords gives sentences that cite nothing, and that are a source's own sentence, the
// citation that they would have with an inline marker of that source. Each becomes a segment of
// its own. An answer without such a sentence is returned as it is.
func CiteOwnWords(a answer.Answer, ev Evidence) answer.Answer {
	var segments []answer.Segment          // nil while nothing has changed
	a.Citations = slices.Clip(a.Citations) // the caller's list stays as it is
	for i, seg := range a.Segments {
		pieces, changed := []answer.Segment{seg}, false
		switch {
		case seg.Quotation || seg.Frame || seg.Thought || ev.stopped():
		case len(seg.Citations) == 0:
			pieces = ev.citedPieces(&a, i)
			changed = len(pieces) > 1 || len(pieces[0].Citations) > 0
		default:
			pieces[0].Citations, changed = ev.renamed(&a, seg)
		}
		if changed && segments == nil {
			segments = append(make([]answer.Segment, 0, len(a.Segments)+len(pieces)), a.Segments[:i]...)
		}
		if segments != nil {
			segments = append(segments, pieces...)
		}
	}
	if segments != nil {
		a.Segments = segments
	}
	return a
}

// citedPieces cuts a segment at its sentences that a source has, adds their citations to an answer,
// and gives them to the pieces.
func (e *Evidence) citedPieces(a *answer.Answer, segment int) (out []answer.Segment) {
	seg, from := a.Segments[segment], 0
	sign, signed := a.NextSign(segment)
	cut := func(to int) {
		if from < to {
			piece := answer.Segment{Text: seg.Text[from:to], Asked: seg.Asked}
			for _, sign := range seg.Signs {
				if from <= sign.At && (sign.At < to || to == len(seg.Text)) {
					sign.At -= from
					piece.Signs = append(piece.Signs, sign)
				}
			}
			out = append(out, piece)
		}
		from = to
	}
	sentences := claim.Split(seg.Text)
	for k, s := range sentences {
		var cited []answer.Citation
		switch said := seg.Text[s.Start:s.End]; {
		case s.Kind == claim.Code:
			cited = e.citedBlock(said, leadAbove(a, segment, s.Start))
		case s.Kind == claim.Claim && s.Start >= signed:
			cited = e.citedWith(a, said, sign)
		case s.Kind == claim.Claim:
			cited = e.citedWith(a, said, nil)
		}
		if len(cited) == 0 {
			continue
		}
		if strings.TrimSpace(seg.Text[from:s.Start]) != "" {
			cut(s.Start)
		}
		end := len(seg.Text)
		if k+1 < len(sentences) {
			end = sentences[k+1].Start
		}
		cut(end)
		for _, c := range cited {
			out[len(out)-1].Citations = append(out[len(out)-1].Citations, len(a.Citations))
			a.Citations = append(a.Citations, c)
		}
	}
	if cut(len(seg.Text)); len(out) == 0 {
		return []answer.Segment{seg}
	}
	return out
}

// citedBlock are the citations of a block of code below a lead-in of which sources tell each line, nil for any other.
func (e *Evidence) citedBlock(said, lead string) (out []answer.Citation) {
	m := material{ev: *e, hearing: new(claim.Hearing)}
	found := m.lines().block(said, lead, false)
	if found.open != "" || found.why != "" {
		return nil
	}
	for _, at := range found.told {
		handle := e.Set.Handle(at.chunk)
		if !slices.ContainsFunc(out, func(c answer.Citation) bool { return c.ChunkID == handle }) {
			out = append(out, answer.Citation{ChunkID: handle, Candidates: []string{handle}})
		}
	}
	return out
}

// leadAbove is the line in front of a place of an answer's segment, if it leads in what stands there.
func leadAbove(a *answer.Answer, segment, at int) string {
	above := strings.TrimRight(a.Segments[segment].Text[:at], " \t\r\n")
	for k := segment - 1; above == "" && k >= 0; k-- {
		above = strings.TrimRight(a.Segments[k].Text, " \t\r\n")
	}
	if above = above[strings.LastIndexByte(above, '\n')+1:]; !strings.HasSuffix(strings.TrimRight(above, "*_ "), ":") {
		return ""
	}
	return above
}

// citedWith is the citation of a source's own sentence before a sign further on, given what that
// cites; nil for any other sentence.
func (e *Evidence) citedWith(a *answer.Answer, said string, sign []int) []answer.Citation {
	var named []string
	for _, i := range sign {
		named = append(named, a.Citations[i].Candidates...)
	}
	if at := e.ownWords(said, named); at >= 0 {
		handle := e.Set.Handle(at)
		return []answer.Citation{{ChunkID: handle, Candidates: []string{handle}, Below: slices.Contains(named, handle)}}
	}
	return nil
}

// renamed is, for a source's own sentence that names other sentences by number, the citation
// that it would have without: a number is one slip of the pen, and the words tell where they
// stand. The citation remembers what was named. It reports whether there is one.
func (e *Evidence) renamed(a *answer.Answer, seg answer.Segment) (citations []int, changed bool) {
	if seg.Inside() || slices.ContainsFunc(seg.Citations, func(i int) bool { return a.Citations[i].Place == nil }) {
		return seg.Citations, false
	}
	said := strings.TrimSpace(seg.Text)
	said = said[len(titleOf(said)):]
	key, long := wordsKey(said)
	quotes := func(i int) bool { same, _ := wordsKey(a.Citations[i].Snippet); return same == key }
	if !long || slices.ContainsFunc(seg.Citations, quotes) {
		return seg.Citations, false
	}
	at := e.ownWords(said, nil)
	if at < 0 {
		return seg.Citations, false
	}
	named := a.Citations[seg.Citations[0]].Marker
	a.Citations = append(a.Citations, answer.Citation{Named: named, ChunkID: named, Candidates: []string{e.Set.Handle(at)}})
	return []int{len(a.Citations) - 1}, true
}

// CiteOwnLeaves is CiteOwnWords for the leaves of an answer in the client's own form. It
// reports whether every leaf that needs a citation has one. Questions need none.
func CiteOwnLeaves(own ownschema.Own, leaves []ownschema.Leaf, ev Evidence) (cited ownschema.Own, all bool) {
	all = true
	silent := len(leaves) > 0 // they ask, and state nothing
	var figures []ownschema.Leaf
	var covers ownschema.Covers
	for i := range own.Citations {
		covers.Add(own.Citations[i].Path, i)
	}
	own.Citations = slices.Clip(own.Citations)
	for _, leaf := range leaves {
		if leaf.Name || leaf.Small || ev.stopped() || len(covers.Of(leaf.Path)) > 0 {
			silent = false
			continue
		}
		found, states := ev.backing(leaf)
		silent = silent && !states
		if isFigure(leaf) && len(found) == 0 {
			figures = append(figures, leaf)
			continue
		}
		all = all && (len(found) > 0 || !states)
		for _, cit := range found {
			covers.Add(cit.Path, len(own.Citations))
			own.Citations = append(own.Citations, cit)
		}
	}
	told := own.Citations
	for _, leaf := range figures {
		found := ev.citedBeside(leaf, told)
		all = all && len(found) > 0
		own.Citations = append(own.Citations, found...)
	}
	if all && (len(own.Citations) > 0 || silent) {
		missing := func(p answer.Problem) bool { return p.Code == string(report.MissingCitations) }
		own.Problems = slices.DeleteFunc(slices.Clone(own.Problems), missing)
	}
	return own, all
}

// citedBeside are, for a leaf that is a number, the sources that the answer cites beside it of which
// a sentence has the number and all that its member's name says.
func (e *Evidence) citedBeside(leaf ownschema.Leaf, told []answer.Citation) (out []answer.Citation) {
	m, g := memberOf(leaf, nil, citedWords{}), readGround(e)
	for i := range g.sentences {
		s := &g.sentences[i]
		handle := e.Set.Handle(s.chunk)
		cites := func(c answer.Citation) bool { return slices.Contains(c.Candidates, handle) }
		if slices.ContainsFunc(out, cites) || !slices.ContainsFunc(told, cites) {
			continue
		}
		whole := func(p seat) bool { return (&table{g, &m, nil}).scoreOf(p).found == len(m.names) }
		if slices.ContainsFunc(m.seats(g, i), whole) {
			out = append(out, answer.Citation{Path: leaf.Path, ChunkID: handle, Candidates: []string{handle}})
		}
	}
	return out
}

// backing are the citations of a leaf that states only what sources do, word for word; none
// for any other. It reports whether the leaf states anything: a question states nothing.
func (e *Evidence) backing(leaf ownschema.Leaf) (out []answer.Citation, states bool) {
	said, figure := leaf.Text, isFigure(leaf)
	if figure {
		m := memberOf(leaf, nil, citedWords{})
		said = m.told
	}
	for _, s := range claim.Split(said) {
		if !figure && (s.Kind != claim.Claim || e.Declines(said[s.Start:s.End], Rules{})) {
			continue
		}
		states = true
		at := e.ownWords(said[s.Start:s.End], nil)
		if at < 0 {
			return nil, true
		}
		handle := e.Set.Handle(at)
		if !slices.ContainsFunc(out, func(cit answer.Citation) bool { return cit.ChunkID == handle }) {
			out = append(out, answer.Citation{Path: leaf.Path, ChunkID: handle, Candidates: []string{handle}})
		}
	}
	return out, states
}

// ownWords is the chunk that has a sentence word for word, if there is one that carries it, of several
// rather one of those named; -1 for none. A copy that something beside it may limit is located all the
// same, and judged; one that is taken back is not.
func (e *Evidence) ownWords(said string, named []string) int {
	said = said[len(titleOf(said)):]
	key, long := wordsKey(said)
	if !long {
		return -1
	}
	carries, located := -1, -1
	var h claim.Hearing
	for _, i := range e.Set.Usable() {
		p := e.Passages[i]
		if !p.hasWords(key) {
			continue
		}
		carried, limited := h.Copies(said, p.Source())
		isNamed := slices.Contains(named, e.Set.Handle(i))
		switch {
		case carried && (isNamed || len(named) == 0):
			return i
		case carried && carries < 0:
			carries = i
		case limited && (located < 0 || isNamed):
			located = i
		}
	}
	if carries >= 0 {
		return carries
	}
	return located
}

// hasWords reports whether a sentence of the passage has some words, given by their key.
func (p *Passage) hasWords(key uint64) bool {
	p.keysOnce.Do(func() {
		p.keys = make(map[uint64]bool, len(p.Sentences()))
		for _, s := range p.Sentences() {
			if key, long := wordsKey(p.original[s.Start:s.End]); long {
				p.keys[key] = true
			}
		}
		p.grow(len(p.keys) * 16)
	})
	return p.keys[key]
}

var seed = maphash.MakeSeed()

// wordsKey is a hash of a sentence's letters without the mark of a list in front, and whether they are enough to tell it
// from others.
func wordsKey(said string) (key uint64, long bool) {
	said = strings.TrimLeft(said, " \t\r\n")
	var room [256]byte
	letters := appendLetters(room[:0], said[text.ListMarker(said):])
	return maphash.Bytes(seed, letters), len(letters) >= fewestLetters
}

// fewestLetters are the bytes of letters that tell a sentence from others.
const fewestLetters = 12

// appendLetters adds the letters and digits of a text in lower case, number words as digits.
func appendLetters(out []byte, said string) []byte {
	begins := len(out) // the word at hand
	flush := func() {
		if value, ok := text.Unknown.NumberValue(string(out[begins:])); ok {
			out = append(out[:begins], value...)
		}
		begins = len(out)
	}
	for _, r := range said {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		out = utf8.AppendRune(out, unicode.ToLower(r))
	}
	flush()
	return out
}
