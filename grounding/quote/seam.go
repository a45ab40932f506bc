package quote

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// seam judges a place where one side begins token k and the other side, whole, does
// not: it is inside token m there.
func (s *search) seam(split *Text, k int, whole *Text, m int) finding {
	joined := whole.Word(m)
	at := int(split.FoldedStart(k))
	left, _ := utf8.DecodeLastRuneInString(split.Folded.Folded[:at])
	right, _ := utf8.DecodeRuneInString(split.Folded.Folded[at:])
	level := same
	switch g := split.Tokens[k].Gap; {
	case inNumbers(left) && inNumbers(right):
		if level = split.spacedOut(k, joined); level == drifted && whole.fixesSpaces(m) {
			level = same
		}
	case g == 0, g == text.GapElision:
	case !inWords(left) || !inWords(right):
		if g&(clauseMarks&^text.GapStop) != 0 || g&text.GapStop != 0 && g&text.GapSpace != 0 {
			level = drifted
		}
	case g&text.GapStop != 0 && split.isInitial(k-1) && split.isInitial(k): // U.S. and US
	case g == text.GapStop && !split.isInitial(k):
		level = changed // j.doe and jdoe
	default:
		level = torn(split.Word(k-1), split.Word(k), joined, split == s.text)
	}
	source, snippet := split.Passage(run(k-1, k+1)), joined
	if split == s.snippet {
		source, snippet = snippet, source
	}
	return differs(level, source, snippet)
}

// isInitial reports whether token i is one letter.
func (t *Text) isInitial(i int) bool { return utf8.RuneCountInString(t.Word(i)) == 1 }

// minGrouped is the least length of a code that is written in groups or without,
// as account numbers are.
const minGrouped = 12

// spacedOut judges a number that one side sets in groups, in front of token k, where
// it is one token of the other. Groups of three may be the thousands of one number.
func (t *Text) spacedOut(k int, joined string) severity {
	from, to := k-1, k+1
	for t.isGroup(from) && k-from < maxGroups {
		from--
	}
	for to < len(t.Tokens) && t.isGroup(to) && to-k < maxGroups {
		to++
	}
	first := t.Word(from)
	switch {
	case len(joined) >= minGrouped && t.Tokens[k].Gap == text.GapSpace:
		return same
	case !t.isGroup(k) || len(first) > 3 || first[0] == '0' || strings.Trim(first, "0123456789") != "":
		return changed
	case strings.ReplaceAll(joined, ",", "") != strings.ReplaceAll(t.Characters(run(from, to)), ",", ""):
		return changed
	case t.surelyOne(run(from, to)):
		return same
	}
	return drifted
}

// fixesSpaces reports whether a token is written with spaces that do not break, as
// printers set off thousands.
func (t *Text) fixesSpaces(i int) bool {
	_, from, to := t.Source(run(i, i+1))
	return strings.ContainsAny(t.Original[from:to], "\u00a0\u2009\u202f&")
}

// maxGroups bounds the groups of three that a number is written in.
const maxGroups = 8

// isGroup reports whether token i is three digits with a space in front, or the last
// three with the decimals.
func (t *Text) isGroup(i int) bool {
	group, _, _ := strings.Cut(strings.ReplaceAll(t.Word(i), ",", "."), ".")
	return i > 0 && t.Tokens[i].Gap == text.GapSpace && len(group) == 3 && strings.Trim(group, "0123456789") == ""
}

// surelyOne reports whether groups of digits behind spaces are surely one number:
// there are three groups or more, a text.TokenSign of a unit follows, or the language sets
// thousands off by spaces.
func (t *Text) surelyOne(s text.Run) bool {
	language := t.language()
	return s.Len() != 2 || language == text.Russian || language == text.French ||
		t.Follows(s.End) && text.IsUnitSymbol(t.Raw(s.End))
}

// torn judges a word that was torn apart or run together, as text recognition does: it
// is evident if the snippet's form is no word ("not able" is not "notable").
func torn(a, b, joined string, inSource bool) severity {
	turns := critical(a) || critical(b)
	switch {
	case joined == "cannot":
		return loose
	case turns && (!inSource || text.Listed(joined)), weak(a), weak(b):
		return changed
	case inSource && text.Listed(joined), !inSource && (isPart(a) && text.Listed(b) || text.Unknown.IsStop(a)):
		return drifted // therapist, the rapist; recover, re-cover
	}
	return loose
}

// isPart reports whether a word stands alone or in front of others.
func isPart(word string) bool { return text.Listed(word) || prefixOf(word) == word }

// critical reports whether a word has a role that decides the meaning, in any
// of the languages.
func critical(word string) bool { return text.Unknown.Class(word).Has(text.Critical) }

// weak reports whether a word could be taken for a prefix of what it was run
// together with: a negator, or a short word with a role.
func weak(word string) bool {
	return text.Unknown.Class(word).Has(text.Negator) || critical(word) && utf8.RuneCountInString(word) < 4
}

// inNumbers reports whether a folded character is part of numbers.
func inNumbers(r rune) bool { return r >= '0' && r <= '9' || strings.ContainsRune(".,'-/:^", r) }

// inWords reports whether a folded character is part of words.
func inWords(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' || r == '\'' }
