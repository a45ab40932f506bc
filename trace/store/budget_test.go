//go:build !race

package store

import (
	"context"
	"errors"
	"slices"
	"testing"

	"vouchsafe/trace/ledger"
)

// TestParsingStaysWithinItsBudget: every exchange pays for it.
func TestParsingStaysWithinItsBudget(t *testing.T) {
	line := one(1).line()
	const most = 36
	if got := testing.AllocsPerRun(100, func() { _, _ = Parse(line) }); got > most {
		t.Errorf("a line takes %.0f allocations, and may take %d", got, most)
	}
}

// TestTakingApartStaysWithinItsBudget: so does every exchange for this.
func TestTakingApartStaysWithinItsBudget(t *testing.T) {
	trace := awkward()[1]
	var texts []ledger.Span
	w, err := ledger.Open(ledger.Options{Spill: t.TempDir(), Store: &ledger.Store{
		Take:   func(_ *ledger.Trace, _ []byte, at []ledger.Span) any { texts = slices.Clone(at); return nil },
		Append: func(context.Context, []ledger.Line) error { return nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Record(trace, ledger.Full), w.Close(ctx)); err != nil {
		t.Fatal(err)
	}
	line := ledger.Append(nil, trace)
	const most = 60
	if got := testing.AllocsPerRun(100, func() { Of(trace, line, texts) }); got > most {
		t.Errorf("a trace takes %.0f allocations, and may take %d", got, most)
	}
}
