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
	tokens, _ := r.spoken()
	h.claim.text, h.claim.lang = r.text, r.lang
	h.claim.numbers = apart(append(h.claim.numbers[:0], r.heardSentence.read.Numbers()...), r.text)
	h.claim.fill(tokens, int32(text.ListMarker(r.text)), int32(len(r.text)))
	near := r.comparable(ev)
	said := func(at closest) bool { return h.claim.within(ev.Sources[at.source].statement(at.sentence)) }
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

// within reports whether a statement of the source has all that the claim says.
func (st *statement) within(source *statement) bool {
	return !slices.ContainsFunc(st.atoms, func(a atom) bool { return (a.content() || a.limits()) && !source.contains(a.key) })
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

// refutedBy compares the claim with one sentence.
func (h *Hearing) refutedBy(src *Source, i int) conclusion {
	st := src.statement(i)
	if lead := src.leadOf(i); lead >= 0 && src.sents[i].isItem() {
		st = src.underLead(lead, i)
	}
	h.proof.near, h.proof.at = src, i
	if d, found := h.proof.differs(&h.claim, st); found {
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
