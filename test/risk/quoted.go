package main

import (
	"fmt"

	"vouchsafe/grounding/claim"
)

// quotedFigures quotes for every claim that no rule objects to the place that
// says most of it, and tells how many are then held to be altered: of clean
// answers all of these are wrong.
func quotedFigures(answers []*answer) string {
	var tried, found [2]int
	for _, a := range answers {
		for _, s := range a.sentences {
			if s.kind != claim.Claim || s.finding || a.bad && !s.bad {
				continue
			}
			quote, ok := nearest(s.text, a.evidence.Sources)
			if !ok {
				continue
			}
			ev := a.evidence
			ev.Quotes = []claim.Quote{quote}
			tried[index(a.bad)]++
			found[index(a.bad)] += index(len(claim.Judge(s.text, ev, rulesOnly).Findings) > 0)
		}
	}
	return fmt.Sprintf("quoted: %d claims of clean answers with their nearest sentences quoted, %.1f%% held to be altered; %d marked ones, %.1f%%\n",
		tried[0], 100*float64(found[0])/float64(max(1, tried[0])), tried[1], 100*float64(found[1])/float64(max(1, tried[1])))
}

// nearest returns the place of the sources that says most of a claim, if it
// says enough of it for anyone to quote it.
func nearest(text string, sources []*claim.Source) (quote claim.Quote, ok bool) {
	const least = 0.6
	best := least
	for i, src := range sources {
		if start, end, score, found := claim.Locate(text, src); found && score >= best {
			best, quote, ok = score, claim.Quote{Source: i, Start: start, End: end}, true
		}
	}
	return quote, ok
}
