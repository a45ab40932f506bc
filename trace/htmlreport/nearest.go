package htmlreport

import (
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// Bounds on looking for what comes nearest.
const (
	maxNearest   = 40   // claims for which all sources are searched
	leastNearest = 0.25 // of the claim's words: below it nothing is near
)

// Nearest finds, for claims without a citation that stands, the words of the
// sources that come nearest, so that people see what a claim departs from. prepare
// makes a source's text ready.
func Nearest(claims []report.Claim, sources []Source, prepare func(text string) *verify.Passage) (out []Place) {
	for i := range claims {
		if len(claims[i].Citations) > 0 || len(out) == maxNearest {
			continue
		}
		best, place := leastNearest, Place{Claim: i}
		for _, s := range sources {
			start, end, score, _ := claim.Locate(claims[i].Text, prepare(s.Text).Source())
			if score > best {
				best, place.Source, place.Start, place.End = score, s.ID, start, end
			}
		}
		if best > leastNearest {
			out = append(out, place)
		}
	}
	return out
}

// preparing makes texts ready, each once.
func preparing() func(string) *verify.Passage {
	made := map[string]*verify.Passage{}
	return func(text string) *verify.Passage {
		if made[text] == nil {
			made[text] = verify.NewPassage(text, nil)
		}
		return made[text]
	}
}
