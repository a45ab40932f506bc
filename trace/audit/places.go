package audit

import (
	"unicode/utf8"

	"vouchsafe/grounding/verify"
)

// Places returns where each claim stands in the answer's text as it was read,
// in code points. Claims come in the order of the text, so each stretch
// between two of them is counted once.
func Places(r *verify.Result) map[int]verify.Place {
	out := make(map[int]verify.Place, len(r.Claims))
	points, segment, at := 0, 0, 0 // code points before byte at of a segment
	to := func(s, b int) int {
		for ; segment < s; segment, at = segment+1, 0 {
			points += utf8.RuneCountInString(r.Segments[segment].Text[at:])
		}
		points += utf8.RuneCountInString(r.Segments[segment].Text[at:b])
		at = b
		return points
	}
	for i := range r.Claims {
		c := &r.Claims[i]
		if c.Segment < segment || c.Segment == segment && c.Start < at {
			continue // of an answer in the app's own form, or out of order
		}
		out[i] = verify.Place{Start: to(c.Segment, c.Start), End: to(c.Segment, c.End)}
	}
	return out
}
