package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// leadOf returns the sentence that leads in the list in which a sentence stands:
// "Staff must not:" governs each item below it. -1 for a sentence in no list.
func (s *Source) leadOf(i int) int {
	const longest = 40 // items
	if !s.isItem(i) {
		return -1
	}
	for k := i - 1; k >= 0 && k >= i-longest; k-- {
		if end := int(s.tokens[s.sents[k].to-1].end); strings.HasPrefix(strings.TrimLeft(s.text[end:], "*_ "), ":") {
			return k
		}
		if !s.isItem(k) && !s.isItem(k+1) {
			return -1
		}
	}
	return -1
}

// isItem reports whether a sentence is the first of a list item.
func (s *Source) isItem(i int) bool {
	start := int(s.tokens[s.sents[i].from].start)
	line := s.text[strings.LastIndexByte(s.text[:start], '\n')+1:]
	return lexis.ListMarker(line) > 0 && len(line)-len(s.text[start:]) <= lexis.ListMarker(line)
}

// provenUnder tells whether an item of a list carries the claim together with
// the sentence that leads the list in. An item under a lead that limits it, as
// "must not:" does, says nothing without that lead.
func (h *Hearing) provenUnder(src *Source, lead, i int) bool {
	limits := h.readUnder(src, lead, i)
	if h.proof.carries(&h.claim, &h.source) {
		return true
	}
	if limits {
		return false
	}
	h.readSentence(src, i)
	return h.proof.carries(&h.claim, &h.source)
}

// readUnder reads an item of a list as one statement with its lead, and tells
// whether the lead limits what it leads in.
func (h *Hearing) readUnder(src *Source, lead, i int) (limits bool) {
	h.readSentence(src, lead)
	limits = hasLimit(h.source.atoms)
	item := src.itemTokens(i)
	h.leadTokens = append(append(h.leadTokens[:0], src.itemTokens(lead)...), item...)
	h.readTokens(src, h.leadTokens)
	if len(item) > 0 {
		h.source.join(item[0].start)
	}
	return limits
}

// itemTokens is the tokens of a sentence without the mark of a list item.
func (s *Source) itemTokens(i int) []token {
	span := s.sents[i]
	tokens := s.tokens[span.from:span.to]
	if !s.isItem(i) {
		return tokens
	}
	line := strings.LastIndexByte(s.text[:tokens[0].start], '\n') + 1
	behind := int32(line + lexis.ListMarker(s.text[line:]))
	for len(tokens) > 0 && tokens[0].end <= behind {
		tokens = tokens[1:]
	}
	return tokens
}

// join takes away the border in front of the atom at a byte.
func (st *statement) join(at int32) {
	for i := range st.atoms {
		if st.atoms[i].start == at {
			st.atoms[i].mark &^= commaBefore | stopBefore
		}
	}
}

func hasLimit(atoms []atom) bool {
	for i := range atoms {
		if atoms[i].limits() {
			return true
		}
	}
	return false
}
