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

// harms counts, over some answers, added words that were marked as invented,
// and known or hollow words of sentences that were.
type harms struct{ taint, tone, opening tallies }

func countHarms(answers []*answer) harms {
	h := harms{tallies{}, tallies{}, tallies{}}
	for _, a := range answers {
		for _, s := range a.sentences {
			h.add(&s)
		}
	}
	return h
}

func (h harms) add(s *sentence) {
	seen := map[string]bool{}
	for i := 0; i < len(s.words) && i < 2; i++ {
		h.opening.count(s.words[i].Stem, s.bad)
	}
	for i, w := range s.words {
		into, bad := h.tone, s.bad
		if w.Novel {
			into, bad = h.taint, s.marked[i]
		}
		if seen[w.Stem] {
			continue
		}
		seen[w.Stem] = true
		into.count(w.Stem, bad)
	}
}

// table renders the counts as claim.NewHarm reads them: log odds against the
// mean, shrunk towards it, in hundredths; stems seen fewer than least times
// are left out.
func (h harms) table(shrink, least float64) string {
	columns := [...]map[string]int{
		logOdds(h.taint, shrink, least), logOdds(h.tone, shrink*4, least*4), logOdds(h.opening, shrink*4, least*4),
	}
	stems := map[string]bool{}
	for _, c := range columns {
		for s, v := range c {
			if v != 0 {
				stems[s] = true
			}
		}
	}
	var b strings.Builder
	for _, s := range slices.Sorted(maps.Keys(stems)) {
		fmt.Fprintf(&b, "%s %d %d %d\n", s, columns[0][s], columns[1][s], columns[2][s])
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
func newHarm(answers []*answer) *claim.Harm {
	return claim.NewHarm(countHarms(answers).table(harmShrink, harmLeast))
}

const (
	harmShrink = 4
	harmLeast  = 3
)
