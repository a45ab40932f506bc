package policy

import (
	"slices"

	"vouchsafe/grounding/report"
)

// dangling: a marker cites nothing, or markers are out of order where the
// policy does not allow them to be renumbered.
func dangling(p Policy, f Facts) bool {
	if f.has(report.MarkerUnresolved) {
		return true
	}
	return f.has(report.MarkerOrder) && !slices.Contains(p.Heal, Renumber)
}
