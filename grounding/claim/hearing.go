package claim

import (
	"slices"

	"vouchsafe/grounding/text"
)

// Hearing judges the claims of one answer, one after the other: they share the
// question and the titles, which are read once, and the room that a reading takes. The zero
// value is ready. It is not for concurrent use.
type Hearing struct {
	reading   reading
	sentences []Sentence
	known     []heardSentence // of the text that was split last
	last      int             // the one of them that was asked for last
	reader    text.Reader
	scratch   []token
	titles    heard
	asked     heard
	proof     comparison
	claim     statement
	words     written // of the claim
	takenBack bool    // a sentence with its words is taken back around it
}

// Forget makes a hearing ready for another answer, in the same room. Whatever Text returned is gone.
func (h *Hearing) Forget() {
	clear(h.known)
	clear(h.reading.sources)
	h.known, h.proof.alignment.claim, h.proof.source = h.known[:0], nil, nil
	h.reading.heardSentence, h.reading.sources, h.reading.said.text = heardSentence{}, h.reading.sources[:0], ""
	h.claim.numbers, h.reading.numbers, h.reading.names = h.claim.numbers[:0], h.reading.numbers[:0], h.reading.names[:0]
	h.reader.Forget()
}

// heardSentence is a sentence that was read when its answer was split: most of
// them are judged next.
type heardSentence struct {
	text string
	read *text.Text
	nature
}

// listen reads a sentence and keeps it.
func (h *Hearing) listen(s string) heardSentence {
	t := h.reader.Read(s)
	if h.known == nil {
		const usual = 8 // sentences of an answer
		h.known = make([]heardSentence, 0, usual)
	}
	h.known = append(h.known, heardSentence{s, t, natureOf(t)})
	return h.known[len(h.known)-1]
}

// heard returns a sentence as it was read; one that is new is read now.
func (h *Hearing) heard(s string) heardSentence {
	for k := range h.known { // as a rule it is the one behind the last, or that
		if i := (h.last + k) % len(h.known); h.known[i].text == s {
			h.last = i
			return h.known[i]
		}
	}
	const most = 64 // kept of those that no answer holds
	if len(h.known) >= most {
		h.known = h.known[:0]
	}
	return h.listen(s)
}

// Text is a sentence as it was read for its judgement, or as it is read now. It is not to be
// changed.
func (h *Hearing) Text(s string) *text.Text { return h.heard(s).read }

// heard is some short texts, read once as of one language for all claims.
type heard struct {
	texts []string
	lang  text.Language
	stems []uint32 // of their words with content, sorted
}

// holds returns the unique words of a claim that the texts hold too. As a rule
// these are those of the claim before.
func (h *Hearing) holds(of *heard, texts ...string) (set uint64) {
	r := &h.reading
	if of.lang != r.said.lang || !slices.Equal(of.texts, texts) {
		h.hear(of, texts)
	}
	for j := range r.said.n {
		if _, found := slices.BinarySearch(of.stems, r.said.uniqueToken(j).stem); found {
			set |= 1 << j
		}
	}
	return set
}

// hear reads other texts.
func (h *Hearing) hear(of *heard, texts []string) {
	of.texts, of.lang, of.stems = append(of.texts[:0], texts...), h.reading.said.lang, of.stems[:0]
	for _, s := range texts {
		h.scratch = tokensOf(h.reader.Read(s), of.lang, h.scratch[:0])
		for i := range h.scratch {
			if h.scratch[i].content() {
				of.stems = append(of.stems, h.scratch[i].stem)
			}
		}
	}
	slices.Sort(of.stems)
}
