package quote

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// Bounds of what an ellipsis may leave out.
const (
	maxGap       = 1000 // folded bytes between two fragments
	minFragment  = 2    // tokens of a fragment
	maxFragments = 8
)

// dots are the ways to write an ellipsis, the longest first.
var dots = strings.NewReplacer("[...]", "\x00", "[…]", "\x00", "(...)", "\x00", "(…)", "\x00", "[. . .]", "\x00", ". . .", "\x00",
	"....", "\x00", "...", "\x00", "…", "\x00", "⋯", "\x00")

// ellipsis matches the parts of a snippet in order, each exactly, with nothing
// left out between them that turns the meaning. It returns the zero result if
// the snippet has no ellipsis or a part is not found.
func (s *search) ellipsis() Result {
	var parts []*Text
	for part := range strings.SplitSeq(dots.Replace(s.snippet.original), "\x00") {
		if prepared := Prepare(part); len(prepared.tokens) > 0 {
			parts = append(parts, prepared)
		}
	}
	if len(parts) < 2 || len(parts) > maxFragments {
		return Result{}
	}
	for _, part := range parts {
		if len(part.tokens) < minFragment && part.Weight() < 6 {
			return Result{}
		}
	}
	var best Result
	s.text.hits(parts[0].folded, 0, func(first span) bool {
		if r := s.chain(first, parts); better(r.Outcome, best.Outcome) {
			best = r
		}
		return best.Outcome != Verified
	})
	return best
}

// chain follows the parts from a hit of the first one.
func (s *search) chain(first span, parts []*Text) Result {
	found := worse(s.inspect(first, parts[0]), s.cut(first))
	place, before := first, first
	for _, part := range parts[1:] {
		next := s.next(place.end, part)
		if next.empty() {
			return Result{}
		}
		found = worse(worse(found, s.inspect(next, part)), s.cut(next))
		found = worse(found, s.leftOut(before, span{place.end, next.first}))
		before, place.end = next, next.end
	}
	r := s.result(place, KindEllipsis, 1)
	if s.mode != Fuzzy && found.severity < drifted {
		found = finding{drifted, "the snippet leaves out words"}
	}
	return s.edge(s.settle(r, found), place)
}

// next returns the first hit of a part behind a token and not too far off.
func (s *search) next(from int, part *Text) span {
	var out span
	if from >= len(s.text.tokens) {
		return out
	}
	s.text.hits(part.folded, int(s.text.tokens[from].at), func(hit span) bool {
		if s.text.tokens[hit.first].at-s.text.tokens[from].at <= maxGap {
			out = hit
		}
		return false
	})
	return out
}

// leftOut checks what an ellipsis leaves out. Within one sentence no negation,
// exception or "only" may go ("is not permitted" cannot become "is … permitted"),
// nor an amount in front of another. Whole sentences may go, but no subject of
// one sentence may get the predicate of another: "Warfarin … should be stopped".
func (s *search) leftOut(before, left span) finding {
	if left.empty() {
		return finding{}
	}
	if s.negatedFrom(left.end) != left.end || s.negatedTo(left.first) != left.first || s.spliced(before, left) {
		return differs(changed, s.quote(s.text, left.first, left.end), "… "+s.text.raw(left.end))
	}
	return finding{}
}

// spliced reports whether what an ellipsis leaves out turns what it joins.
func (s *search) spliced(before, left span) bool {
	opening := s.opening(before) && !s.endsAt(left.first) && s.text.tokens[left.first].gap&gapComma == 0
	if !s.crosses(left) {
		return s.turns(left) || s.regraded(left) || s.verbless(before) && s.narrows(left, opening)
	}
	if s.endsAt(left.end) {
		return opening && s.regraded(left)
	}
	return opening && (s.verbless(before) || s.regraded(left)) || s.plays(left.end, lexis.Exception)
}

// narrows reports whether what is left out behind a subject binds the verb behind it,
// as a modal verb does, or tells which ones are meant: "an attacker … could".
func (s *search) narrows(left span, opening bool) bool {
	if opening && s.verb(left.end) {
		return true
	}
	for i := left.first; i < left.end; i++ {
		if s.plays(i, lexis.Modal) {
			return true
		}
	}
	return false
}

// plays reports whether token i has one of some roles.
func (s *search) plays(i int, roles lexis.Class) bool { return s.text.plays(s.text.word(i), roles) }

// maxOpening is how many tokens the beginning of a sentence has that says nothing
// without the rest.
const maxOpening = 5

// opening reports whether a part is no more than the beginning of a sentence.
func (s *search) opening(part span) bool {
	return part.end-part.first <= maxOpening && s.opensStatement(part.first)
}

// verbless reports whether a part has no verb, as far as the lists of verbs tell.
func (s *search) verbless(part span) bool {
	for i := part.first; i < part.end; i++ {
		if s.verb(i) {
			return false
		}
	}
	return true
}

// crosses reports whether a sentence ends in a span or at one of its ends.
func (s *search) crosses(left span) bool {
	for i := left.first; i <= left.end; i++ {
		if s.text.tokens[i].gap&(gapStop|gapAsk) != 0 && !s.abbreviated(i-1) {
			return true
		}
	}
	return false
}

// abbreviated reports whether token i is an initial or an abbreviation, whose point
// ends no sentence.
func (s *search) abbreviated(i int) bool {
	word := s.text.word(i)
	return utf8.RuneCountInString(word) == 1 && s.text.tokens[i].flags&unspaced == 0 || abbreviations[word]
}

// endsAt reports whether a sentence, a clause behind a semicolon, a line or a cell
// ends in front of token i.
func (s *search) endsAt(i int) bool {
	return s.text.tokens[i].gap&(gapStop|gapAsk|gapSemi|gapBreak|gapCell) != 0
}

// turns reports whether a span holds a word that negates, excepts or restricts.
func (s *search) turns(left span) bool {
	for i := left.first; i < left.end; i++ {
		if s.turnsWord(s.text.word(i)) || s.text.tokens[i].flags&unspaced != 0 && s.text.phraseAt(i, turning) {
			return true
		}
	}
	return false
}

// regraded reports whether a number is left out right in front of another:
// "is 5 mg every 12 hours" cannot become "is … 12 hours".
func (s *search) regraded(left span) bool {
	next := left.end
	if s.text.tokens[next].flags&symbol != 0 && next+1 < len(s.text.tokens) {
		next++
	}
	if !s.numeric(next) {
		return false
	}
	for i := left.first; i < left.end; i++ {
		if s.text.tokens[i].flags&hasDigit != 0 {
			return true
		}
	}
	return false
}

// turning are negations and exceptions of more than one character in scripts
// without spaces.
var turning = slices.Collect(maps.Keys(lexis.WordSet("turning_phrases")))

// phraseAt reports whether one of some phrases starts at token i.
func (t *Text) phraseAt(i int, phrases []string) bool {
	rest := t.folded[t.tokens[i].at:]
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasPrefix(rest, phrase) })
}
