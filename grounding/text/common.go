package text

import (
	_ "embed"
	"strings"
)

// commonWords are about 19,500 English words of four letters and more, one a
// line, in byte order, without their regular forms: those found in at least two
// of several thousand documents (web passages, news, software documentation) and
// mostly written small, some evident misspellings taken out by hand, and words
// that differ by one letter from a common one added by hand, and shorter ones that are
// numbers in another language. Technical jargon is
// among them; that only makes fewer typos evident. They tell an evident typo
// ("noraml") from another word ("casual" for "causal").
//
// In the file a capital begins a word: it tells how many letters the word shares with the
// one before it, A none, B one. What follows is the rest of the word; line ends count nothing.
//
//go:embed common.txt
var commonText string

// commonWords are these words, one a line.
var commonWords = expand(commonText)

func expand(packed string) string {
	out, last := make([]byte, 0, 2*len(packed)), 0 // where the word before begins
	for i := range len(packed) {
		switch c := packed[i]; {
		case c >= 'A' && c <= 'Z':
			shared := string(out[last : last+int(c-'A')])
			if len(out) > 0 {
				out = append(out, '\n')
			}
			last = len(out)
			out = append(out, shared...)
		case c != '\n':
			out = append(out, c)
		}
	}
	return string(append(out, '\n'))
}

// isCommon looks a word up by binary search over the lines of commonWords, so
// that the list costs no memory beyond the program's own.
func isCommon(word string) bool {
	low, high := 0, len(commonWords)
	for low < high {
		mid := low + (high-low)/2
		start := strings.LastIndexByte(commonWords[low:mid], '\n') + 1 + low
		end := start + strings.IndexByte(commonWords[start:], '\n')
		switch line := commonWords[start:end]; {
		case line == word:
			return true
		case line < word:
			low = end + 1
		default:
			high = start
		}
	}
	return false
}

// FormOf reports whether a word is a regular form of a known word, or of such a
// form ("buildings").
func FormOf(word string) bool { return derived(word, 2) }

func derived(word string, depth int) bool {
	for _, ending := range []string{"s", "es", "ed", "d", "ing", "ly", "er", "ers", "'s"} {
		base, ok := strings.CutSuffix(word, ending)
		if !ok || len(base) < 4 {
			continue
		}
		if isCommon(base) || ending == "ing" && isCommon(base+"e") || depth > 1 && ending == "s" && derived(base, depth-1) {
			return true
		}
	}
	return false
}

// Listed reports whether a folded word is a common English word, a regular form of one
// or a word with a role in any of the languages.
func Listed(word string) bool { return Known(word) || FormOf(word) }

// Known reports whether a folded word is listed: a word with a role in any of
// the languages, or a common English word.
func Known(word string) bool {
	return Unknown.Class(word) != 0 || isCommon(word)
}
