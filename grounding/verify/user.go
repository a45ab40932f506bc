package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// echoes reports whether a sentence only repeats to the user what the user said
// ("you weigh 40 kg"), or is a phrase that states nothing.
func (c *checker) echoes(said string) bool {
	if !c.accounts() {
		return false
	}
	const longest = 100 // bytes of a phrase
	if len(said) < longest && idle().whole[strings.Join(folds(said), " ")] {
		return true
	}
	p := readSpoken(said)
	strange := func(n text.Number) bool { return !c.asked().has(n) }
	return p.you && !p.modal && !slices.ContainsFunc(p.numbers, strange) && p.against(nil, c.asked()) == aligned
}

// spaced are letters of one word that stand apart.
var spaced = regexp.MustCompile(`(?:^|\PL)[\p{Latin}\p{Cyrillic}\p{Greek}](?:\s+[\p{Latin}\p{Cyrillic}\p{Greek}]){5,}(?:\PL|$)`)

// standsApart reports whether a text has letters of one word that stand apart. Where it
// has not even so many characters between spaces, the pattern is not looked for.
func standsApart(s string) bool {
	const inner = 4 // letters that have white space on both sides
	alone := 0
	for field := range strings.FieldsSeq(s) {
		if alone++; utf8.RuneCountInString(field) > 1 {
			alone = 0
		}
		if alone == inner {
			return spaced.MatchString(s)
		}
	}
	return false
}

// readable fails a claim that its reader reads otherwise than it was judged: one
// whose letters stand apart, and one that tells the user to do what only the user
// has named a figure for.
func (c *checker) readable(index int) {
	cl := &c.res.Claims[index]
	if !cl.Stands {
		return
	}
	if standsApart(cl.Text) {
		cl.Stands = false
		c.find(report.TextUnaccounted, -1, index, "its letters are spaced apart, so it cannot be read")
		return
	}
	if len(c.asked().numbers) == 0 {
		return
	}
	p := readSpoken(cl.Text)
	for _, n := range p.numbers {
		if p.you && p.modal && c.asked().has(n) && !c.figures([]text.Number{n}, "") {
			cl.Stands = false
			c.find(report.ClaimNumber, -1, index, fmt.Sprintf("%q stands in the question only", n.Text))
			return
		}
	}
}
