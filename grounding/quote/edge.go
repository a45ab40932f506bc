package quote

import (
	"fmt"

	lexis "vouchsafe/grounding/text"
)

// edge checks where a verified span was cut out: not inside a word or a number,
// not inside words that the source strikes out, and not right behind a negation
// that governs the span. Other cuts do no harm: the claim is judged against the
// whole sentence.
func (s *search) edge(r Result, hit span) Result {
	if r.Outcome != Verified && r.Outcome != Drifted {
		return r
	}
	if s.inStrike(hit) {
		return s.settle(r, finding{changed, "the source strikes these words out"})
	}
	if found := s.cut(hit); found.severity != same {
		return s.settle(r, found)
	}
	whole := s.withNegation(hit)
	if whole == hit {
		return r
	}
	out := s.result(whole, KindLocated, r.Similarity)
	out.Outcome = Drifted
	out.Detail = s.cutOff(whole, hit)
	return out
}

// cutOff says what a span that was extended has more than the one it was
// extended from.
func (s *search) cutOff(whole, hit span) string {
	if whole.first < hit.first {
		return fmt.Sprintf("the source has %q in front, the snippet not", clip(s.quote(s.text, whole.first, hit.first-1)))
	}
	return fmt.Sprintf("the source goes on with %q, the snippet not", clip(s.quote(s.text, hit.end, whole.end-1)))
}

// cut reports a span that begins or ends inside a word or a number.
func (s *search) cut(hit span) finding {
	return worse(s.cutWord(hit), s.cutNumber(hit))
}

// cutWord reports a span that begins or ends inside a hyphenated word, or inside
// a number or code of several tokens.
func (s *search) cutWord(hit span) finding {
	for _, border := range []struct{ behind, inside int }{{hit.first, hit.first}, {hit.end, hit.end - 1}} {
		if i := border.behind; i > 0 && i < len(s.text.tokens) && (s.oneThing(i) || i == hit.end && s.perUnit(i)) {
			return differs(changed, s.quote(s.text, i-1, i), s.text.raw(border.inside))
		}
	}
	return finding{}
}

// around is how many tokens next to a span are read to see whether a number at
// its edge goes on there.
const around = 5

// cutNumber reports a number at an edge that is another number in full: without
// its sign, its scale, its percent sign, its unit, the rest of its range.
func (s *search) cutNumber(hit span) finding {
	first, last := hit.first, hit.end-1
	if s.numeric(first) {
		from := s.sameClause(first, -1)
		if found := s.compareNumbers(span{from, first + 1}, span{first, first + 1}, first); found.severity != same {
			return found
		}
	}
	if s.numeric(last) || s.text.tokens[last].flags&symbol != 0 && last > first && s.numeric(last-1) {
		to := s.sameClause(last, 1)
		return s.compareNumbers(span{max(first, last-1), to + 1}, span{max(first, last-1), last + 1}, last)
	}
	return finding{}
}

// numeric reports whether token i has digits or is a number word that is no
// article.
func (s *search) numeric(i int) bool {
	t := s.text.tokens[i]
	if value, ok := s.text.valueOf(s.text.word(i)); ok && value != "1" {
		return true
	}
	return t.flags&hasDigit != 0 || t.flags&unspaced != 0 && lexis.Chinese.Class(s.text.word(i)).Has(lexis.NumberWord)
}

// sameClause returns the token up to `around` tokens off in direction step
// that no punctuation separates from token i.
func (s *search) sameClause(i, step int) int {
	for range around {
		border := i
		if step > 0 {
			border = i + 1
		}
		if border <= 0 || border >= len(s.text.tokens) || s.text.tokens[border].gap&(clauseEnd|gapBreak)&^gapDots != 0 {
			break
		}
		i += step
	}
	return i
}

// compareNumbers reads the number at token i once in its surroundings and once
// as it was cut out.
func (s *search) compareNumbers(wide, cut span, i int) finding {
	if wide == cut {
		return finding{}
	}
	full, ok := s.numberAt(wide, i)
	part, partly := s.numberAt(cut, i)
	if !ok || !partly {
		return s.hanNumber(wide, cut)
	}
	sameKind := full.Kind == part.Kind || full.Kind == lexis.Money || full.Kind == lexis.Date
	unit := lexis.IsUnitSymbol(full.Unit) && part.Unit == "" && len(full.Unit) > 1
	if full.Kind == lexis.Date || full.SameValue(part) && sameKind && !unit {
		return finding{}
	}
	return differs(changed, full.Text, part.Text)
}

// numberAt reads the number that covers token i, within a span.
func (s *search) numberAt(within span, i int) (lexis.Number, bool) {
	from, to := s.text.bytes(within)
	at := int(s.text.tokens[i].start) - from
	for _, n := range lexis.Numbers(s.text.original[from:to]) {
		if n.Start <= at && at < n.End {
			return n, true
		}
	}
	return lexis.Number{}, false
}

// hanNumber reports a cut inside a run of Han numerals.
func (s *search) hanNumber(wide, cut span) finding {
	for _, i := range []int{cut.first - 1, cut.end} {
		if i >= wide.first && i < wide.end && s.text.tokens[i].flags&unspaced != 0 && s.text.tokens[i].gap == 0 && s.numeric(i) {
			return differs(changed, s.quote(s.text, wide.first, wide.end-1), s.quote(s.text, cut.first, cut.end-1))
		}
	}
	return finding{}
}
