package claim

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// measureAt tells what the number that is the window's ith word measures: a
// share ("%"), an amount of money ("$"), the name of another unit; "" where
// nothing tells.
func (w *window) measureAt(i int) string {
	text, t := w.textOf(i), &w.tokens[i]
	behind := text[t.end:]
	for n := 1; n > 0; behind = behind[n:] {
		n = blankAt(behind)
	}
	for _, sign := range []string{"%", "％", "٪"} {
		if strings.HasPrefix(behind, sign) {
			return "%"
		}
	}
	before := text[:t.start]
	for n := 1; n > 0; before = before[:len(before)-n] {
		n = blankBefore(before)
	}
	for _, sign := range []string{"$", "€", "£", "¥"} {
		if strings.HasSuffix(before, sign) || strings.HasPrefix(behind, sign) {
			return "$"
		}
	}
	if number := text[t.start:t.end]; len(number) == len("2006") && (strings.HasPrefix(number, "19") || strings.HasPrefix(number, "20")) && !lexis.IsUnit(w.next(i)) {
		return "year of"
	}
	if r, n := utf8.DecodeRuneInString(behind); isWide(r) && lexis.IsUnit(behind[:n]) {
		return behind[:n]
	}
	switch next := w.next(i); {
	case !lexis.MayMeasure(next):
	case lexis.IsPercent(next):
		return "%"
	case lexis.Currency(next) != "":
		return "$"
	case lexis.IsUnit(next):
		return unitName(next)
	}
	return ""
}

// blanks may stand between a number and what it measures.
var blanks = [...]string{" ", "\u00a0", "\u202f"}

// blankAt and blankBefore return the length of the blank at the start and at the
// end of a text, 0 for none.
func blankAt(s string) int {
	for _, blank := range blanks {
		if strings.HasPrefix(s, blank) {
			return len(blank)
		}
	}
	return 0
}

func blankBefore(s string) int {
	for _, blank := range blanks {
		if strings.HasSuffix(s, blank) {
			return len(blank)
		}
	}
	return 0
}

// next is the word behind the window's ith, "" at its end.
func (w *window) next(i int) string {
	if i+1 == len(w.tokens) {
		return ""
	}
	return w.word(i + 1)
}

// apart reports whether two measures are known and differ.
func apart(a, b string) bool { return a != b && a != "" && b != "" }
