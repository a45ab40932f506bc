package claim

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// entityFindings tells the names of the claim that stand neither in the evidence
// nor in its metadata nor in the question.
func (r *reading) entityFindings(ev Evidence) (out []Finding) {
	if r.refuses {
		return nil // a sentence that says what the evidence lacks may name it
	}
	absent := func(name string) {
		if name != "" {
			out = append(out, Finding{CodeEntity, fmt.Sprintf("%q is not in the evidence", name)})
		}
	}
	for _, name := range r.names {
		unknown := r.unknownIn(name)
		r.asserted = r.asserted || unknown != "" && !r.denied(name.Start)
		absent(unknown)
	}
	sure := len(out)
	absent(r.unknownDay(ev))
	absent(r.unknownOpening())
	r.asserted = r.asserted || len(out) > sure
	return out
}

// claimNames picks the names of the claim that may be checked; where a language
// capitalises its nouns, only acronyms and codes.
func (r *reading) claimNames(names, out []text.Name) []text.Name {
	for _, n := range names {
		n.First = r.opens(n)
		trusted := n.Code || r.lang != text.German && !(n.First && !strings.Contains(n.Text, " "))
		if trusted && !r.inLead(n) && len(out) < maxNumbers {
			out = append(out, n)
		}
	}
	return out
}

// opens reports whether a name opens the claim, a quotation or what follows a
// colon, where a capital means little. A full stop before it is an
// abbreviation's: a claim is one sentence.
func (r *reading) opens(n text.Name) bool {
	before := strings.TrimRight(r.text[:n.Start], " *_#(\t\n")
	const ordinal = 2 // bytes of "B."
	if len(before) <= max(ordinal, text.ListMarker(r.text)) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(":\"!?|-“", last)
}

// longestLead is how many bytes of a claim may come before the colon of a lead.
const longestLead = 60

// inLead reports whether a name stands in the title that leads a list item:
// "1. **Bass Note:** …", "Step 3: Own Settings - for those who …".
func (r *reading) inLead(n text.Name) bool {
	colon := strings.IndexByte(r.text, ':')
	if colon >= n.End {
		return colon < longestLead
	}
	dash := strings.Index(r.text, " - ")
	return colon > 0 && dash >= n.End && dash < longestLead
}

// unknownIn returns the first word of a name that is nowhere to be found.
func (r *reading) unknownIn(n text.Name) string {
	if strings.Contains(n.Text, " ") && r.isPlace(n.Text, 2) {
		return ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		inside := int(t.start) >= n.Start && int(t.end) <= n.End
		opens := i == 0 || n.First && int(t.start) == n.Start && !n.Code
		if inside && !opens && r.mayName(i) && !r.knows(i) {
			return r.text[t.start:t.end]
		}
	}
	return ""
}

// mayName reports whether a word may be a name by its form.
func (r *reading) mayName(i int) bool {
	t := &r.tokens[i]
	w := r.text[t.start:t.end]
	switch {
	case !t.is(capital), t.is(stopWord), t.role != 0, wellKnown[w], text.IsUnit(w):
		return false
	case isAcronym(w):
		return text.Currency(w) == ""
	}
	afterHyphen := t.start > 0 && r.text[t.start-1] == '-'
	return len(w) > 2 && !afterHyphen && !strings.ContainsAny(w, "'’") && !loadLexicon().common(t.stem)
}

// wellKnown are capitals that name nothing in particular.
var wellKnown = wordSet("wellKnown")

// knows reports whether the evidence, its metadata or the question have a word or a
// relative of it; of an acronym, also what it stands for.
func (r *reading) knows(i int) bool {
	t := &r.tokens[i]
	if j := r.of[i]; j >= 0 && (r.found|r.meta|r.echo|r.family)&(1<<j) != 0 {
		return true
	}
	if slices.ContainsFunc(r.sources, func(s *Source) bool { return s.holds(t.stem) || s.holdsRoot(t.root) }) {
		return true
	}
	w := r.text[t.start:t.end]
	if isAcronym(w) {
		return r.expands(w) || r.abbreviates(w) || r.counted(w) || r.isWritten(w, inCode) || r.isPlace(w, 2)
	}
	return r.isPlace(w, 2) || slices.ContainsFunc(r.sources, func(s *Source) bool { return s.respells(w) })
}

// respells reports whether a source has a name in another spelling, with a letter inside
// more or less or with accents: "Gdansk", "Christina".
func (s *Source) respells(name string) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.is(capital) && respelt(name, s.text[t.start:t.end]) })
}

// respelt reports whether two long words are one in two spellings. A letter with an accent
// stands for any, so that no table of accents is needed.
func respelt(a, b string) bool {
	const shortest = 5 // letters
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(x) < len(y) {
		x, y = y, x
	}
	if len(y) < shortest || len(x) > len(y)+1 || !slices.ContainsFunc(y, unicode.IsLower) {
		return false
	}
	from := 0
	for from < len(y) && sameLetter(x[from], y[from]) {
		from++
	}
	left := 0
	for left < len(y)-from && sameLetter(x[len(x)-1-left], y[len(y)-1-left]) {
		left++
	}
	inside := len(x) == len(y) || from > 0 && left > 0 // "Russia" is not Prussia
	return inside && from+left == len(y)
}

// sameLetter reports whether two letters may be one, an accent left out.
func sameLetter(a, b rune) bool {
	accented := (a >= utf8.RuneSelf || b >= utf8.RuneSelf) && unicode.Is(unicode.Latin, a) && unicode.Is(unicode.Latin, b)
	return a == b || accented
}

// placeNames are names of places, and of what belongs to them: "Dutch | Holland". The
// file names its source and licence.
//
//go:embed names.txt
var placeNames string

// places tells for each name with which other ones it stands in a group.
var places = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(placeNames) {
		group := strings.Split(strings.TrimSpace(line), " | ")
		for _, name := range group {
			if key := placeKey(name); len(group) > 1 {
				out[key] = append(out[key], group...)
			}
		}
	}
	return out
})

// placeKey is equal for a name and its plural.
func placeKey(name string) string { return strings.TrimSuffix(strings.ToLower(name), "s") }

// isPlace reports whether the evidence has a place under another name, so many steps
// from one name to the next away: "Dutch" for "the Netherlands".
func (r *reading) isPlace(name string, steps int) bool {
	return slices.ContainsFunc(places()[placeKey(name)], func(other string) bool {
		return r.isWritten(other, asWord) || steps > 1 && r.isPlace(other, steps-1)
	})
}

// isWritten reports whether a source has a name in exactly this case, where the characters
// on both sides of it are fit.
func (r *reading) isWritten(name string, fit func(before, behind rune) bool) bool {
	return slices.ContainsFunc(r.sources, func(s *Source) bool { return occurs(s.text, name, fit) })
}

// occurs reports whether a string stands in a text, where the characters on both sides of
// it are fit.
func occurs(text, part string, fit func(before, behind rune) bool) bool {
	for rest := text; ; {
		head, tail, found := strings.Cut(rest, part)
		before, _ := utf8.DecodeLastRuneInString(head)
		behind, _ := utf8.DecodeRuneInString(tail)
		if !found || fit(before, behind) {
			return found
		}
		rest = tail
	}
}

// asWord tells that a name is a whole word or its plural: "Greeks".
func asWord(before, behind rune) bool {
	return !unicode.IsLetter(before) && (behind == 's' || !unicode.IsLetter(behind))
}

// inCode tells that capitals are a part of a code: "RNA" of "mRNA", "NF" of "NFκB".
func inCode(before, behind rune) bool {
	return !unicode.IsUpper(before) && !unicode.IsUpper(behind) && !unicode.IsDigit(behind)
}

// counted reports whether a letter and a number stand for a word and a number beside
// it: "Q4" for "the fourth quarter", "G7" for "the group of seven".
func (r *reading) counted(w string) bool {
	value, err := strconv.ParseFloat(w[1:], 64)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(r.sources, func(s *Source) bool { return s.counts(w[0]|0x20, value) })
}

// counts reports whether a number word with a value stands close to a word that
// begins with a letter.
func (s *Source) counts(letter byte, value float64) bool {
	const near = 2 // words
	for i := range s.tokens {
		if said, ok := s.wordValue(i); !ok || said != value {
			continue
		}
		for k := max(0, i-near); k <= min(len(s.tokens)-1, i+near); k++ {
			if s.text[s.tokens[k].start]|0x20 == letter && k != i {
				return true
			}
		}
	}
	return false
}

// isAcronym reports whether w is written in capitals.
func isAcronym(w string) bool {
	const longest = 6
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "s")
	return len(w) >= 2 && len(w) <= longest && strings.ToUpper(w) == w
}

// expands reports whether the claim itself spells the acronym out, next to it:
// "interquartile range (IQR)".
func (r *reading) expands(w string) bool {
	const near = 5 // words
	if at := strings.Index(r.text, "("+w); at > 0 {
		before := strings.Fields(r.text[:at])
		for _, b := range before[max(0, len(before)-near):] {
			if strings.EqualFold(b[:1], w[:1]) {
				return true
			}
		}
	}
	return initials(r.text, r.tokens, acronymLetters(w))
}

func acronymLetters(w string) []rune { return []rune(strings.TrimRight(w, "'s")) }

// abbreviates reports whether neighbouring words of the evidence start with the
// letters of an acronym, or the evidence has it in the other number: "STIs", "STI".
func (r *reading) abbreviates(w string) bool {
	other, plural := strings.CutSuffix(w, "s")
	if !plural {
		other = w + "s"
	}
	stem := stemKey(strings.ToLower(other))
	return slices.ContainsFunc(r.sources, func(s *Source) bool {
		return s.holds(stem) || initials(s.text, s.tokens, acronymLetters(w))
	})
}

// initials reports whether neighbouring words start with the given letters.
func initials(s string, tokens []token, letters []rune) bool {
	for i := range tokens {
		first, _ := utf8.DecodeRuneInString(s[tokens[i].start:])
		if unicode.ToUpper(first) == letters[0] && spells(s, tokens[i:], letters) {
			return true
		}
	}
	return false
}

// spells reports whether words start with the given letters, function words
// between them left out. The last word may be the rest of the letters itself:
// "World War II".
func spells(s string, tokens []token, letters []rune) bool {
	k := 0
	for i := range tokens[:min(len(tokens), 2*len(letters))] {
		t := &tokens[i]
		first, _ := utf8.DecodeRuneInString(s[t.start:])
		switch {
		case k > 0 && s[t.start:t.end] == string(letters[k:]):
			return true
		case unicode.ToUpper(first) == letters[k]:
			if k++; k == len(letters) {
				return true
			}
		case !t.is(stopWord):
			return false
		}
	}
	return false
}

// unknownOpening returns the word that opens the claim where it can only be a
// name: neither everyday language, nor its kin, nor anywhere in the evidence,
// which has what the claim goes on to say of it.
func (r *reading) unknownOpening() string {
	if len(r.tokens) < 3 || r.lang == text.German || r.foreign || strings.IndexByte(r.text, ':') >= 0 {
		return ""
	}
	t, next := &r.tokens[0], &r.tokens[1]
	held := r.of[1] >= 0 && r.found&(1<<r.of[1]) != 0
	goesOn := held || !next.is(capital) && next.role.Has(text.Auxiliary|text.Modal)
	if w := r.text[t.start:t.end]; goesOn && r.opensAsName(t, w) && r.text[t.end:next.start] == " " {
		return w
	}
	return ""
}

// opensAsName reports whether the first word of a claim can only be a name that
// nothing knows.
func (r *reading) opensAsName(t *token, w string) bool {
	if !t.is(capital) || !t.content() || t.role != 0 || len(w) < 3 || strings.Contains(w, "'") {
		return false
	}
	return !loadLexicon().related(t.root) && !isAcronym(w) && !t.has(hollowTrait) && !r.knows(0)
}
