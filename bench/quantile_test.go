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
	for q, want := range map[float64]time.Duration{0.5: 500, 0.9: 900, 0.99: 990, 0.999: 999} {
		if got := m.quantile(q); got != want {
			t.Errorf("%v of 1 to 1000: %v, want %v", q, got, want)
		}
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
