package claim

import (
	"slices"
	"strings"
)

// leadOf returns the sentence that leads in the list in which a sentence stands:
// "Staff must not:" governs each item below it. -1 for a sentence in no list.
func (s *Source) leadOf(i int) int {
	const longest = 40 // items
	if !s.sents[i].item {
		return -1
	}
	for k := i - 1; k >= 0 && k >= i-longest; k-- {
		if s.endsInColon(k) {
			return k
		}
		if !s.sents[k].item {
			return -1
		}
	}
	return -1
}

// endsInColon reports whether a sentence leads in what stands below it.
func (s *Source) endsInColon(i int) bool {
	said := strings.TrimRight(s.text[s.sents[i].start:s.sents[i].end], "*_ ")
	return strings.HasSuffix(said, ":")
}

// underLead reads an item of a list as one statement with its lead.
func (s *Source) underLead(lead, i int) *statement {
	head, start := s.itemTokens(lead)
	item, _ := s.itemTokens(i)
	st := readStatement(s, slices.Concat(head, item), start, s.sents[i].end)
	if len(item) > 0 {
		st.join(item[0].start)
	}
	return st
}

// itemTokens is the tokens of a sentence without the mark of a list item, and where
// what it says begins.
func (s *Source) itemTokens(i int) (tokens []token, start int32) {
	at := s.sents[i]
	tokens, start = s.tokens[at.from:at.to], at.start+at.marker(s.text)
	for len(tokens) > 0 && tokens[0].end <= start {
		tokens = tokens[1:]
	}
	return tokens, start
}

// hasLimit reports whether an operator of the statement limits what it says.
func (st *statement) hasLimit() bool {
	return slices.ContainsFunc(st.atoms, func(a atom) bool { return a.limits() })
}
