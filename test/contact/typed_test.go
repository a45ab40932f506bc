package contact

import (
	"encoding/json"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/verify"
)

// typed is an answer in the client's own schema, with the sentence that a model cites for each value.
type typed struct {
	Set                            int
	Source, Question, Reply, Label string
	Schema                         json.RawMessage
	Support                        map[string]string
}

// stands tells whether every value stands, under rules like those of balanced or of strict.
func (c *typed) stands(t *testing.T, strict bool) bool {
	t.Helper()
	schema, err := ownschema.Compile(c.Schema)
	if err != nil {
		t.Fatal(err)
	}
	leaves, err := ownschema.Leaves([]byte(c.Reply), schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := ownschema.Own{Answer: []byte(c.Reply), Mode: answer.ModeAnswer}
	for path, sentence := range c.Support {
		own.Citations = append(own.Citations, answer.Citation{ChunkID: "1", Snippet: sentence, Quoted: true, Path: path})
	}
	set := evidence.NewSet([]evidence.Chunk{{ID: "1", Text: c.Source, Kind: evidence.Passage, Role: "system", Standing: evidence.Primary}})
	ev := verify.Evidence{Set: set, Passages: []*verify.Passage{verify.NewPassage(c.Source, nil)}, Question: c.Question}
	rules := verify.Rules{Snippet: quote.Fuzzy, MaxChars: 600, Claims: claim.Factual, MinSupport: 0.15, MaxRisk: 0.8, Snap: true, Accounted: true, Near: strict, HoldUnjudged: strict}
	res := verify.CheckOwn(own, leaves, ev, rules)
	for i := range res.Claims {
		if !res.Claims[i].Stands {
			return false
		}
	}
	return true
}

// TestTypedAnswersOfAStrangerAreNoWorse: the second set was written when the rules stood. The third is an adversary's; half of
// it was read.
func TestTypedAnswersOfAStrangerAreNoWorse(t *testing.T) {
	type figures struct{ honest, false, strictHonest, strictFalse int }
	var got [3]figures
	for _, c := range readRows[typed](t, "typed.jsonl") {
		of := &got[c.Set-1]
		for _, strict := range [...]bool{false, true} {
			switch stands := c.stands(t, strict); {
			case !stands:
			case c.Label == "honest" && strict:
				of.strictHonest++
			case c.Label == "honest":
				of.honest++
			case strict:
				of.strictFalse++
			default:
				of.false++
			}
		}
	}
	for i, want := range [...]figures{{65, 20, 2, 0}, {57, 15, 1, 0}, {0, 56, 0, 1}} {
		if g := got[i]; g.honest < want.honest || g.false > want.false || g.strictHonest < want.strictHonest || g.strictFalse > want.strictFalse {
			t.Errorf("set %d: %+v, want %+v or better", i+1, g, want)
		}
	}
	t.Logf("%+v", got)
}
