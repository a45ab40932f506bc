package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
)

// held checks a claim that cites a whole chunk under `strict`, with a citation or without.
func held(said, source string, cites bool) Result {
	r := rules()
	r.Claims, r.Accounted, r.Near, r.HoldUnjudged = claim.All, true, true, true
	ev := given(evidence.Chunk{ID: "c", Text: source})
	a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said}}}
	if cites {
		a.Segments[0].Citations = []int{0}
		a.Citations = []answer.Citation{{ChunkID: "c", Candidates: []string{"c"}}}
	}
	return Check(CiteOwnWords(a, ev), ev, r)
}

// TestASetOfWordsIsNotNear: the words are those of the source, and say something else in
// another order, beside another sign or under what takes them back.
func TestASetOfWordsIsNotNear(t *testing.T) {
	for _, c := range []struct{ source, near, other string }{
		{"The operating margin fell from 15.2% to 12.8%.", "From 15.2% the operating margin fell to 12.8%.", "The operating margin fell from 12.8% to 15.2%."},
		{"Sensitivity was > 90% and specificity was < 60%.", "The sensitivity was > 90% and the specificity < 60%.", "Sensitivity was < 90% and specificity was > 60%."},
		{"The agency cut the rating of the bond from A+ to A- in May.", "In May the agency cut the rating of the bond from A+ to A-.", "The agency cut the rating of the bond from A- to A+ in May."},
		{"Written in C#, the parser is faster than the one in C.", "The C# parser is faster than the one in C.", "The C parser is faster than the one in C#."},
		{"The treaty was signed by France and Spain, and ratified by France alone.", "The treaty signed by France and Spain was ratified by France alone.", "The treaty was signed by France and Spain, and ratified by Spain alone."},
		{"| Drug | Former dose | Current dose |\n|---|---|---|\n| Ramipril | 5 mg | 2.5 mg |", "The current dose of ramipril is 2.5 mg.", "The current dose of ramipril is 5 mg."},
		{"The vault is opened by the guard at noon. The alarm is then set by the clerk.", "The guard opens the vault at noon.", "The clerk opens the vault at noon."},
		{"The auditors were not told that a drum in the cellar leaks.", "The auditors were not told a drum in the cellar leaks.", "A drum in the cellar leaks."},
		{"Most of the guards on the roof may sleep at noon.", "At noon most guards on the roof may sleep.", "Guards on the roof sleep at noon."},
		{"## Hours\n\nThe vault is open at noon.", "At noon the vault is open.", "The vault is not open at noon."},
		{"## Myths\n\nGarlic cures a cold.\n\n## Facts\n\nSleep helps against a cold.", "Against a cold sleep helps.", "A cold is cured by garlic."},
	} {
		if res := held(c.near, c.source, true); !res.Segments[0].Stands {
			t.Errorf("%q does not stand on %q: %v", c.near, c.source, codes(res))
		}
		if res := held(c.other, c.source, true); res.Segments[0].Stands {
			t.Errorf("%q stands on %q", c.other, c.source)
		}
	}
}

// TestAWordLeftOutMayBindTheOthers: a sentence that has a part of its source's words gives them to another, or drops who says it.
func TestAWordLeftOutMayBindTheOthers(t *testing.T) {
	for _, c := range []struct{ source, said string }{
		{"Patients under 12 take one tablet; patients over 12 take two tablets.", "Patients under 12 take two tablets."},
		{"Milk is withheld for 96 hours and meat for 28 days.", "Meat is withheld for 96 hours."},
		{"The vendor claims that the filter removes 99.9% of bacteria.", "The filter removes 99.9% of bacteria."},
		{"Employees who have completed six months of service are entitled to 25 days of leave.", "Employees are entitled to 25 days of leave."},
	} {
		if res := held(c.said, c.source, true); res.Segments[0].Stands {
			t.Errorf("%q stands on %q", c.said, c.source)
		}
	}
}

// TestAFragmentSaysWhatItsQuestionAsks: by itself it says nothing, and the source has to say it of what was asked.
func TestAFragmentSaysWhatItsQuestionAsks(t *testing.T) {
	for _, c := range []struct {
		source, question, said string
		stands                 bool
	}{
		{"Warfarin is contraindicated in pregnancy.", "Which drug is contraindicated in pregnancy?", "Warfarin.", true},
		{"Warfarin is contraindicated in pregnancy.", "Which drug is safe in pregnancy?", "Warfarin.", false},
		{"Warfarin is contraindicated in pregnancy.", "Which drug is not contraindicated in pregnancy?", "Warfarin.", false},
		{"The deposit is 1,680 euros and the rent 840 euros.", "How much is the rent?", "840 euros.", true},
		{"The deposit is 1,680 euros and the rent 840 euros.", "How much is the rent?", "1,680 euros.", false},
		{"Marta hired Jonas.", "Who hired Jonas?", "Marta.", true},
		{"Marta hired Jonas.", "Who hired Marta?", "Jonas.", false},
	} {
		ev := given(evidence.Chunk{ID: "c", Text: c.source})
		ev.Question = c.question
		r := rules()
		r.Claims, r.Accounted, r.Near, r.HoldUnjudged = claim.All, true, true, true
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: c.said, Citations: []int{0}}}}
		a.Citations = []answer.Citation{{ChunkID: "c", Candidates: []string{"c"}}}
		if res := Check(a, ev, r); res.Segments[0].Stands != c.stands {
			t.Errorf("%q to %q by %q: stands %t", c.said, c.question, c.source, !c.stands)
		}
	}
}

// TestACopyBesideALimitNeedsNoCitation: what stands beside a sentence keeps it from being a
// proof, and it is found and judged all the same; what is taken back is not.
func TestACopyBesideALimitNeedsNoCitation(t *testing.T) {
	for source, stands := range map[string]bool{
		"Water boils at 100 °C at sea level. On the plateau it boils at 91 °C.":        true,
		"These rooms are for members. The garden opens at nine. It never shuts early.": true,
		"The garden opens at nine. That is a lie.":                                     false,
		"## Myths\n\nThe garden opens at nine.":                                        false,
	} {
		said := "The garden opens at nine."
		if len(source) > 0 && source[0] == 'W' {
			said = "Water boils at 100 °C at sea level."
		}
		if res := held(said, source, false); res.Segments[0].Stands != stands {
			t.Errorf("%q in %q stands: %t (%v)", said, source, !stands, codes(res))
		}
	}
}
