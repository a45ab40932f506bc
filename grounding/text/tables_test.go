package text

import (
	"slices"
	"strings"
	"testing"
)

// TestLanguageOfShortTexts: one stop word that several languages have tells nothing,
// but common words do.
func TestLanguageOfShortTexts(t *testing.T) {
	for s, want := range map[string]Language{
		"Take ten tablets of Zoralin daily.": English,
		"Give four units of insulin.":        English,
		"Marie Curie":                        Unknown,
		"5 mg, 10 mg":                        Unknown,
		"Der Hund ist im Garten.":            German,
		"Neem de tabletten in met een glas water en niet meer dan tien per dag.": Dutch,
		"Prenez deux comprimés par jour.":                                        French,
		"Tome dos comprimidos al día con agua, por favor.":                       Spanish,
		"Принимайте по две таблетки.":                                            Russian,
		"毎日二錠を飲む。":                                                               Japanese,
		"每日服用两片。":                                                                Chinese,
		"تناول قرصين يوميا":                                                      Arabic,
		"":                                                                       Unknown,
	} {
		if got := LanguageOf(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// TestNumberWordsWhereNoLanguageIsKnown: English ones count, articles do not.
func TestNumberWordsWhereNoLanguageIsKnown(t *testing.T) {
	for s, want := range map[string]string{"Limit: five tons": "5", "Fine: twenty euros": "20", "Marie Uno": "", "One Zoralin": ""} {
		var got []string
		for _, n := range Numbers(s) {
			got = append(got, n.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %q", s, got, want)
		}
	}
}

// TestLanguagesAreTheFiles: each file of words is a language with its code.
func TestLanguagesAreTheFiles(t *testing.T) {
	var found []string
	for _, l := range Languages() {
		found = append(found, l.String())
	}
	for code := range langs {
		if code != "any" && !slices.Contains(found, code) {
			t.Errorf("no language %q", code)
		}
	}
	if len(found) != len(langs)-1 || Language(200).String() != "" {
		t.Errorf("languages %v of %d files", found, len(langs))
	}
}

func TestListMarker(t *testing.T) {
	for line, want := range map[string]int{
		"- item": 2, "* item": 2, "• item": 4, "1. item": 3, "12) item": 4, "(4) item": 4, "b) item": 3, "  - item": 4, "-": 1,
		"-5 degrees": 0, "1.5 mg": 0, "1234. item": 0, "b. item": 0, "item": 0, "": 0,
	} {
		if got := ListMarker(line); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}

func TestMarkerLength(t *testing.T) {
	for s, want := range map[string]int{
		"[1] x": 3, "[1, 2]": 6, "[^3]": 4, "[c1]": 4, "[passage 2]": 11, "【4】": len("【4】"), "[L4-L9]": 7,
		"[1](https://x.org)": 0, "[50 mg]": 0, "[sic]": 0, "[": 0, "1]": 0, "[2020]": 0, "": 0,
	} {
		if got := MarkerLength(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for s, want := range map[string]string{
		"The Bank of England met in New York.":  "The Bank of England|New York",
		"Vitamin B12 and COVID-19 are studied.": "Vitamin B12|COVID-19",
		"He met Ms Ito. She left.":              "Ms Ito",
		"nothing here":                          "",
		"WHO said so to Ann-Marie.":             "WHO|Ann-Marie",
	} {
		var names []string
		for _, n := range Names(s) {
			if !n.First || n.Code || strings.Contains(n.Text, " ") {
				names = append(names, n.Text)
			}
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// TestUnitsBehindASlash: the unit in front of a full stop is no abbreviation.
func TestUnitsBehindASlash(t *testing.T) {
	for before, want := range map[string]bool{"30 mL/min": false, "50 mg/L": false, "wait a min": true, "J": true} {
		if got := InAbbreviation(before, "Between"); got != want {
			t.Errorf("%q: %t, want %t", before, got, want)
		}
	}
}

func TestKnownWords(t *testing.T) {
	for word, want := range map[string]bool{"government": true, "buildings": true, "not": true, "treated": true, "noraml": false, "zoralin": false} {
		if got := Listed(word); got != want {
			t.Errorf("%q is listed: %t, want %t", word, got, want)
		}
	}
}
