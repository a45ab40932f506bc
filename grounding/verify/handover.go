package verify

import (
	"regexp"
	"slices"
	"strings"
)

// aNumber fits a number by which somebody is called.
var aNumber = regexp.MustCompile(`\+?\d[\d ()/.–-]{3,}\d`)

// handsOver reports whether a sentence only sends the reader where the app's own words do: it has their number, and beside it
// at most one word in front that they do not have. What declines may stand before it. The app's own words prove nothing else.
func (v *vouching) handsOver(said string) bool {
	at := aNumber.FindStringIndex(said)
	if at == nil || v.m.ev.Own == nil {
		return false
	}
	own := clauseWith(v.m.ev.Own(), said[at[0]:at[1]])
	if own == nil {
		return false
	}
	head, tail := said[:at[0]], said[at[1]:]
	if cut := strings.LastIndexAny(head, ",;"); cut >= 0 && v.stanceOf(head[:cut]) == declines {
		head = head[cut+1:]
	}
	return missing(own, head) <= 1 && missing(own, tail) == 0
}

// clauseWith is the clause of a text that has a number and denies nothing; nil for none.
func clauseWith(text, number string) *statement {
	const ends = ",;:.!?\n"
	for _, at := range aNumber.FindAllStringIndex(text, -1) {
		if digitsOf(text[at[0]:at[1]]) != digitsOf(number) {
			continue
		}
		if p := readStatement(text[strings.LastIndexAny(text[:at[0]], ends)+1 : at[0]]); !p.turned {
			return p
		}
	}
	return nil
}

// missing is how many content words of a text a statement does not have: more than any text may have where it denies,
// bounds or counts something.
func missing(p *statement, said string) (n int) {
	const never = 1 << 10
	other := readStatement(said)
	if other.turned || other.modal || len(other.figures()) > 0 {
		return never
	}
	for _, w := range other.words {
		if w.bounded || w.counted != "" {
			return never
		}
		has := func(o term) bool { return o.fold == w.fold || o.lemma == w.lemma }
		if declining().of[""][w.fold]&hollow == 0 && !slices.ContainsFunc(p.words, has) {
			n++
		}
	}
	return n
}

// digitsOf are the digits of a number, as they are dialled.
func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
