package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
)

// tally counts how often a stem stood in good and in bad company.
type tally struct{ bad, all float64 }

// tallies counts by stem.
type tallies map[string]tally

func (c tallies) count(stem string, bad bool) {
	t := c[stem]
	t.all++
	if bad {
		t.bad++
	}
	c[stem] = t
}

// countHarms counts, over some answers, the added words, and those of them that
// were marked as invented.
func countHarms(answers []*answer) tallies {
	taint := tallies{}
	for _, a := range answers {
		for _, s := range a.sentences {
			seen := map[string]bool{}
			for i, w := range s.words {
				if w.Novel && !seen[w.Stem] {
					seen[w.Stem] = true
					taint.count(w.Stem, s.marked[i])
				}
			}
		}
	}
	return taint
}

// table renders the counts as claim.NewHarm reads them: log odds against the
// mean, shrunk towards it, in hundredths; stems seen fewer than least times
// are left out.
func (c tallies) table(shrink, least float64) string {
	odds := logOdds(c, shrink, least)
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(odds)) {
		if odds[s] != 0 {
			fmt.Fprintf(&b, "%s %d\n", s, odds[s])
		}
	}
	return b.String()
}

func logOdds(counts tallies, shrink, least float64) map[string]int {
	var sum tally
	for _, t := range counts {
		sum.bad += t.bad
		sum.all += t.all
	}
	mean := sum.bad / sum.all
	out := map[string]int{}
	for s, t := range counts {
		if t.all < least {
			continue
		}
		p := (t.bad + shrink*mean) / (t.all + shrink)
		out[s] = int(math.Round(100 * (math.Log(p/(1-p)) - math.Log(mean/(1-mean)))))
	}
	return out
}

// newHarm counts over the answers and makes the table usable.
func newHarm(answers []*answer) claim.Harm {
	return claim.NewHarm(countHarms(answers).table(harmShrink, harmLeast))
}

const (
	harmShrink = 4
	harmLeast  = 3
)
