package verify

import (
	"fmt"
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// ownOf verifies an answer in the client's own form that cites the leaflet, and
// tells what was found of it: the worst outcome of a leaf that is not a claim.
func ownOf(t *testing.T, body, schema string, strict bool) (stands bool, codes []report.Code) {
	t.Helper()
	ev := evidenceOf(t)
	var compiled *ownschema.Schema
	if schema != "" {
		var err error
		if compiled, err = ownschema.Compile([]byte(schema)); err != nil {
			t.Fatal(err)
		}
	}
	leaves, err := ownschema.Leaves([]byte(body), compiled, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rules()
	r.Accounted, r.HoldUnjudged = true, strict
	res := CheckOwn(ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer, Citations: []answer.Citation{
		{ChunkID: "a", Snippet: "Ibuprofen is not safe in pregnancy", Quoted: true},
		{ChunkID: "a", Snippet: "Adults take 200 mg every six hours with food", Quoted: true}}}, leaves, ev, r)
	stands = true
	for i := range res.Claims {
		stands = stands && res.Claims[i].Stands
	}
	for _, f := range res.Findings {
		codes = append(codes, f.Code)
	}
	return stands, codes
}

func evidenceOf(t *testing.T) Evidence {
	t.Helper()
	ev := given(evidence.Chunk{ID: "a", Text: leaflet, Title: "Ibuprofen leaflet", Filename: "leaflet.pdf"})
	ev.Question = "Is ibuprofen safe in pregnancy?"
	return ev
}

func TestAMembersNameNeverExcusesItsValue(t *testing.T) {
	const levels = `{"properties":{"safety":{"enum":["safe","not safe","unknown"]},"confidence":{"type":"number"}}}`
	for body, want := range map[string]struct{ stands, strict bool }{
		`{"safe_in_pregnancy":true}`:             {false, false},
		`{"safe_in_pregnancy":false}`:            {true, true},
		`{"safeInPregnancy":"yes"}`:              {false, false},
		`{"containsLactose":true}`:               {true, true},
		`{"contains_lactose":false}`:             {false, false},
		`{"tablets_safe_in_pregnancy":"yes"}`:    {true, false}, // the sentence speaks of no tablets
		`{"ibuprofen_safe_in_pregnancy":false}`:  {true, true},
		`{"ibuprofen_safe_in":["pregnancy"]}`:    {false, false},
		`{"not_safe_in":["pregnancy"]}`:          {true, true},
		`{"safe_in":"pregnancy"}`:                {false, false},
		`{"not_contained":"lactose"}`:            {false, false},
		`{"tablets_contain":["lactose"]}`:        {true, true},
		`{"answerable":true}`:                    {true, false},
		`{"pregnancy":{"safety":"not safe"}}`:    {true, true},
		`{"drug":"Ibuprofen"}`:                   {true, true},
		`{"status":"allowed"}`:                   {false, false},
		`{"kind":"summary"}`:                     {true, true},
		`{"drug":"Thalidomide"}`:                 {false, false},
		`{"source":"leaflet.pdf","doc":1}`:       {true, true},
		`{"id":"a"}`:                             {true, true},
		`{"page":850}`:                           {false, false},
		`{"confidence":0.9}`:                     {true, true}, // the model's own opinion of its answer
		`{"steps":[{"id":1},{"id":2}]}`:          {true, true},
		`{"dose_id":200}`:                        {true, true},
		`{"maxDose":"9 g"}`:                      {false, false},
		`{"dose":"200 mg"}`:                      {true, true},
		`{"dose":"200"}`:                         {true, true},
		`{"dose":"200."}`:                        {true, true},
		`{"dose":"7."}`:                          {false, false}, // in running text it would mark a list
		`{"dose":"(7)"}`:                         {false, false},
		`{"contains_lactose":"✓"}`:               {true, true},
		`{"contains_lactose":"No."}`:             {false, false},
		`{"note":"Did bleach cure anybody?"}`:    {false, false},
		`{"note":"Is ibuprofen for pregnancy?"}`: {true, true},
	} {
		if stands, codes := ownOf(t, body, levels, false); stands != want.stands {
			t.Errorf("%s: stands %t, want %t (%v)", body, stands, want.stands, codes)
		}
		if stands, codes := ownOf(t, body, levels, true); stands != want.strict {
			t.Errorf("%s, strict: stands %t, want %t (%v)", body, stands, want.strict, codes)
		}
	}
}

// TestAShortTextIsAClaimOfItsMembersName: it is recorded with its path, proven by
// nothing, and it fails where the sentence that it cites says it of something else.
func TestAShortTextIsAClaimOfItsMembersName(t *testing.T) {
	const sources = "The landlord is responsible for repairs to the roof. The tenant pays for small repairs. " +
		"The policy covers damage by fire, storm and burst pipes. Damage by floods is not covered. It does not cover lightning or salt. Bicycles are insured in Ghent. " +
		"Ibuprofen must not be taken unless a doctor has agreed. The bridge is closed to pedestrians."
	const roof, covers = "landlord is responsible for repairs", "covers damage by fire"
	for _, c := range []struct {
		body, snippet string
		want          report.Outcome
		stands        bool
	}{
		{`{"pays_roof_repairs":"landlord"}`, roof, report.Open, true},
		{`{"pays_roof_repairs":"tenant"}`, roof, report.Open, false},
		{`{"pays_small_repairs":"tenant"}`, "tenant pays for small repairs", report.Open, true},
		{`{"note":"It is open to pedestrians."}`, "The bridge is closed to pedestrians", report.Refuted, false},
		{`{"covered":"storm"}`, covers, report.Open, true},
		{`{"not_covered":"storm"}`, covers, report.Refuted, false},
		{`{"not_covered":"floods"}`, "by floods is not covered", report.Open, true},
		{`{"covered":"floods"}`, "by floods is not covered", report.Refuted, false},
		{`{"covered":["lightning"]}`, "does not cover lightning", report.Refuted, false},
		{`{"not_covered":["lightning"]}`, "does not cover lightning", report.Open, true},
		{`{"drug":"Ibuprofen"}`, "Ibuprofen must not be taken", report.Open, true},
		{`{"city":"Ghent"}`, "Bicycles are insured in Ghent", report.Open, true},
		{`{"city":"Bruges"}`, "Bicycles are insured in Ghent", report.Open, false},
	} {
		leaves, err := leavesOf([]byte(c.body))
		if err != nil || len(leaves) != 1 {
			t.Fatal(err, leaves)
		}
		own := ownschema.Own{Answer: []byte(c.body), Mode: answer.ModeAnswer,
			Citations: []answer.Citation{{ChunkID: "a", Snippet: c.snippet, Quoted: true, Path: leaves[0].Path}}}
		r := rules()
		r.Accounted = true
		res := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: sources}), r)
		if len(res.Claims) != 1 {
			t.Errorf("%s: %d claims, want 1", c.body, len(res.Claims))
			continue
		}
		if cl := res.Claims[0]; cl.Outcome != c.want || cl.Stands != c.stands || cl.Path != leaves[0].Path {
			t.Errorf("%s: %s at %q, stands %t; want %s, %t (%+v)", c.body, cl.Outcome, cl.Path, cl.Stands, c.want, c.stands, res.Findings)
		}
	}
}

// What a source is called is no claim, whatever its member is called; a figure is one of its
// unit; a name that the model made up and that states something is a claim.
func TestWhatALeafIsNotOfItsMembersName(t *testing.T) {
	chunk := evidence.Chunk{ID: "c1", DocID: "guide_2024-03.pdf", Filename: "guide_2024-03.pdf", Title: "Backup guide", Page: "12", Year: 2024,
		Authors: []string{"Mira Quell"}, Text: "Adults take 2 tablets of 500 mg within 24 hours. Backups are kept for 21 days. The vault stands in Oslo."}
	for body, want := range map[string]bool{
		`{"sources":["c1"],"days":21}`:                     true,
		`{"used":[1],"days":21}`:                           true,
		`{"sources":["1"],"page":"12"}`:                    true,
		`{"based_on":"guide_2024-03.pdf","days":21}`:       true,
		`{"title":"Backup guide","author":"Mira Quell"}`:   true,
		`{"document_title":"Backup guide","days":21}`:      true,
		`{"city":"Backup guide"}`:                          false,
		`{"year":2024,"days":21}`:                          true,
		`{"sources":["c9"],"days":21}`:                     false,
		`{"tablets":1}`:                                    false,
		`{"max_hours":24}`:                                 true,
		`{"max_grams":24}`:                                 false,
		`{"kilograms":2}`:                                  false,
		`{"mg":2}`:                                         false,
		`{"mg":500}`:                                       true,
		`{"tablets":2}`:                                    true,
		`{"tablets":24}`:                                   false,
		`{"score":5,"confidence":0.9,"rank":1,"days":21}`:  true,
		`{"city":"Oslo"}`:                                  true,
		`{"city":"Bergen"}`:                                false,
		`{"overdose_is_harmless":true,"days":21}`:          false,
		`{"the drug cures cancer":"yes","days":21}`:        false,
		`{"id":"Backups_are_kept_for_90_days"}`:            false,
		`{"slug":"take-40-tablets"}`:                       false,
		"{\"city\":\"Oslo\u200b\"}":                        false,
		`{"note":"Backups are ~~not~~ kept for 21 days."}`: false,
	} {
		leaves, err := leavesOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		own := ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer}
		for _, snippet := range []string{"Adults take 2 tablets of 500 mg within 24 hours.", "Backups are kept for 21 days.", "The vault stands in Oslo."} {
			own.Citations = append(own.Citations, answer.Citation{ChunkID: "c1", Snippet: snippet, Quoted: true})
		}
		for _, strict := range []bool{false, true} {
			r := rules()
			r.Accounted = true
			if strict {
				r.Claims, r.Near, r.HoldUnjudged = claim.All, true, true
			}
			stands := true
			res := CheckOwn(own, leaves, given(chunk), r)
			for i := range res.Claims {
				stands = stands && res.Claims[i].Stands
			}
			if stands != want {
				t.Errorf("%s, strict %t: stands %t (%+v)", body, strict, stands, res.Findings)
			}
		}
	}
}

// TestALetterBehindANameIsItsUnit: unless the source has the letter by itself.
func TestALetterBehindANameIsItsUnit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		source, key, text string
		holds             bool
	}{
		{"The tape runs for 24 hours.", "temp_c", "24", false},
		{"The tape runs for 24 hours.", "power_w", "24", false},
		{"The tape runs for 24 hours.", "tape_h", "24", true},
		{"The hall is kept at 24 °C.", "temp_c", "24", true},
		{"The hall is kept at 24 degrees Celsius.", "temp_c", "24", true},
		{"The lamp draws 24 watts.", "power_w", "24", true},
		{"The tank holds 24 litres.", "tank_l", "24", true},
		{"A tablet holds 24 mg of vitamin C.", "vitamin_c", "24", true},
	} {
		m := memberOf(ownschema.Leaf{Path: "/" + tt.key, Key: tt.key, Text: tt.text, Number: true}, nil, citedWords{tt.source, text.Numbers(tt.source)})
		ev := given(evidence.Chunk{ID: "a", Text: tt.source})
		if got := readGround(&ev).hold(&m, anySentence) != absent; got != tt.holds {
			t.Errorf("%s %s: %s holds %v", tt.source, tt.key, tt.text, got)
		}
	}
}

// TestWordsWithoutContentAnswerAllTheSame: "Both." tells more than its source, beside a true sentence too.
func TestWordsWithoutContentAnswerAllTheSame(t *testing.T) {
	t.Parallel()
	const source, other = "Never take both tablets together.", " Refunds take 14 days."
	r := rules()
	r.Accounted, r.Claims, r.HoldOpen, r.HoldUnjudged = true, claim.All, true, true
	ev := given(evidence.Chunk{ID: "a", Text: source + other})
	ev.Question = "May I take both together?"
	cited := []answer.Citation{{ChunkID: "a", Snippet: source, Quoted: true}}
	for said, stands := range map[string]bool{
		"Both.": false, "Always.": false, "All of them.": false, "Only for you.": false, "Only some.": false, "Take both.": false, "Take them all.": false,
		"I hope this helps!": true, "In summary:": true,
	} {
		body := fmt.Sprintf(`{"summary":%q,"advice":%q}`, source, said)
		leaves, err := leavesOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		leaf := CheckOwn(ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer, Citations: cited}, leaves, ev, r)
		prose := Check(answer.Answer{Mode: answer.ModeAnswer, Citations: cited, Segments: []answer.Segment{{Text: source + " ", Citations: []int{0}}, {Text: said}}}, ev, r)
		fails := func(c Claim) bool { return !c.Stands }
		if slices.ContainsFunc(leaf.Claims, fails) == stands || prose.Segments[1].Stands != stands {
			t.Errorf("%q: leaf %+v, prose %+v", said, leaf.Findings, prose.Findings)
		}
	}
}

// A title of one passage is also a word of what another one says.
func TestATitleUnderAnotherMemberIsNoReference(t *testing.T) {
	first := evidence.Chunk{ID: "d1", Title: "Apixaban", Text: "Apixaban is the first choice for patients with atrial fibrillation."}
	second := evidence.Chunk{ID: "d2", Title: "Warfarin", Text: "Warfarin is contraindicated in pregnancy."}
	for body, want := range map[string]bool{
		`{"first_choice":"Apixaban"}`: true,
		`{"first_choice":"Warfarin"}`: false,
	} {
		leaves, err := leavesOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		cited := answer.Citation{ChunkID: "d1", Snippet: "Apixaban is the first choice", Quoted: true, Path: "/first_choice"}
		own := ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer, Citations: []answer.Citation{cited}}
		res := CheckOwn(own, leaves, given(first, second), rules())
		if len(res.Claims) != 1 || res.Claims[0].Stands != want {
			t.Errorf("%s: %+v, want %t", body, res.Claims, want)
		}
	}
}
