package verify

import (
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// SourceSentence is what a claim is judged against: the whole sentences of a
// chunk that a located snippet stands in, with what governs them.
type SourceSentence struct {
	Chunk int // index in the evidence
	report.Sentence
}

// stretch is a part of a text, in code points, end exclusive.
type stretch struct{ start, end int }

// Sentence returns the whole sentences that a stretch of the passage stands in.
// start and end count code points.
func (p *Passage) Sentence(start, end int) report.Sentence {
	p.sentenceOnce.Do(func() {
		p.sentences = sentencesOf(p.original)
		p.grow(len(p.sentences) * 2 * 8)
	})
	whole := stretch{start, end}
	for _, s := range p.sentences {
		if s.start < end && start < s.end {
			whole.start, whole.end = min(whole.start, s.start), max(whole.end, s.end)
		}
	}
	return report.Sentence{Start: whole.start, End: whole.end, Text: p.words(whole.start, whole.end)}
}

// sentencesOf returns the places of a text's sentences.
func sentencesOf(text string) []stretch {
	found := claim.Split(text)
	out := make([]stretch, 0, len(found))
	at, points := 0, 0 // a place in bytes, and in code points
	for _, s := range found {
		points += utf8.RuneCountInString(text[at:s.Start])
		start := points
		points += utf8.RuneCountInString(text[s.Start:s.End])
		at = s.End
		out = append(out, stretch{start, points})
	}
	return out
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

// sentence finds the source sentences of a citation, once it has a place.
func (c *checker) sentence(i int) {
	cit := &c.res.Citations[i]
	if cit.Chunk < 0 || !cit.Stands || cit.Match.Start < 0 || cit.Match.End <= cit.Match.Start {
		return
	}
	cit.Sentence = SourceSentence{Chunk: cit.Chunk, Sentence: c.ev.Passages[cit.Chunk].Sentence(cit.Match.Start, cit.Match.End)}
}
