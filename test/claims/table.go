package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
)

// counts tells what came of the pairs of one source with one label.
type counts struct {
	total, failed int
	outcomes      map[claim.Outcome]int
}

// key names a line of the table.
type key struct{ source, label string }

// table counts outcomes by source and label.
type table map[key]*counts

// add counts a pair in its own line and in that of all sources.
func (t *table) add(p pair, j claim.Judgement) {
	if *t == nil {
		*t = table{}
	}
	for _, k := range []key{{p.Source, p.Label}, {allSources, p.Label}} {
		c := (*t)[k]
		if c == nil {
			c = &counts{outcomes: map[claim.Outcome]int{}}
			(*t)[k] = c
		}
		c.total++
		c.outcomes[j.Outcome]++
		if len(j.Findings) > 0 {
			c.failed++
		}
	}
}

// allSources sorts behind the names of the sources.
const allSources = "~ all"

// String renders the table: shares in per cent, with their intervals and counts.
func (t table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %-13s %6s %23s %23s %6s %23s\n", "source", "label", "pairs",
		"carried %", "refuted %", "unj.", "failed (balanced) %")
	keys := slices.SortedFunc(maps.Keys(t), func(a, b key) int {
		return strings.Compare(a.source+a.label, b.source+b.label)
	})
	for _, k := range keys {
		c := t[k]
		fmt.Fprintf(&b, "%-22s %-13s %6d %23s %23s %6d %23s\n", k.source, k.label, c.total, share(c.outcomes[claim.Carried], c.total),
			share(c.outcomes[claim.Refuted], c.total), c.outcomes[claim.Unjudged], share(c.failed, c.total))
	}
	return b.String()
}

// share writes k of n as a percentage with its 95 % interval and k itself.
func share(k, n int) string {
	low, high := wilson(k, n)
	return fmt.Sprintf("%5.2f (%4.1f-%5.1f) %d", 100*float64(k)/float64(n), 100*low, 100*high, k)
}

// wilson is the 95 % interval of a share (Wilson 1927, without correction for
// continuity).
func wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}
