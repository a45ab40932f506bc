package quote

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	lexis "vouchsafe/grounding/text"
)

// guard judges every difference of an alignment and returns the gravest.
// Nothing configures it.
func (a *alignment) guard() finding {
	var found finding
	typos := 0
	for k, e := range a.edits {
		if e.equal {
			found = worse(found, a.s.token(e.source.first, e.snippet.first, a.s.snippet))
			if k > 0 && a.edits[k-1].equal {
				found = worse(found, a.s.between(e.source.first, e.snippet.first, a.s.snippet))
			}
			continue
		}
		judged := a.judge(e)
		if judged.severity == loose && !a.writtenOut(e) {
			typos++
		}
		found = worse(found, judged)
	}
	if found.severity == loose && typos > a.tolerated() {
		found.severity = drifted
	}
	return found
}

// tolerated is how many evident typos a snippet may have: one in eight words.
func (a *alignment) tolerated() int { return max(1, len(a.s.snippet.tokens)/8) }

// judge decides what one difference amounts to.
func (a *alignment) judge(e edit) finding {
	t, sn := a.s.text, a.s.snippet
	source, snippet := a.reading(t, e.source), a.reading(sn, e.snippet)
	switch {
	case t.characters(e.source) == sn.characters(e.snippet):
		return a.s.reseamed(e)
	case a.writtenOut(e):
		return differs(loose, source, snippet)
	case e.source.end-e.source.first == 1 && e.snippet.end-e.snippet.first == 1:
		return a.s.word(e.source.first, e.snippet.first)
	}
	if !e.source.empty() && !e.snippet.empty() && a.sameThousands(e) {
		return finding{}
	}
	if !e.source.empty() && !e.snippet.empty() && a.regrouped(e) {
		return differs(drifted, source, snippet)
	}
	if e.snippet.empty() && (a.s.itemNumbers(e.source) || a.s.answerLabel(e.source)) {
		return finding{}
	}
	if e.snippet.empty() && a.s.bracketAside(e.source) {
		return finding{drifted, fmt.Sprintf("the source has %q in brackets, which the snippet leaves out", clip(source))}
	}
	if e.snippet.empty() && a.s.pageBreak(e.source) {
		return finding{drifted, fmt.Sprintf("the source has %q between its lines, which the snippet leaves out", clip(source))}
	}
	if a.decides(t, e.source) || a.decides(sn, e.snippet) {
		return differs(changed, source, snippet)
	}
	switch {
	case e.snippet.empty() && a.besideNumber(e.source):
		return differs(changed, source, snippet)
	case e.snippet.empty() && e.source.end-e.source.first <= maxMissing:
		return finding{drifted, fmt.Sprintf("the source has %q, which the snippet leaves out", clip(source))}
	case e.source.empty() && a.onlyStops(sn, e.snippet):
		return differs(drifted, source, snippet)
	}
	return differs(changed, source, snippet)
}

// writtenOut reports whether a difference is no more than that of "don't" and "do
// not".
func (a *alignment) writtenOut(e edit) bool {
	source, snippet := a.s.text.characters(e.source), a.s.snippet.characters(e.snippet)
	return source != snippet && contractions.Replace(source) == contractions.Replace(snippet)
}

// contractions writes "don't" as "donot".
var contractions = strings.NewReplacer("can't", "cannot", "won't", "willnot", "shan't", "shallnot", "n't", "not")

// besideNumber reports whether a span of the source touches a number or its
// unit, which it may bound or qualify.
func (a *alignment) besideNumber(s span) bool {
	for _, i := range []int{s.first - 2, s.first - 1, s.end} {
		if i >= 0 && i < len(a.s.text.tokens) && a.s.text.tokens[i].flags&hasDigit != 0 {
			return true
		}
	}
	return false
}

// maxMissing is how many words without a deciding role a snippet may lack for
// its place still to be certain.
const maxMissing = 3

// reading is the original of a span with a word of context where it is empty.
func (a *alignment) reading(t *Text, s span) string {
	if s.empty() {
		return ""
	}
	return a.s.quote(t, s.first, s.end-1)
}

// decides reports whether a span holds a token that decides the meaning.
func (a *alignment) decides(t *Text, s span) bool {
	for i := s.first; i < s.end; i++ {
		if a.s.decisive(t, i) {
			return true
		}
	}
	return false
}

// onlyStops reports whether a span holds nothing but function words.
func (a *alignment) onlyStops(t *Text, s span) bool {
	for i := s.first; i < s.end; i++ {
		if !a.s.text.plays(t.word(i), lexis.Stop) {
			return false
		}
	}
	return true
}

// decisive reports whether a token decides the meaning: a number, a sign, a
// unit, a character of a script without spaces, a word with a role, a name.
func (s *search) decisive(t *Text, i int) bool {
	token := t.tokens[i]
	if token.flags&(hasDigit|symbol|unspaced) != 0 {
		return true
	}
	word := t.word(i)
	if lexis.Unknown.Class(word).Has(lexis.Critical) || strings.HasSuffix(word, "n't") {
		return true
	}
	if i > 0 && t.tokens[i-1].flags&hasDigit != 0 && lexis.IsUnit(t.raw(i)) {
		return true
	}
	return s.isName(t, i)
}

// reseamed judges tokens whose characters agree and whose borders do not.
func (s *search) reseamed(e edit) finding {
	if e.source.empty() || e.snippet.empty() {
		return finding{}
	}
	return s.walk(e.source, s.snippet, e.snippet)
}

// word judges one word that stands in for another.
func (s *search) word(i, j int) finding {
	source, snippet := s.text.word(i), s.snippet.word(j)
	reading := differs(changed, s.phrase(s.text, i), s.phrase(s.snippet, j))
	if s.ungrouped(i, j) || s.counter(i, j) || s.times(i, j) {
		return finding{}
	}
	if s.equalNumbers(i, j) {
		reading.severity = drifted
		return reading
	}
	if s.unaccented(i, j) {
		return finding{}
	}
	if s.corrected(i, j) {
		reading.severity = drifted
		return reading
	}
	if s.slipInRole(i, j) {
		reading.severity = loose
		return reading
	}
	if s.decisive(s.text, i) || s.decisive(s.snippet, j) || s.text.language().Opposed(source, snippet) {
		return reading
	}
	language := s.text.language()
	switch {
	case s.typo(i, j):
		reading.severity = loose
	case language.IsStop(source) && language.IsStop(snippet):
		if !articles[source] || !articles[snippet] {
			return reading
		}
		reading.severity = drifted
	case variant(source, snippet):
		reading.severity = drifted
	}
	return reading
}

// unaccented reports whether the snippet writes a word without its accents where
// that is customary: in capitals, and in Italian with an apostrophe (citta').
func (s *search) unaccented(i, j int) bool {
	source, raw := s.text.word(i), s.snippet.raw(j)
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(source))
	if plain == source || plain != s.snippet.word(j) {
		return false
	}
	rest := s.snippet.original[s.snippet.tokens[j].end:]
	last, _ := utf8.DecodeLastRuneInString(source)
	apostrophe := last >= utf8.RuneSelf && (strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "’"))
	language := s.text.language()
	return apostrophe && language == lexis.Italian || shouts(raw) && language == lexis.French && shouts(s.snippet.original)
}

// slipInRole reports an evident typo in a word with a role that is no negation
// or exception ("shouuld"): it is spelt wrong, and still that word. Number words,
// months and units keep their last letter (seventy, seventh) and are long.
func (s *search) slipInRole(i, j int) bool {
	const never = lexis.Negator | lexis.Exception
	source, snippet := s.text.word(i), s.snippet.word(j)
	class := lexis.Unknown.Class(source)
	if lexis.IsUnit(source) && !lexis.IsUnitSymbol(source) && len(source) > minTypo && source[len(source)-1] == snippet[len(snippet)-1] {
		return s.typo(i, j)
	}
	if class.Has(lexis.NumberWord|lexis.OrdinalWord|lexis.Month) && (len(snippet) < 6 ||
		snippet[len(snippet)-1] != source[len(source)-1]) {
		return false
	}
	return class.Has(lexis.Critical) && !class.Has(never) && !s.decisive(s.snippet, j) && s.typo(i, j)
}

// articles can replace each other without more than a drift.
var articles = lexis.WordSet("articles")

// respelt writes -ise and -yse as -ize and -yze.
var respelt = strings.NewReplacer("is", "iz", "ys", "yz")

// variant reports whether two words are forms of one: a plural, an ending, a
// spelling (colour, color). They may be snapped, and never verify.
func variant(a, b string) bool {
	if utf8.RuneCountInString(a) < 4 || utf8.RuneCountInString(b) < 4 {
		return false
	}
	if strings.HasPrefix(b, a) {
		a, b = b, a
	}
	if rest, ok := strings.CutPrefix(a, b); ok {
		switch rest {
		case "s", "es", "e", "n", "en", "er", "d", "ed", "'s":
			return true
		}
	}
	return strings.ReplaceAll(a, "our", "or") == strings.ReplaceAll(b, "our", "or") ||
		respelt.Replace(a) == respelt.Replace(b)
}
