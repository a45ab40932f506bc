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
	h.claim.numbers = apart(append(h.claim.numbers[:0], r.heardSentence.read.Numbers()...), r.text)
	h.claim.fill(tokens, int32(text.ListMarker(r.text)), int32(len(r.text)))
	switch said, limited := h.saidIn(r, ev); {
	case said && !answers:
		return conclusion{outcome: Carried}
	case said, limited:
		return conclusion{outcome: Open} // that a "yes" or "never" in front fits the statement is not proven
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

// saidIn reports whether a sentence that is cited carries the claim, or would if nothing
// around it might limit it. Few sentences carry a claim, so what stands around is asked last.
func (h *Hearing) saidIn(r *reading, ev Evidence) (said, limited bool) {
	const most = 8 // sentences that say it under a limit, behind which no more are asked
	asked := 0
	for _, a := range r.areas {
		src := ev.Sources[a.source]
		for i := a.from; i < a.to && asked < most; i++ {
			if !h.carriedAt(src, i) {
				continue
			}
			if !src.limitedAround(i) {
				return true, false
			}
			asked++
		}
	}
	return false, asked > 0
}

// carriedAt reports whether a sentence of a source carries the claim, alone or under
// the sentence that leads its list in. An item under a lead that limits it, as
// "must not:" does, says nothing without that lead.
func (h *Hearing) carriedAt(src *Source, i int) bool {
	lead := src.leadOf(i)
	switch {
	case lead < 0:
		return h.carriedBy(src.statement(i)) || h.carriedByLabel(src, i)
	case src.leadOf(lead) >= 0:
		return false // a list in a list
	}
	for _, l := range [...]*led{src.underLead(lead, i), src.wholeList(lead)} {
		if l.holds && h.keepsLimits(src.statement(lead)) && (h.carriedBy(l.said) || l.plain != nil && h.carriedBy(l.plain)) {
			return true
		}
	}
	above := src.statement(lead)
	return !above.hasLimit() && !above.mayLimit() && h.keepsLimits(above) && h.carriedBy(src.statement(i))
}

// keepsLimits reports whether the claim has what limits a lead: "Before you start:", "Check that:".
func (h *Hearing) keepsLimits(lead *statement) bool {
	const limiting = turning | 1<<modal | 1<<timed
	return !slices.ContainsFunc(lead.atoms, func(a atom) bool {
		return (limiting.has(1<<a.kind) && a.key != afterKey || a.key == thatKey || sortOf(&a) == doubtSort) && !h.claim.has(&a)
	})
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
