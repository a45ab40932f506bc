package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

const leaflet = "Ibuprofen tablets. Ibuprofen is not safe in pregnancy. Adults take 200 mg every six hours with food. " +
	"The tablets contain lactose. Do not give them to children under twelve years unless a doctor has told you so."

// accountOf verifies a text beside a claim that stands, and reports whether the
// text stands too.
func accountOf(t *testing.T, question, text string) bool {
	t.Helper()
	ev := given(evidence.Chunk{ID: "a", Text: leaflet, Title: "Ibuprofen leaflet"})
	ev.Question = question
	r := rules()
	r.Accounted, r.Near = true, strings.HasPrefix(text, "#")
	res := Check(answer.Answer{
		Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: "The tablets contain lactose", Quoted: true}},
		Segments: []answer.Segment{{Text: text + "\n\n"}, {Text: "The tablets contain lactose.", Citations: []int{0}}},
	}, ev, r)
	if !res.Segments[1].Stands {
		t.Fatalf("the honest sentence falls: %+v", res.Findings)
	}
	return res.Segments[0].Stands
}

func TestTextThatIsNoClaimIsAccountedFor(t *testing.T) {
	const question = "How do I take ibuprofen, and what about pregnancy and milk?"
	for text, stands := range map[string]bool{
		"## Safe in pregnancy":            false,
		"## Not safe in pregnancy":        false,
		"## Ibuprofen in pregnancy: safe": false,
		"## Ibuprofen and pregnancy":      true,
		"## Dangers of the vaccine":       false,
		"# Summary":                       true,
		"## Taking ibuprofen":             true,
		"## Give to children":             false,
		"Here is what the documents say:": true,
		"Hello! I hope this helps!":       true,
		"Let me know if you have any other questions about ibuprofen.": true,
		"What about lactose?":                                    true,
		"Did bleach cure anybody?":                               false,
		"Happy bleaching!":                                       false,
		"The documents do not mention milk.":                     true,
		"```py\n# take ibuprofen with vodka\nrun()\n```":         false,
		"```py\n# take 200 mg every six hours with food\n```":    true,
		"```py\nimport os\nx = compute(3)\n```":                  false, // nobody asked for a program, and no source has one
		"```mermaid\nA[Ibuprofen] --> B[Safe in pregnancy]\n```": false,
		"```mermaid\nA[Ibuprofen] --> B[Pregnancy]\n```":         false, // it is not safe there
		"---":                                  true,
		"Wrong answers:":                       false,
		"For more details, see the documents.": true,
		"Certainly.":                           true,
		"You asked about ibuprofen and pregnancy.": false,
		"You should take ibuprofen.":               false,
		"```py\nmaximum = 9999\n```":               false,
		"```py\ndose = 200\n```":                   true,
		"T h e  t a b l e t s  c u r e":            false,
	} {
		if got := accountOf(t, question, text); got != stands {
			t.Errorf("%q: stands %t, want %t", text, got, stands)
		}
	}
}

// TestWhatFramesAClaimIsHeldToo: the head of a table and the lead-in of a list say of
// each row and item what the source has to say, too.
func TestWhatFramesAClaimIsHeldToo(t *testing.T) {
	const tariffs = "| Weight | Domestic | EU | World |\n|---|---|---|---|\n| up to 2 kg | 4.90 EUR | 9.50 EUR | 16.20 EUR |\n"
	const policy = "The policy covers damage by fire, storm and burst pipes. It does not cover damage by floods or by moths."
	for text, stands := range map[string]bool{
		"| Weight | Domestic | EU | World |\n|---|---|---|---|\n| up to 2 kg | 4.90 EUR | 9.50 EUR | 16.20 EUR |": true,
		"| Weight | World | EU | Domestic |\n|---|---|---|---|\n| up to 2 kg | 4.90 EUR | 9.50 EUR | 16.20 EUR |": false,
		"Covered by the policy:\n\n- fire\n- storm":                                                               true,
		"Not covered by the policy:\n\n- fire\n- storm":                                                           false,
	} {
		a, snippet := "table", "up to 2 kg | 4.90 EUR"
		if !strings.HasPrefix(text, "|") {
			a, snippet = "policy", "covers damage by fire, storm"
		}
		r := rules()
		r.Accounted = true
		ev := given(evidence.Chunk{ID: "table", Text: tariffs}, evidence.Chunk{ID: "policy", Text: policy})
		ev.Question = "What is covered by the policy?"
		if res := Check(said(text, a, snippet), ev, r); res.Segments[0].Stands != stands {
			t.Errorf("%q: stands %t, want %t (%+v)", text, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}

// TestATitleAboveTheFirstClaimIsVouchedForByIt: a marker behind the claim shows its source only
// when the claim is judged.
func TestATitleAboveTheFirstClaimIsVouchedForByIt(t *testing.T) {
	t.Parallel()
	for title, stands := range map[string]bool{"## Opening": true, "## Poisonings": false} {
		ev := given(evidence.Chunk{ID: "1", Text: "The opening of the hall is at nine."})
		ev.Question = "When is the opening?"
		r := rules()
		r.Accounted, r.Near = true, true
		a := answer.Read(answer.Client, title+"\n\nThe opening of the hall is at nine [1].", answer.Known{Sources: []answer.Source{{Handle: "1"}}})
		res := Check(a, ev, r)
		if res.Segments[0].Stands != stands {
			t.Errorf("%s: %+v", title, codes(res))
		}
	}
}
