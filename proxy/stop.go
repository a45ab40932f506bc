package proxy

import (
	"strings"

	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/verify"
)

// stopIn finds the first of the client's stop sequences in a text: its place
// in bytes.
func (x *exchange) stopIn(text string) (at int, found bool) {
	at = len(text)
	for _, stop := range x.chat.Stop {
		if i := strings.Index(text, stop); stop != "" && i >= 0 {
			at, found = min(at, i), true
		}
	}
	return at, found
}

// endBefore ends an answer with the last sentence that is whole before a place
// in its rendered text, so that no figure is cut and no condition lost. False
// where every sentence is whole: then only a sign or a marker has to go.
func (x *exchange) endBefore(c *choice, res *render.Result, at int) bool {
	end := runes(res.Content[:at])
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
	x.recheck(c, &cut)
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
	return runes(res.Content)
}
