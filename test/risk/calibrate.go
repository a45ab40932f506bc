package main

import (
	"math"
	"slices"

	"vouchsafe/grounding/claim"
)

// Risks at which policies set max_risk, and the share of clean answers that
// the whole rule set may reject there.
const (
	lenientRisk, lenientBudget   = 0.95, 0.05
	balancedRisk, balancedBudget = 0.8, 0.0635
	strictRisk, strictBudget     = 0.5, 0.15
	doubtRisk                    = 0.6 // from which on a claim that is alien to its evidence is rejected
)

// strictLevel is what the policy strict takes for claims; the other ones leave
// out courtesies and remarks on the sources.
const strictLevel = claim.All

// points are the scores of the operating points.
type points struct{ lenient, balanced, doubt, strict float64 }

// worst returns the greatest score of what is a claim of an answer at a level,
// +Inf if the rules alone reject one of them, or it is alien and scores as much
// as doubt: above it no threshold matters.
func worst(sentences []scored, level claim.Level, doubt float64) float64 {
	score := math.Inf(-1)
	for _, s := range sentences {
		if !(claim.Sentence{Kind: s.kind}).IsClaim(level) {
			continue
		}
		if s.finding || s.alien && float64(s.score) >= doubt {
			return math.Inf(1)
		}
		score = max(score, float64(s.score))
	}
	return score
}

// calibrate finds, on scores of held-out answers, the thresholds that use up
// the budgets of clean answers.
func calibrate(answers []*answer, all [][]scored) points {
	at := func(budget float64, level claim.Level, doubt float64) float64 {
		var clean []float64
		for i, a := range answers {
			if !a.bad {
				clean = append(clean, worst(all[i], level, doubt))
			}
		}
		slices.Sort(clean)
		k := len(clean) - 1 - int(budget*float64(len(clean)))
		for k > 0 && math.IsInf(clean[k], 1) {
			k--
		}
		return math.Ceil(clean[k]*1e3) / 1e3
	}
	never := math.Inf(1)
	p := points{strict: at(strictBudget, strictLevel, never)} // it lies below the doubt
	share := (doubtRisk - strictRisk) / (balancedRisk - strictRisk)
	p.doubt = math.Round(1e3*(p.strict+share*(at(balancedBudget, claim.Factual, never)-p.strict))) / 1e3
	p.lenient, p.balanced = at(lenientBudget, claim.Factual, p.doubt), at(balancedBudget, claim.Factual, p.doubt)
	return p
}

// calibration maps scores to risks: in proportion to the estimated probability
// up to the strict point, then straight from point to point.
func (p points) calibration() [][2]float64 {
	var c [][2]float64
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for x := p.strict - 5; x < p.strict-0.25; x += 0.5 {
		c = append(c, [2]float64{math.Round(x*1e3) / 1e3, math.Round(1e4*strictRisk*sigmoid(x)/sigmoid(p.strict)) / 1e4})
	}
	return append(c, [2]float64{p.strict, strictRisk}, [2]float64{p.doubt, doubtRisk}, [2]float64{p.balanced, balancedRisk},
		[2]float64{max(p.lenient, p.balanced+0.1), lenientRisk}, [2]float64{max(p.lenient, p.balanced+0.1) + 1.5, 1})
}
