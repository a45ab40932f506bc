package main

import (
	"slices"
	"time"
)

// join puts the measurements of several connections together.
func join(parts []measured) measured {
	var whole measured
	for _, p := range parts {
		whole.latencies = append(whole.latencies, p.latencies...)
		whole.failed += p.failed
		if whole.firstErr == nil {
			whole.firstErr = p.firstErr
		}
	}
	slices.Sort(whole.latencies)
	return whole
}

// quantile is the latency that a share q of the exchanges did not exceed: the
// nearest rank, so always one that was measured. It is zero where there was
// none.
func (m measured) quantile(q float64) time.Duration {
	n := len(m.latencies)
	if n == 0 {
		return 0
	}
	rank := int(q*float64(n)+0.999999) - 1
	return m.latencies[min(max(rank, 0), n-1)]
}

// median of numbers; zero of none.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(of))
	return (s[len(s)/2] + s[(len(s)-1)/2]) / 2
}
