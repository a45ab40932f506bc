package quote

import (
	"testing"
	"unicode"

	"vouchsafe/grounding/text"
)

// TestQuoteInAnyDigits: a figure in the digits of any script is the source's figure,
// and another figure is none.
func TestQuoteInAnyDigits(t *testing.T) {
	source := Prepare("The recommended dose for adults is 48 mg once daily.")
	find := func(dose string) Outcome {
		return Find(source, "The recommended dose for adults is "+dose+" mg once daily.", Fuzzy).Outcome
	}
	for zero := rune(0x80); zero <= unicode.MaxRune; zero++ {
		if text.DigitValue(zero) != 0 {
			continue
		}
		if got := find(string(zero+4) + string(zero+8)); got != Verified {
			t.Errorf("%U: 48 is %s", zero, got)
		}
		if got := find("4" + string(zero+8)); got != Verified {
			t.Errorf("%U: 48 is %s", zero, got)
		}
		for _, wrong := range []string{string(zero+8) + string(zero+4), "4" + string(zero+7), "48" + string(zero)} {
			if got := find(wrong); got == Verified || got == Drifted {
				t.Errorf("%U: %q is %s", zero, wrong, got)
			}
		}
	}
}

// TestQuoteWithInvisibleCharacters: what shows nothing neither hides a word nor makes
// another one of it.
func TestQuoteWithInvisibleCharacters(t *testing.T) {
	source := Prepare("The tablets are not safe during pregnancy and labour.")
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !text.Invisible(r) {
			continue
		}
		if got := Find(source, "The tablets are n"+string(r)+"ot safe during preg"+string(r)+"nancy and labour.", Fuzzy); got.Outcome != Verified && r != '\u202e' {
			t.Errorf("%U: %s (%s)", r, got.Outcome, got.Detail)
		}
		if got := Find(source, "The tablets are safe dur"+string(r)+"ing pregnancy and labour.", Fuzzy).Outcome; got == Verified || got == Drifted {
			t.Errorf("%U: a lost negation is %s", r, got)
		}
	}
}
