package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// conclusion is what words make of a claim.
type conclusion struct {
	outcome   Outcome
	elsewhere bool // a word of an open claim has another part in the sentence
	difference
}

// conclude holds the claim that was read last against its source sentences. It is refuted
// by the sentence of the cited sources that is closest to it, or by one of a few that are
// quoted; nothing is proven here (inOwnWords).
func (h *Hearing) conclude(r *reading, ev Evidence) conclusion {
	cited, elsewhere := ev.binding(), false
	for _, at := range r.comparable(ev) {
		known := slices.IndexFunc(r.concluded, func(k concluded) bool { return k.source == at.source && k.sentence == at.sentence && k.cited == cited })
		if known < 0 {
			if len(r.concluded) == 0 {
				h.state(r)
			}
			known = len(r.concluded)
			c := h.refutedBy(ev.Sources[at.source], at.sentence, cited)
			r.concluded = append(r.concluded, concluded{at.source, at.sentence, cited, c})
		}
		c := r.concluded[known].conclusion
		if c.outcome == Refuted {
			return c
		}
		elsewhere = elsewhere || c.elsewhere
	}
	return conclusion{outcome: Open, elsewhere: elsewhere}
}

// Denies reports whether a source says something else of what a claim speaks of: the sentence
// closest to it is a near copy that refutes it.
func Denies(src *Source, claim string) bool {
	h, ev := new(Hearing), Evidence{Sources: []*Source{src}}
	return !h.inOwnWords(claim, ev) && h.conclude(h.read(claim, ev), ev).outcome == Refuted
}

// concluded is what came of comparing the claim with a sentence: a claim that was located there
// is judged by it, too.
type concluded struct {
	source, sentence int
	cited            binding
	conclusion
}

// binding tells how a claim names the statement of its source that it is held against.
type binding int

const (
	unbound binding = iota // the closest one of whole sources: another one may be meant
	located                // the one where the claim was found in a source that it cites
	quoted                 // one that it quotes
)

func (ev *Evidence) binding() binding {
	switch {
	case len(ev.Quotes) > 0:
		return quoted
	case len(ev.Places) > 0:
		return located
	}
	return unbound
}

// state reads the claim as a statement.
func (h *Hearing) state(r *reading) {
	h.proof.words = vocabularyOf(r.said.lang)
	h.claim.text, h.claim.lang = r.said.text, r.said.lang
	h.claim.numbers = append(h.claim.numbers[:0], r.heardSentence.read.Numbers()...)
	h.claim.fill(r.said.spoken())
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
func (h *Hearing) refutedBy(src *Source, i int, cited binding) conclusion {
	st := src.statement(i)
	if lead := src.page.leadOf(i); lead >= 0 && src.page.isItem(i) {
		st = src.underLead(lead, i)
	}
	h.proof.cited = cited
	if d, found := h.proof.differs(&h.claim, st); found {
		return conclusion{outcome: Refuted, difference: d}
	}
	return conclusion{outcome: Open, elsewhere: h.claim.hasOtherPart(st)}
}

// spoken is the tokens of the claim without a list's mark, and without a "yes" or
// "no" in front of the statement, which is judged by itself.
func (c *wording) spoken() []token {
	marker := text.ListMarker(c.text)
	from := 0
	for from < len(c.tokens) && int(c.tokens[from].end) <= marker {
		from++
	}
	if c.opensWithAnswer(from) {
		return c.tokens[from+1:]
	}
	return c.tokens[from:]
}

// opensWithAnswer reports whether a token is a "yes" or "no" in front of a
// statement. "Wrong: …" denies what follows.
func (c *wording) opensWithAnswer(i int) bool {
	if i+1 >= len(c.tokens) {
		return false
	}
	t := &c.tokens[i]
	rest := strings.TrimLeft(c.text[t.end:], " ")
	if sign, _ := utf8.DecodeRuneInString(rest); !strings.ContainsRune(",.–—", sign) {
		return false
	}
	word := bareWord(c.text[t.start:t.end])
	return yesWords[word] || noWords[word]
}
