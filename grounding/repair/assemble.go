package repair

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// cut assembles the answer that is left.
func (p *plan) cut() Cut {
	a := assembly{plan: p, cited: p.cited(), said: newSayings(), block: -1}
	for i := range p.result.Citations {
		a.answer.Citations = append(a.answer.Citations, p.result.Citations[i].Citation)
	}
	a.write()
	for _, w := range a.written {
		a.answer.Segments = append(a.answer.Segments, w.Segment)
		a.cut.Marked, a.cut.Last = append(a.cut.Marked, w.owner >= 0), append(a.cut.Last, w.last)
	}
	out := a.answer.Between(0, len(a.answer.Segments))
	for i := range p.result.Claims {
		if c := &p.result.Claims[i]; c.Confidence != "" {
			out.Claims = append(out.Claims, answer.DeclaredClaim{Text: c.Text, Confidence: c.Confidence})
		}
	}
	out.Mode, out.Unanswered = p.result.Mode, p.result.Unanswered
	for _, f := range p.result.Findings {
		told := f.Code == report.MarkerOrder || f.Code == report.BudgetExhausted || f.Code == report.MissingField
		if told && f.Claim < 0 && f.Citation < 0 {
			out.Problems = append(out.Problems, answer.Problem{Code: string(f.Code), Citation: -1, Detail: f.Detail})
		}
	}
	a.cut.Answer, a.cut.Gone = out, p.findings()
	return a.cut
}

// assembly writes the answer that is left, unit by unit.
type assembly struct {
	plan    *plan
	cut     Cut
	answer  answer.Answer
	written []written
	cited   []bool // by segment: it may keep its citations
	segment int
	said    *sayings // what the quotations written so far say
	block   int      // the block of the quotation written last, -1 where something else came since
}

// written is a segment of the answer that is left.
type written struct {
	answer.Segment
	from  int  // the segment that it is of
	owner int  // the marked unit, unowned for none
	last  bool // it ends that unit
}

const (
	unowned    = -1
	aQuotation = -2
)

// saidAlready adds the answer's quotations, and those of its sentences that their sources
// carry. A sentence of which a clause or a citation fails says nothing: it goes.
func (p *plan) saidAlready(said *sayings) {
	for i := range p.result.Segments {
		if s := &p.result.Segments[i]; s.Quotation {
			said.add(s.Text)
		}
	}
	worst := p.worst()
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		if at := p.unitOf(c); p.options.Quote && at < len(p.doc.units) && c.Outcome == report.Carried && p.stands(at) {
			if _, condemned := worst.segment(&p.result.Segments[c.Segment], p.result); !condemned {
				said.add(c.Text)
			}
		}
	}
}

// stands reports whether all claims of a unit may stay as they are.
func (p *plan) stands(unit int) bool {
	return !slices.ContainsFunc(p.claims[unit], func(i int) bool { return p.fails(&p.result.Claims[i]) })
}

// write writes the units that are left. White space between two units belongs to
// the first of them.
func (a *assembly) write() {
	last := -1 // the unit left last
	for i := range a.plan.doc.units {
		quotations := a.fresh(i)
		if a.plan.doc.gone[i] && len(quotations) == 0 {
			a.cut.Dropped = a.cut.Dropped || a.plan.doc.lost(i)
			continue
		}
		a.space(a.plan.between(last, i))
		if last = i; a.plan.doc.gone[i] {
			a.quotations(i, quotations)
		} else {
			a.unit(i)
		}
	}
	if last >= 0 && last == len(a.plan.doc.units)-1 {
		a.space(a.plan.doc.text[a.plan.doc.units[last].end:])
	}
}

// fresh returns the quotations for a dropped unit, without those whose words another
// has already.
func (a *assembly) fresh(i int) (out []quotation) {
	if !a.plan.doc.gone[i] || !a.plan.options.Quote {
		return nil
	}
	for _, q := range a.plan.quotes.of(i) {
		if !a.said.have(q.text) {
			a.said.add(q.text)
			out = append(out, q)
		}
	}
	return out
}

// quotations writes the quotations that replace a unit, each as a segment of its
// own. The mark of a list item or a block quotation stays, and a row stays one.
func (a *assembly) quotations(i int, list []quotation) {
	u := &a.plan.doc.units[i]
	sign := func(text string) {
		a.written = append(a.written, written{answer.Segment{Text: text}, a.segmentAt(u.start), aQuotation, false})
	}
	n, cell := mark(a.plan.doc.body(i)), u.shape == row && !a.plan.doc.gone[a.plan.doc.groups[u.group].from] // below its head
	switch {
	case cell:
		sign("| ")
	case u.opens && u.shape == citation:
		sign("> ")
	case u.opens && n > 0:
		sign(a.plan.doc.body(i)[:n])
	}
	for k, q := range list {
		text := q.text
		if cell {
			text = strings.ReplaceAll(text, "|", `\|`)
		}
		if a.block != u.block {
			text = q.texts.introduced(text)
		}
		if k+1 < len(list) {
			text += " "
		}
		a.block = u.block
		a.cut.Quoted++
		segment := answer.Segment{Text: text, Citations: []int{a.citation(q)}, Quotation: true}
		a.written = append(a.written, written{segment, a.segmentAt(u.start), aQuotation, false})
	}
	if cell {
		sign(" |")
	}
}

// citation returns the citation of a quotation: the model's own, or a new one with
// a quote if the model cited without a quote.
func (a *assembly) citation(q quotation) int {
	all := &a.answer.Citations
	own := q.citing(a.plan.options.Evidence)
	if q.citation != unled {
		if (*all)[q.citation].Quoted {
			return q.citation
		}
		own.Marker = (*all)[q.citation].Marker
	}
	*all = append(*all, own)
	return len(*all) - 1
}

// citing is the citation of a quotation that the model did not quote.
func (q *quotation) citing(ev verify.Evidence) answer.Citation {
	return answer.Citation{ChunkID: ev.Set.Handle(q.source.Chunk), Snippet: beginning(q.source.Text), Quoted: true}
}

// beginning returns enough of a source sentence to find the sentence.
func beginning(sentence string) string {
	const enough = 120 // code points
	cut := text.ByteOf(sentence, enough)
	if space := strings.LastIndexAny(sentence[:cut], " \n"); cut < len(sentence) && space > cut/2 {
		cut = space
	}
	return sentence[:cut]
}

// unit writes the text of a unit, cut at the borders of segments.
func (a *assembly) unit(i int) {
	owner := unowned
	if a.plan.marked[i] {
		owner = i
	}
	a.block = -1
	for at := a.plan.doc.units[i].start; at < a.plan.doc.units[i].end; {
		segment := a.segmentAt(at)
		end := min(a.plan.starts[segment+1], a.plan.doc.units[i].end)
		a.add(a.plan.doc.text[at:end], segment, owner, owner >= 0 && end == a.plan.doc.units[i].end)
		at = end
	}
}

// segmentAt is the segment that holds an offset; offsets only rise.
func (a *assembly) segmentAt(at int) int {
	for a.plan.starts[a.segment+1] <= at {
		a.segment++
	}
	return a.segment
}

// space writes white space behind the last text, or before the next one if nothing
// is written yet.
func (a *assembly) space(s string) {
	if n := len(a.written); n > 0 {
		a.written[n-1].Text += s
	} else if s != "" {
		a.add(s, a.segment, unowned, false)
	}
}

// add writes a stretch of a segment, and joins it to the last one if they belong
// together.
func (a *assembly) add(text string, segment, owner int, last bool) {
	if n := len(a.written); n > 0 && a.written[n-1].from == segment && a.written[n-1].owner == owner {
		a.written[n-1].Text += text
		a.written[n-1].last = last
		return
	}
	was := &a.plan.result.Segments[segment]
	seg := answer.Segment{Text: text, Quotation: was.Quotation, Frame: was.Frame}
	if whole := strings.TrimSpace(was.Text); whole != "" && strings.TrimSpace(text) == whole {
		seg.Signs, seg.Names = was.Signs, was.Names
		seg.Move(strings.Index(text, whole) - strings.Index(was.Text, whole))
	}
	if owner == unowned && a.cited[segment] {
		seg.Citations = a.plan.result.Segments[segment].Attached
	}
	a.written = append(a.written, written{seg, segment, owner, last})
}

// cited reports for each segment whether its rest may keep its citations: a claim
// of it is left, or it never had a claim and is whole.
func (p *plan) cited() []bool {
	out, claims := make([]bool, len(p.result.Segments)), make([]bool, len(p.result.Segments))
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		claims[c.Segment] = true
		out[c.Segment] = out[c.Segment] || p.isLeft(c)
	}
	for i := range out {
		out[i] = out[i] || !claims[i]
	}
	return out
}

// between returns the white space between the unit last written and unit i. Where
// units between them were dropped, it has the line breaks of the side that has more.
func (p *plan) between(last, i int) string {
	switch {
	case last < 0:
		return p.doc.text[:p.doc.units[0].start]
	case last == i-1:
		return p.doc.gap(i)
	}
	before, after := p.doc.gap(last+1), p.doc.gap(i)
	line := strings.LastIndexByte(after, '\n')
	if line < 0 {
		if before == "" {
			return after // nothing parted what has gone from what is before
		}
		return before
	}
	n := max(strings.Count(before, "\n"), strings.Count(after, "\n"))
	if n == 1 && p.doc.units[i].shape == paragraph && p.doc.units[i].opens && strings.Contains(before, "\n") {
		n = 2
	}
	return strings.Repeat("\n", n) + after[line+1:]
}
