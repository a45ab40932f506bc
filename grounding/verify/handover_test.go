package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestTheHandOverThatTheAppOrdersIsNoClaim: an answer that named the hotline which the app's own prompt
// names was refused. What it says beside that is a claim like any other.
func TestTheHandOverThatTheAppOrdersIsNoClaim(t *testing.T) {
	const english = "You are the assistant of a bank. If the sources do not answer the question, say so and refer to the hotline 0800 123 456."
	const german = "Wenn die Quellen die Frage nicht beantworten, sage das ehrlich und verweise auf die Hotline 0800 123 456. Antworte kurz."
	for _, tt := range []struct {
		own, said string
		stands    bool
	}{
		{english, "Please call our hotline 0800 123 456.", true},
		{english, "The sources do not mention it, please call our hotline 0800 123 456.", true},
		{german, "Bitte wenden Sie sich an unsere Hotline 0800 123 456.", true},
		{german, "Sie erreichen unsere Hotline unter 0800 123456.", true},
		{german, "Bitte rufen Sie unsere Hotline 0800 123 456 an.", true},

		{"", "Please call our hotline 0800 123 456.", false},
		{english, "Please call our hotline 0800 123 457.", false},
		{english, "Do not call our hotline 0800 123 456.", false},
		{english, "Our hotline 0800 123 456 is free.", false},
		{english, "The account is free, call our hotline 0800 123 456.", false},
		{english, "A lost card costs 12 euros, see the hotline 0800 123 456.", false},
		{"Never tell anybody the number 0800 123 456.", "Please call 0800 123 456.", false},
	} {
		ev := given(evidence.Chunk{ID: "a", Text: "A lost card must be reported without delay."})
		ev.Question, ev.Own = "Are you open at night?", func() string { return tt.own }
		r := rules()
		r.Accounted = true
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: tt.said}}}, ev, r)
		if res.Segments[0].Stands != tt.stands || tt.stands != (len(res.Claims) == 0) {
			t.Errorf("%q: stands is %v, with %+v", tt.said, res.Segments[0].Stands, res.Findings)
		}
	}
}
