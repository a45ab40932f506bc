package claim

import "testing"

// An area or a volume in words had no unit of its own: "300 square metres"
// passed for 300 square feet.
func TestUnitOfAreaOrVolumeIsAUnit(t *testing.T) {
	for _, c := range []quotedCase{
		{"The hall has 300 square metres of floor.", "The hall has 300 square feet of floor.", ""},
		{"The hall has 300 square metres.", "The hall has 300 metres.", ""},
		{"It holds 4,150 cubic metres of water.", "It holds 4,150 cubic feet of water.", ""},
		{"It covers 3 square kilometres.", "It covers 3 square miles.", ""},
		{"It holds 5 m³ of oil.", "It holds 5 m2 of oil.", ""},
		{"Die Halle hat 300 Quadratmeter.", "Die Halle hat 300 Quadratkilometer.", ""},
		{"La salle fait 300 mètres carrés.", "La salle fait 300 mètres.", ""},
	} {
		if j := judgeQuoted(c); len(j.Findings) == 0 {
			t.Errorf("%q passes by %q", c.claim, c.quote)
		}
	}
	for _, c := range []quotedCase{
		{"The hall has 300 m2 of floor.", "The hall has 300 square meters of floor.", ""},
		{"The hall has 300 sq ft of floor.", "The hall has 300 square feet of floor.", ""},
		{"It holds 5 cubic metres of oil.", "It holds 5 m³ of oil.", ""},
		{"The hall has 300 square metres (3,229 square feet).", "The hall has 3,229 square feet.", ""},
		{"Er hat 3 Kubikmeter Holz.", "Er hat 3 m³ Holz.", ""},
		{"Зал занимает 300 м².", "Зал занимает 300 квадратных метров.", ""},
		{"Take 5 m 2 times.", "Take 5 m 2 times.", ""},
	} {
		if j := judgeQuoted(c); len(j.Findings) > 0 {
			t.Errorf("%q by %q: %+v", c.claim, c.quote, j.Findings)
		}
	}
}

// "Before" and "after" passed for each other where the source has either
// elsewhere, and two names where one has a title.
func TestWhatStandsElsewhereExcusesNoExchange(t *testing.T) {
	const fees = "Members who joined before 1 July pay 84 euros. The fee is not refunded after the thirtieth day."
	const head = "Dr. Ilse Brandt replaced Marco Vieri as head of the laboratory."
	for _, c := range []struct{ source, claim, code string }{
		{fees, "The fee is not refunded before the thirtieth day.", CodeEntity + " " + CodeNumber},
		{head, "Dr. Marco Vieri replaced Ilse Brandt as head of the laboratory.", CodeEntity},
		{head, "Dr. Ilse Brandt replaced Marco Vieri as head of the laboratory.", ""},
		{fees, "The fee is not refunded after the thirtieth day.", ""},
	} {
		if got := codes(judgeQuoted(quotedCase{c.source, c.claim, ""})); got != c.code {
			t.Errorf("%q: got %q, want %q", c.claim, got, c.code)
		}
	}
}

// Under "You must not:" an item is an order not to; whoever says so was refused.
func TestItemBelowADenialIsDenied(t *testing.T) {
	const list = "You must not:\n- Open the lid during the run\n- Touch the fan at any time"
	for text, code := range map[string]string{
		"You must not open the lid during the run.": "",
		"You must not touch the fan at any time.":   "",
		"Open the lid during the run.":              CodeNegation,
		"Touch the fan at any time.":                CodeNegation,
	} {
		if got := codes(Judge(text, Evidence{Sources: []*Source{Prepare(list)}}, rulesAlone)); got != code {
			t.Errorf("%q: got %q, want %q", text, got, code)
		}
	}
}
