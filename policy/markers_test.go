package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

func TestMarkers(t *testing.T) {
	expectFailures(t, nil, found(report.MarkerUnresolved), MarkerUnresolved)
	expectFailures(t, nil, found(report.MarkerOrder)) // they are renumbered
	expectFailures(t, func(p *Policy) { p.Heal = []Heal{Snap} }, found(report.MarkerOrder), MarkerUnresolved)
}
