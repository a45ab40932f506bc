package repair

import (
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// cut puts together what is left.
func (p *plan) cut() Cut {
	a := assembly{plan: p, cited: p.cited(), quoted: p.quotedBefore()}
	for i := range p.result.Citations {
		a.cut.Answer.Citations = append(a.cut.Answer.Citations, p.result.Citations[i].Citation)
	}
	a.write()
	out := a.cut
	for i := range p.result.Claims {
		if c := &p.result.Claims[i]; c.Confidence != "" {
			out.Answer.Claims = append(out.Answer.Claims, answer.DeclaredClaim{Text: c.Text, Confidence: c.Confidence})
		}
	}
	out.Answer = onlyCited(out.Answer)
	out.Answer.Mode, out.Answer.Unanswered = p.result.Mode, p.result.Unanswered
	out.Gone = p.findings()
	for _, f := range p.result.Findings {
		if f.Claim < 0 && f.Citation < 0 && (f.Code == report.MarkerOrder || f.Code == report.BudgetExhausted || f.Code == report.MissingField) {
			out.Answer.Problems = append(out.Answer.Problems, answer.Problem{Code: string(f.Code), Citation: -1, Detail: f.Detail})
		}
	}
	return out
}

// assembly writes an answer that is left, unit by unit.
type assembly struct {
	*plan
	cut     Cut
	cited   []bool // by segment: it may keep its citations
	segment int
	owner   []int // of each segment written: the marked unit, -1 for none, -2 for a quotation
	from    []int // of each segment written: the segment that it is of
	quoted  map[place3]bool
	block   int // the block of the quotation written last, -1 where something else came since
}

// place3 is a place in the evidence.
type place3 struct{ chunk, start, end int }

const (
	unowned    = -1
	aQuotation = -2
)

// quotedBefore are the source sentences that stand in the answer already.
func (p *plan) quotedBefore() map[place3]bool {
	out := map[place3]bool{}
	for i := range p.result.Segments {
		s := &p.result.Segments[i]
		if !s.Quotation {
			continue
		}
		for _, c := range s.Citations {
			at := &p.result.Citations[c].Sentence
			out[place3{at.Chunk, at.Start, at.End}] = true
		}
	}
	return out
}

// write writes what is left. White space between two units goes to the one
// before it.
func (a *assembly) write() {
	a.block = -1
	last := -1 // the unit left last
	for i := range a.units {
		quotations := a.fresh(i)
		if a.gone[i] && len(quotations) == 0 {
			a.cut.Dropped = a.cut.Dropped || a.lost(i)
			continue
		}
		a.space(a.between(last, i))
		if last = i; a.gone[i] {
			a.quotations(i, quotations)
			continue
		}
		a.unit(i)
	}
	if last >= 0 && last == len(a.units)-1 {
		a.space(a.text[a.units[last].end:])
	}
}

// fresh returns the quotations for a unit that has gone, without those that
// stand in the answer already.
func (a *assembly) fresh(i int) (out []quotation) {
	if !a.gone[i] || !a.options.Quote {
		return nil
	}
	for _, q := range a.quotes.of(i) {
		if at := (place3{q.source.Chunk, q.source.Start, q.source.End}); !a.quoted[at] {
			a.quoted[at] = true
			out = append(out, q)
		}
	}
	return out
}

// quotations writes the quotations that stand in the place of a unit, each a
// segment of its own. The mark of a list's item stays.
func (a *assembly) quotations(i int, list []quotation) {
	u := &a.units[i]
	if n := mark(a.body(i)); n > 0 && u.opens {
		a.add(a.body(i)[:n], a.segmentAt(u.start), unowned, false)
	}
	for k, q := range list {
		text := q.text
		if a.block != u.block {
			text = a.quotes.introduced(text)
		}
		if k+1 < len(list) {
			text += " "
		}
		a.block = u.block
		a.cut.Quoted++
		a.cut.Answer.Segments = append(a.cut.Answer.Segments, answer.Segment{Text: text, Citations: []int{a.citation(q)}, Quotation: true})
		a.note(aQuotation, a.segmentAt(u.start), false)
	}
}

// citation returns the citation that leads to a quotation: the model's own, or
// one that quotes where the model cited without quoting.
func (a *assembly) citation(q quotation) int {
	own := &a.result.Citations[q.citation]
	if own.Quoted {
		return q.citation
	}
	all := &a.cut.Answer.Citations
	*all = append(*all, answer.Citation{
		ChunkID: a.options.Evidence.Set.Handle(q.source.Chunk), Marker: own.Marker, Snippet: beginning(q.source.Text), Quoted: true,
	})
	return len(*all) - 1
}

// beginning is as much of a source sentence as finds it.
func beginning(text string) string {
	const enough = 120 // code points
	if cut := byteAt(text, enough); cut < len(text) {
		if space := strings.LastIndexAny(text[:cut], " \n"); space > 0 {
			return text[:space]
		}
		return text[:cut]
	}
	return text
}

// unit writes the text of a unit, cut at the borders of segments.
func (a *assembly) unit(i int) {
	owner := unowned
	if a.marked[i] {
		owner = i
	}
	a.block = -1
	for at := a.units[i].start; at < a.units[i].end; {
		segment := a.segmentAt(at)
		end := min(a.starts[segment+1], a.units[i].end)
		a.add(a.text[at:end], segment, owner, owner >= 0 && end == a.units[i].end)
		at = end
	}
}

// segmentAt is the segment that holds an offset; offsets only rise.
func (a *assembly) segmentAt(at int) int {
	for a.starts[a.segment+1] <= at {
		a.segment++
	}
	return a.segment
}

// space writes white space behind what was written last; where there is
// nothing before it, before what comes.
func (a *assembly) space(s string) {
	if n := len(a.cut.Answer.Segments); n > 0 {
		a.cut.Answer.Segments[n-1].Text += s
	} else if s != "" {
		a.add(s, a.segment, unowned, false)
	}
}

// add writes a stretch of a segment, joined to the last one where they belong
// together.
func (a *assembly) add(text string, segment, owner int, last bool) {
	n := len(a.cut.Answer.Segments)
	if n > 0 && a.from[n-1] == segment && a.owner[n-1] == owner {
		a.cut.Answer.Segments[n-1].Text += text
		a.cut.Last[n-1] = last
		return
	}
	seg := answer.Segment{Text: text, Quotation: a.result.Segments[segment].Quotation}
	if owner == unowned && a.cited[segment] {
		seg.Citations = a.result.Segments[segment].Attached
	}
	a.cut.Answer.Segments = append(a.cut.Answer.Segments, seg)
	a.note(owner, segment, last)
}

// note keeps whose the segment written last is.
func (a *assembly) note(owner, segment int, last bool) {
	a.owner, a.from = append(a.owner, owner), append(a.from, segment)
	a.cut.Marked, a.cut.Last = append(a.cut.Marked, owner >= 0), append(a.cut.Last, last)
}

// cited tells of each segment whether what is left of it may keep its
// citations: whether a claim of it is left, or it never had one and is whole.
func (p *plan) cited() []bool {
	out := make([]bool, len(p.result.Segments))
	claims := make([]bool, len(out))
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		if c.Segment < 0 {
			continue
		}
		at := p.unitOf(c)
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
		segments[i] = answer.Segment{Text: s.Text, Quotation: s.Quotation}
		for _, c := range s.Citations {
			segments[i].Citations = append(segments[i].Citations, place[c])
		}
	}
	a.Segments, a.Citations = segments, citations
	return a
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
	if n == 1 && p.units[i].shape == paragraph && p.units[i].opens && strings.Contains(before, "\n") {
		n = 2
	}
	return strings.Repeat("\n", n) + after[line+1:]
}
