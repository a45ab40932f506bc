//go:build !race

package wire

import (
	"testing"

	"vouchsafe/jsonwriter"
)

// TestHotPathsStayWithinTheirBudgets holds what runs for every request or
// every event to a number of allocations.
func TestHotPathsStayWithinTheirBudgets(t *testing.T) {
	body, event := chatBody(8<<10), []byte(deltas[0])
	var stream []byte
	for range 100 {
		stream = AppendEvent(stream, event)
	}
	stream = AppendEvent(stream, []byte("[DONE]"))
	g, dst := NewGatherer(Limits{}), make([]byte, 0, 64<<10)
	usage, s := `{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}`, NewStream(Reply{ID: "a"}, true)
	for _, tt := range []struct {
		name   string
		budget float64
		run    func()
	}{
		{"the gate", 0, func() { _ = Check(body, 0) }},
		{"a request that passes", 6, func() { _, _ = Completions.ParseEnvelope(body) }},
		{"a request", 20, func() { _, _ = Completions.Parse(body) }},
		{"an event", 0, func() { _ = g.Feed(Event{Data: event}) }},
		{"a stream", 18, func() { _, _ = gather(Limits{Choices: 1}, stream) }},
		{"usage", 7, func() { SumUsage(usage) }},
		{"a chunk", 0, func() { dst = s.Content(dst[:0], 0, "a \"b\"\n") }},
		{"a string", 0, func() { dst = jsonwriter.AppendString(dst[:0], "a \"b\"\n") }},
		{"a header", 0, func() { _ = ForwardRequestHeader("Content-Type", true) && Named(nil, "Content-Type") }},
	} {
		if got := testing.AllocsPerRun(100, tt.run); got > tt.budget {
			t.Errorf("%s: %.0f allocations, at most %.0f", tt.name, got, tt.budget)
		}
	}
}
