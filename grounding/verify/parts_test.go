package verify

import (
	"encoding/json"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestPartsAreVerifiedAsTheyWouldBeAlone holds an answer that is checked
// citation by citation, sentence by sentence and whole against Check.
func TestPartsAreVerifiedAsTheyWouldBeAlone(t *testing.T) {
	good, ev := fourCitations()
	bad, _ := fourCitations()
	bad.Citations[1].ChunkID = "1"                                  // healed
	bad.Citations[2].Snippet = "Nightly backups start at 02:30"     // altered
	bad.Citations[3] = answer.Citation{Candidates: []string{"2"}}   // inline
	bad.Segments[0].Text = "Adults start on 50 mg twice daily."     // another number than the quote's
	bad.Segments[1].Citations = []int{1, 1, 0}                      // the same one twice
	bad.Segments = append(bad.Segments, bad.Segments[0])            // said again
	bad.Segments = append(bad.Segments, answer.Segment{Text: " x"}) // uncited
	bad.Segments[4].Citations = []int{1}                            // by another quote
	audited := rules()
	audited.AgainstAll = true
	for name, tt := range map[string]struct {
		answer answer.Answer
		rules  Rules
	}{"all stands": {good, rules()}, "much fails": {bad, rules()}, "an audit": {bad, audited}} {
		p := NewParts(ev, tt.rules)
		same := func(part answer.Answer) {
			got, want := told(t, p.Check(part)), told(t, Check(part, ev, tt.rules))
			if got != want {
				t.Errorf("%s: a part of it\n%s\nalone it is\n%s", name, got, want)
			}
		}
		for i := range tt.answer.Segments {
			for _, at := range tt.answer.Segments[i].Citations {
				same(answer.Answer{Citations: tt.answer.Citations[at : at+1], Segments: []answer.Segment{{Citations: []int{0}}}})
			}
			same(tt.answer.Between(i, i+1))
		}
		same(tt.answer)
		same(tt.answer)
	}
}

func told(t *testing.T, r Result) string {
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhatWasFoundInAPartIsTold holds findings against the place of the
// citation in the whole, which is not that in the part.
func TestWhatWasFoundInAPartIsTold(t *testing.T) {
	a, ev := fourCitations()
	a.Citations[2].Snippet = "Nightly backups start at 02:30 UTC"
	p := NewParts(ev, rules())
	p.Check(a.Between(2, 3))
	r := p.Check(a)
	if len(r.Findings) == 0 || r.Findings[0].Citation != 2 || r.Citations[2].Stands {
		t.Errorf("the altered quote is told of as %+v", r.Findings)
	}
}

// TestTwoCitationsCarryASentenceTogether: each of its clauses stands in one of the
// chunks; where one stands in none, neither citation is made good.
func TestTwoCitationsCarryASentenceTogether(t *testing.T) {
	ev := given(evidence.Chunk{ID: "1", Text: "The pump delivers forty litres of oil."}, evidence.Chunk{ID: "2", Text: "Children may visit the garden on Sundays."})
	for text, stands := range map[string]bool{
		"The pump delivers forty litres of oil, and children may visit the garden on Sundays.":     true,
		"The pump delivers forty litres of oil, and dragons guard the treasure beneath mountains.": false,
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: text, Citations: []int{0, 1}}},
			Citations: []answer.Citation{{Marker: "1", Candidates: []string{"1"}}, {Marker: "2", Candidates: []string{"2"}}}}
		res := Check(a, ev, rules())
		if got := res.Citations[0].Stands && res.Citations[1].Stands; got != stands {
			t.Errorf("%q: both stand %t, want %t: %+v", text, got, stands, res.Findings)
		}
	}
}
