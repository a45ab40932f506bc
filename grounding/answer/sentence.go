package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closing returns the length of the punctuation that begins a text, and
// whether it ends a sentence there.
func closing(text string) (length int, final bool) {
	for length < len(text) {
		r, size := utf8.DecodeRuneInString(text[length:])
		if !isStop(r) && !(length > 0 && strings.ContainsRune(`"'”’»)`, r)) {
			break
		}
		length += size
	}
	if length == 0 || length == len(text) {
		return length, length > 0
	}
	next, _ := utf8.DecodeRuneInString(text[length:])
	return length, unicode.IsSpace(next) || text[length-1] >= utf8.RuneSelf
}

func isStop(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？', '…':
		return true
	}
	return false
}

// nextBoundary returns the offset of the first end of a sentence or line
// behind an offset, or the end of the text. It errs on the side of none.
func nextBoundary(text string, from int) int {
	for i := from; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\n' && i > from {
			return i
		}
		if isStop(r) {
			length, final := closing(text[i:])
			if final && isSentenceEnd(text, i, i+length) {
				return i + length
			}
			size = length
		}
		i += size
	}
	return len(text)
}

// lastBoundary returns the offset of the last boundary inside a text, 0 for
// none; the end of its last sentence is not inside it.
func lastBoundary(text string) int {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	last := 0
	for {
		next := nextBoundary(text, last)
		if next == len(text) {
			return last
		}
		last = next
	}
}

// wordBefore returns the word that ends a text, white space apart.
func wordBefore(text string) string {
	text = strings.TrimRight(text, " \u00a0")
	return text[strings.LastIndexAny(text, " \n\u00a0")+1:]
}

// isSentenceEnd tells a full stop from the dot of an abbreviation or initial:
// what follows is no lower-case letter, what precedes no such word.
func isSentenceEnd(text string, dot, end int) bool {
	if text[dot] != '.' {
		return true
	}
	word := 0
	for word < dot && isWord(text[dot-1-word]) && word < 8 {
		word++
	}
	if next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " \t")); unicode.IsLower(next) {
		return false
	}
	last := text[dot-word : dot]
	isOrdinal := strings.Trim(last, "0123456789") == "" && word <= 2
	if isOrdinal && slices.Contains(words.OrdinalBefore, strings.ToLower(wordBefore(text[:dot-word]))) {
		return false // am 1. April
	}
	isInitial := word == 1 && (last[0] < '0' || last[0] > '9')
	return !isInitial && !slices.Contains(words.Abbreviations, strings.ToLower(last))
}
