package main

import (
	"fmt"
	"math"
	"strings"

	"vouchsafe/grounding/claim"
)

// measured is what the cross-validation gave: the scores run parallel to the
// answers and their sentences.
type measured struct {
	answers []*answer
	scores  [][]scored
	level   claim.Level // what is a claim
	doubt   float64     // score from which on an alien claim is rejected
}

// figures renders what the cross-validation measured.
func (m measured) figures(p points) string {
	answers := m.answers
	var b strings.Builder
	bad := 0
	for _, a := range answers {
		if a.bad {
			bad++
		}
	}
	fmt.Fprintf(&b, "%d answers, %d with a marked span; %d folds by source; no score comes from a model that saw its source\n\n",
		len(answers), bad, folds)
	b.WriteString("An answer is rejected if one of its claims is: share of clean answers rejected, of hallucinated ones caught\n\n")
	b.WriteString("                      max_risk  clean  caught  precision\n")
	strict := measured{answers, m.scores, strictLevel, m.doubt}
	b.WriteString(measured{answers, m.scores, claim.Factual, math.Inf(1)}.row("rules alone", 1, math.Inf(1)))
	b.WriteString(m.row("lenient", lenientRisk, p.lenient))
	b.WriteString(m.row("balanced", balancedRisk, p.balanced))
	b.WriteString(strict.row("strict", strictRisk, p.strict))
	b.WriteString("\nThe same with each fold's threshold set on the other folds\n\n")
	b.WriteString(m.nestedRow("balanced", balancedBudget))
	b.WriteString(strict.nestedRow("strict", strictBudget))
	return b.String()
}

func (m measured) threshold(budget float64) float64 {
	low, high := -10.0, 10.0
	for range 40 {
		mid := (low + high) / 2
		if clean, _ := m.shares(mid); clean > budget {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// shares returns the shares of clean and of hallucinated answers that the
// rules and a threshold reject.
func (m measured) shares(limit float64) (clean, caught float64) {
	var n, hit [2]float64
	for i, a := range m.answers {
		k := index(a.bad)
		n[k]++
		if w := worst(m.scores[i], m.level, m.doubt); w > limit || math.IsInf(w, 1) {
			hit[k]++
		}
	}
	return hit[0] / n[0], hit[1] / n[1]
}

// nestedRow renders what a budget of clean answers gives where the answers that a
// threshold is set on are not those that it is measured on.
func (m measured) nestedRow(name string, budget float64) string {
	var clean, caught, good, bad float64
	for f := range folds {
		in, out := measured{level: m.level, doubt: m.doubt}, measured{level: m.level, doubt: m.doubt}
		for i, a := range m.answers {
			into := &in
			if a.fold == f {
				into = &out
			}
			into.answers, into.scores = append(into.answers, a), append(into.scores, m.scores[i])
		}
		c, h := out.shares(in.threshold(budget))
		g, b := out.sizes()
		clean, caught, good, bad = clean+c*g, caught+h*b, good+g, bad+b
	}
	return fmt.Sprintf("%-22s         %6.1f%% %6.1f%%  %6.1f%%\n", name, 100*clean/good, 100*caught/bad, 100*caught/(caught+clean))
}

// sizes counts the clean and the hallucinated answers.
func (m measured) sizes() (good, bad float64) {
	for _, a := range m.answers {
		if a.bad {
			bad++
		} else {
			good++
		}
	}
	return good, bad
}

// row renders one operating point.
func (m measured) row(name string, risk, limit float64) string {
	clean, caught := m.shares(limit)
	good, bad := m.sizes()
	return fmt.Sprintf("%-22s  %6.2f %6.1f%% %6.1f%%  %6.1f%%\n", name, risk, 100*clean, 100*caught, 100*caught*bad/(caught*bad+clean*good))
}

func index(bad bool) int {
	if bad {
		return 1
	}
	return 0
}
