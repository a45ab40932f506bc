package quote

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/text"
)

// guard judges every difference of an alignment and returns the gravest.
// Nothing configures it.
func (s *search) guard(place text.Run, edits []edit) finding {
	var found finding
	slips := 0
	for k, e := range edits {
		if e.equal {
			found = worse(found, s.token(e.source.First, e.snippet.First))
			if k > 0 && edits[k-1].equal {
				found = worse(found, s.between(place, e.source.First, e.snippet.First))
			}
			continue
		}
		judged := s.difference(e)
		if judged.severity == loose && !s.writtenOut(e) {
			slips += e.snippet.Len()
		}
		found = worse(found, judged)
	}
	if tolerated := max(1, len(s.snippet.Tokens)/8); found.severity == loose && slips > tolerated {
		found.severity = drifted
	}
	return found
}

// difference decides what one difference amounts to.
func (s *search) difference(e edit) finding {
	t, sn := s.text, s.snippet
	source, snippet := t.Passage(e.source), sn.Passage(e.snippet)
	switch {
	case t.Characters(e.source) == sn.Characters(e.snippet):
		return s.compare(e.source, e.snippet)
	case e.snippet.End == len(sn.Tokens) && t.Characters(e.source) == sn.Characters(e.snippet)+"%":
		return differs(drifted, source, snippet) // it ends before "percent", which is one token with its figure
	case s.writtenOut(e):
		return differs(loose, source, snippet)
	case e.source.Len() == 1 && e.snippet.Len() == 1:
		return differs(s.word(e.source.First, e.snippet.First), s.phrase(t, e.source.First), s.phrase(sn, e.snippet.First))
	case e.source.Len() == e.snippet.Len():
		return differs(s.words(e), source, snippet)
	case e.snippet.Empty():
		return s.missing(e.source)
	case e.source.Empty() && s.onlyStops(e.snippet):
		return differs(drifted, source, snippet)
	case !e.source.Empty() && s.regrouped(e):
		if t.surelyOne(e.source) && sn.surelyOne(e.snippet) {
			return finding{}
		}
		return differs(drifted, source, snippet)
	}
	return differs(changed, source, snippet)
}

// words judges some words that stand in for as many others.
func (s *search) words(e edit) severity {
	gravest := same
	for k := range e.source.Len() {
		gravest = max(gravest, s.word(e.source.First+k, e.snippet.First+k))
	}
	return gravest
}

// contractions writes "don't" as "donot".
var contractions = strings.NewReplacer("can't", "cannot", "won't", "willnot", "shan't", "shallnot", "n't", "not")

// writtenOut reports whether a difference is no more than that of "don't" and "do
// not".
func (s *search) writtenOut(e edit) bool {
	source, snippet := s.text.Characters(e.source), s.snippet.Characters(e.snippet)
	return source != snippet && contractions.Replace(source) == contractions.Replace(snippet)
}

// maxMissing is how many words without a deciding role a snippet may lack for
// its place still to be certain.
const maxMissing = 3

// missing judges what the source has and the snippet leaves out.
func (s *search) missing(at text.Run) finding {
	source := s.text.Passage(at)
	left := finding{drifted, fmt.Sprintf("the source has %q, which the snippet leaves out", clip(source))}
	switch {
	case s.labels(at):
		return finding{}
	case at.Len() > maxMissing, s.decides(at), s.besideNumber(at):
		return differs(changed, source, "")
	}
	return left
}

// decides reports whether a span of the source holds a token that decides the meaning.
func (s *search) decides(at text.Run) bool {
	return some(at, func(i int) bool { return s.decisive(s.text, i) })
}

// besideNumber reports whether a span of the source touches a number or its
// unit, which it may bound or qualify.
func (s *search) besideNumber(at text.Run) bool {
	before := run(max(0, at.First-2), at.First)
	behind := run(at.End, min(len(s.text.Tokens), at.End+1))
	return s.text.Has(before, text.TokenDigit) || s.text.Has(behind, text.TokenDigit)
}

// onlyStops reports whether a span of the snippet holds nothing but function words.
func (s *search) onlyStops(at text.Run) bool {
	return !some(at, func(i int) bool {
		return !s.text.class(s.snippet.Word(i)).Has(text.Stop) || s.decisive(s.snippet, i)
	})
}

// answerLabels label what a page of questions answers.
var answerLabels = text.WordSet("answer_labels")

// labels reports whether a span of the source is the number of a list item, which a
// quote may leave out as it may a bullet, or the label between a question and its
// answer: "Are dogs allowed? | A: | Yes."
func (s *search) labels(at text.Run) bool {
	t, i := s.text, at.First
	if at.Len() != 1 || i > 0 && !t.Parted(i, text.GapBreak|text.GapCell) {
		return false
	}
	if i > 0 && t.Parted(i, text.GapAsk) && answerLabels[t.Word(i)] {
		return at.End < len(t.Tokens) && t.Parted(at.End, text.GapSemi|text.GapStop)
	}
	return t.closesItem(at.End) && s.isItem(i)
}

// maxItem is how many tokens of an item are read to find the next one.
const maxItem = 64

// isItem reports whether the number at token i, at the start of a line, is one of a
// list: a line near it begins so, too.
func (s *search) isItem(i int) bool {
	t := s.text
	near := run(max(1, i-maxItem), min(len(t.Tokens), i+maxItem))
	return t.Is(i, text.TokenDigit) && some(near, func(k int) bool {
		return k != i && t.Is(k, text.TokenDigit) && t.Parted(k, text.GapBreak) && t.closesItem(k+1)
	})
}

// phrase is token i with its neighbour where it is a number or a unit, so that
// a detail reads "5 mg" and not "5".
func (s *search) phrase(t *Text, i int) string {
	whole := run(i, i+1)
	if t.Is(i, text.TokenDigit) && t.Follows(i+1) {
		whole.End++
	}
	if t.Follows(i) && t.Is(i-1, text.TokenDigit) {
		whole.First--
	}
	return t.Passage(whole)
}
