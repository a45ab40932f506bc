package metrics

import (
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

func TestNoMetricHasMoreLabelsThanASeriesIsFoundBy(t *testing.T) {
	for _, d := range Table() {
		if len(d.Labels) > mostLabels {
			t.Errorf("%s has %d labels", d.Name, len(d.Labels))
		}
	}
}

func TestAnExchangeLikeOthersIsCountedWithoutAllocating(t *testing.T) {
	m := New("")
	trace := &ledger.Trace{App: "clinic", Policy: "off", Verdict: report.Skipped, Reason: report.ReasonOff, Attempts: []ledger.Attempt{{Upstream: "openai", Status: 200}}}
	m.Exchange(trace)
	if n := testing.AllocsPerRun(100, func() { m.Exchange(trace) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
	wantLines(t, page(t, m), `vouchsafe_exchanges_total{app="clinic",policy="off",verdict="skipped"} 102`)
}
