package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
)

func TestANumberLeafHasToStandInTheWordsQuotedForIt(t *testing.T) {
	const quote = "Adults start on apixaban 5 mg twice daily"
	for _, c := range []struct {
		answer, snippet string
		stands          bool
	}{
		{`{"dose":5}`, quote, true},
		{`{"dose":5.0}`, quote, true},
		{`{"dose":50}`, quote, false},
		{`{"dose":-5}`, quote, false},
		{`{"dose":2.5}`, quote, false}, // elsewhere in the same chunk
		{`{"revenue":1482000000}`, "Operating revenue reached NOK 1,482 million", true},
		{`{"revenue":1482}`, "Operating revenue reached NOK 1,482 million", false},
	} {
		leaves, err := ownschema.Leaves([]byte(c.answer), nil, nil)
		if err != nil || len(leaves) != 1 {
			t.Fatalf("%s: leaves %v, %v", c.answer, leaves, err)
		}
		own := ownschema.Own{Answer: []byte(c.answer), Mode: answer.ModeAnswer,
			Citations: []answer.Citation{{Snippet: c.snippet, Quoted: true, Path: leaves[0].Path}}}
		r := CheckOwn(own, leaves, library(), rules())
		if got := r.Claims[0].Stands; got != c.stands {
			t.Errorf("%s: stands %t, want %t (%+v)", c.answer, got, c.stands, r.Findings)
		}
	}
}

func TestALeafWithoutACitationIsUncited(t *testing.T) {
	body := []byte(`{"dose":5,"advice":"Adults start on apixaban 5 mg twice daily."}`)
	leaves, err := ownschema.Leaves(body, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := ownschema.Own{Answer: body, Mode: answer.ModeAnswer,
		Citations: []answer.Citation{{ChunkID: "dose", Snippet: "Adults start on apixaban 5 mg twice daily", Quoted: true, Path: "/advice"}}}
	r := CheckOwn(own, leaves, library(), rules())
	if !slices.Equal(codes(r), []report.Code{report.ClaimUncited}) {
		t.Errorf("findings %+v, want the number's alone", r.Findings)
	}
}
