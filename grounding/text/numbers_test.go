package text

import (
	"fmt"
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
		"a dose of 5 mg daily":               "number 5 unit=mg",
		"it cost 1,234.50 in all":            "number 1234.5",
		"غرامة قدرها ٢٪":                     "percent 2 unit=%",
		"es kostet 1.234,5 im Jahr":          "number 1234.5",
		"environ 1 234,5 unités":             "number 1234.5 cmp=≈",
		"about 1'234 francs":                 "money 1234 unit=CHF cmp=≈",
		"some 1,234 people":                  "number 1234 alt=1.234 unit=people",
		"12 or fewer characters":             "number 12 cmp=≤",
		"60 years or older":                  "number 60 unit=years cmp=≥",
		"no fewer than 12":                   "number 12 cmp=≥",
		"fell by 5 percent":                  "percent 5 unit=%",
		"just under one percent of the air":  "percent 1 unit=% cmp=<",
		"fell by 5%":                         "percent 5 unit=%",
		"fell by 5 percentage points":        "percentage-point 5 unit=%",
		"um 5 Prozentpunkte":                 "percentage-point 5 unit=%",
		"at least 18 years":                  "number 18 unit=years cmp=≥",
		"≥ 18 years":                         "number 18 unit=years cmp=≥",
		"-5 °C outside":                      "number 5 negative unit=°C",
		"from 5–10 mg":                       "number 5 to=10 unit=mg",
		"5 to 10 days":                       "number 5 to=10 unit=days",
		"$3.5 billion was paid":              "money 3500000000 unit=USD",
		"rund 3 Mio. Euro wurden":            "money 3000000 unit=EUR cmp=≈",
		"10⁶ cells":                          "number 1000000",
		"1.5 × 10^6 cells":                   "number 1500000",
		"on 5 March 2024":                    "date 2024-03-05",
		"on March 5th, 2024":                 "date 2024-03-05",
		"am 5. März 2024":                    "date 2024-03-05",
		"el 5 de marzo de 2024":              "date 2024-03-05",
		"2024-03-05":                         "date 2024-03-05",
		"05.03.2024":                         "date 2024-03-05",
		"03/05/2024":                         "date 2024-03-05 alt=2024-05-03",
		"2024年3月5日":                          "date 2024-03-05",
		"in March 2024":                      "date 2024-03",
		"at 3:30 pm":                         "time 15:30",
		"in a ratio of 1:2":                  "ratio 1:2",
		"about 1/2 of it":                    "fraction 1/2 cmp=≈",
		"version 1.2.3 is out":               "code 1.2.3",
		"the 21st century":                   "ordinal 21",
		"twenty-five of the people":          "number 25",
		"three hundred of the people":        "number 300",
		"one of the people":                  "",
		"٥٠ ملغ":                             "number 50 unit=ملغ",
		"between 5 and 10 of the 20":         "number 5; number 10; number 20",
		"5k users and 20 MB":                 "number 5000; number 20 unit=MB",
		"a 2x4 board":                        "code 2x4",
		"the area is 20 m² or 5 mg/kg":       "number 20 unit=m2; number 5 unit=mg/kg",
		"no more than 10 people":             "number 10 unit=people cmp=≤",
		"plus de 3 millions d'euros à Paris": "number 3000000 cmp=>",
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
