package verify

import (
	"regexp"
	"slices"
	"strings"
)

// formulas fits signs of reckoning between figures and letters: "E = 5x + 3", "a / b".
var formulas = regexp.MustCompile(`(?:\b\pL|[\pL\d.]*\d[\pL\d.]*|\))(?:\s*[-+=×÷^/*<>≤≥±]+\s*(?:\(|[\pL\d.]*\d[\pL\d.]*|\pL\b))+`)

// changedFormula is a formula of a claim that stands in no passage that the claim cites, "" for none. Words and figures do not
// tell a changed sign. A date, a range and a share have no letter and no sign but "-" and "/": they are no formulas.
func (b *backing) changedFormula(cl *Claim) string {
	if !strings.ContainsAny(cl.Text, "+=×÷^/*<>≤≥±−") && !strings.Contains(cl.Text, " - ") {
		return "" // as most
	}
	for _, formula := range formulas.FindAllString(plainSigns.Replace(cl.Text), mostFormulas) {
		if strings.Trim(formula, "0123456789.-/ ") == "" {
			continue
		}
		squeezed := squeeze(formula)
		has := func(i int) bool {
			cit := &b.res.Citations[i]
			if cit.Chunk < 0 {
				return false
			}
			whole := b.m.ev.Passages[cit.Chunk].original
			return strings.Contains(squeeze(cit.Sentence.Text), squeezed) || len(whole) <= longestSought && strings.Contains(squeeze(whole), squeezed)
		}
		if !slices.ContainsFunc(cl.Citations, has) {
			return formula
		}
	}
	return ""
}

// At most mostFormulas formulas of a claim are looked up. A passage of up to longestSought bytes is looked through whole, of a longer
// passage only the cited sentences are.
const mostFormulas, longestSought = 8, 1 << 16

// squeeze is a text without white space, in plain signs.
func squeeze(s string) string { return strings.Join(strings.Fields(plainSigns.Replace(s)), "") }

// plainSigns are the ways to write a minus, and what stands around a formula.
var plainSigns = strings.NewReplacer("−", "-", "–", "-", "$", "")
