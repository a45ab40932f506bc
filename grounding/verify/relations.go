package verify

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// related tells of two things that no claim shows by itself: sources that
// contradict each other on a point that is cited, and an answer that shares no
// word with its question. Both are told, and fail nothing.
func (c *checker) related() {
	c.conflicts()
	if c.rules.Relevance && c.offQuestion() {
		c.find(report.OffQuestion, -1, -1, "the answer and its source sentences share no word with the question")
	}
}

// conflicts compares the source sentences that the answer cites with each other.
func (c *checker) conflicts() {
	for i := range c.res.Citations[:min(len(c.res.Citations), maxQuotes)] {
		for k := range i {
			a, b := &c.res.Citations[k], &c.res.Citations[i]
			if !a.Stands || !b.Stands || a.Chunk == b.Chunk || a.Sentence.Text == b.Sentence.Text || !alike(a.Sentence.Text, b.Sentence.Text) {
				continue
			}
			if c.reading(a).opposes(c.reading(b)) {
				c.find(report.SourceConflict, i, -1, fmt.Sprintf("chunk %s says %.150q, chunk %s %.150q",
					c.handle(a.Chunk), a.Sentence.Text, c.handle(b.Chunk), b.Sentence.Text))
			}
		}
	}
}

// alike reports whether one text has most of the longer words of another. It is
// cheap, and decides only whether the two are worth a reading.
func alike(a, b string) bool {
	const longer, most = 4, 4 // bytes of a word; of five words
	words, shared := 0, 0
	for w := range strings.FieldsSeq(a) {
		if len(w) < longer {
			continue
		}
		words++
		if strings.Contains(b, w) {
			shared++
		}
	}
	return words > 0 && shared*5 >= words*most
}

// opposes reports whether two sentences have the same content words, and differ
// in a negation or in their figures.
func (p *piece) opposes(o *piece) bool {
	const fewest = 3 // words, below which two sentences may speak of different things
	if len(p.content) < fewest || len(o.content) < fewest || p.beside(o)+o.beside(p) > 0 {
		return false
	}
	for i := range p.content {
		if have := o.find(&p.content[i]); have.denied != p.content[i].denied {
			return true
		}
	}
	return len(p.numbers) == 1 && len(o.numbers) == 1 && p.numbers[0].Unit == o.numbers[0].Unit && !p.numbers[0].SameValue(o.numbers[0])
}

// offQuestion reports whether neither a claim nor a source sentence has a word
// of the question, in the same language.
func (c *checker) offQuestion() bool {
	const fewest = 2 // words, below which a question may well be answered in others
	if len(c.res.Claims) == 0 || len(c.asked().content) < fewest {
		return false
	}
	for i := range c.res.Claims {
		if c.asks(c.res.Claims[i].Text) {
			return false
		}
	}
	for i := range c.res.Citations {
		cit := &c.res.Citations[i]
		if c.asks(cit.Sentence.Text) || cit.Chunk >= 0 && c.asks(strings.Join(c.titles(nil, cit.Chunk), " ")) {
			return false
		}
	}
	return text.LanguageOf(c.res.Claims[0].Text) == text.LanguageOf(c.ev.Question)
}

// asks reports whether a text has a word of the question.
func (c *checker) asks(said string) bool {
	said = strings.ToLower(said)
	for i := range c.asked().content {
		if strings.Contains(said, opening(c.asked().content[i].fold)) {
			return true
		}
	}
	return false
}

// opening is the start of a word, which its forms have in common.
func opening(word string) string {
	const letters = 5
	n := 0
	for i := range word {
		if n++; n > letters {
			return word[:i]
		}
	}
	if base := base(word); utf8.RuneCountInString(base) >= 3 {
		return base
	}
	return word
}
