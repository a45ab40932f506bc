package claim

import (
	"fmt"
	"strings"
	"unicode"

	"vouchsafe/lexis"
)

// entityFindings reports names of the claim that stand neither in the evidence
// nor in its metadata nor in the question.
func (r *reading) entityFindings(ev Evidence) (out []Finding) {
	for _, name := range r.names {
		if w := r.unknownIn(name, ev); w != "" {
			out = append(out, Finding{CodeEntity, fmt.Sprintf("%q is not in the evidence", w)})
		}
	}
	return out
}

// nameable reports whether capitals may mean names in the claim at all: not in
// a line that capitalises every word, as titles and bold leads do.
func (r *reading) nameable() bool {
	capitals, small := 0, 0
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case t.is(stopWord | numeral):
		case t.is(opener):
		case t.is(capital):
			capitals++
		default:
			small++
		}
	}
	return capitals > 0 && capitals <= max(2, small)
}

// claimNames finds the names of the claim that may be checked. Where a language
// capitalises its nouns only acronyms and codes are left.
func (r *reading) claimNames() []lexis.Name {
	if !r.nameable() {
		return nil
	}
	names := lexis.Names(r.text)
	out := names[:0]
	for _, n := range names {
		single := !strings.ContainsAny(n.Text, " ")
		if n.First && single && !n.Code || r.lang == lexis.German && !n.Code || r.inLead(n) {
			continue
		}
		out = append(out, n)
	}
	return out
}

// inLead reports whether a name stands in the title that leads a list item:
// "1. **Bass Note:** …" or "Bass Note: …".
func (r *reading) inLead(n lexis.Name) bool {
	colon := strings.IndexByte(r.text, ':')
	return colon >= n.End && colon < 60 && len(r.tokens) > 0
}

// unknownIn returns the first word of a name that is nowhere to be found.
func (r *reading) unknownIn(n lexis.Name, ev Evidence) string {
	for i := range r.tokens {
		t := &r.tokens[i]
		if int(t.start) < n.Start || int(t.end) > n.End || !t.is(capital) || t.is(stopWord) || t.role != 0 {
			continue
		}
		if n.First && int(t.start) == n.Start && !n.Code {
			continue
		}
		w := r.text[t.start:t.end]
		j := r.of[i]
		if j >= 0 && (r.found|r.meta|r.echo|r.family)&(1<<j) != 0 || hollow[strings.ToLower(w)] || len(w) < 2 {
			continue
		}
		if j < 0 && r.anywhere(t, ev) || isAcronym(w) && abbreviates(w, ev) {
			continue
		}
		return w
	}
	return ""
}

// anywhere looks up a word for which the set of unique words had no room.
func (r *reading) anywhere(t *token, ev Evidence) bool {
	for _, src := range ev.Sources {
		if src.first(t.stem) >= 0 || src.hasRoot(t.root) {
			return true
		}
	}
	return false
}

// isAcronym reports whether w is written in capitals.
func isAcronym(w string) bool {
	return len(w) >= 2 && len(w) <= 6 && strings.ToUpper(w) == w
}

// abbreviates reports whether neighbouring words of the evidence start with
// the letters of an acronym.
func abbreviates(w string, ev Evidence) bool {
	letters := []rune(w)
	for _, src := range ev.Sources {
		for i := range src.tokens {
			k, at := 0, i
			for at < len(src.tokens) && k < len(letters) {
				t := &src.tokens[at]
				first := rune(src.text[t.start])
				if unicode.ToUpper(first) != letters[k] && !(t.is(stopWord) && k > 0) {
					break
				}
				if unicode.ToUpper(first) == letters[k] {
					k++
				}
				at++
			}
			if k == len(letters) {
				return true
			}
		}
	}
	return false
}
