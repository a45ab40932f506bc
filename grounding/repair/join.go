package repair

import (
	"strings"

	"vouchsafe/grounding/answer"
)

// piece is a stretch of the whole text that is left, of one segment, and the
// marked unit that it belongs to, -1 for none.
type piece struct {
	text            string
	segment, marked int
	last            bool // it ends that unit
}

// assemble writes the answer that is left, piece by piece.
func (p *plan) assemble() Cut {
	var out Cut
	cited := p.cited()
	for _, part := range p.pieces() {
		seg := answer.Segment{Text: part.text}
		if part.marked < 0 && cited[part.segment] {
			seg.Citations = p.result.Segments[part.segment].Attached
		}
		out.Answer.Segments = append(out.Answer.Segments, seg)
		out.Marked = append(out.Marked, part.marked >= 0)
		out.Last = append(out.Last, part.last)
	}
	for i := range p.result.Citations {
		out.Answer.Citations = append(out.Answer.Citations, p.result.Citations[i].Citation)
	}
	for i := range p.result.Claims {
		if c := &p.result.Claims[i]; c.Confidence != "" {
			out.Answer.Claims = append(out.Answer.Claims, answer.DeclaredClaim{Text: c.Text, Confidence: c.Confidence})
		}
	}
	out.Answer = onlyCited(out.Answer)
	return out
}

// cited tells of each segment whether what is left of it may keep its
// citations: whether a claim of it is left, or it never had one and is whole.
func (p *plan) cited() []bool {
	out := make([]bool, len(p.result.Segments))
	claims := make([]bool, len(out))
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		at := p.firstUnit(p.starts[c.Segment] + c.Start)
		claims[c.Segment] = true
		out[c.Segment] = out[c.Segment] || at < len(p.units) && !p.gone[at] && !p.marked[at]
	}
	for i := range out {
		out[i] = out[i] || !claims[i]
	}
	return out
}

// onlyCited leaves an answer those citations that its segments name.
func onlyCited(a answer.Answer) answer.Answer {
	place := map[int]int{}
	used := make([]bool, len(a.Citations))
	for _, s := range a.Segments {
		for _, i := range s.Citations {
			used[i] = true
		}
	}
	var citations []answer.Citation
	for i, c := range a.Citations {
		if used[i] {
			place[i] = len(citations)
			citations = append(citations, c)
		}
	}
	segments := make([]answer.Segment, len(a.Segments))
	for i, s := range a.Segments {
		segments[i].Text = s.Text
		for _, c := range s.Citations {
			segments[i].Citations = append(segments[i].Citations, place[c])
		}
	}
	a.Segments, a.Citations = segments, citations
	return a
}

// pieces cuts what is left of the text at the borders of the segments and of
// the marked units. White space between two units goes to the one before it.
func (p *plan) pieces() []piece {
	w := pieceWriter{plan: p}
	last := -1 // the unit left last
	for i := range p.units {
		if p.gone[i] {
			continue
		}
		w.space(p.between(last, i))
		w.unit(i)
		last = i
	}
	if last == len(p.units)-1 {
		w.space(p.text[p.units[last].end:])
	}
	return w.out
}

type pieceWriter struct {
	*plan
	out     []piece
	segment int
}

// unit writes the text of a unit, cut at the borders of segments.
func (w *pieceWriter) unit(i int) {
	marked := -1
	if w.marked[i] {
		marked = i
	}
	for at := w.units[i].start; at < w.units[i].end; {
		for w.starts[w.segment+1] <= at {
			w.segment++
		}
		end := min(w.starts[w.segment+1], w.units[i].end)
		w.add(piece{text: w.text[at:end], segment: w.segment, marked: marked, last: marked >= 0 && end == w.units[i].end})
		at = end
	}
}

// space writes white space behind what was written last; where there is
// nothing before it, before what comes.
func (w *pieceWriter) space(s string) {
	if s == "" {
		return
	}
	if len(w.out) == 0 {
		w.out = append(w.out, piece{text: s, segment: w.segment, marked: -1})
		return
	}
	w.out[len(w.out)-1].text += s
}

// add writes a piece, joined to the last one where they belong together.
func (w *pieceWriter) add(p piece) {
	if n := len(w.out); n > 0 {
		if last := &w.out[n-1]; last.segment == p.segment && last.marked == p.marked {
			last.text, last.last = last.text+p.text, p.last
			return
		}
	}
	w.out = append(w.out, p)
}

// between is the white space between two units that are left, which is taken
// from around what has gone between them: where a line ends on either side one
// ends here, and two blocks that were parted stay so.
func (p *plan) between(last, i int) string {
	switch {
	case last < 0:
		return p.text[:p.units[0].start]
	case last == i-1:
		return p.gap(i)
	}
	before, after := p.gap(last+1), p.gap(i)
	line := strings.LastIndexByte(after, '\n')
	if line < 0 {
		if before == "" {
			return after // nothing parted what has gone from what is before
		}
		return before
	}
	n := max(strings.Count(before, "\n"), strings.Count(after, "\n"))
	if n == 1 && p.units[i].shape == para && p.units[i].leads && strings.Contains(before, "\n") {
		n = 2
	}
	return strings.Repeat("\n", n) + after[line+1:]
}

// Text is the answer that is left, without markers.
func (c *Cut) Text() string { return c.Answer.Text() }
