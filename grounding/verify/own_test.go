package verify

import (
	"slices"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
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

// TestAFigureIsThatOfItsMembersName: digits that stand in the source prove nothing of
// a name that the source gives to another figure, or does not know.
func TestAFigureIsThatOfItsMembersName(t *testing.T) {
	const sources = "Store it at 2 °C to 8 °C. The power budget is 370 W. A late payment is charged at 9 percent. " +
		"The outcome occurred in 12.2% of the dapravutide group and in 16.3% of the placebo group. Revenue rose to 412.6 million dollars. " +
		"Dose: 9 mg; limit: 40 mg. Net income fell 12 percent, whereas revenue rose 7 percent."
	for _, c := range []struct {
		body, snippet string
		want          report.Outcome
	}{
		{`{"min_temp_c":2}`, "2 °C to 8 °C", report.Open},
		{`{"max_temp_c":2}`, "2 °C to 8 °C", report.Refuted},
		{`{"min_temp_c":8}`, "2 °C to 8 °C", report.Refuted},
		{`{"power_budget_w":370}`, "power budget is 370 W", report.Open},
		{`{"powerBudget":370}`, "power budget is 370 W", report.Open},
		{`{"power_budget_kw":370}`, "power budget is 370 W", report.Refuted},
		{`{"min_fee_percent":9}`, "is charged at 9 percent", report.Open},
		{`{"placebo_pct":16.3}`, "12.2% of the dapravutide group and in 16.3% of the placebo", report.Open},
		{`{"dapravutide_pct":16.3}`, "12.2% of the dapravutide group and in 16.3% of the placebo", report.Refuted},
		{`{"placebo_pct":12.2}`, "12.2% of the dapravutide group and in 16.3% of the placebo", report.Refuted},
		{`{"net_income_change_percent":-7}`, "revenue rose 7 percent", report.Refuted},
		{`{"limit_mg":40}`, "Dose: 9 mg; limit: 40 mg", report.Open},
		{`{"dose_mg":9}`, "Dose: 9 mg; limit: 40 mg", report.Open},
		{`{"limit_mg":9}`, "Dose: 9 mg; limit: 40 mg", report.Refuted},
		{`{"dose_mg":40}`, "Dose: 9 mg; limit: 40 mg", report.Refuted},
	} {
		body := []byte(c.body)
		leaves, err := leavesOf(body)
		if err != nil || len(leaves) != 1 {
			t.Fatal(err, leaves)
		}
		own := ownschema.Own{Answer: body, Mode: answer.ModeAnswer, Citations: []answer.Citation{{Snippet: c.snippet, Quoted: true, Path: leaves[0].Path}}}
		if r := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: sources}), rules()); r.Claims[0].Outcome != c.want {
			t.Errorf("%s: %s, want %s (%+v)", c.body, r.Claims[0].Outcome, c.want, r.Findings)
		}
	}
}

// TestAFigureIsThatOfItsRow: what a short text beside it names has to stand in its clause.
func TestAFigureIsThatOfItsRow(t *testing.T) {
	const sources = "Europe accounted for 41 percent of revenue, North America for 37 percent and Asia for 22 percent. " +
		"Of the tickets, 12 percent came from Ghent and 30 percent from Bruges. The fee in Rome is 9 euros. " +
		"The duty on shoes is 17 percent and the duty on bags is 3.7 percent."
	const shares, tickets, duties = "Europe accounted for 41 percent", "12 percent came from Ghent", "the duty on bags is 3.7"
	for _, c := range []struct {
		body, snippet string
		want          report.Outcome
	}{
		{`{"name":"Europe","share_percent":41}`, shares, report.Open},
		{`{"name":"North America","share_percent":37}`, shares, report.Open},
		{`{"name":"Asia","share_percent":22}`, shares, report.Open},
		{`{"name":"Europe","share_percent":22}`, shares, report.Refuted},
		{`{"name":"Asia","share_percent":41}`, shares, report.Refuted},
		{`{"name":"Africa","share_percent":41}`, shares, report.Open},
		{`{"city":"Ghent","share_percent":12}`, tickets, report.Open},
		{`{"city":"Bruges","share_percent":30}`, tickets, report.Open},
		{`{"city":"Bruges","share_percent":12}`, tickets, report.Refuted},
		{`{"goods":"bags","duty_percent":17}`, duties, report.Refuted},
		{`{"goods":"bags","duty_percent":3.7}`, duties, report.Open},
		{`{"goods":"hats","duty_percent":17}`, duties, report.Open}, // proven of something else, perhaps
		{`{"city":"Rome","cost_euros":9}`, "fee in Rome is 9 euros", report.Open},
	} {
		leaves, err := leavesOf([]byte(c.body))
		if err != nil || len(leaves) != 2 {
			t.Fatal(err, leaves)
		}
		own := ownschema.Own{Answer: []byte(c.body), Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: c.snippet, Quoted: true, Path: ""}}}
		r := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: sources}), rules())
		cl := r.Claims[slices.IndexFunc(r.Claims, func(cl Claim) bool { return cl.Path == leaves[1].Path })]
		if cl.Outcome != c.want {
			t.Errorf("%s: %s, want %s (%+v)", c.body, cl.Outcome, c.want, r.Findings)
		}
	}
}

// TestAValueIsThatOfItsMember: a word of its member's name, a year beside it or the head of
// its column stands in its clause, and not in that of another value of the object.
func TestAValueIsThatOfItsMember(t *testing.T) {
	const sources = "Ann Lee is the buyer and Bob May is the seller.\n\nParcels from Norway decreased, whereas parcels from Turkey increased." +
		"\n\nIn 2020 sales were 5 million, in 2021 sales were 9 million.\n\nIn the study, 9 of 4,012 vaccinated adults and 88 of 3,990 " +
		"unvaccinated adults fell ill.\n\n| Item | Price | Weight |\n|---|---|---|\n| pump | 300 | 12 |\n| filter | 45 | 3 |\n" +
		"\nAdults take 5 mg twice a day. Children take 2 mg once a day.\n"
	const people, trend, study, row = "Ann Lee is the buyer", "Parcels from Norway decreased", "9 of 4,012 vaccinated", "| pump | 300 | 12 |"
	for _, c := range []struct {
		body, snippet string
		stands, near  bool
	}{
		{`{"buyer":"Ann Lee","seller":"Bob May"}`, people, true, false},
		{`{"buyer":"Bob May","seller":"Ann Lee"}`, people, false, false},
		{`{"norway_trend":"decreased","turkey_trend":"increased"}`, trend, true, false},
		{`{"norway_trend":"increased","turkey_trend":"decreased"}`, trend, false, false},
		{`{"year":2020,"sales_million":5}`, "In 2020 sales were 5 million", true, false},
		{`{"year":2021,"sales_million":9}`, "In 2020 sales were 5 million", true, false},
		{`{"year":2020,"sales_million":9}`, "In 2020 sales were 5 million", false, false},
		{`{"ill_vaccinated":9,"ill_unvaccinated":88}`, study, true, false},
		{`{"ill_vaccinated":88,"ill_unvaccinated":9}`, study, false, false},
		{`{"item":"pump","price":300,"weight":12}`, row, true, false},
		{`{"item":"pump","price":12,"weight":300}`, row, false, false},
		{`{"item":"filter","price":300,"weight":12}`, row, false, true}, // elsewhere it is open
		{`{"child_dose":"5 mg twice a day"}`, "Adults take 5 mg twice a day", false, false},
		{`{"adult_dose":"5 mg twice a day"}`, "Adults take 5 mg twice a day", true, true},
		{`{"child_dose":"2 mg once a day"}`, "Children take 2 mg once a day", true, true},
	} {
		leaves, err := leavesOf([]byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		own := ownschema.Own{Answer: []byte(c.body), Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: c.snippet, Quoted: true}}}
		r := rules()
		r.Near = c.near
		res := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: sources}), r)
		stands := !slices.ContainsFunc(res.Claims, func(cl Claim) bool { return !cl.Stands })
		if stands != c.stands || len(res.Claims) != len(leaves) {
			t.Errorf("%s: stands %t, want %t (%+v)", c.body, stands, c.stands, res.Findings)
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

// TestAYesUnderANameThatTellsNothingPassedBesideACopyThatForbids: {"answer": "yes"} was in doubt, which balanced lets pass.
func TestAYesUnderANameThatTellsNothingPassedBesideACopyThatForbids(t *testing.T) {
	const copied = "Glaze 14 contains lead and may be used for wall tiles only."
	for body, stands := range map[string]bool{
		`{"answer":"yes","reason":"` + copied + `"}`: false, `{"contains_lead":"yes","reason":"` + copied + `"}`: true,
	} {
		leaves, err := leavesOf([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		own := ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: copied, Quoted: true, Path: "/reason"}}}
		ev, r := given(evidence.Chunk{ID: "a", Text: copied}), rules()
		ev.Question, r.Accounted = "May I use glaze 14 for cups?", true
		res := CheckOwn(own, leaves, ev, r)
		if got := !slices.ContainsFunc(res.Claims, func(cl Claim) bool { return !cl.Stands }); got != stands {
			t.Errorf("%s: stands %t (%+v)", body, got, res.Findings)
		}
	}
}

func leavesOf(body []byte) ([]ownschema.Leaf, error) {
	leaves, err := ownschema.Leaves(body, nil, nil)
	return slices.DeleteFunc(leaves, func(leaf ownschema.Leaf) bool { return leaf.Called }), err
}

// TestAChoiceIsTheOneThatItsOwnCitationNames: a value of the schema's list of which the cited sentence has another.
func TestAChoiceIsTheOneThatItsOwnCitationNames(t *testing.T) {
	const form = `{"type":"object","properties":{"place":{"enum":["upper shelf","lower shelf","cellar"]}}}`
	schema, err := ownschema.Compile([]byte(form))
	if err != nil {
		t.Fatal(err)
	}
	for place, failed := range map[string]bool{"upper shelf": false, "lower shelf": true, "cellar": true} {
		body := []byte(`{"place":"` + place + `"}`)
		leaves, err := ownschema.Leaves(body, schema, nil)
		if err != nil {
			t.Fatal(err)
		}
		own := ownschema.Own{Answer: body, Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "a", Snippet: "stored on the upper shelf", Quoted: true, Path: "/place"}}}
		r := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: "Bisque ware is stored on the upper shelf for two days."}), rules())
		if got := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Code == report.ClaimNegation }); got != failed {
			t.Errorf("%s: fails %t, want %t: %+v", place, got, failed, r.Findings)
		}
	}
}
