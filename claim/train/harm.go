package main

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"vouchsafe/claim"
)

// tally counts how often a stem stood in good and in bad company.
type tally struct{ bad, all float64 }

// harms counts, over some answers, added words that were marked as invented,
// and known or hollow words of sentences that were.
type harms struct{ taint, tone map[string]tally }

func countHarms(answers []*answer) harms {
	h := harms{map[string]tally{}, map[string]tally{}}
	for _, a := range answers {
		for _, s := range a.sentences {
			h.add(&s)
		}
	}
	return h
}

func (h harms) add(s *sentence) {
	seen := map[string]bool{}
	for i, w := range s.words {
		into, bad := h.tone, s.bad
		if w.Novel {
			into, bad = h.taint, s.marked[i]
		}
		if seen[w.Stem] {
			continue
		}
		seen[w.Stem] = true
		t := into[w.Stem]
		t.all++
		if bad {
			t.bad++
		}
		into[w.Stem] = t
	}
}

// table renders the counts as claim.NewHarm reads them: log odds against the
// mean, shrunk towards it, in hundredths; stems seen fewer than least times
// are left out.
func (h harms) table(shrink, least float64) string {
	taint, tone := logOdds(h.taint, shrink, least), logOdds(h.tone, shrink*4, least*4)
	stems := map[string]bool{}
	for s := range taint {
		stems[s] = true
	}
	for s := range tone {
		stems[s] = true
	}
	sorted := make([]string, 0, len(stems))
	for s := range stems {
		sorted = append(sorted, s)
	}
	sort.Strings(sorted)
	var b strings.Builder
	for _, s := range sorted {
		if taint[s] != 0 || tone[s] != 0 {
			fmt.Fprintf(&b, "%s %d %d\n", s, taint[s], tone[s])
		}
	}
	return b.String()
}

func logOdds(counts map[string]tally, shrink, least float64) map[string]int {
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
