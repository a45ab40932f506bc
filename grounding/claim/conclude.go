package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// conclusion is what words make of a claim.
type conclusion struct {
	outcome Outcome
	difference
}

// conclude holds the claim that was read last against its source sentences. It
// is proven only by a sentence that is cited; it is refuted by the sentence of
// the cited sources that is closest to it, or by one of a few that are quoted.
func (h *Hearing) conclude(r *reading, ev Evidence) conclusion {
	h.proof.words = vocabularies[r.lang]
	tokens, answers := r.spoken()
	h.claim.text, h.claim.lang = r.text, r.lang
	h.claim.numbers = append(h.claim.numbers[:0], r.heardSentence.read.Numbers()...)
	h.claim.fill(tokens, int32(text.ListMarker(r.text)), int32(len(r.text)))
	if h.provenBy(r, ev) {
		if answers {
			return conclusion{outcome: Open} // the statement holds; that a "yes" or "never" in front fits it is not proven
		}
		return conclusion{outcome: Carried}
	}
	near := r.comparable(ev)
	said := func(at closest) bool { return h.proof.covers(&h.claim, ev.Sources[at.source].statement(at.sentence)) }
	if i := slices.IndexFunc(near, said); i >= 0 {
		near = near[i : i+1] // the others say another thing of another case
	}
	for _, at := range near {
		if c := h.refutedBy(ev.Sources[at.source], at.sentence); c.outcome == Refuted {
			return c
		}
	}
	return conclusion{outcome: Open}
}

// comparable lists the sentences that may refute the claim: the closest one, and
// those that are quoted unless they are many. Of many, one says another thing of
// another case.
func (r *reading) comparable(ev Evidence) []closest {
	const most = 3
	out := slices.Grow(r.compared[:0], most+1)
	if r.closest.source >= 0 {
		out = append(out, r.closest)
	}
	if len(ev.Quotes) == 0 {
		return out
	}
	first := len(out)
	for _, a := range r.areas {
		for i := a.from; i < a.to && len(out) <= first+most; i++ {
			out = append(out, closest{source: a.source, sentence: i})
		}
	}
	if r.compared = out; len(out) > first+most {
		return out[:first]
	}
	return out
}

// provenBy reports whether a sentence that is cited carries the claim.
func (h *Hearing) provenBy(r *reading, ev Evidence) bool {
	for _, a := range r.areas {
		for i := a.from; i < a.to; i++ {
			if h.proves(ev.Sources[a.source], i) {
				return true
			}
		}
	}
	return false
}

// proves reports whether a sentence of a source carries the claim, alone or under
// the sentence that leads its list in. An item under a lead that limits it, as
// "must not:" does, says nothing without that lead. Few sentences carry a claim, so whether
// the page takes one back is asked last.
func (h *Hearing) proves(src *Source, i int) bool {
	return h.carriedAt(src, i) && !src.restricted(i+1) && !src.unsaid(i)
}

func (h *Hearing) carriedAt(src *Source, i int) bool {
	lead := src.leadOf(i)
	switch {
	case lead < 0:
		return h.carriedBy(src.statement(i)) || h.carriedByLabel(src, i)
	case src.leadOf(lead) >= 0:
		return false // a list in a list
	}
	for _, l := range [...]*led{src.underLead(lead, i), src.wholeList(lead)} {
		if l.holds && (h.carriedBy(l.said) || l.plain != nil && h.carriedBy(l.plain)) {
			return true
		}
	}
	return !src.statement(lead).hasLimit() && h.carriedBy(src.statement(i))
}

// carriedByLabel reports whether a sentence that is a label and what it labels carries a
// claim that says the one of the other.
func (h *Hearing) carriedByLabel(src *Source, i int) bool {
	if !h.claim.contains(isKey) {
		return false
	}
	read := src.labelled(i)
	return read[0] != nil && (h.carriedBy(read[0]) || h.carriedBy(read[1]))
}

// carriedBy reports whether a statement of the source carries the claim, in its own terms.
func (h *Hearing) carriedBy(st *statement) bool { return h.proof.carries(h.inTermsOf(st), st) }

// refutedBy compares the claim with one sentence.
func (h *Hearing) refutedBy(src *Source, i int) conclusion {
	st := src.statement(i)
	if lead := src.leadOf(i); lead >= 0 {
		st = src.underLead(lead, i).said
	}
	h.proof.near, h.proof.at = src, i
	if d, found := h.proof.differs(h.inTermsOf(st), st); found {
		return conclusion{Refuted, d}
	}
	return conclusion{outcome: Open}
}

// saysBefore reports whether one of the sentences in front of the ith has an atom.
func (s *Source) saysBefore(i int, st *statement, a *atom) bool {
	const near = 3 // sentences
	stem := a.key
	if a.number >= 0 {
		stem = hashString(st.word(a))
	}
	for _, t := range s.places(stem) {
		if int(t.sent) < i && int(t.sent) >= i-near {
			return true
		}
	}
	return false
}

// restricted reports whether a sentence limits the one before it, or takes it back: "This
// does not apply to children.", "Guide dogs are exempt.", "False."
func (s *Source) restricted(i int) bool {
	words := vocabularies[s.lang]
	if i >= len(s.sents) || words == nil {
		return false
	}
	if s.takesBack(i) {
		return true
	}
	tokens := s.tokens[s.sents[i].from:s.sents[i].to]
	for _, opening := range words.restricting {
		if beginsWith(tokens, opening) {
			return true
		}
	}
	return false
}

// takesBack reports whether a sentence opens with a "no", speaks of the one before it as a
// whole and denies something, or makes an exception.
func (s *Source) takesBack(i int) bool {
	atoms := s.statement(i).atoms
	if len(atoms) == 0 {
		return false
	}
	first, said := &atoms[0], kindsOf(atoms)
	if noWords[text.Fold(s.statement(i).word(first))] && (len(atoms) == 1 || atoms[1].boundary()) {
		return true
	}
	return said.has(1<<excepted) || hasKey(atoms, exemptKey) || first.oneOf(thisKey, thatKey) && said.has(denying)
}

// unsaid reports whether a sentence stands in a comment of a page, or whether the page
// strikes some of it out: a reader of the page does not find it said. Tags that strike
// out are "~~" in a page as it is shown (text.ShowPage).
func (s *Source) unsaid(i int) bool {
	const longest = 2000 // bytes from where a mark opens
	start, end := int(s.sents[i].start), int(s.sents[i].end)
	const fence = "~~~" // around code
	before := strings.ReplaceAll(s.text[max(0, start-longest):start], fence, "")
	said := strings.ReplaceAll(s.text[start:end], fence, "")
	if strings.Contains(said, "~~") || strings.Count(before, "~~")%2 == 1 {
		return true
	}
	return strings.Contains(said, "<!--") || strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->")
}

func beginsWith(tokens []token, words []uint16) bool {
	if len(words) > len(tokens) {
		return false
	}
	for k, word := range words {
		if tokens[k].word != word {
			return false
		}
	}
	return true
}

// spoken is the tokens of the claim without a list's mark, and without a "yes" or
// "no" in front of the statement, which is judged by itself.
func (r *reading) spoken() (tokens []token, answers bool) {
	marker := text.ListMarker(r.text)
	from := 0
	for from < len(r.tokens) && int(r.tokens[from].end) <= marker {
		from++
	}
	if r.opensWithAnswer(from) {
		return r.tokens[from+1:], true
	}
	return r.tokens[from:], false
}

// opensWithAnswer reports whether a token is a "yes" or "no" in front of a
// statement. "Wrong: …" denies what follows.
func (r *reading) opensWithAnswer(i int) bool {
	if i+1 >= len(r.tokens) {
		return false
	}
	t := &r.tokens[i]
	rest := strings.TrimLeft(r.text[t.end:], " ")
	if sign, _ := utf8.DecodeRuneInString(rest); !strings.ContainsRune(",.–—", sign) {
		return false
	}
	word := bareWord(r.text[t.start:t.end])
	return yesWords[word] || noWords[word]
}
