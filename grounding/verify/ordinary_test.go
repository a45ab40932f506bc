package verify

import (
	_ "embed"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// ordinaryTalk are ordinary ways of declining and of asking back, as prompts and assistants have
// them, and some of them with a statement hidden in them. "@" begins a language, a question and a source;
// "+" a decline, "?" a question back, "-" one that states something.
//
//go:embed testdata/talk.txt
var ordinaryTalk string

func TestOrdinaryDeclinesAndQuestionsBackStateNothing(t *testing.T) {
	t.Parallel()
	ev := given()
	for line := range strings.Lines(ordinaryTalk) {
		kind, said := line[0], strings.TrimSpace(line[1:])
		if kind == '@' {
			parts := strings.Split(said, " | ")
			ev = given(evidence.Chunk{ID: "a", Text: parts[2]})
			ev.Question = parts[1]
			continue
		}
		r := rules()
		r.Accounted = true
		res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said}}}, ev, r)
		if stands := res.Segments[0].Stands; stands == (kind == '-') {
			t.Errorf("%q: stands %t, %s, %v", said, stands, res.Mode, codes(res))
		}
	}
}
