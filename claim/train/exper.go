package main

import (
	"fmt"
	"math"
	"sort"

	"vouchsafe/claim"
)

// answer-level headroom experiment. Temporary.
func exper(answers []*answer, all [][]scored) {
	sg := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	var rows [][]float32
	var y []float64
	for i, a := range answers {
		var ps []float64
		words, novel, nclaims, finds, refus := 0.0, 0.0, 0.0, 0.0, 0.0
		sum := 0.0
		alln := 1.0
		for _, x := range all[i] {
			p := sg(float64(x.score))
			ps = append(ps, p)
			sum += p
			alln *= 1 - p
			words += float64(x.figures[0])
			novel += float64(x.figures[3])
			if x.kind == claim.Claim {
				nclaims++
			}
			if x.kind == claim.Refusal {
				refus++
			}
			if x.finding && x.kind == claim.Claim {
				finds++
			}
		}
		sort.Sort(sort.Reverse(sort.Float64Slice(ps)))
		for len(ps) < 4 {
			ps = append(ps, 0)
		}
		last := 0.0
		if n := len(all[i]); n > 0 {
			last = sg(float64(all[i][n-1].score))
		}
		rows = append(rows, []float32{float32(ps[0]), float32(ps[1]), float32(ps[2]), float32(ps[3]), float32(sum), float32(alln), float32(words), float32(novel), float32(nclaims), float32(finds), float32(refus), float32(last), float32(len(a.Question)), float32(len(a.Response))})
		v := 0.0
		if a.bad {
			v = 1
		}
		y = append(y, v)
	}
	sc := make([]float64, len(answers))
	bad := make([]bool, len(answers))
	for f := range folds {
		var tr [][]float32
		var ty []float64
		for i, a := range answers {
			if a.fold != f {
				tr = append(tr, rows[i])
				ty = append(ty, y[i])
			}
		}
		o := boosting{trees: 120, depth: 3, rate: 0.05, lambda: 10, minWeight: 8, rows: 0.7, cols: 0.5, rising: make([]int8, 14)}
		m := o.fit(tr, ty, 3)
		for i, a := range answers {
			if a.fold == f {
				sc[i] = float64(m.Score(rows[i]))
			}
			bad[i] = a.bad
		}
	}
	fmt.Printf("ANSWER-LEVEL auc %.4f", auc(sc, bad))
	for _, fp := range []float64{0.03, 0.05, 0.1, 0.15} {
		fmt.Printf(" %.2f:%.3f", fp, tprAt(sc, bad, fp))
	}
	for i := range sc {
		if rows[i][9] > 0 {
			sc[i] = 99
		}
	}
	fmt.Printf("  with rules:")
	for _, fp := range []float64{0.03, 0.05, 0.1, 0.15} {
		fmt.Printf(" %.2f:%.3f", fp, tprAt(sc, bad, fp))
	}
	fmt.Println()
}
