package text

import "strings"

// EndOfPart returns where a text can be cut, behind byte from or at its end, so
// that the numbers of both pieces, read by themselves, are those of the whole:
// between the full stop of a sentence and white space. Nothing of a number is
// looked for beyond a full stop but where it may belong to what stands before
// it: a scale ("5 Mio. Euro"), a month or the ending of a day's ordinal ("March
// 5th. 2024"), a half. Such a one ends no part.
func EndOfPart(text string, from int) int {
	for at := from; at < len(text); at++ {
		stop := strings.IndexByte(text[at:], '.')
		if stop < 0 {
			break
		}
		at += stop
		if next := at + 1; next < len(text) && (text[next] == ' ' || text[next] == '\n') && closes(text[:at]) {
			return next
		}
	}
	return len(text)
}

// closes reports whether the last word of a text is one that no number goes on
// behind with a full stop between.
func closes(text string) bool {
	const shortest, longest = 3, 40 // letters; shorter ones are endings of ordinals
	from := len(text)
	for from > 0 && len(text)-from <= longest && letterByte(text[from-1]) {
		from--
	}
	word := text[from:]
	if len(word) < shortest || len(word) > longest || from > 0 && text[from-1] != ' ' {
		return false
	}
	var room [longest]byte
	folded := AppendFold(room[:0], word)
	_, scale := scales[string(folded)]
	return !scale && !halves[string(folded)] && openers.Find(folded) == 0
}

// NumbersOf finds the numbers of a part of a text, see EndOfPart, of which
// language tells the language. Their places are those in the part.
func NumbersOf(part string, language func() Language) []Number {
	c := Cut{text: part, ask: language}
	return c.Numbers(nil)
}
