package metrics

import (
	"slices"
	"sync"
)

// mostLabels is how many labels a metric of the table has at most.
const mostLabels = 3

// series keeps the counters or histograms that have been counted in. The
// library finds one by hashing its labels byte by byte, and an exchange counts
// in a dozen of them. There are as many as the library keeps.
type series[T any] struct {
	mu    sync.RWMutex
	found map[seriesKey]T
}

type seriesKey struct {
	metric string
	labels [mostLabels]string
}

// of returns the one of a metric with these labels, which find finds the first
// time.
func (s *series[T]) of(metric string, labels []string, find func(string, []string) T) T {
	key := seriesKey{metric: metric}
	copy(key.labels[:], labels)
	s.mu.RLock()
	one, ok := s.found[key]
	s.mu.RUnlock()
	if ok {
		return one
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found == nil {
		s.found = map[seriesKey]T{}
	}
	one = find(metric, slices.Clone(labels)) // the caller's stay where they are, which is not on the heap
	s.found[key] = one
	return one
}
