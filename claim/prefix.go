package claim

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// prefixes are beginnings of folded words, with the bytes that they begin with:
// most words begin with none of them and need not be folded.
type prefixes struct {
	all   []string
	first [utf8.RuneSelf]bool
}

func prefixesOf(list string) (p prefixes) {
	p.all = strings.Fields(list)
	for _, prefix := range p.all {
		if prefix[0] < utf8.RuneSelf {
			p.first[prefix[0]] = true
		}
	}
	return p
}

// begin reports whether a token's word begins with one of them.
func (p *prefixes) begin(text string, t *token) bool {
	first := text[t.start]
	if 'A' <= first && first <= 'Z' {
		first |= 0x20
	}
	if first < utf8.RuneSelf && !p.first[first] {
		return false
	}
	var room [48]byte
	word := lexis.AppendFold(room[:0], text[t.start:t.end])
	for _, prefix := range p.all {
		if len(word) >= len(prefix) && string(word[:len(prefix)]) == prefix {
			return true
		}
	}
	return false
}
