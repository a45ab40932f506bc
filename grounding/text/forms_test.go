package text

import (
	"fmt"
	"strings"
	"testing"
)

// told writes what numbers say, as tables below have it: kind, value, upper end, unit.
func told(numbers []Number) string {
	var out []string
	for _, n := range numbers {
		s := string(n.Kind) + " " + n.Comparison + n.Value
		if n.Negative {
			s = string(n.Kind) + " -" + n.Value
		}
		if n.High != "" {
			s += ".." + n.High
		}
		if n.Unit != "" {
			s += " " + n.Unit
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func holdNumbers(t *testing.T, table map[string]string) {
	t.Helper()
	for s, want := range table {
		if got := told(Numbers(s)); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

func TestSeparatorsOfNumbers(t *testing.T) {
	holdNumbers(t, map[string]string{
		"It has 1234 rows.":           "number 1234",
		"It has 1,234 rows.":          "number 1234",
		"It has 1,234,567.89 rows.":   "number 1234567.89",
		"Es sind 1.234.567,89 Zeilen": "number 1234567.89",
		"It has 1 234 rows.":          "number 1234",
		"It has 1'234'567 rows.":      "number 1234567",
		"It has 12,34,567 rows.":      "number 1234567",
		"It weighs .5 kg.":            "number 0.5 kg",
		"It weighs 0.50 kg.":          "number 0.5 kg",
		"It weighs 007 kg.":           "number 7 kg",
		"It weighs ١٬٢٣٤ kg.":         "number 1234 kg",
		"It weighs १२.५ kg.":          "number 12.5 kg",
		"We saw 5 200-calorie meals.": "number 5; number 200 calorie",
		"It grew by 10^6 cells.":      "number 1000000",
		"It grew by 10⁶ cells.":       "number 1000000",
		"It grew by 1.5 × 10^6.":      "number 1500000",
		"It shrank to 2 × 10⁻³ m.":    "number 0.002 m",
		"It was −5 °C.":               "number -5 °C",
		"It was -5.5 % lower.":        "percent -5.5 %",
	})
}

func TestFractionsRatiosAndCodes(t *testing.T) {
	holdNumbers(t, map[string]string{
		"Add 2 1/2 cups.":           "number 2.5 cups",
		"Add 2½ cups.":              "number 2.5 cups",
		"Add ¾ of it.":              "fraction 3/4",
		"Two thirds agreed.":        "fraction 2/3",
		"Mix it 3:1 with water.":    "ratio 3:1",
		"The odds are 10:3 today.":  "ratio 10:3",
		"It starts at 12:30.":       "time 12:30",
		"It runs version 1.2.3.":    "code 1.2.3",
		"It is made of 2x4 boards.": "code 2x4",
		"The 3rd of 21 runs.":       "ordinal 3; number 21",
		"He came 2nd.":              "ordinal 2",
	})
}

func TestDatesAndTimes(t *testing.T) {
	holdNumbers(t, map[string]string{
		"It opened on 2024-03-05.":                 "date 2024-03-05",
		"It opened on 5 March 2024.":               "date 2024-03-05",
		"It opened on March 5, 2024.":              "date 2024-03-05",
		"It opened on March 5th.":                  "date --03-05",
		"It opened in March 2024.":                 "date 2024-03",
		"It opened on the 5th of March.":           "date --03-05",
		"It opened on 13/4/2024.":                  "date 2024-04-13",
		"Es wurde am 5. März 2024 eröffnet.":       "date 2024-03-05",
		"Es wurde am 05.03.2024 eröffnet.":         "date 2024-03-05",
		"Le musée est ouvert dès le 1er mai 2024.": "date 2024-05-01",
		"Abrió el 5 de marzo de 2024.":             "date 2024-03-05",
		"Il museo ha aperto il 5 marzo 2024.":      "date 2024-03-05",
		"Het opende op 5 maart 2024.":              "date 2024-03-05",
		"Музей открылся 5 марта 2024 года.":        "date 2024-03-05",
		"It closes at 5 pm.":                       "time 17:00",
		"It closes at 5:30 p.m.":                   "time 17:30",
		"It closes at 12 am.":                      "time 00:00",
		"It opens at noon.":                        "time 12:00",
		"Das Amt schließt um 17 Uhr.":              "time 17:00",
		"The trial ran from 2010 to 2014.":         "number 2010..2014",
		"The season of 1930–31 was short.":         "number 1930..1931",
		"The season of 1998-99 was short.":         "number 1998..1999",
		"The office is open from 9 am to 5 pm.":    "time 09:00..17:00",
	})
}

// TestNumberWords: number words of each language, with those that it joins.
func TestNumberWords(t *testing.T) {
	for language, table := range map[Language]map[string]string{
		English:    {"The club has twenty-five members.": "25", "The club has three hundred members.": "300", "The club has two dozen members.": "24"},
		German:     {"Der Verein hat fünf Mitglieder und die Firma.": "5", "Der Verein hat einundzwanzig Mitglieder und die Firma.": "21", "Der Verein hat neunundneunzig Mitglieder und die Firma.": "99"},
		Dutch:      {"De club heeft eenentwintig leden en een huis.": "21", "De club heeft tweeëntwintig leden en een huis.": "22"},
		Italian:    {"Il circolo ha ventuno soci e una sede.": "21", "Il circolo ha trentotto soci e una sede.": "38"},
		French:     {"Le club a douze membres et une salle.": "12", "Le club a quinze membres et une salle.": "15"},
		Spanish:    {"El club tiene doce socios y una casa.": "12", "El club tiene quince socios y una casa.": "15"},
		Portuguese: {"O clube tem doze membros e uma casa.": "12", "O clube tem quinze membros e uma casa.": "15"},
		Russian:    {"В клубе пять человек и один дом.": "5", "В клубе двадцать человек и дом.": "20"},
		Chinese:    {"俱乐部有二十三名成员。": "23", "俱乐部有三百名成员。": "300"},
		Japanese:   {"クラブには五人の会員がいます。": "5"},
	} {
		for s, want := range table {
			if got := LanguageOf(s); got != language {
				t.Errorf("%q is %s, want %s", s, got, language)
			}
			if numbers := Numbers(s); len(numbers) == 0 || numbers[0].Value != want {
				t.Errorf("%q: %s, want %s first", s, told(numbers), want)
			}
		}
	}
}

// TestMonthsOfEveryLanguage: each name of a month with five letters or more makes a date.
func TestMonthsOfEveryLanguage(t *testing.T) {
	seen := 0
	for _, language := range Languages() {
		for name, month := range language.lexicon().months {
			if len([]rune(name)) < 5 || strings.ContainsAny(name, "月") || Unknown.Month(name) != month {
				continue
			}
			seen++
			s, want := fmt.Sprintf("5 %s 2024", name), fmt.Sprintf("date 2024-%02d-05", month)
			if got := told(Numbers(s)); got != want {
				t.Errorf("%s: %q: %s, want %s", language, s, got, want)
			}
		}
	}
	if seen < 80 {
		t.Errorf("only %d names", seen)
	}
}

// TestEveryFormOfAUnit: each written form that a text may have behind a figure is a
// unit there, and a multiple of the first unit of its kind.
func TestEveryFormOfAUnit(t *testing.T) {
	seen := 0
	for form, unit := range measuredUnits {
		if !IsUnit(form) || Currency(form) != "" || ScriptOf(form).Unspaced() || len(form) < 2 {
			continue
		}
		numbers := Numbers("It was 5 " + form + " there")
		if len(numbers) != 1 || numbers[0].Unit == "" {
			if form != "an" && form != "in" {
				t.Errorf("%s: %s", form, told(numbers))
			}
			continue
		}
		seen++
		if m, ok := numbers[0].Measure(); !ok || unit.kind != "" && (m.Kind != unit.kind || m.Value != 5*unit.times) {
			t.Errorf("%s: %+v, want %g of %s", form, m, 5*unit.times, unit.kind)
		}
	}
	if seen < 150 {
		t.Errorf("only %d forms", seen)
	}
}
