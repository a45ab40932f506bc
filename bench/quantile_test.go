package main

import (
	"testing"
	"time"
)

func TestQuantilesAreMeasuredValues(t *testing.T) {
	var m measured
	for i := 1; i <= 1000; i++ {
		m.latencies = append(m.latencies, time.Duration(i))
	}
	if got, want := m.quantiles(), [4]time.Duration{500, 900, 990, 999}; got != want {
		t.Errorf("quantiles of 1 to 1000: %v, want %v", got, want)
	}
	if got := (measured{}).quantile(0.5); got != 0 {
		t.Errorf("the median of nothing is %v", got)
	}
}

func TestMediansHoldEachRoundAgainstItsOwnFirstLine(t *testing.T) {
	lines := medians([][]cost{
		{{Micros: 10}, {Micros: 30}},
		{{Micros: 20}, {Micros: 60}}, // the same on a machine half as fast
		{{Micros: 10}, {Micros: 90}}, // something else ran
	})
	if lines[1].Ratio != 3 || lines[0].Ratio != 1 {
		t.Errorf("ratios %v and %v, want 1 and 3", lines[0].Ratio, lines[1].Ratio)
	}
}

func TestGrowthIsToldFromNoise(t *testing.T) {
	flat := make([]sample, 40)
	growing := make([]sample, 40)
	for i := range flat {
		flat[i] = sample{resident: 100 + float64(i%3), goroutines: 50 + float64(i%7), files: 40}
		growing[i] = flat[i]
		growing[i].goroutines += 5 * float64(i)
	}
	rest := sample{resident: 100, goroutines: 20, files: 20}
	if err := grown(flat, rest); err != nil {
		t.Errorf("what did not grow: %v", err)
	}
	if grown(growing, rest) == nil {
		t.Error("goroutines that grow without end went unseen")
	}
	if grown(flat, sample{goroutines: 60}) == nil {
		t.Error("goroutines that never end went unseen")
	}
	if grown(flat[:3], rest) == nil {
		t.Error("three samples were enough to tell")
	}
}
