package verify

import (
	"unicode/utf8"

	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
)

// SourceSentence is what a claim is judged against: the whole sentences of a
// chunk that a located snippet stands in, with what governs them.
type SourceSentence struct {
	Chunk int // index in the evidence
	report.Sentence
}

// stretch is a part of a text, end exclusive.
type stretch struct{ start, end int }

// Sentence returns the whole sentences that a stretch of the passage stands in, and
// what governs them. start and end count code points.
func (p *Passage) Sentence(start, end int) report.Sentence {
	p.sentenceOnce.Do(func() {
		p.sentences = lexis.Sentences(p.original)
		p.grow(len(p.sentences) * 3 * 8)
	})
	from := byteAt(p.original, start)
	to := from + byteAt(p.original[from:], end-start)
	around := lexis.SentencesAround(p.original, p.sentences, from, to)
	whole := p.told(around.Span)
	out := report.Sentence{Start: whole.Start, End: whole.End, Text: whole.Text}
	if around.Lead.End > around.Lead.Start {
		lead := p.told(around.Lead)
		out.Lead = &lead
	}
	return out
}

// told gives a span of the passage in code points.
func (p *Passage) told(s lexis.Span) report.Stretch {
	start, text := utf8.RuneCountInString(p.original[:s.Start]), p.original[s.Start:s.End]
	return report.Stretch{Start: start, End: start + utf8.RuneCountInString(text), Text: text}
}

// words returns a stretch of the passage, given in code points.
func (p *Passage) words(start, end int) string {
	from := byteAt(p.original, start)
	return p.original[from : from+byteAt(p.original[from:], end-start)]
}

// byteAt is the place of a text's nth code point in bytes.
func byteAt(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// reading is what the source sentences of a citation say.
func (c *checker) reading(cit *Citation) *piece {
	return c.ev.Passages[cit.Sentence.Chunk].reading(cit.Sentence.Sentence)
}

// sentence finds the source sentences of a citation, once it has a place.
func (c *checker) sentence(i int) {
	cit := &c.res.Citations[i]
	if cit.Chunk < 0 || !cit.Stands || cit.Match.Start < 0 || cit.Match.End <= cit.Match.Start {
		return
	}
	cit.Sentence = SourceSentence{Chunk: cit.Chunk, Sentence: c.ev.Passages[cit.Chunk].Sentence(cit.Match.Start, cit.Match.End)}
}
