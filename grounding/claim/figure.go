package claim

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// measureAt tells what the number that is the window's ith word measures: a
// share ("%"), an amount of money ("$"), the name of another unit; "" where
// nothing tells.
func (w *window) measureAt(i int) string {
	text, t := w.textOf(i), &w.tokens[i]
	behind := strings.TrimLeftFunc(text[t.end:], isBlank)
	sign, n := utf8.DecodeRuneInString(behind)
	if sign == '%' || sign == '％' || sign == '٪' {
		return "%"
	}
	if sign == '°' {
		return "°" + firstWord(behind[n:])
	}
	if in, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(text[:t.start], isBlank)); isMoney(in) || isMoney(sign) {
		return "$"
	}
	if number := text[t.start:t.end]; len(number) == len("2006") && (strings.HasPrefix(number, "19") || strings.HasPrefix(number, "20")) && !lexis.IsUnit(w.next(i)) {
		return "year of"
	}
	if isWide(sign) && lexis.IsUnit(behind[:n]) {
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

// isBlank reports whether r may stand between a number and what it measures.
func isBlank(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\u202f' }

func isMoney(r rune) bool { return r == '$' || r == '€' || r == '£' || r == '¥' }

// next is the word behind the window's ith, "" at its end.
func (w *window) next(i int) string {
	if i+1 == len(w.tokens) {
		return ""
	}
	return w.word(i + 1)
}

// apart reports whether two measures are known and differ.
func apart(a, b string) bool { return a != b && a != "" && b != "" }
