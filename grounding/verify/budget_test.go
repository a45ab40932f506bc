//go:build !race

// The race detector allocates.

package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
)

// TestVerifyingStaysWithinItsBudget holds what is done for every answer to a
// number of allocations, with about a tenth of room.
func TestVerifyingStaysWithinItsBudget(t *testing.T) {
	a, ev := fourCitations()
	r := rules()
	found := Check(a, ev, r)
	parts := NewParts(ev, r)
	for i := range a.Segments {
		parts.Check(a.Between(i, i+1))
	}
	chunk, snippet := ev.Passages[0].Text(), quote.Prepare(a.Citations[0].Snippet)
	newAnswer, fresh := newChunks(copiedSaid, true, 1)
	told, _ := newChunks(toldSaid, true, 1)
	newEvidence := fresh()
	checkAnew := func(a answer.Answer) {
		for i := range newEvidence.Passages {
			newEvidence.Passages[i] = NewPassage(newEvidence.Set.At(i).Text, nil)
		}
		Check(a, newEvidence, r)
	}
	for _, tt := range []struct {
		name   string
		budget float64
		run    func()
	}{
		{"a whole answer", 250, func() { Check(a, ev, r) }},
		{"an answer over new chunks", 125, func() { checkAnew(newAnswer) }},
		{"one in other words", 465, func() { checkAnew(told) }},
		{"a whole answer whose parts are known", 42, func() { parts.Check(a) }},
		{"its report", 20, func() { found.Report(ev, View{Numbers: found.All(), All: true}) }},
		{"a quote prepared", 4, func() { quote.Prepare(a.Citations[0].Snippet) }},
		{"a quote found", 0, func() { chunk.Find(snippet, quote.Fuzzy) }},
		{"sentences", 13, func() { claim.Split(a.Segments[0].Text) }},
	} {
		got := testing.AllocsPerRun(100, tt.run)
		t.Logf("%s: %.0f allocations", tt.name, got)
		if got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.name, got, tt.budget)
		}
	}
}
