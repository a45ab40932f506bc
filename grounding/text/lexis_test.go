package text

import (
	"fmt"
	"strings"
	"testing"
)

func TestLanguageOf(t *testing.T) {
	for text, want := range map[string]Language{
		"The patient should not take more than one tablet at a time.":      English,
		"Der Patient darf nicht mehr als eine Tablette auf einmal nehmen.": German,
		"Le patient ne doit pas prendre plus d'un comprimé à la fois.":     French,
		"El paciente no debe tomar más de una tableta a la vez.":           Spanish,
		"Il paziente non deve prendere più di una compressa alla volta.":   Italian,
		"O paciente não deve tomar mais de um comprimido de cada vez.":     Portuguese,
		"De patiënt mag niet meer dan één tablet tegelijk innemen.":        Dutch,
		"Пациент не должен принимать более одной таблетки за раз.":         Russian,
		"يجب ألا يتناول المريض أكثر من قرص واحد في المرة.":                 Arabic,
		"患者一次不得服用超过一片。":                                                    Chinese,
		"患者は一度に一錠以上服用してはならない。":                                             Japanese,
		"Aspirin": Unknown,
		"":        Unknown,
	} {
		if got := LanguageOf(text); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestClass(t *testing.T) {
	for _, c := range []struct {
		language Language
		word     string
		want     Class
	}{
		{English, "unless", Exception}, {German, "außer", Exception}, {French, "sauf", Exception},
		{Russian, "кроме", Exception}, {Arabic, "لم", Negator}, {Chinese, "不", Negator},
		{Japanese, "ない", Negator}, {Dutch, "geen", Negator}, {Italian, "può", Modal},
		{Portuguese, "apenas", Quantifier}, {Spanish, "solo", Quantifier}, {Unknown, "nicht", Negator},
	} {
		if !c.language.Class(c.word).Has(c.want) {
			t.Errorf("%s %q lacks role %b", c.language, c.word, c.want)
		}
	}
	if English.Class("increase").Has(Negator) {
		t.Error("increase negates")
	}
}

func TestCaseMatters(t *testing.T) {
	for _, unit := range []string{"mg", "Mg", "mW", "MB", "nM"} {
		if !CaseMatters(unit) {
			t.Errorf("case of %s does not matter", unit)
		}
	}
	for _, unit := range []string{"kg", "km", "l", "L"} {
		if CaseMatters(unit) {
			t.Errorf("case of %s matters", unit)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	for _, seed := range []string{"5 mg", "1,234.5", "10⁶", "٥٠", "2024-03-05", "at least twenty-five", "1.2.3.4", "²³", "1.5 × 10^999999"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, n := range Numbers(s) {
			if n.Start < end || n.End <= n.Start || n.End > len(s) || s[n.Start:n.End] != n.Text {
				t.Fatalf("bad span %d..%d of %q", n.Start, n.End, s)
			}
			end = n.End
		}
		Names(s)
		LanguageOf(s)
	})
}

// TestArabicWithoutHamza: many write an alef without its hamza, and the words
// that decide are listed in both spellings.
func TestArabicWithoutHamza(t *testing.T) {
	for word, class := range map[string]Class{"أو": Connective, "او": Connective, "إلا": Exception, "الا": Exception, "أكثر": Comparative, "اكثر": Comparative, "اربعة": NumberWord} {
		if !Arabic.Class(word).Has(class) {
			t.Errorf("%s has not the role %b", word, class)
		}
	}
}

// TestCyrillicUnits: the case of Russian units tells powers of ten apart.
func TestCyrillicUnits(t *testing.T) {
	for _, unit := range []string{"МВт", "мВт", "МПа", "мПа", "ГБ", "Гб"} {
		if !IsUnitSymbol(unit) || !CaseMatters(unit) {
			t.Errorf("%s is no unit whose case matters", unit)
		}
	}
}

// What MayDeny finds in a sentence, MayDenySomewhere finds in the text around it.
func TestADenialInASentenceIsOneInItsText(t *testing.T) {
	words := []string{"Myth:"}
	for word := range Words() {
		if Unknown.IsNegator(word) {
			words = append(words, word, strings.ToUpper(word))
		}
	}
	for _, word := range words {
		for _, form := range []string{"%s", "It is so.%s one.", "is it? **%s**, it is", "a/%s/b", "«%s»", "(%s)", "x1%s2", "| %s |"} {
			page := fmt.Sprintf(form, word)
			for _, s := range Sentences(page) {
				if MayDeny(strings.ToLower(page[s.Start:s.End])) && !MayDenySomewhere(page) {
					t.Errorf("%q denies in %q, and not somewhere", word, page)
				}
			}
		}
	}
	if page := "The tank holds 40 l. Is it full?"; MayDenySomewhere(page) {
		t.Errorf("%q denies nothing", page)
	}
}

func TestLower(t *testing.T) {
	all := ""
	for c := range 0x80 {
		all += string(rune(c))
	}
	for _, s := range []string{"", "A", all, strings.Repeat(all, 5)[3:], "The ÉTÉ of İstanbul", strings.Repeat("aZ", 300)} {
		if got := Lower(s); got != strings.ToLower(s) {
			t.Errorf("Lower(%q) = %q", s, got)
		}
	}
}
