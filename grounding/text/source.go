package text

import (
	"sort"
	"strings"
)

// Around is what a place of a page says: the whole sentences that the place stands
// in, with a following sentence that takes something out of them, and the heading,
// list lead-in or table head that governs them where it stands apart.
type Around struct {
	Span
	Lead Span // empty for none
}

// SentencesAround returns what stands around a stretch of a page, given in bytes,
// whose sentences were cut by Sentences.
func SentencesAround(s string, sentences []Sentence, start, end int) Around {
	first := sort.Search(len(sentences), func(i int) bool { return sentences[i].End > start })
	last := first - 1
	for last+1 < len(sentences) && sentences[last+1].Start < end {
		last++
	}
	if last < first {
		return Around{Span: Span{start, end}}
	}
	if last+1 < len(sentences) && sentences[last+1].Block == sentences[last].Block && Restricts(s, sentences[last+1].Span) {
		last++
	}
	out := Around{Span: Span{min(start, sentences[first].Start), max(end, sentences[last].End)}}
	if lead := leadOf(s, sentences, first); lead >= 0 {
		out.Lead = sentences[lead].Span
	}
	return out
}

// farthestLead bounds how many sentences above a place its lead is looked for.
const farthestLead = 400

// leadOf returns the sentence that governs another: the head of its table, the
// lead-in of its list, the heading above it; -1 for none.
func leadOf(s string, sentences []Sentence, i int) int {
	block := sentences[i].Block
	if block == Title || block == TableHead {
		return -1
	}
	inList := block == Item
	for k := i - 1; k >= max(0, i-farthestLead); k-- {
		switch above := sentences[k]; {
		case block == Row && above.Block == TableHead:
			return k
		case above.Block == Title:
			return k
		case inList && above.Block == Prose && strings.HasSuffix(s[above.Start:above.End], ":"):
			return k
		case inList && above.Block != Item:
			inList = false
		}
	}
	return -1
}

var adversatives, restrictive = WordSet("adversatives"), WordSet("restrictive")

// openingWords is how many words of a sentence tell whether it restricts the one
// before it, and how many it has at most where an exception is all that it says.
const openingWords = 4

// Restricts reports whether a sentence opens with an exception or a restriction of the one before it, or is
// nothing but an exception: "Except …", "However, not …", "Allerdings nur …", "But this …", "This does not apply …",
// "Children excepted."
func Restricts(s string, at Span) bool {
	const longest, short = 200, 32 // bytes in which the opening words stand, and of a sentence that is all exception
	said := s[at.Start:min(at.End, at.Start+longest)]
	first := Fold(FirstLetters(strings.TrimLeft(said, " ,*_\"'")))
	opens := adversatives[first] || lexicons[Unknown].classes[first].Has(Exception)
	if !opens && len(said) > short && !ScriptOf(first).Unspaced() {
		return false // as most sentences
	}
	words := Read(said).Words
	turns := false
	for n, w := range words {
		class := lexicons[Unknown].classes[w.Fold]
		switch {
		case class.Has(Exception) && (n == 0 || turns || len(words) <= openingWords):
			return true
		case n >= openingWords:
			return false
		case n == 0:
			turns = adversatives[w.Fold]
		case turns && (class.Has(Negator) || n == 1 && (adversatives[w.Fold] || restrictive[w.Fold])):
			return true
		}
	}
	return false
}
