package match

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// severity orders what can be found against a place.
type severity uint8

const (
	same    severity = iota
	loose            // fine in fuzzy mode
	drifted          // not these words, but nothing that decides the meaning
	changed          // the meaning may differ
)

// finding is one thing found, with both readings.
type finding struct {
	severity severity
	detail   string
}

// worse returns the graver of two findings, the first if they are alike.
func worse(a, b finding) finding {
	if b.severity > a.severity {
		return b
	}
	return a
}

// differs words a finding.
func differs(level severity, source, snippet string) finding {
	return finding{level, fmt.Sprintf("the source says %s, the snippet %s", clip(source), clip(snippet))}
}

// maxReading bounds a reading in a detail, in bytes.
const maxReading = 80

// clip shortens a reading and names the empty one.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return "nothing there"
	}
	if len(s) <= maxReading {
		return s
	}
	cut := maxReading
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// inspect walks over the tokens of a hit and of the snippet side by side. Their
// folded characters are the same; where the tokens begin, what separates them
// and what folding hid may differ.
func (s *search) inspect(hit span, sn *Text) finding {
	return s.walk(hit, sn, span{0, len(sn.tokens)})
}

// walk does the same for a part of the snippet.
func (s *search) walk(hit span, sn *Text, part span) finding {
	var found finding
	i, j := hit.first, part.first
	base, origin := int(s.text.tokens[i].at), int(sn.tokens[j].at)
	aligned := true
	for found.severity < changed {
		sourceEnd, snippetEnd := s.text.foldedEnd(i)-base, sn.foldedEnd(j)-origin
		if aligned && sourceEnd == snippetEnd {
			found = worse(found, s.token(i, j, sn))
		}
		switch {
		case sourceEnd == snippetEnd:
			i, j, aligned = i+1, j+1, true
			if i >= hit.end || j >= part.end {
				return found
			}
			found = worse(found, s.between(i, j, sn))
			found = worse(found, s.acrossRows(hit, i, sn.tokens[j].gap))
		case sourceEnd < snippetEnd:
			i, aligned = i+1, false
			found = worse(found, s.seam(s.text, i, sn.word(j), true))
		default:
			j, aligned = j+1, false
			found = worse(found, s.seam(sn, j, s.text.word(i), false))
		}
		if i >= hit.end || j >= part.end {
			return found
		}
	}
	return found
}

// token compares two tokens of the same folded characters by what folding hid.
func (s *search) token(i, j int, sn *Text) finding {
	a, b := s.text.tokens[i], sn.tokens[j]
	if (a.flags|b.flags)&(mixed|lossy) == 0 && (i == 0 || s.text.tokens[i-1].flags&hasDigit == 0) && a.flags&hasDigit == 0 {
		return finding{}
	}
	source, snippet := s.text.raw(i), sn.raw(j)
	if accounts(s.text, i) && !accounts(sn, j) {
		return differs(drifted, "("+source+")", snippet)
	}
	if source == snippet {
		return finding{}
	}
	if level := unitCase(source, snippet); level == changed || level == drifted && !s.recased(i, j, sn) {
		return differs(level, source, snippet)
	}
	if a.flags&lossy != 0 && b.flags&lossy != 0 && resigned(source, snippet) || b.flags&lossy != 0 && splitByYo[sn.word(j)] && !strings.ContainsAny(source, "ёЁ") {
		return differs(changed, source, snippet)
	}
	if (a.flags^b.flags)&lossy != 0 && sharp(source) != sharp(snippet) && !shouts(source) && !shouts(snippet) {
		return differs(changed, source, snippet)
	}
	if (a.flags|b.flags)&mixed != 0 && !sameLetters(source, snippet) {
		return differs(drifted, source+" (as it is spelt)", snippet+" (in letters that look alike)")
	}
	return finding{}
}

// unitCase compares the case of a unit, which may be glued to its number.
func unitCase(source, snippet string) severity {
	source, snippet = strings.TrimLeft(source, "0123456789.,-+"), strings.TrimLeft(snippet, "0123456789.,-+")
	if source == snippet || !lexis.IsUnitSymbol(source) && !lexis.IsUnitSymbol(snippet) || !strings.EqualFold(source, snippet) {
		return same
	}
	switch {
	case !lexis.IsUnitSymbol(snippet) || !lexis.IsUnitSymbol(source):
		return drifted
	case lexis.CaseMatters(source):
		return changed
	}
	return same // l and L
}

// recased reports whether the snippet is all in capitals or all in small
// letters, or the source in capitals, and words next to token j show that one
// was turned so; then the case of a unit tells nothing, unless it makes another
// unit.
func (s *search) recased(i, j int, sn *Text) bool {
	source := s.quote(s.text, max(0, i-nearby, i-j), min(len(s.text.tokens)-1, i+nearby, i+len(sn.tokens)-1-j))
	if strings.ToLower(sn.original) != sn.original && !shouts(sn.original) && !shouts(source) {
		return false
	}
	for k := -nearby; k <= nearby; k++ {
		if k == 0 || i+k < 0 || j+k < 0 || i+k >= len(s.text.tokens) || j+k >= len(sn.tokens) {
			continue
		}
		if s.text.word(i+k) == sn.word(j+k) && s.text.raw(i+k) != sn.raw(j+k) && !lexis.IsUnitSymbol(s.text.raw(i+k)) {
			return true
		}
	}
	return false
}

// nearby is how many tokens around a unit are looked at for a change of case.
const nearby = 12

// signs returns the vowel signs of a word.
func signs(word string) string {
	return strings.Map(func(r rune) rune {
		if isVowelSign(r) {
			return r
		}
		return -1
	}, word)
}

// resigned reports whether two spellings of a word both have optional signs, and
// others: vowel signs, or the hamza of an alef.
func resigned(a, b string) bool {
	if x, y := signs(a), signs(b); x != "" && y != "" && x != y {
		return true
	}
	x, y := []rune(alefs(a)), []rune(alefs(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] && x[i] != 'ا' && y[i] != 'ا' {
			return true
		}
	}
	return false
}

// alefs returns the alefs of a word.
func alefs(word string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("اأإآٱ", r) {
			return r
		}
		return -1
	}, word)
}

// splitByYo are the Russian words that the two dots make another word of.
var splitByYo = words("все небо осел падеж узнаем совершенный чем нем берет слез")

// accounts reports whether token i is an amount in brackets, as accounts write
// what is lost.
func accounts(t *Text, i int) bool {
	token := t.tokens[i]
	if token.flags&hasDigit == 0 || !strings.HasPrefix(t.original[token.end:], ")") {
		return false
	}
	before := t.original[:token.start]
	amount := strings.TrimRight(before, "$€£¥")
	money := len(amount) < len(before) || strings.HasSuffix(amount, "$(") || strings.HasSuffix(amount, "€(") || strings.HasSuffix(amount, "£(")
	return strings.HasSuffix(amount, "(") && (money || token.gap&gapCell != 0 || strings.ContainsAny(t.raw(i), ".,"))
}

// sharp counts the sharp s of a word.
func sharp(word string) int { return strings.Count(word, "ß") + strings.Count(word, "ẞ") }

// shouts reports whether a word is in capitals, where ß is written SS.
func shouts(word string) bool { return strings.ToUpper(word) == word }

// sameLetters compares two words without case.
func sameLetters(a, b string) bool { return strings.EqualFold(a, b) }

// between compares what separates a token from the one before it, in the
// source and in the snippet.
func (s *search) between(i, j int, sn *Text) finding {
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	if found := s.marks(i, j, sn); found.severity != same {
		return found
	}
	if g == h {
		return finding{}
	}
	if s.text.tokens[i].flags&s.text.tokens[i-1].flags&hasDigit != 0 {
		return s.betweenNumbers(i, j, sn)
	}
	const clause = gapStop | gapAsk | gapComma | gapSemi
	if (s.text.tokens[i].flags|s.text.tokens[i-1].flags)&(unspaced|symbol) != 0 && ((g&clause == 0) != (h&clause == 0) || (g^h)&(gapStop|gapAsk) != 0) && (g|h)&gapBreak == 0 {
		return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if g^h == gapDash && s.text.folded[s.text.tokens[i].at] == '-' {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	return s.punctuation(i, j, sn)
}

// acrossRows reports that a snippet runs from inside one row of a table into the
// next and does not show it: the cells of two rows look like one statement.
func (s *search) acrossRows(hit span, i int, g gap) finding {
	const row = gapBreak | gapCell
	if s.text.tokens[i].gap&row != row || g&row != 0 {
		return finding{}
	}
	for k := hit.first; k > 0 && s.text.tokens[k].gap&gapBreak == 0; k-- {
		if s.text.tokens[k].gap&gapCell != 0 {
			return differs(changed, s.quote(s.text, i-1, i), s.text.raw(i-1)+" "+s.text.raw(i))
		}
	}
	return finding{}
}

// marks compares the footnote marks in front of two tokens. One that only the
// source has is no difference; one that only the snippet has is none either,
// but for raised digits behind a number, which read as a power.
func (s *search) marks(i, j int, sn *Text) finding {
	a, b := s.text.markBefore(i), sn.markBefore(j)
	power := a == "" && b != "" && j > 0 && !strings.HasPrefix(b, "[") && sn.tokens[j-1].flags&hasDigit != 0
	if power || a != "" && b != "" && digitsOf(a) != digitsOf(b) {
		return differs(changed, "the mark "+a, b)
	}
	return finding{}
}

// betweenNumbers: "5; 000" is two numbers and "5 000" is one.
func (s *search) betweenNumbers(i, j int, sn *Text) finding {
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	plain := func(g gap) bool { return g&^(gapSpace|gapBreak) == 0 }
	if plain(g) == plain(h) || len(s.text.word(i)) != 3 {
		return finding{}
	}
	return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
}

// quote returns the original from token i to token k.
func (s *search) quote(t *Text, i, k int) string {
	return t.original[t.tokens[i].start:t.tokens[k].end]
}

// punctuation compares the separators around words: the end of a sentence must
// not come or go, nor a comma behind a bare "no".
func (s *search) punctuation(i, j int, sn *Text) finding {
	const ends = gapStop | gapAsk
	const soft = gapBreak | gapCell | gapDots | gapSemi | gapDash
	g, h := s.text.tokens[i].gap, sn.tokens[j].gap
	before := s.text.word(i - 1)
	if s.text.class(i-1, lexis.Unknown).Has(lexis.Negator) && (g^h)&(gapComma|gapStop|gapSemi) != 0 && (g|h)&gapBreak == 0 {
		return differs(changed, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
	}
	if g&ends == h&ends || utf8.RuneCountInString(before) == 1 && !s.afterSign(i-1) || abbreviations[before] || (g|h)&soft != 0 {
		return finding{}
	}
	if (g|h)&gapSpace == 0 && s.text.tokens[i].flags&unspaced == 0 {
		return finding{} // a point inside an address or an abbreviation
	}
	return differs(drifted, s.quote(s.text, i-1, i), s.quote(sn, j-1, j))
}

// afterSign reports whether token i follows a sign, as the C of °C does.
func (s *search) afterSign(i int) bool { return i > 0 && s.text.tokens[i-1].flags&symbol != 0 }

// abbreviations may lose or gain their point.
var abbreviations = words(`mr mrs ms dr st vs etc jr sr inc ltd co corp fig vol pp ed eds al approx dept est prof gen sen rep gov rev hon
	mt ft nos eq ref sec ca bzw usw nr str abs art mio mrd tsd evtl ggf inkl zzgl vgl geb mme mlle av env sra dra ud uds dott sig ing
	dhr mevr blz bv nv тыс руб г гг стр рис напр am pm us uk eu`)

// seam judges a place where one side begins a token and the other does not.
// split is the side that begins token k there; joined is the other side's word.
func (s *search) seam(split *Text, k int, joined string, sourceSplit bool) finding {
	at := int(split.tokens[k].at)
	left, _ := utf8.DecodeLastRuneInString(split.folded[:at])
	right, _ := utf8.DecodeRuneInString(split.folded[at:])
	g := split.tokens[k].gap
	apart := s.quote(split, k-1, k)
	source, snippet := apart, joined
	if !sourceSplit {
		source, snippet = joined, apart
	}
	switch {
	case isNumberRune(left) && isNumberRune(right) && len(joined) >= minGrouped && g == gapSpace:
		return finding{}
	case isNumberRune(left) && isNumberRune(right):
		return differs(changed, source, snippet)
	case !isLetterRune(left) || !isLetterRune(right), g == 0, g == gapElision:
		return finding{}
	case g&gapHyphen != 0 && g&gapSpace != 0:
		return finding{} // a word divided at the end of a line
	case g&gapStop != 0 && at-int(split.tokens[k-1].at) == utf8.RuneLen(left):
		return finding{} // U.S. and US
	}
	return s.torn(split, k, joined, differs(drifted, source, snippet))
}

// minGrouped is the least length of a code that is written in groups or without,
// as account numbers are.
const minGrouped = 12

// torn judges a word that was torn apart or run together, as text recognition
// does: evident if the snippet's form is no word ("not able" is not "notable").
func (s *search) torn(split *Text, k int, joined string, found finding) finding {
	a, b := split.word(k-1), split.word(k)
	if split == s.text {
		found.severity = runTogether(a, b, joined)
	} else {
		found.severity = tornApart(a, b)
	}
	return found
}

// tornApart judges two words of the snippet for one of the source.
func tornApart(a, b string) severity {
	switch {
	case critical(a) || critical(b):
		return changed
	case isWord(b) && (isWord(a) || prefixOf(a) == a || a == "re" || a == "co"), lexis.Unknown.IsStop(a):
		return drifted // therapist, the rapist; recover, re-cover
	}
	return loose
}

// runTogether judges one word of the snippet for two of the source.
func runTogether(a, b, joined string) severity {
	switch {
	case joined == "cannot" && a == "can" && b == "not":
		return loose
	case isWord(joined) && !critical(a) && !critical(b):
		return drifted
	case isWord(joined) || weak(a) || weak(b):
		return changed
	}
	return loose
}

// critical reports whether a word has a role that decides the meaning, in any
// of the languages.
func critical(word string) bool { return lexis.Unknown.Class(word).Has(lexis.Critical) }

// isWord reports whether a word or its base is listed.
func isWord(word string) bool { return known(word) || formOf(word) }

// weak reports whether a word could be taken for a prefix of what it was run
// together with: a negator, or a short word with a role.
func weak(word string) bool {
	return lexis.Unknown.Class(word).Has(lexis.Negator) || critical(word) && utf8.RuneCountInString(word) < 4
}

func isNumberRune(r rune) bool {
	return r >= '0' && r <= '9' || r == '.' || r == ',' || r == '\'' || r == '-' || r == '/' || r == ':' || r == '^'
}

func isLetterRune(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' || r == '\'' }

// digitsOf reduces a footnote mark to its numbers.
func digitsOf(mark string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r == ',':
			return r
		case raised[r] != 0:
			return rune(raised[r])
		}
		return -1
	}, mark)
}
