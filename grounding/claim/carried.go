package claim

import (
	"fmt"
	"slices"

	lexis "vouchsafe/grounding/text"
)

// area is a part of a source, in bytes, end exclusive.
type area struct {
	source     int
	start, end int
}

// areas returns the sentences of the evidence that the quotes touch; the whole
// sources where nothing is quoted. They are appended to out.
func areas(ev Evidence, out []area) []area {
	for _, q := range ev.Quotes {
		if q.Source < 0 || q.Source >= len(ev.Sources) {
			continue
		}
		src := ev.Sources[q.Source]
		at := src.byteAt(q.Start)
		start, end := src.sentencesAround(at, max(at, src.byteAt(q.End)))
		out = append(out, area{q.Source, start, end})
	}
	if len(out) == 0 {
		for i, src := range ev.Sources {
			out = append(out, area{i, 0, len(src.text)})
		}
	}
	return out
}

// numberFindings checks every number of the claim.
func (r *reading) numberFindings(ev Evidence, in []area) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		ends, count := bounds(&r.numbers[i])
		for k := range ends[:count] {
			if d := r.numberDetail(&ends[k], i, ev, in); d != "" {
				out = append(out, Finding{CodeNumber, d})
				break
			}
		}
	}
	return out
}

// bounds returns the two ends of a range as numbers of their own, or the number.
func bounds(n *lexis.Number) (ends [2]lexis.Number, count int) {
	ends[0] = *n
	if n.High == "" {
		return ends, 1
	}
	ends[1] = *n
	ends[0].High, ends[1].High, ends[1].Value, ends[1].Alt = "", "", n.High, ""
	return ends, 2
}

// numberDetail says what is wrong with number i of the claim, "" for nothing.
func (r *reading) numberDetail(n *lexis.Number, i int, ev Evidence, in []area) string {
	other := ""
	for _, a := range in {
		has, theirs := a.number(ev, n)
		if has {
			return ""
		}
		if theirs != "" {
			other = theirs
		}
	}
	if r.excused(*n, i, ev) || restated(*n, r.numbers[i].High == "", in, ev) || r.inOneWord(*n, in, ev) || inShare(*n, in, ev) || r.computed(n, ev, in) || r.ratedAlike(n, ev, in) {
		return ""
	}
	elsewhere := r.carriedAnywhere(n)
	switch {
	case elsewhere && other == "":
		return ""
	case elsewhere:
		return fmt.Sprintf("%q stands outside the quote, which has %q", n.Text, other)
	case other != "":
		return fmt.Sprintf("%q is not in the evidence, which has %q", n.Text, other)
	}
	return fmt.Sprintf("%q is not in the evidence", n.Text)
}

// rival reports whether a number of the evidence is of the kind of the claim's.
func rival(have, want *lexis.Number) bool {
	return have.Kind == want.Kind && (have.Unit == want.Unit || unitName(have.Unit) == unitName(want.Unit)) && (!have.Spelled || want.Spelled || want.Unit != "")
}

// carriedAnywhere reports whether a number of any source carries one of the
// claim.
func (r *reading) carriedAnywhere(n *lexis.Number) bool {
	return slices.ContainsFunc(r.sources, func(s *Source) bool { return s.carries(n) })
}

// carries reports whether a number of the source carries one of a claim.
func (s *Source) carries(want *lexis.Number) bool {
	for have := range s.numbers() {
		if carries(have, want) {
			return true
		}
	}
	return false
}
