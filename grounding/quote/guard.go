package quote

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/text"
)

// maxSlips is how many typos a snippet may have at most.
const maxSlips = 8

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
		if found = worse(found, judged); judged.severity == loose && !s.writtenOut(e) {
			slips++
		}
		if slips > maxSlips {
			found.severity = changed
		}
		if found.severity == changed {
			return found
		}
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
	case e.snippet.Empty():
		return s.missing(e.source)
	}
	return differs(changed, source, snippet)
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
	if at.Len() > maxMissing || s.besideNumber(at) || some(at, func(i int) bool { return s.decisive(s.text, i) }) {
		return differs(changed, source, "")
	}
	return finding{drifted, fmt.Sprintf("the source has %q, which the snippet leaves out", clip(source))}
}

// besideNumber reports whether a span of the source touches a number or its
// unit, which it may bound or qualify.
func (s *search) besideNumber(at text.Run) bool {
	before := run(max(0, at.First-2), at.First)
	behind := run(at.End, min(len(s.text.Tokens), at.End+1))
	return s.text.Has(before, text.TokenDigit) || s.text.Has(behind, text.TokenDigit)
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
