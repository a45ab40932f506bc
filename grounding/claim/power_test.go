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
	const hive, price, child = "A colony holds up to 60,000 workers.", "Prices rose 3.1 % in May.", "Children under 12: 250 mg once daily. Children over 14: 500 mg."
	const head = "Dr. Ilse Brandt replaced Marco Vieri as head of the laboratory."
	for _, c := range []struct{ source, claim, code string }{
		{fees, "The fee is not refunded before the thirtieth day.", CodeEntity + " " + CodeNumber},
		{hive, "A colony holds more than 60,000 workers.", CodeNumber},
		{hive, "A colony holds at most 60,000 workers.", ""},
		{price, "Prices rose to 3.1 % in May.", CodeNumber},
		{price, "Prices rose by 3.1 % in May.", ""},
		{child, "Children under 12 take 250 mg once daily.", ""},
		{child, "Children over 12 take 250 mg once daily.", CodeNumber},
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

// A Japanese clause whose subject stands in the clause before it lost its denial
// unseen.
func TestDenialBehindTheSubjectsClauseIsFound(t *testing.T) {
	const room = "会議室Aは最大12名まで利用でき、18時以降は利用できません。"
	for text, want := range map[string]string{
		"会議室Aは18時以降は利用できます。":  CodeNegation,
		"会議室Aは18時以降は利用できません。": "",
		"会議室Aは最大12名まで利用できます。": "",
	} {
		if got := codes(judgeQuoted(quotedCase{room, text, ""})); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
