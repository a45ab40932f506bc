package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestEveryDigitIsANumber: all decimal digits of Unicode are read, in their
// value, by whatever reads numbers.
func TestEveryDigitIsANumber(t *testing.T) {
	count := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.IsDigit(r) {
			continue
		}
		count++
		d := DigitValue(r)
		if d < 0 || d > 9 {
			t.Fatalf("%q (%U) has the value %d", r, r, d)
		}
		if got, want := Show("take 4"+string(r)+" mg").Text, fmt.Sprintf("take 4%d mg", d); got != want {
			t.Errorf("%U: shown %q, want %q", r, got, want)
		}
		numbers := Numbers("take 4" + string(r) + " mg")
		if len(numbers) != 1 || numbers[0].Value != fmt.Sprintf("4%d", d) || numbers[0].Unit != "mg" {
			t.Errorf("%U: numbers %+v", r, numbers)
		}
	}
	if count < 600 {
		t.Errorf("only %d digits seen", count)
	}
}

// TestNoInvisibleCharacterHidesAWord: a format or default-ignorable character
// inside a word or a number leaves that word and that number.
func TestNoInvisibleCharacterHidesAWord(t *testing.T) {
	count := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		format := unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		if !format && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			continue
		}
		count++
		if got := Show("do n" + string(r) + "ot take 5" + string(r) + "0 mg").Text; got != "do not take 50 mg" {
			t.Errorf("%U: shown %q", r, got)
		}
	}
	if count < 400 {
		t.Errorf("only %d characters seen", count)
	}
}

// TestNoCharacterBreaksTheWayBack: whatever stands in a text, each place of the
// plain text has one in the original, in order.
func TestNoCharacterBreaksTheWayBack(t *testing.T) {
	check := func(s string) {
		p := Show(s)
		last, end := 0, utf8.RuneCountInString(s)
		for i := range utf8.RuneCountInString(p.Text) + 1 {
			at := p.ToOriginal(i)
			if at < last || at > end {
				t.Fatalf("%q: %d goes to %d behind %d", s, i, at, last)
			}
			last = at
		}
		if again := Show(p.Text).Text; again != p.Text && !strings.Contains(s, "\ufffd") {
			t.Fatalf("%q: shown %q, and again %q", s, p.Text, again)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && (unicode.IsGraphic(r) || Invisible(r)) && !unicode.Is(unicode.Lo, r) {
			check("a" + string(r) + "b 4" + string(r) + "2 " + string(r))
		}
	}
}

func TestShow(t *testing.T) {
	for in, want := range map[string]string{
		"plain text, 5 mg":                  "plain text, 5 mg",
		"５０ mg":                             "50 mg",
		"٥٠ مغ, ५० mg, 𝟓𝟎 mg":               "50 مغ, 50 mg, 50 mg",
		"dose: ⁵⁰ mg":                       "dose: 50 mg",
		"₅₀ mg of CO₂":                      "50 mg of CO2",
		"10⁶ cells, 5 m², as shown.¹ Next":  "10⁶ cells, 5 m², as shown.¹ Next",
		"①":                                 "1",
		"½ cup and 5½ hours":                "½ cup and 5½ hours",
		"n\u00adot, n\u200bot, no\u2060t":   "not, not, not",
		"ｎｏｔ 𝐧𝐨𝐭 𝓃ℴ𝓉":                       "not not not",
		"Ω (Ohm: Ω), K, Å, 5 ㎎":             "Ω (Ohm: Ω), K, Å, 5 mg",
		"№ 5, Acme™, 2ª, don´t":             "№ 5, Acme™, 2ª, don´t",
		"mid-\nnight long-\nterm p-\nvalue": "midnight long-term p-value",
		"1\u202f284 and ١٬٢٨٤ and 1，5":      "1284 and 1,284 and 1,5",
		"cafe\u0301 ﬁrst":                   "café first",
		"n\x00o\x08t":                       "not",
	} {
		if got := Show(in).Text; got != want {
			t.Errorf("%q: shown %q, want %q", in, got, want)
		}
	}
}

func TestDisguised(t *testing.T) {
	for in, want := range map[string]string{
		"do nоt take":                    "nоt", // Cyrillic о
		"Pаris and Lоndon":               "Pаris Lоndon",
		"ΝΟΤ safe for children":          "ΝΟΤ", // Greek capitals
		"nօt safe":                       "nօt",
		"ΔG, TNFα, μmol, 5 kΩ, π-bonds":  "",
		"не следует принимать":           "",
		"Der Fluss Дон ist in Russland.": "",
		"iPhone発売 and IT業界":              "",
		"café naïve Übermut":             "",
	} {
		if got := strings.Join(Disguised(in), " "); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestPlacesGoThereAndBack: a place outside what layout did is the same both ways.
func TestPlacesGoThereAndBack(t *testing.T) {
	for _, s := range []string{"", "plain", "ﬁﬂﬃ", "mid-\nnight and day\u00ad\nlight", "emis\u00adsions ﬁrst oc-\r\n  curred", "co-\nop p-\nvalue 95\\%", "-\n\u00ad", "x-\n\u00adﬁ",
		"1\u00a0284\u00a0567 and 1\u00a028, 5\u202fkg"} {
		p := Show(s)
		last := 0
		for i := range utf8.RuneCountInString(s) + 1 {
			at := p.ToPlain(i)
			if at < last || at > utf8.RuneCountInString(p.Text) {
				t.Errorf("%q: %d goes to %d behind %d of %q", s, i, at, last, p.Text)
			}
			last = at
			if back := p.ToOriginal(at); p.ToPlain(back) != at {
				t.Errorf("%q: %d goes to %d, back to %d", s, i, at, back)
			}
		}
		if last != utf8.RuneCountInString(p.Text) {
			t.Errorf("%q: its end goes to %d of %q", s, last, p.Text)
		}
	}
}
