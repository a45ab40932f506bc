package layout

import (
	"strings"
	"unicode/utf8"
)

// phrases are words to look for in a text, in lower case and of two bytes or
// more. They are filed under their first two bytes, so that a text is gone
// through once for all of them.
type phrases struct {
	slots [1 << slotBits]uint8 // by the first two bytes: which of lists, 0 for none
	lists [][]string
}

const slotBits = 10

func slotOf(a, b byte) int { return (int(a)<<5 ^ int(b)) & (1<<slotBits - 1) }

// phrasesOf files words.
func phrasesOf(words ...string) *phrases {
	ps := &phrases{lists: make([][]string, 1)}
	for _, w := range words {
		slot := &ps.slots[slotOf(w[0], w[1])]
		if *slot == 0 {
			*slot = uint8(len(ps.lists))
			ps.lists = append(ps.lists, nil)
		}
		ps.lists[*slot] = append(ps.lists[*slot], w)
	}
	return ps
}

// in tells whether a text holds one of them, capitals and small letters alike.
func (ps *phrases) in(s string) bool {
	if !isASCII(s) {
		s = strings.ToLower(s)
	}
	for i := 0; i+1 < len(s); i++ {
		if n := ps.slots[slotOf(lower(s[i]), lower(s[i+1]))]; n > 0 && beginsWithAny(s[i:], ps.lists[n]) {
			return true
		}
	}
	return false
}

// word tells whether a text holds one of them as a whole word, capitals and small
// letters alike.
func (ps *phrases) word(s string) bool {
	if !isASCII(s) {
		s = strings.ToLower(s)
	}
	for i := 0; i+1 < len(s); i++ {
		if i > 0 && isLetter(s[i-1]) && isLetter(s[i]) {
			continue
		}
		for _, w := range ps.lists[ps.slots[slotOf(lower(s[i]), lower(s[i+1]))]] {
			end := i + len(w)
			if end <= len(s) && sameFolded(s[i:end], w) && (end == len(s) || !isLetter(s[end]) || !isLetter(s[end-1])) {
				return true
			}
		}
	}
	return false
}

// begin tells whether a text begins with one of them, capitals and small
// letters alike.
func (ps *phrases) begin(s string) bool {
	if len(s) < 2 {
		return false
	}
	if s[0] >= utf8.RuneSelf || s[1] >= utf8.RuneSelf {
		s = strings.ToLower(s)
	}
	if len(s) < 2 {
		return false
	}
	n := ps.slots[slotOf(lower(s[0]), lower(s[1]))]
	if n == 0 {
		return false
	}
	if !isASCII(s) {
		s = strings.ToLower(s)
	}
	return beginsWithAny(s, ps.lists[n])
}

// beginsWithAny tells whether a text begins with one of some words in lower
// case. Beyond ASCII the text is in lower case already.
func beginsWithAny(s string, words []string) bool {
	for _, w := range words {
		if len(s) >= len(w) && sameFolded(s[:len(w)], w) {
			return true
		}
	}
	return false
}

// sameFolded tells whether s, its capitals of ASCII taken for small letters,
// is the word; both are of one length.
func sameFolded(s, word string) bool {
	for i := range len(s) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

// holds tells whether a table of words in lower case has a word, and makes no
// copy of it as long as it is short and of ASCII.
func holds(table map[string]bool, word string) bool {
	var folded [48]byte
	if len(word) > len(folded) || !isASCII(word) {
		return table[strings.ToLower(word)]
	}
	for i := range len(word) {
		folded[i] = lower(word[i])
	}
	return table[string(folded[:len(word)])]
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + ('a' - 'A')
	}
	return b
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
