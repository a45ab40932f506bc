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

// numberFindings tells the numbers of the claim that stand nowhere in the cited
// sources, their metadata or the question.
func (r *reading) numberFindings(ev Evidence) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		ends, count := bounds(&r.numbers[i])
		for k := range ends[:count] {
			if !r.carriedAnywhere(&ends[k]) && !r.excused(ends[k], i, ev) && !restated(ends[k], ev) && !r.inOneWord(ends[k], r.areas, ev) {
				out = append(out, Finding{CodeNumber, r.missingNumber(&ends[k])})
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

// missingNumber says that a number is missing, beside one that the evidence has
// in its place.
func (r *reading) missingNumber(n *lexis.Number) string {
	for _, a := range r.areas {
		for have := range r.sources[a.source].numbersIn(a.start, a.end) {
			if rival(have, n) {
				return fmt.Sprintf("%q is not in the evidence, which has %q", n.Text, have.Text)
			}
		}
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
