package quote

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

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
	case split.spacedRange(k-1) || split.spacedRange(k):
		return finding{} // 16 – 61 and 16–61
	case isNumberRune(left) && isNumberRune(right):
		return differs(spacedOut(split, k, joined), source, snippet)
	case !isLetterRune(left) || !isLetterRune(right), g == 0, g == gapElision:
		return finding{}
	case g&gapHyphen != 0 && g&gapSpace != 0:
		return finding{} // a word divided at the end of a line
	case g&gapStop != 0 && at-int(split.tokens[k-1].at) == utf8.RuneLen(left) && utf8.RuneCountInString(split.word(k)) == 1:
		return finding{} // U.S. and US
	case g == gapStop && utf8.RuneCountInString(split.word(k)) > 1:
		return differs(changed, source, snippet) // j.doe and jdoe
	}
	return s.torn(split, k, joined, differs(drifted, source, snippet))
}

// minGrouped is the least length of a code that is written in groups or without,
// as account numbers are.
const minGrouped = 12

// spacedOut judges a number that one side sets in groups of three, the whole of which
// is one token of the other: by spaces that do not break, as printers do, it is the
// same; by others it may be two numbers.
func spacedOut(split *Text, k int, joined string) severity {
	fixed, from, to := true, k-1, k
	for from > max(0, k-maxGroups) && split.groupAt(from) {
		from--
	}
	for to+1 < min(len(split.tokens), k+maxGroups) && split.groupAt(to+1) {
		to++
	}
	for i := from + 1; i <= to; i++ {
		fixed = fixed && strings.Contains("\u00a0\u202f\u2009", split.gapBefore(i))
	}
	first := split.word(from)
	if !split.groupAt(k) || len(first) > 3 || first[0] == '0' || strings.Trim(first, "0123456789") != "" ||
		split.characters(span{from, to + 1}) != joined {
		return changed
	}
	if fixed || split.groupsThousands(span{from, to + 1}) {
		return same
	}
	return drifted
}

// spacedRange reports whether token i is a dash with a space on both sides between
// two numbers.
func (t *Text) spacedRange(i int) bool {
	return i > 0 && i+1 < len(t.tokens) && t.word(i) == "-" && t.tokens[i].gap == gapSpace && t.tokens[i+1].gap == gapSpace &&
		t.tokens[i-1].flags&t.tokens[i+1].flags&hasDigit != 0
}

// groupsThousands reports whether groups of digits behind plain spaces are surely
// one number: there are three groups or more, a symbol of a unit or a percent sign
// follows, or the language sets thousands off by spaces.
func (t *Text) groupsThousands(s span) bool {
	if s.end-s.first > 2 {
		return true
	}
	if s.end < len(t.tokens) && t.tokens[s.end].gap&^gapSpace == 0 && (lexis.IsUnitSymbol(t.raw(s.end)) || t.word(s.end) == "%") {
		return true
	}
	language := t.language()
	return language == lexis.Russian || language == lexis.French
}

// maxGroups bounds the groups of three that a number is written in.
const maxGroups = 8

// groupAt reports whether token i is three digits with a blank in front.
func (t *Text) groupAt(i int) bool {
	word := t.word(i)
	return t.tokens[i].gap == gapSpace && len(word) == 3 && strings.Trim(word, "0123456789") == ""
}

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
	case lexis.Listed(b) && (lexis.Listed(a) || prefixOf(a) == a || a == "re" || a == "co"), lexis.Unknown.IsStop(a):
		return drifted // therapist, the rapist; recover, re-cover
	}
	return loose
}

// runTogether judges one word of the snippet for two of the source.
func runTogether(a, b, joined string) severity {
	switch {
	case joined == "cannot" && a == "can" && b == "not":
		return loose
	case lexis.Listed(joined) && !critical(a) && !critical(b):
		return drifted
	case lexis.Listed(joined) || weak(a) || weak(b):
		return changed
	}
	return loose
}

// critical reports whether a word has a role that decides the meaning, in any
// of the languages.
func critical(word string) bool { return lexis.Unknown.Class(word).Has(lexis.Critical) }

// weak reports whether a word could be taken for a prefix of what it was run
// together with: a negator, or a short word with a role.
func weak(word string) bool {
	return lexis.Unknown.Class(word).Has(lexis.Negator) || critical(word) && utf8.RuneCountInString(word) < 4
}

func isNumberRune(r rune) bool {
	return r >= '0' && r <= '9' || r == '.' || r == ',' || r == '\'' || r == '-' || r == '/' || r == ':' || r == '^'
}

func isLetterRune(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' || r == '\'' }
