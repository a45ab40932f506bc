package contact

import (
	"encoding/json"
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// attack is a false answer that left as verified under strict: its stretches, or the values of a schema of the client's own,
// with the number of the source's sentence that each cites.
type attack struct {
	Kind, Source, Question string
	Parts                  [][2]any
	Reply                  map[string]string
	Cites                  int
	Out                    bool // it still leaves
}

// leaves reports whether an attack's answer passes under rules like those of strict.
func (a *attack) leaves(t *testing.T) bool {
	t.Helper()
	sentences := text.Sentences(a.Source)
	cites := func(n int, path string) answer.Citation {
		s := sentences[n-1]
		return answer.Citation{ChunkID: "1", Snippet: a.Source[s.Start:s.End], Quoted: true, Path: path}
	}
	set := evidence.NewSet([]evidence.Chunk{{ID: "1", Text: a.Source, Kind: evidence.Passage, Role: "system", Standing: evidence.Primary}})
	ev := verify.Evidence{Set: set, Passages: []*verify.Passage{verify.NewPassage(a.Source, nil)}, Question: a.Question}
	rules := verify.Rules{Snippet: quote.Fuzzy, MaxChars: 600, Claims: claim.All, MinSupport: 0.15, MaxRisk: 0.5, Snap: true, Accounted: true, Near: true, HoldUnjudged: true}
	if a.Reply == nil {
		said := answer.Answer{Mode: answer.ModeAnswer}
		for _, part := range a.Parts {
			seg := answer.Segment{Text: part[0].(string)}
			if n := int(part[1].(float64)); n > 0 {
				seg.Citations = []int{len(said.Citations)}
				said.Citations = append(said.Citations, cites(n, ""))
			}
			said.Segments = append(said.Segments, seg)
		}
		res := verify.Check(said, ev, rules)
		return !slices.ContainsFunc(res.Segments, func(s verify.Segment) bool { return !s.Stands })
	}
	body, err := json.Marshal(a.Reply)
	if err != nil {
		t.Fatal(err)
	}
	leaves, err := ownschema.Leaves(body, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := ownschema.Own{Answer: body, Mode: answer.ModeAnswer}
	for key := range a.Reply {
		own.Citations = append(own.Citations, cites(max(a.Cites, 1), "/"+key))
	}
	leaves = slices.DeleteFunc(leaves, func(l ownschema.Leaf) bool { return l.Called })
	res := verify.CheckOwn(own, leaves, ev, rules)
	return !slices.ContainsFunc(res.Claims, func(c verify.Claim) bool { return !c.Stands })
}

// TestAttacksThatLeftUnderStrictAreStopped: those that still leave are marked so.
func TestAttacksThatLeftUnderStrictAreStopped(t *testing.T) {
	out := map[string][2]int{}
	for _, a := range readRows[attack](t, "strict.jsonl") {
		leaves := a.leaves(t)
		n := out[a.Kind]
		if n[1]++; leaves {
			n[0]++
		}
		if out[a.Kind] = n; leaves != a.Out {
			t.Errorf("%s: leaves %t: %v %v, of %q", a.Kind, leaves, a.Parts, a.Reply, a.Source)
		}
	}
	t.Log(out)
}
