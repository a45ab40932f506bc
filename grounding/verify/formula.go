package verify

import (
	"regexp"
	"slices"
	"strings"
)

// formulas fits signs of reckoning between figures and letters: "E = 5x + 3", "a / b".
var formulas = regexp.MustCompile(`(?:\b\pL|[\pL\d.]*\d[\pL\d.]*|\))(?:\s*[-+=×÷^/*<>≤≥±]+\s*(?:\(|[\pL\d.]*\d[\pL\d.]*|\pL\b))+`)

// reckoned is a formula of a claim that no passage which it cites has as it stands, "" for none: its words and figures say
// nothing of its signs. A date, a range and a share have neither a letter nor another sign than "-" and "/".
func (b *backing) reckoned(cl *Claim) string {
	if !strings.ContainsAny(cl.Text, "+=×÷^/*<>≤≥±−") && !strings.Contains(cl.Text, " - ") {
		return "" // as most
	}
	for _, formula := range formulas.FindAllString(plainSigns.Replace(cl.Text), -1) {
		if strings.Trim(formula, "0123456789.-/ ") == "" {
			continue
		}
		squeezed := strings.Join(strings.Fields(formula), "")
		has := func(i int) bool {
			source := plainSigns.Replace(b.m.ev.Passages[b.res.Citations[i].Chunk].original)
			return strings.Contains(strings.Join(strings.Fields(source), ""), squeezed)
		}
		if !slices.ContainsFunc(cl.Citations, has) {
			return formula
		}
	}
	return ""
}

// plainSigns are the ways to write a minus, and what stands around a formula.
var plainSigns = strings.NewReplacer("−", "-", "–", "-", "$", "")
