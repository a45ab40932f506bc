package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsPlainStop reports whether a word has no content of its own in some language, and is no name: "may" is, "May"
// is not.
func IsPlainStop(word string) bool {
	folded := Fold(word)
	return word != "" && word == folded && Unknown.IsStop(folded)
}

// CoversFigure reports whether what stands between two texts, or is missing there, has the place of a
// figure: behind a currency's sign, in front of a unit or of what the source counts, or behind the word
// without content of its own behind which the source has its figure.
func CoversFigure(before, after, source string) bool {
	const near = 64 // bytes beside the place
	if len(before) > near {
		before = before[len(before)-near:]
		before = before[strings.IndexFunc(before, unicode.IsSpace)+1:]
	}
	closed := strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.Is(unicode.Sc, r) })
	if r, size := utf8.DecodeLastRuneInString(closed); unicode.Is(unicode.Sc, r) {
		return !closesFigure(closed[:len(closed)-size], r)
	}
	shown := closed[strings.LastIndexFunc(closed, func(r rune) bool { return !inWord(r) })+1:]
	last, next := Fold(shown), ""
	if first, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \u00a0*_`,;:")); unicode.IsLetter(first) {
		next = Read(after[:min(len(after), near)]).Words[0].Fold
	} else if unicode.IsNumber(first) {
		return false
	}
	if next == "" && !IsPlainStop(shown) {
		return false
	}
	said := Read(closed)
	if numbers := said.Numbers(); len(numbers) > 0 && numbers[len(numbers)-1].End == len(closed) {
		return false // it has its figure
	}
	if counted := Numbers("1 " + next); len(counted) > 0 && counted[0].Unit != "" && !IsPlainStop(next) {
		return true
	}
	read := Read(source)
	at := 0 // the first word of a number
	for _, n := range read.Numbers() {
		for at < len(read.Words) && read.Words[at].Start < n.Start {
			at++
		}
		behind := at
		for behind < len(read.Words) && (read.Words[behind].Flags.Has(Digits) || n.Spelled && read.Words[behind].Start < n.End) {
			behind++
		}
		follows, goesOn := at > 0 && read.Words[at-1].Fold == last, false
		for k := behind; k < len(read.Words) && next != "" && (k == behind || follows && read.Words[k].Start < n.End); k++ { // or in its unit
			goesOn = goesOn || read.Words[k].Fold == next
		}
		if goesOn && (follows || !IsPlainStop(next)) || follows && IsPlainStop(shown) {
			return true
		}
	}
	return false
}

// closesFigure tells a sign of money that stands behind its figure, or closes a formula, from one
// whose figure is missing: the text in front of it ends in a figure, or opened the formula.
func closesFigure(before string, sign rune) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " \u00a0\u202f"))
	if unicode.IsDigit(last) {
		return true
	}
	last, _ = utf8.DecodeLastRuneInString(before)
	return strings.Count(before, string(sign))%2 == 1 && !unicode.IsSpace(last) && !unicode.IsUpper(last) // "US$"
}
