package claim

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// prefixes are beginnings of folded words, by their first bytes: most words
// begin with none of them and need not be folded.
type prefixes struct {
	by [256][]string
}

func prefixesOf(list string) (p prefixes) {
	for prefix := range strings.FieldsSeq(list) {
		p.by[prefix[0]] = append(p.by[prefix[0]], prefix)
	}
	return p
}

// begin reports whether a token's word begins with one of them.
func (p *prefixes) begin(text string, t *token) bool {
	first := text[t.start]
	if 'A' <= first && first <= 'Z' {
		first |= 0x20
	}
	if first < utf8.RuneSelf && p.by[first] == nil {
		return false
	}
	var room [48]byte
	word := lexis.AppendFold(room[:0], text[t.start:t.end])
	for _, prefix := range p.by[word[0]] {
		if len(word) >= len(prefix) && string(word[:len(prefix)]) == prefix {
			return true
		}
	}
	return false
}
