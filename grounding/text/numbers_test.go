package text

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func describe(n Number) string {
	out := fmt.Sprintf("%s %s", n.Kind, n.Value)
	if n.Negative {
		out += " negative"
	}
	for _, part := range []struct{ name, value string }{{"alt", n.Alt}, {"to", n.High}, {"unit", n.Unit}, {"cmp", n.Comparison}} {
		if part.value != "" {
			out += " " + part.name + "=" + part.value
		}
	}
	return out
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"a dose of 5 mg daily":                                    "number 5 unit=mg/day",
		"it cost 1,234.50 in all":                                 "number 1234.5",
		"غرامة قدرها ٢٪":                                          "percent 2 unit=%",
		"es kostet 1.234,5 im Jahr":                               "number 1234.5",
		"environ 1 234,5 unités":                                  "number 1234.5 cmp=≈",
		"about 1'234 francs":                                      "money 1234 unit=CHF cmp=≈",
		"some 1,234 people":                                       "number 1234 alt=1.234 unit=people",
		"12 or fewer characters":                                  "number 12 cmp=≤",
		"60 years or older":                                       "number 60 unit=years cmp=≥",
		"no fewer than 12":                                        "number 12 cmp=≥",
		"fell by 5 percent":                                       "percent 5 unit=%",
		"just under one percent of the air":                       "percent 1 unit=% cmp=<",
		"une baisse de quatre-vingts pour cent des revenus":       "percent 80 unit=%",
		"une baisse de quatre-vingt-dix-sept pour cent du revenu": "percent 97 unit=%",
		"une baisse de huitante pour cent du revenu":              "percent 80 unit=%",
		"fell by 5%":                                              "percent 5 unit=%",
		"fell by 5 percentage points":                             "percentage-point 5 unit=%",
		"um 5 Prozentpunkte":                                      "percentage-point 5 unit=%",
		"at least 18 years":                                       "number 18 unit=years cmp=≥",
		"≥ 18 years":                                              "number 18 unit=years cmp=≥",
		"-5 °C outside":                                           "number 5 negative unit=°C",
		"from 5–10 mg":                                            "number 5 to=10 unit=mg",
		"5 to 10 days":                                            "number 5 to=10 unit=days",
		"$3.5 billion was paid":                                   "money 3500000000 unit=USD",
		"rund 3 Mio. Euro wurden":                                 "money 3000000 unit=EUR cmp=≈",
		"10⁶ cells":                                               "number 1000000",
		"1.5 × 10^6 cells":                                        "number 1500000",
		"on 5 March 2024":                                         "date 2024-03-05",
		"on March 5th, 2024":                                      "date 2024-03-05",
		"am 5. März 2024":                                         "date 2024-03-05",
		"el 5 de marzo de 2024":                                   "date 2024-03-05",
		"2024-03-05":                                              "date 2024-03-05",
		"05.03.2024":                                              "date 2024-03-05",
		"03/05/2024":                                              "date 2024-03-05 alt=2024-05-03",
		"in March 2024":                                           "date 2024-03",
		"at 3:30 pm":                                              "time 15:30",
		"in a ratio of 1:2":                                       "ratio 1:2",
		"about 1/2 of it":                                         "fraction 1/2 cmp=≈",
		"version 1.2.3 is out":                                    "code 1.2.3",
		"the 21st century":                                        "ordinal 21",
		"twenty-five of the people":                               "number 25",
		"three hundred of the people":                             "number 300",
		"one of the people":                                       "",
		"٥٠ ملغ":                                                  "number 50 unit=ملغ",
		"between 5 and 10 of the 20":                              "number 5 to=10; number 20",
		"5k users and 20 MB":                                      "number 5000; number 20 unit=MB",
		"a 2x4 board":                                             "code 2x4",
		"the area is 20 m² or 5 mg/kg":                            "number 20 unit=m2; number 5 unit=mg/kg",
		"no more than 10 people":                                  "number 10 unit=people cmp=≤",
		"plus de 3 millions d'euros à Paris":                      "number 3000000 cmp=>",
	} {
		var got []string
		for _, n := range Numbers(text) {
			got = append(got, describe(n))
			if text[n.Start:n.End] != n.Text {
				t.Errorf("%q: text of %q is %q", text, n.Value, n.Text)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q:\n got %s\nwant %s", text, strings.Join(got, "; "), want)
		}
	}
}

// "1回5mg" was read as one code, "二十" as 12, "5 200-calorie meals" as 5200.
func TestNumbersThatWereReadTogether(t *testing.T) {
	for text, want := range map[string][]string{
		"1日2回、1回5mg":                                  {"1", "2", "1", "5"},
		"二十三人が来た。":                                    {"23"},
		"5 200-calorie meals":                         {"5", "200"},
		"It costs $1.2m":                              {"1200000"},
		"a 1.2 m wall":                                {"1.2"},
		"5 200 calories":                              {"5200"},
		"On Sep, 23, 2015: rain":                      {"2015-09-23"},
		"(Example.com Staff, February 27, 2009)":      {"2009-02-27"},
		"After each set of 15 compressions, breathe.": {"15"},
	} {
		var got []string
		for _, n := range Numbers(text) {
			got = append(got, n.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// "Two dozen" was fourteen, "one dozen" thirteen and "half a dozen" twelve.
func TestDozensMultiply(t *testing.T) {
	for text, want := range map[string]string{
		"one dozen eggs were in the box":       "12",
		"two dozen eggs were in the box":       "24",
		"a dozen eggs were in the box":         "12",
		"half a dozen eggs were in the box":    "6",
		"es waren zwei Dutzend Eier im Korb":   "24",
		"twenty-two of the eggs were not good": "22",
	} {
		got := Numbers(text)
		if len(got) != 1 || got[0].Value != want {
			t.Errorf("%q: got %+v, want %s", text, got, want)
		}
	}
}

// Hours, areas, rates and mixed numbers are read whole, and two numbers with one
// unit both have it.
func TestMeasuresInWords(t *testing.T) {
	for text, want := range map[string]string{
		"at 9 pm":                         "time 21:00",
		"at 9 a.m. sharp":                 "time 09:00",
		"at 7.30 pm":                      "time 19:30",
		"um 17 Uhr":                       "time 17:00",
		"午後5時に閉まる":                        "time 17:00",
		"下午5点":                            "time 17:00",
		"300 square metres":               "number 300 unit=metres²",
		"300 m2 of land":                  "number 300 unit=m2",
		"300 mètres carrés":               "number 300 unit=mètres²",
		"300 Quadratmeter":                "number 300 unit=Quadratmeter",
		"2 cu. ft of air":                 "number 2 unit=ft³",
		"60 miles per hour":               "number 60 unit=miles/hour",
		"5 % p.a. on it":                  "percent 5 unit=%/year",
		"6.75% per month":                 "percent 6.75 unit=%/month",
		"a 12-inch pipe":                  "number 12 unit=inch",
		"the PI3-K path":                  "number 3",
		"two and a half hours":            "number 2.5 unit=hours",
		"2 1/2 cups":                      "number 2.5 unit=cups",
		"59½ years":                       "number 59.5 unit=years",
		"between 10 and 20 percent":       "percent 10 to=20 unit=%",
		"in 1999 and 20 percent":          "number 1999; percent 20 unit=%",
		"53 percentage of all":            "percent 53 unit=%",
		"rates of 5%-10% were seen":       "percent 5 to=10 unit=%",
		"it took 9 amateurs":              "number 9",
		"25 o'clock and 25 pm (no time)":  "number 25; number 25 unit=pm",
		"3 and 4 mg, but 1 and 5 people?": "number 3 unit=mg; number 4 unit=mg; number 1 unit=people; number 5 unit=people",
	} {
		var got []string
		for _, n := range Numbers(text) {
			got = append(got, describe(n))
		}
		if joined := strings.Join(got, "; "); joined != want {
			t.Errorf("%q: got %q, want %q", text, joined, want)
		}
	}
}

// A range is one number however it is written.
func TestRanges(t *testing.T) {
	for text, want := range map[string]string{
		"5 to 10 million people":              "number 5000000 to=10000000 unit=people",
		"5 million to 10 million":             "number 5000000 to=10000000",
		"$5 to $10 a head":                    "money 5 to=10 unit=USD",
		"£5 – £10":                            "money 5 to=10 unit=GBP",
		"five to seven minutes":               "number 5 to=7 unit=minutes",
		"one to three times the deposit":      "number 1 to=3",
		"between 175 cm and 195 cm":           "number 175 to=195 unit=cm",
		"between 175 and 195 cm":              "number 175 to=195 unit=cm",
		"zwischen 10 und 20 Prozent":          "percent 10 to=20 unit=%",
		"1/2 to 3/4 cup":                      "fraction 1/2 to=3/4 unit=cup",
		"rose from 31 % in 2015 to 40 %":      "percent 31 unit=%; number 2015; percent 40 unit=%",
		"rose 5 percent to 40 million":        "percent 5 unit=%; number 40000000",
		"from 9 a.m. to 5 p.m.":               "time 09:00 to=17:00",
		"5 g and 10 mg of it":                 "number 5 unit=g; number 10 unit=mg",
		"40 minutes and 3 hours":              "number 40 unit=minutes; number 3 unit=hours",
		"two thirds of them, one-fifth of it": "fraction 2/3; fraction 1/5",
		"it is .5 percent":                    "percent 0.5 unit=%",
		"50 basis points":                     "percentage-point 0.5 unit=%",
		"at 180C":                             "number 180 unit=°C",
		"opens at noon":                       "time 12:00",
		"a quarter of staff, a third of them": "fraction 1/4; fraction 1/3",
		"three hundred and fifty":             "number 350",
		"three quarters of an hour":           "fraction 3/4 unit=hour",
		"5 mg a day, 3 kg weekly":             "number 5 unit=mg/day; number 3 unit=kg/week",
	} {
		var got []string
		for _, n := range Numbers(text) {
			got = append(got, describe(n))
			if text[n.Start:n.End] != n.Text {
				t.Errorf("%q: text of %q is %q", text, n.Value, n.Text)
			}
		}
		if joined := strings.Join(got, "; "); joined != want {
			t.Errorf("%q:\n got %s\nwant %s", text, joined, want)
		}
	}
}

// One quantity in two units is one measure; another one is not.
func TestMeasure(t *testing.T) {
	one := func(text string) Measure {
		n := Numbers(text)
		if len(n) != 1 {
			t.Fatalf("%q: %v", text, n)
		}
		m, ok := n[0].Measure()
		if !ok {
			t.Fatalf("%q has no measure", text)
		}
		return m
	}
	same := func(a, b Measure) bool {
		return a.Kind == b.Kind && math.Abs(a.Value-b.Value) <= 1e-9*math.Abs(a.Value)
	}
	for a, b := range map[string]string{
		"1500 mg": "1.5 g", "90 minutes": "1.5 hours", "3 weeks": "21 days", "2 years": "24 months", "2 decades": "20 years",
		"1 m²": "10000 cm2", "1 litre": "1000 cm³", "36 km/h": "10 m/s",
		"50 mg/kg": "0.05 g/kg", "3 Tonnen": "3000 kg",
	} {
		if x, y := one(a), one(b); !same(x, y) {
			t.Errorf("%s is %+v, %s is %+v", a, x, b, y)
		}
	}
	for a, b := range map[string]string{"5 mg": "5 g", "1 month": "30 days", "5 kg": "5 km", "5": "5 kg", "1 mg/kg": "1 mg/l", "$5": "5 €"} {
		if x, y := one(a), one(b); same(x, y) {
			t.Errorf("%s and %s are %+v", a, b, x)
		}
	}
}

// Every unit of the table is read, and none of its forms belongs to two units.
func TestUnitTable(t *testing.T) {
	of := map[string]string{}
	for line := range strings.Lines(unitTable) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		for _, form := range append(fields[3:], fields[0]) {
			if other := of[form]; other != "" {
				t.Errorf("%s is %s and %s", form, other, fields[0])
			}
			of[form] = fields[0]
			if got := UnitName(form); got != fields[0] {
				t.Errorf("%s is named %s, want %s", form, got, fields[0])
			}
		}
	}
}

// TestAWordOfOneLanguageIsANumberOfAnother: "Total due: 80 EUR" was read as two, since due is two in Italian and
// a label has no language.
func TestAWordOfOneLanguageIsANumberOfAnother(t *testing.T) {
	for s, want := range map[string][]string{
		"Payments due day 5": {"5"}, "Rent due month: 3": {"3"}, "due hundred": {"100"}, "Total due % 5": {"5"},
		"Ci sono due giorni di tempo per pagare.": {"2"}, "Zimmer zwei Tage": {"2"}, "Six months": {"6"},
	} {
		var got []string
		for _, n := range Numbers(s) {
			got = append(got, n.Value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has %v, want %v", s, got, want)
		}
	}
	for word, want := range map[string]string{"due": "", "cent": "", "zes": "6", "zwei": "2", "six": "6", "billion": "1000000000", "elf": ""} {
		if got, _ := Unknown.NumberValue(word); got != want {
			t.Errorf("%s is %q where the language is not known, want %q", word, got, want)
		}
	}
}
