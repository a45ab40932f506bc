package main

import (
	"fmt"
	"math"
	"strings"

	"vouchsafe/claim"
)

// figuresText renders what the cross-validation measured.
func figuresText(answers []*answer, all [][]scored, p points) string {
	var b strings.Builder
	bad := 0
	for _, a := range answers {
		if a.bad {
			bad++
		}
	}
	fmt.Fprintf(&b, "%d answers, %d with a marked span; %d folds by source; no score comes from a model that saw its source\n\n",
		len(answers), bad, folds)
	for _, claimsOnly := range []bool{false, true} {
		n, share, area := sentenceArea(all, claimsOnly)
		name := "all sentences"
		if claimsOnly {
			name = "claims"
		}
		fmt.Fprintf(&b, "%-14s %6d  unsupported %.3f  AUC %.3f\n", name, n, share, area)
	}
	fmt.Fprintf(&b, "%-14s %6d  unsupported %.3f  AUC %.3f by the greatest risk of a claim, %.3f with the rules\n",
		"answers", len(answers), float64(bad)/float64(len(answers)), answerArea(answers, all, false), answerArea(answers, all, true))
	b.WriteString("\nAn answer is rejected if one of its claims is: share of clean answers rejected, of hallucinated ones caught\n\n")
	b.WriteString("                      max_risk  clean  caught  precision\n")
	operating(&b, "rules alone", 1, math.Inf(1), answers, all)
	operating(&b, "lenient", lenientRisk, p.lenient, answers, all)
	operating(&b, "balanced", balancedRisk, p.balanced, answers, all)
	operating(&b, "strict", strictRisk, p.strict, answers, all)
	b.WriteString("\nThe same by a threshold on the risk at other shares of clean answers\n\n")
	for _, budget := range []float64{0.06, 0.07, 0.08, 0.10, 0.20, 0.25} {
		operating(&b, fmt.Sprintf("%.0f %% of clean", 100*budget), math.NaN(), threshold(answers, all, budget), answers, all)
	}
	b.WriteString("\n" + ruleFigures(answers))
	b.WriteString(inventedFigures(answers))
	return b.String()
}

func sentenceArea(all [][]scored, claimsOnly bool) (n int, share, area float64) {
	var score []float64
	var bad []bool
	for _, sentences := range all {
		for _, s := range sentences {
			if !claimsOnly || s.kind == claim.Claim {
				score, bad = append(score, float64(s.score)), append(bad, s.bad)
				if s.bad {
					share++
				}
			}
		}
	}
	return len(score), share / float64(len(score)), auc(score, bad)
}

func answerArea(answers []*answer, all [][]scored, rules bool) float64 {
	var score []float64
	var bad []bool
	for i, a := range answers {
		w := worst(all[i])
		if !rules {
			w = math.Inf(-1)
			for _, s := range all[i] {
				if s.kind == claim.Claim {
					w = max(w, float64(s.score))
				}
			}
		}
		score, bad = append(score, w), append(bad, a.bad)
	}
	return auc(score, bad)
}

func threshold(answers []*answer, all [][]scored, budget float64) float64 {
	low, high := -10.0, 10.0
	for range 40 {
		mid := (low + high) / 2
		if clean, _ := rejected(answers, all, mid); clean > budget {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// rejected returns the shares of clean and of hallucinated answers that the
// rules and a threshold reject.
func rejected(answers []*answer, all [][]scored, limit float64) (clean, caught float64) {
	var n, hit [2]float64
	for i, a := range answers {
		k := 0
		if a.bad {
			k = 1
		}
		n[k]++
		if w := worst(all[i]); w > limit || math.IsInf(w, 1) {
			hit[k]++
		}
	}
	return hit[0] / n[0], hit[1] / n[1]
}

func operating(b *strings.Builder, name string, risk, limit float64, answers []*answer, all [][]scored) {
	clean, caught := rejected(answers, all, limit)
	bad := 0.0
	for _, a := range answers {
		if a.bad {
			bad++
		}
	}
	good := float64(len(answers)) - bad
	at := "      "
	if !math.IsNaN(risk) {
		at = fmt.Sprintf("%6.2f", risk)
	}
	fmt.Fprintf(b, "%-22s  %s %6.1f%% %6.1f%%  %6.1f%%\n", name, at, 100*clean, 100*caught, 100*caught*bad/(caught*bad+clean*good))
}
