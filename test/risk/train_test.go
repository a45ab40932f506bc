package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAreaUnderCurve(t *testing.T) {
	for _, tc := range []struct {
		score []float64
		bad   []bool
		want  float64
	}{
		{[]float64{1, 2, 3, 4}, []bool{false, false, true, true}, 1},
		{[]float64{1, 2, 3, 4}, []bool{true, true, false, false}, 0},
		{[]float64{1, 1, 1, 1}, []bool{true, false, true, false}, 0.5},
	} {
		if got := auc(tc.score, tc.bad); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("auc(%v, %v) = %v, want %v", tc.score, tc.bad, got, tc.want)
		}
	}
}

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
	var score []float64
	for _, r := range rows {
		score = append(score, float64(m.Score(r)))
	}
	if a := auc(score, bad); a < 0.97 {
		t.Errorf("area %.3f", a)
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
