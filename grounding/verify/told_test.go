package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
)

// typed is an answer in a form of the client's own, held against sentences that it cites all of.
type typed struct{ source, schema, body string }

func (c *typed) stands(t *testing.T, strict bool) bool {
	t.Helper()
	var schema *ownschema.Schema
	if c.schema != "" {
		var err error
		if schema, err = ownschema.Compile([]byte(`{"properties":{` + c.schema + `}}`)); err != nil {
			t.Fatal(err)
		}
	}
	leaves, err := ownschema.Leaves([]byte(c.body), schema, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := ownschema.Own{Answer: []byte(c.body), Mode: answer.ModeAnswer}
	for _, s := range text.Sentences(c.source) {
		own.Citations = append(own.Citations, answer.Citation{ChunkID: "a", Snippet: c.source[s.Start:s.End], Quoted: true})
	}
	r := rules()
	r.Accounted, r.Near, r.HoldUnjudged = true, strict, strict
	res := CheckOwn(own, leaves, given(evidence.Chunk{ID: "a", Text: c.source}), r)
	for i := range res.Claims {
		if !res.Claims[i].Stands {
			return false
		}
	}
	return true
}

// falseTyped are false values that left as verified, each under balanced and under strict.
var falseTyped = []typed{
	// A list in the schema excused the value.
	{"The dose is 5 mg.", `"dose_mg":{"type":"integer","enum":[5,50]}`, `{"dose_mg":50}`},
	{"The dose is 5 mg.", `"dose":{"enum":["5 mg","50 mg"]}`, `{"dose":"50 mg"}`},
	{"The dose is 5 mg.", `"dose_mg":{"anyOf":[{"const":5},{"const":50}]}`, `{"dose_mg":50}`},
	{"The dose is 5 mg.", `"dose_mg":{"const":50}`, `{"dose_mg":50}`},
	{"Backups are kept for 21 days.", `"says":{"enum":["Backups are kept for 21 days.","Backups are kept for 90 days."]}`, `{"says":"Backups are kept for 90 days."}`},
	{"Backups are kept for 21 days.", `"keep":{"enum":["P21D","P90D"]}`, `{"keep":"P90D"}`},
	{"Backups are kept for 21 days.", `"keep":{"enum":["twenty-one days","ninety days"]}`, `{"keep":"ninety days"}`},
	{"Backups are kept for 21 days.", `"days":{"items":{"enum":[21,90]}}`, `{"days":[90]}`},
	{"The contract began on 2024-03-05.", `"began":{"enum":["2024-03-05","2024-05-03"]}`, `{"began":"2024-05-03"}`},
	{"The fee is not refundable.", `"says":{"enum":["The fee is refundable.","The fee is not refundable."]}`, `{"says":"The fee is refundable."}`},
	{"The plan is gold.", `"plan":{"enum":["gold","silver"]}`, `{"plan":"silver"}`},
	{"The patient is allergic to penicillin.", `"allergic_to":{"enum":["penicillin","ibuprofen","none"]}`, `{"allergic_to":"none"}`},
	{"The dose is 5 mg.", `"dose":{"type":"integer"},"unit":{"enum":["mg","kg"]}`, `{"dose":5,"unit":"kg"}`},
	// A letter or a sign was no claim.
	{"The patient's blood group is A. The patient has hepatitis B.", `"blood_group":{}`, `{"blood_group":"B"}`},
	{"The patient's blood group is A.", `"groups":{}`, `{"groups":["B","O"]}`},
	{"The patient's blood group is A-.", `"blood_group":{}`, `{"blood_group":"A+"}`},
	{"A patient has blood group B.", `"blood_group":{}`, `{"blood_group":"A"}`},
	{"The patient has hepatitis B.", `"hepatitis_type":{}`, `{"hepatitis_type":"C"}`},
	{"The patient's sex is F.", `"sex":{"enum":["M","F"]}`, `{"sex":"M"}`},
	{"The rhesus factor is +.", `"rhesus":{}`, `{"rhesus":"-"}`},
	// Values stood in the source, for another member.
	{"The manager is Ada. The deputy is Eve.", `"manager":{},"deputy":{}`, `{"manager":"Eve","deputy":"Ada"}`},
	{"The contract starts on 2024-03-05. It ends on 2025-04-06.", `"start_date":{},"end_date":{}`, `{"start_date":"2025-04-06","end_date":"2024-03-05"}`},
	{"The opening hour is 9. The closing hour is 17.", `"opening_hour":{},"closing_hour":{}`, `{"opening_hour":17,"closing_hour":9}`},
	{"Adults take 50 mg. Children take 5 mg.", `"adult_dose":{},"child_dose":{}`, `{"adult_dose":"5 mg","child_dose":"50 mg"}`},
	// The model chose the name.
	{"The dose is 5 mg.", `"doses":{"additionalProperties":{"type":"string"}}`, `{"doses":{"50 mg":"The dose is 5 mg."}}`},
	{"Ada is the head of sales. The plan is gold.", `"heads":{"additionalProperties":{"type":"string"}}`, `{"heads":{"Eve":"The plan is gold."}}`},
	{"The paracetamol dose is 5 mg.", `"doses":{"additionalProperties":{"type":"integer"}}`, `{"doses":{"ibuprofen":5}}`},
	{"The vault is in Bern.", `"places":{"additionalProperties":{"type":"boolean"}}`, `{"places":{"Zug":true}}`},
	{"The paracetamol dose is 5 mg.", "", `{"ibuprofen_dose_mg":5}`},
	{"The paracetamol dose is 5 mg.", "", `{"50 mg":"The paracetamol dose is 5 mg."}`},
}

func TestAFalseTypedValueLeftAsVerified(t *testing.T) {
	for _, c := range falseTyped {
		for _, strict := range []bool{false, true} {
			if c.stands(t, strict) {
				t.Errorf("%s: %s stands, strict %t", c.source, c.body, strict)
			}
		}
	}
}

// TestUnderStrictATypedValueOnlyHadToStandSomewhere: its source may tell it of something else.
func TestUnderStrictATypedValueOnlyHadToStandSomewhere(t *testing.T) {
	const source = "Adults take 50 mg. Children take 5 mg. The manager is Ada. The deputy is Eve. The lease runs from 2024-03-05 to 2025-04-06."
	for _, c := range []typed{
		{source, `"child_dose":{}`, `{"child_dose":"50 mg"}`},
		{source, `"manager":{}`, `{"manager":"Eve"}`},
		{source, `"manager":{"enum":["Ada","Eve"]}`, `{"manager":"Eve"}`},
		{source, `"begin":{}`, `{"begin":"2025-04-06"}`},
		{source, `"people":{"items":{"properties":{"name":{},"role":{}}}}`, `{"people":[{"name":"Ada","role":"deputy"}]}`},
		{source, `"rows":{"items":{"properties":{"who":{},"mg":{}}}}`, `{"rows":[{"who":"Children","mg":50}]}`},
	} {
		if c.stands(t, true) {
			t.Errorf("%s stands", c.body)
		}
	}
}

// TestAValueStoodUnderWordsOfAnotherSentence: no rival of the value's kind stood beside it.
func TestAValueStoodUnderWordsOfAnotherSentence(t *testing.T) {
	for _, c := range []typed{
		{"Warfarin is contraindicated in pregnancy. Apixaban is the first choice.", "", `{"first_choice":"Warfarin"}`},
		{"Warfarin is contraindicated in pregnancy.", "", `{"safe_in_pregnancy":"Warfarin"}`},
		{"Green wires are earth, and brown wires are live.", "", `{"live":"Green wires"}`},
		{"Adults take 5 mg twice a day; children under 12 take 2 mg once a day.", "", `{"child_frequency":"twice a day"}`},
	} {
		if c.stands(t, true) {
			t.Errorf("%s stands", c.body)
		}
	}
}

func TestAnHonestTypedValueStands(t *testing.T) {
	for _, c := range []typed{
		{"The dose is 5 mg.", `"dose_mg":{"type":"integer","enum":[5,50]}`, `{"dose_mg":5}`},
		{"The dose is 5 mg.", `"dose":{"type":"integer"},"unit":{"enum":["mg","kg"]}`, `{"dose":5,"unit":"mg"}`},
		{"The dose is 5 mg.", `"version":{"const":2},"dose_mg":{}`, `{"version":2,"dose_mg":5}`},
		{"The dose is 5 mg.", `"stars":{"enum":[1,2,3]},"dose_mg":{}`, `{"stars":3,"dose_mg":5}`},
		{"The plan is gold.", `"plan":{"enum":["gold","silver"]}`, `{"plan":"gold"}`},
		{"The kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.", `"degrees":{},"sentence":{}`, `{"degrees":1240,"sentence":"The kiln reaches 1240 degrees after seven hours."}`},
		{"Backups are kept for 21 days. The vault is in Bern.", `"retention_days":{},"city":{}`, `{"retention_days":21,"city":"Bern"}`},
		{"The patient's blood group is A.", `"blood_group":{}`, `{"blood_group":"A"}`},
		{"The patient's blood group is A-.", `"rhesus":{}`, `{"rhesus":"-"}`},
		{"Take 4 grams.", `"value":{},"unit":{}`, `{"value":4,"unit":"g"}`},
		{"The manager is Ada. The deputy is Eve.", `"manager":{},"deputy":{}`, `{"manager":"Ada","deputy":"Eve"}`},
		{"The manager is Ada. The deputy is Eve.", `"people":{"items":{"properties":{"name":{},"role":{}}}}`, `{"people":[{"name":"Ada","role":"manager"},{"name":"Eve","role":"deputy"}]}`},
		{"Adults take 50 mg. Children take 5 mg.", `"adult_dose":{},"child_dose":{}`, `{"adult_dose":"50 mg","child_dose":"5 mg"}`},
		{"The contract starts on 2024-03-05. It ends on 2025-04-06.", `"start_date":{},"end_date":{}`, `{"start_date":"2024-03-05","end_date":"2025-04-06"}`},
		{"The paracetamol dose is 5 mg.", `"doses":{"additionalProperties":{"type":"integer"}}`, `{"doses":{"paracetamol":5}}`},
		{"The paracetamol dose is 5 mg.", "", `{"paracetamol_dose_mg":5,"maxTemp":"","step_1":"The paracetamol dose is 5 mg."}`},
	} {
		for _, strict := range []bool{false, true} {
			if !c.stands(t, strict) {
				t.Errorf("%s: %s fails, strict %t", c.source, c.body, strict)
			}
		}
	}
}

// TestALabelThatTheAppAsksForStands where the source has none of its kind: words cannot judge it.
func TestALabelThatTheAppAsksForStands(t *testing.T) {
	for _, c := range []typed{
		{"The dose is 5 mg.", `"category":{"enum":["dosage","billing"]},"dose_mg":{}`, `{"category":"dosage","dose_mg":5}`},
		{"The dose is 5 mg.", `"risk":{"enum":["low risk of any harm","high risk of any harm"]}`, `{"risk":"low risk of any harm"}`},
		{"The dose is 5 mg.", `"choice":{"enum":["A","B"]}`, `{"choice":"B"}`},
		{"The dose is 5 mg.", `"priority":{"enum":["P1","P2"]}`, `{"priority":"P1"}`},
	} {
		if !c.stands(t, false) {
			t.Errorf("%s: %s fails", c.source, c.body)
		}
	}
}

func TestALetterOfItsOwn(t *testing.T) {
	for code, want := range map[string]string{"A": "A", " b. ": "B", "-": "-", "A+": "A+", "O−": "O-", "AB": "", "N/A": "", "—": "", "": "", "%": "", "5": "", "--": ""} {
		if got := codeOf(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
	for _, c := range strings.Split("A|group A.|1;A|A man|0;A|group A+|0;+|group A+|1;-|well-known|0;-|factor: -|1;-|3-5|0;B|A/B|1;B|AB|0", ";") {
		parts := strings.Split(c, "|")
		if got := hasCode(parts[1], parts[0]); got != (parts[2] == "1") {
			t.Errorf("%q has %q: %t", parts[1], parts[0], got)
		}
	}
}

// TestALetterOrASignThatNoSourceHasWasNoName, neither as the value of a label nor in a sentence.
func TestALetterOrASignThatNoSourceHasWasNoName(t *testing.T) {
	for _, c := range []struct {
		source, said string
		stands       bool
	}{
		{"The patient's blood group is A.", "Blood group: B.", false},
		{"The patient's blood group is A.", "- Blood group: **B**", false},
		{"The patient's blood group is A.", "Blood group: A.", true},
		{"The patient has hepatitis B.", "Hepatitis: C.", false},
		{"Take vitamin D daily.", "Daily: vitamin K.", false},
		{"The risk class of the pump is C.", "Risk class of the pump: A.", false},
		{"The rhesus factor is +.", "Rhesus factor: -.", false},
		{"The rhesus factor is negative.", "Rhesus factor: -.", true},
		{"The test for malaria was negative.", "Malaria test: +", false},
		{"Dr. A treats the left eye.", "Dr. B treats the left eye.", false},
		{"Escherichia coli lives in the gut of the patient.", "E. coli lives in the gut of the patient.", true},
		{"The lamp draws a current of 5 amperes.", "The lamp draws 5 A.", true},
		{"John Smith runs the archive.", "John R. Smith runs the archive.", true},
		{"The vault is in Bern.", "Note: A vault is in Bern.", true},
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: c.said, Citations: []int{0}}},
			Citations: []answer.Citation{{ChunkID: "a", Snippet: c.source, Quoted: true}}}
		if res := Check(a, given(evidence.Chunk{ID: "a", Text: c.source}), rules()); res.Segments[0].Stands != c.stands {
			t.Errorf("%s %s: stands %t (%+v)", c.source, c.said, res.Segments[0].Stands, res.Findings)
		}
	}
}
