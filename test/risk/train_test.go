package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Trees must learn what no line can: two figures of unlike sign.
func TestBoostingLearnsAnInteraction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float32
	var y []float64
	var bad []bool
	for range 2000 {
		r := []float32{float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64())}
		unlike := r[0]*r[1] < 0
		rows, bad = append(rows, r), append(bad, unlike)
		y = append(y, float64(index(unlike)))
	}
	weight := slices.Repeat([]float64{1}, len(y))
	o := boosting{trees: 60, rate: 0.2, lambda: 1, minWeight: 1, rows: 0.8, cols: 1}
	m := o.fit(rows, y, weight, 1)
	right := 0
	for i, r := range rows {
		right += index(m.Score(r) > 0 == bad[i])
	}
	if right < len(rows)*9/10 {
		t.Errorf("%d of %d are told", right, len(rows))
	}
	if diff := cmp.Diff(m, o.fit(rows, y, weight, 1)); diff != "" {
		t.Errorf("a second fit differs: %s", diff)
	}
}

func TestCalibrationRises(t *testing.T) {
	c := points{lenient: 0.9, balanced: 0.5, doubt: 0, strict: -0.4}.calibration()
	for i := 1; i < len(c); i++ {
		if c[i][0] <= c[i-1][0] || c[i][1] <= c[i-1][1] {
			t.Errorf("%v behind %v", c[i], c[i-1])
		}
	}
}
