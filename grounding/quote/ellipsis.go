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
	place, before := first, first
	for _, part := range parts[1:] {
		next := part.next(place.End)
		if next.Empty() {
			return Result{}
		}
		found = worse(worse(found, part.stands(next)), s.leftOut(before, run(place.End, next.First)))
		before, place.End = next, next.End
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

// leftOut checks what an ellipsis leaves out. Within one sentence no negation,
// exception or "only" may go ("is not permitted" cannot become "is … permitted"),
// nor an amount in front of another. Whole sentences may go, but the beginning of
// one sentence must not get the end of another: "Warfarin … should be stopped".
func (s *search) leftOut(before, left text.Run) finding {
	if left.Empty() {
		return finding{}
	}
	t := s.text
	turned := t.negatedFrom(left.End) != left.End || s.negatedTo(left.First) != left.First
	if turned || s.spliced(before, left) {
		return differs(changed, t.Passage(run(left.First, left.End+1)), "… "+t.Raw(left.End))
	}
	return finding{}
}

// spliced reports whether what an ellipsis leaves out turns what it joins.
func (s *search) spliced(before, left text.Run) bool {
	t := s.text
	opening := s.isOpening(before) && t.Tokens[left.First].Gap&(endsClause|text.GapComma) == 0
	verbless := !s.any(before, text.Auxiliary|text.Modal)
	switch {
	case !s.crosses(left):
		binds := s.any(left, text.Modal) || opening && s.any(run(left.End, left.End+1), text.Auxiliary|text.Modal)
		return s.turns(left) || s.regraded(left) || verbless && binds
	case t.Parted(left.End, endsClause):
		return opening && s.regraded(left)
	}
	return opening && (verbless || s.regraded(left)) || s.any(run(left.End, left.End+1), text.Exception)
}

// any reports whether a word of a span has one of some roles.
func (s *search) any(in text.Run, roles text.Class) bool {
	return some(in, func(i int) bool { return s.text.class(s.text.Word(i)).Has(roles) })
}

// endsClause are the separators that end a sentence, a clause, a line or a cell.
const endsClause = text.GapStop | text.GapAsk | text.GapSemi | text.GapBreak | text.GapCell

// isOpening reports whether a part is no more than the beginning of a sentence, which
// says nothing without the rest.
func (s *search) isOpening(part text.Run) bool {
	const longest = 5 // tokens
	const ends = text.GapStop | text.GapAsk | text.GapSemi | text.GapCell
	opens := part.First == 0 || s.text.Parted(part.First, ends) || s.text.opensLine(part.First)
	return opens && part.Len() <= longest
}

// crosses reports whether a sentence ends in a span or at one of its ends.
func (s *search) crosses(left text.Run) bool {
	return some(run(left.First, left.End+1), func(i int) bool {
		return s.text.Parted(i, text.GapStop|text.GapAsk) && !s.text.abbreviates(i-1)
	})
}

// Words that restrict what they stand with ("only"), and negations and exceptions of
// more than one character in scripts without spaces.
var (
	restrictive = text.WordSet("restrictive")
	turning     = slices.Collect(maps.Keys(text.WordSet("turning_phrases")))
)

// turns reports whether a span of the source holds a word that negates, excepts or
// restricts.
func (s *search) turns(left text.Run) bool {
	t := s.text
	phrase := func(i int) bool {
		rest := t.Folded.Folded[t.FoldedStart(i):]
		begins := func(phrase string) bool { return strings.HasPrefix(rest, phrase) }
		return t.Is(i, text.TokenUnspaced) && slices.ContainsFunc(turning, begins)
	}
	return s.any(left, text.Exception) || some(left, func(i int) bool {
		return t.negates(i) || restrictive[t.Word(i)] || phrase(i)
	})
}

// regraded reports whether a number is left out right in front of another:
// "is 5 mg every 12 hours" cannot become "is … 12 hours".
func (s *search) regraded(left text.Run) bool {
	return s.text.numeric(left.End) && s.text.Has(left, text.TokenDigit)
}
