package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
)

// fewestContexts is how many contexts a stem must stand in to be listed: so
// many that no single one decides whether it is.
const fewestContexts = 3

// frequency counts one stem.
type frequency struct{ contexts, all, capital int }

// frequencies counts in how many contexts each stem stands, and marks with
// "name" those that are mostly capitalised.
func frequencies(answers []*answer) string {
	counts := map[string]*frequency{}
	done := map[string]bool{}
	for _, a := range answers {
		if !done[a.SourceID] {
			done[a.SourceID] = true
			countStems(a, counts)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "contexts %d\n", len(done))
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		n := counts[s]
		if n.contexts < fewestContexts {
			continue
		}
		mark := ""
		if 2*n.capital > n.all {
			mark = " name"
		}
		fmt.Fprintf(&b, "%s %d%s\n", s, n.contexts, mark)
	}
	return b.String()
}

// countStems adds the words of one answer's context.
func countStems(a *answer, counts map[string]*frequency) {
	seen := map[string]bool{}
	for _, c := range a.Context {
		for _, w := range claim.Stems(c.Text) {
			n := counts[w.Stem]
			if n == nil {
				n = new(frequency)
				counts[w.Stem] = n
			}
			n.all++
			if w.Capital {
				n.capital++
			}
			if !seen[w.Stem] {
				seen[w.Stem] = true
				n.contexts++
			}
		}
	}
}
