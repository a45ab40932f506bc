package quote

import (
	"maps"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// Bounds of what an ellipsis may leave out.
const (
	maxGap       = 1000 // folded bytes between two fragments
	minFragment  = 6    // weight of a fragment of one word
	maxFragments = 8
)

// dots are the ways to write an ellipsis, the longest first.
var dots = strings.NewReplacer("[...]", "\x00", "[…]", "\x00", "(...)", "\x00", "(…)", "\x00", "[. . .]", "\x00", ". . .", "\x00",
	"....", "\x00", "...", "\x00", "…", "\x00", "⋯", "\x00")

// ellipsis matches the parts of a snippet in order, each exactly, with nothing
// left out between them that turns the meaning. It returns the zero result if
// the snippet has no ellipsis or a part is not found.
func (s *search) ellipsis() Result {
	marked := dots.Replace(s.snippet.Original)
	if !strings.Contains(marked, "\x00") {
		return Result{}
	}
	var parts []*search
	for part := range strings.SplitSeq(marked, "\x00") {
		prepared := Prepare(part)
		if len(prepared.Tokens) == 1 && prepared.Weight() < minFragment {
			return Result{}
		}
		if len(prepared.Tokens) > 0 {
			parts = append(parts, &search{s.text, prepared, s.mode})
		}
	}
	if len(parts) < 2 || len(parts) > maxFragments {
		return Result{}
	}
	var best Result
	s.text.hits(parts[0].snippet.Folded.Folded, 0, func(first text.Run) bool {
		if r := s.chain(first, parts); rank[r.Outcome] > rank[best.Outcome] {
			best = r
		}
		return best.Outcome != Verified
	})
	return best
}

// chain follows the parts from a hit of the first one.
func (s *search) chain(first text.Run, parts []*search) Result {
	found := parts[0].stands(first)
	place := first
	for _, part := range parts[1:] {
		next := part.next(place.End)
		if next.Empty() {
			return Result{}
		}
		found = worse(worse(found, part.stands(next)), s.leftOut(run(place.End, next.First)))
		place.End = next.End
	}
	if s.mode != Fuzzy && found.severity < drifted {
		found = finding{drifted, "the snippet leaves out words"}
	}
	return s.edge(s.settle(s.result(place, KindEllipsis, 1), found), place)
}

// stands judges one part at its place.
func (s *search) stands(hit text.Run) finding {
	return worse(s.compare(hit, run(0, len(s.snippet.Tokens))), s.cut(hit))
}

// next returns the first hit of a part from a token on and not too far off.
func (s *search) next(from int) text.Run {
	var out text.Run
	if from >= len(s.text.Tokens) {
		return out
	}
	at := s.text.FoldedStart(from)
	s.text.hits(s.snippet.Folded.Folded, int(at), func(hit text.Run) bool {
		if s.text.FoldedStart(hit.First)-at <= maxGap {
			out = hit
		}
		return false
	})
	return out
}

// leftOut checks what an ellipsis leaves out. Up to the end of a sentence anything may
// go, as behind any quote that is cut short. Within one, no negation, exception, "only" or
// "may" may ("is not permitted" cannot become "is … permitted"), nor an amount in front of
// another; and no sentence gets the end of another ("Warfarin … should be stopped").
func (s *search) leftOut(left text.Run) finding {
	if left.Empty() {
		return finding{}
	}
	const endsSentence = text.GapStop | text.GapAsk | text.GapSemi
	t := s.text
	turned := t.negatedFrom(left.End) != left.End || s.negatedTo(left.First) != left.First
	next := s.text.class(t.Word(left.End))
	within := !t.Parted(left.End, endsSentence)
	if turned || next.Has(text.Exception) || within && (next.Has(text.Auxiliary|text.Modal) || s.turns(left)) {
		return differs(changed, t.Passage(run(left.First, left.End+1)), "… "+t.Raw(left.End))
	}
	return finding{}
}

// Words that restrict what they stand with ("only"), and negations and exceptions of
// more than one character in scripts without spaces.
var (
	restrictive = text.WordSet("restrictive")
	turning     = slices.Collect(maps.Keys(text.WordSet("turning_phrases")))
)

// turns reports whether what is left out within a sentence ends it, or holds a word that
// negates, excepts, restricts or permits, or a number in front of another.
func (s *search) turns(left text.Run) bool {
	t := s.text
	return t.numeric(left.End) && t.Has(left, text.TokenDigit) || some(left, func(i int) bool {
		rest := t.Folded.Folded[t.FoldedStart(i):]
		begins := func(phrase string) bool { return strings.HasPrefix(rest, phrase) }
		return t.negates(i) || restrictive[t.Word(i)] || t.class(t.Word(i)).Has(text.Exception|text.Modal) ||
			t.Parted(i, text.GapStop|text.GapAsk) && !t.abbreviates(i-1) || t.Is(i, text.TokenUnspaced) && slices.ContainsFunc(turning, begins)
	})
}
