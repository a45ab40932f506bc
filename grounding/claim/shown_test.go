package claim

import (
	"fmt"
	"testing"
	"unicode"

	"vouchsafe/grounding/text"
)

// TestChangedFigureInAnyDigits: a figure that the evidence has not is caught in
// the digits of every script, and the evidence's own figure passes in them.
func TestChangedFigureInAnyDigits(t *testing.T) {
	src := Prepare("The recommended dose for adults is 50 mg once daily.")
	judge := func(dose string) []Finding {
		return Judge("The recommended dose for adults is "+dose+" mg once daily.", Evidence{Sources: []*Source{src}}, Rules{MaxRisk: 1}).Findings
	}
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if text.DigitValue(r) != 0 {
			continue // the zero of each block is enough
		}
		if found := judge("5" + string(r)); len(found) > 0 {
			t.Errorf("%U: %v", r, found)
		}
		if found := judge(string(r+8) + string(r)); len(found) == 0 || found[0].Code != CodeNumber {
			t.Errorf("%U: 80 mg passes", r)
		}
	}
	for _, dose := range []string{"⁸⁰", "₈₀", "8０", "8\u200b0", "８\u00ad０", "⑧⓪", "5⁰"} {
		if found := judge(dose); len(found) == 0 {
			t.Errorf("%q passes", dose)
		}
	}
}

// TestHiddenNegation: no invisible character and no look-alike letter hides a
// negation or a name from the check that a reader would see.
func TestHiddenNegation(t *testing.T) {
	src := Prepare("The tablets are not safe during pregnancy. Adults may take the tablets with food in Paris.")
	for _, word := range []string{"not", "n\u00adot", "n\u200bot", "no\u2060t", "nоt", "ｎｏｔ", "𝐧𝐨𝐭", "n\u034fot", "n\U000e0100ot", "no\u0000t"} {
		text := fmt.Sprintf("Adults may %s take the tablets with food.", word)
		if found := Judge(text, Evidence{Sources: []*Source{src}}, Rules{MaxRisk: 1}).Findings; len(found) == 0 {
			t.Errorf("%q passes", text)
		}
	}
	for _, name := range []string{"Lоndon", "Ｌｏｎｄｏｎ", "Lon\u00addon"} {
		text := fmt.Sprintf("Adults may take the tablets with food in %s.", name)
		if found := Judge(text, Evidence{Sources: []*Source{src}}, Rules{MaxRisk: 1}).Findings; len(found) == 0 {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"Adults may take the tab\u00adlets with food in Ｐａｒｉｓ.", "The tablets are n\u200bot safe during pregnancy."} {
		if found := Judge(text, Evidence{Sources: []*Source{src}}, Rules{MaxRisk: 1}).Findings; len(found) > 0 {
			t.Errorf("%q: %v", text, found)
		}
	}
}
