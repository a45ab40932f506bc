package claim

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// entityFindings tells the names of the claim that stand neither in the evidence
// nor in its metadata nor in the question.
func (r *reading) entityFindings(ev Evidence) (out []Finding) {
	if r.said.declines() {
		return nil // it may name what the evidence lacks
	}
	absent := func(name string, asserted bool) {
		if name != "" {
			out = append(out, Finding{CodeEntity, fmt.Sprintf("%q is not in the evidence", name)})
			r.asserted = r.asserted || asserted
		}
	}
	for _, name := range r.names {
		absent(r.unknownIn(name), !r.said.denied(name.Start))
	}
	for _, at := range identifiersIn(r.said.text) {
		if name := r.said.text[at[2]:at[3]]; !r.spelt(name, ev) {
			absent(name, !r.said.denied(at[2]))
		}
	}
	absent(r.unknownDay(), true)
	absent(r.unknownOpening(), true)
	absent(r.unknownValue(), true)
	return out
}

// declines reports whether the claim says that a source does not tell something.
func (c *wording) declines() bool {
	speaks := func(t token) bool { return t.has(referenceTrait) }
	denies := func(t token) bool { return t.role.Has(text.Negator) }
	return slices.ContainsFunc(c.tokens, speaks) && slices.ContainsFunc(c.tokens, denies)
}

// identifier matches what is written for a machine: snake_case, --flag. A noun with a capital is
// none: German writes "Nutzer_innen".
var identifier = regexp.MustCompile(`(?:^|[^\w\-/.:])(--[a-z][\w\-]*\w|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`)

// identifiersIn finds those of a claim: where they stand, and the bytes of their names. Few claims have a sign that all
// identifiers have.
func identifiersIn(claim string) [][]int {
	if !strings.Contains(claim, "_") && !strings.Contains(claim, "--") {
		return nil
	}
	return identifier.FindAllStringSubmatchIndex(claim, maxNumbers)
}

// spelt reports whether an identifier stands as a whole in a source, its metadata or the question.
func (r *reading) spelt(name string, ev Evidence) bool {
	inside := func(c rune) bool { return c == '_' || c == '-' || unicode.IsLetter(c) || unicode.IsDigit(c) }
	whole := func(before, behind rune) bool { return !inside(before) && !inside(behind) }
	holds := func(s string) bool { return occurs(strings.ToLower(s), strings.ToLower(name), whole) }
	return holds(ev.Question) || slices.ContainsFunc(ev.Titles, holds) ||
		slices.ContainsFunc(r.sources, func(s *Source) bool { return holds(s.page.text) })
}

// claimNames picks the names of the claim that may be checked; where a language
// capitalises its nouns, only acronyms and codes.
func (c *wording) claimNames(names, out []text.Name) []text.Name {
	for _, n := range names {
		n.First = c.opens(n)
		trusted := n.Code || c.lang != text.German && !(n.First && !strings.Contains(n.Text, " "))
		if trusted && len(out) < maxNumbers {
			out = append(out, n)
		}
	}
	return out
}

// opens reports whether a name opens the claim, a quotation or what follows a
// colon, where a capital means little. A full stop before it is an
// abbreviation's: a claim is one sentence.
func (c *wording) opens(n text.Name) bool {
	before := strings.TrimRight(c.text[:n.Start], " *_#(\t\n")
	const ordinal = 2 // bytes of "B."
	if len(before) <= max(ordinal, text.ListMarker(c.text)) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(":\"!?|-“", last)
}

// unknownIn returns the first word of a name that is nowhere to be found.
func (r *reading) unknownIn(n text.Name) string {
	for i := range r.said.tokens {
		t := &r.said.tokens[i]
		inside := int(t.start) >= n.Start && int(t.end) <= n.End
		opens := i == 0 || n.First && int(t.start) == n.Start && !n.Code
		if inside && !opens && r.said.mayName(t) && !r.knows(i) {
			return r.said.text[t.start:t.end]
		}
	}
	return ""
}

// mayName reports whether a word may be a name by its form.
func (c *wording) mayName(t *token) bool {
	w := c.text[t.start:t.end]
	switch {
	case !t.is(capital), t.is(stopWord), t.role != 0, wellKnown[w], text.IsUnit(w):
		return false
	case isAcronym(w):
		return text.Currency(w) == ""
	}
	afterHyphen := t.start > 0 && c.text[t.start-1] == '-'
	return len(w) > 2 && !afterHyphen && !strings.ContainsAny(w, "'’") && !loadLexicon().common(t.stem)
}

// wellKnown are capitals that name nothing in particular.
var wellKnown = wordSet("wellKnown")

// knows reports whether the evidence, its metadata or the question have a word or a
// relative of it; of an acronym, also what it stands for.
func (r *reading) knows(i int) bool {
	t := &r.said.tokens[i]
	if j := r.said.of[i]; j >= 0 && (r.found|r.meta|r.echo|r.family)&(1<<j) != 0 {
		return true
	}
	w := r.said.text[t.start:t.end]
	holds := func(s *Source) bool {
		return s.table().holds(t.stem) || s.table().holdsRoot(t.root) || isAcronym(w) && abbreviates(s, w)
	}
	return slices.ContainsFunc(r.sources, holds) || isAcronym(w) && r.said.expands(w)
}

// isAcronym reports whether w is written in capitals.
func isAcronym(w string) bool {
	const longest = 6
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "s")
	return len(w) >= 2 && len(w) <= longest && strings.ToUpper(w) == w
}

// expands reports whether the claim itself spells the acronym out, next to it:
// "interquartile range (IQR)".
func (c *wording) expands(w string) bool {
	const near = 5 // words
	if at := strings.Index(c.text, "("+w); at > 0 {
		before := strings.Fields(c.text[:at])
		for _, b := range before[max(0, len(before)-near):] {
			if strings.EqualFold(b[:1], w[:1]) {
				return true
			}
		}
	}
	return initials(c.text, c.tokens, w)
}

// abbreviates reports whether neighbouring words of the source start with the
// letters of an acronym, or the source has it in the other number, or as a part of a code:
// "STIs", "STI"; "RNA" of "mRNA".
func abbreviates(s *Source, w string) bool {
	other, plural := strings.CutSuffix(w, "s")
	if !plural {
		other = w + "s"
	}
	inCode := func(before, behind rune) bool {
		return !unicode.IsUpper(before) && !unicode.IsUpper(behind) && !unicode.IsDigit(behind)
	}
	return s.table().holds(stemKey(strings.ToLower(other))) || initials(s.page.text, s.words(), w) || occurs(s.page.text, w, inCode)
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

// initials reports whether neighbouring words start with the letters of an acronym.
func initials(s string, tokens []token, acronym string) bool {
	letters := []rune(strings.TrimRight(acronym, "'s"))
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
	if len(r.said.tokens) < 3 || r.said.lang == text.German || r.foreign || strings.IndexByte(r.said.text, ':') >= 0 {
		return ""
	}
	t, next := &r.said.tokens[0], &r.said.tokens[1]
	goesOn := holdsWord(r, 1) || !next.is(capital) && next.role.Has(text.Auxiliary|text.Modal)
	if !goesOn || !namesOnly(r, 0) || r.said.text[t.end:next.start] != " " {
		return ""
	}
	return r.said.text[t.start:t.end]
}

// labels part a name from its value.
var labels = regexp.MustCompile(`[:：|=→]|->`)

// unknownValue returns a word of a label and its value that can only be a name, and is nowhere in the evidence, which has another
// word of them: where nothing states anything each word counts, whatever its case if all have one.
func (r *reading) unknownValue() string {
	if r.foreign || !strings.ContainsAny(r.said.text, ":：|=→>") {
		return ""
	}
	at := labels.FindStringIndex(r.said.text)
	if at == nil {
		return ""
	}
	plain := r.said.lang == text.English && strings.ToLower(r.said.text) == r.said.text
	labelled, unknown, value := false, "", true
	for i := range r.said.tokens {
		t := &r.said.tokens[i]
		if holdsWord(r, i) {
			labelled = true
			value = value && int(t.start) < at[1]
			continue
		}
		name := namesOnly(r, i) && (r.said.lang != text.German || i > 0 && r.said.tokens[i-1].is(capital) && r.knows(i-1) && r.said.text[r.said.tokens[i-1].end:t.start] == " ")
		measures := slices.ContainsFunc(r.numbers, func(n text.Number) bool { return n.End+1 == int(t.start) })
		if unknown == "" && (name || plain && mayBeName(r, i)) && !measures && t.end-t.start > 3 && !text.Listed(foldedWord(r.said.text, t)) {
			unknown = r.said.text[t.start:t.end]
		}
	}
	switch next := slices.IndexFunc(r.said.tokens, func(t token) bool { return int(t.start) >= at[1] }); {
	case !labelled:
		return ""
	case unknown == "" && value && next >= 0 && hasNoCase(r.said.text[at[1]:]):
		unknown = strings.TrimSpace(r.said.text[at[1]:])
	}
	if unknown == "" || States(r.said.text) {
		return ""
	}
	return unknown
}

// hasNoCase reports whether a text is in a script without capitals.
func hasNoCase(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return unicode.IsUpper(c) || unicode.IsLower(c) || unicode.IsDigit(c) })
}

// holdsWord reports whether a source has a word of the claim.
func holdsWord(r *reading, i int) bool { return r.said.of[i] >= 0 && r.found&(1<<r.said.of[i]) != 0 }

// namesOnly reports whether a word with a capital, where any word may have one, can only be a name, which neither the evidence nor the
// question has.
func namesOnly(r *reading, i int) bool {
	return r.said.tokens[i].is(capital) && mayBeName(r, i)
}

// mayBeName is namesOnly of a word in any case.
func mayBeName(r *reading, i int) bool {
	t := &r.said.tokens[i]
	w := r.said.text[t.start:t.end]
	short := 3 // bytes; of a language that is not known any short word may be a "when" or a "you"
	if r.said.lang == text.Unknown {
		short = 8
	}
	word := len(w) < short || !t.content() || t.role != 0 || t.has(hollowTrait) || strings.Contains(w, "'") || isAcronym(w)
	return !word && !loadLexicon().related(t.root) && !r.knows(i)
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// unknownDay returns a month or a weekday of the claim that the evidence does not have. Those with
// a day or a year beside them are dates, and checked as such; a "may" is none.
func (r *reading) unknownDay() string {
	for i := 1; i < len(r.said.tokens) && !r.foreign; i++ {
		t := &r.said.tokens[i]
		inNumber := func(n text.Number) bool { return int(t.start) >= n.Start && int(t.end) <= n.End }
		named := t.role.Has(text.Month|text.Weekday) && t.is(capital) && !t.is(opener) && !t.role.Has(text.Modal)
		if !named || slices.ContainsFunc(r.numbers, inNumber) || r.knows(i) {
			continue
		}
		return r.said.text[t.start:t.end]
	}
	return ""
}
