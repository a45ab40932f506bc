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
		grouped := len(split.Word(k-1)) <= 3 && len(split.Word(k)) >= 3
		if level = changed; grouped && g == text.GapSpace && whole.fixesSpaces(m) {
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
	case joined != "cannot":
		if level = drifted; critical(split.Word(k-1)) || critical(split.Word(k)) || critical(joined) {
			level = changed // "not able" is not "notable"
		}
	}
	source, snippet := split.Passage(run(k-1, k+1)), joined
	if split == s.snippet {
		source, snippet = snippet, source
	}
	return differs(level, source, snippet)
}

// isInitial reports whether token i is one letter.
func (t *Text) isInitial(i int) bool { return utf8.RuneCountInString(t.Word(i)) == 1 }

// fixesSpaces reports whether a token is written with spaces that do not break, as
// printers set off thousands.
func (t *Text) fixesSpaces(i int) bool {
	_, from, to := t.Source(run(i, i+1))
	return strings.ContainsAny(t.Original[from:to], "\u00a0\u2009\u202f&")
}

// critical reports whether a word has a role that decides the meaning, in any
// of the languages.
func critical(word string) bool { return text.Unknown.Class(word).Has(text.Critical) }

// inNumbers reports whether a folded character is part of numbers.
func inNumbers(r rune) bool { return r >= '0' && r <= '9' || strings.ContainsRune(".,'-/:^", r) }

// inWords reports whether a folded character is part of words.
func inWords(r rune) bool { return r >= utf8.RuneSelf || r >= 'a' && r <= 'z' || r == '\'' }
