package quote

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/text"
)

// edge checks where a verified span was cut out: not inside a word or a number. A
// negation that governs the span, and the unit or scale of its last number, are told
// with it. Other cuts do no harm: the claim is judged against the whole sentence.
func (s *search) edge(r Result, hit text.Run) Result {
	if r.Outcome != Verified && r.Outcome != Drifted {
		return r
	}
	measured := s.withUnit(hit)
	if found := s.cut(measured); found.severity != same {
		return s.settle(r, found)
	}
	whole := run(s.text.negatedFrom(measured.First), s.negatedTo(measured.End))
	if whole == hit {
		return r
	}
	out := s.result(whole, KindLocated, r.Similarity)
	out.Outcome = Drifted
	out.Detail = fmt.Sprintf("the source goes on with %q, the snippet not", clip(s.text.Passage(run(hit.End, whole.End))))
	if whole.First < hit.First {
		out.Detail = fmt.Sprintf("the source has %q in front, the snippet not", clip(s.text.Passage(run(whole.First, hit.First))))
	}
	return out
}

// cut reports a span that begins or ends inside a word or a number.
func (s *search) cut(hit text.Run) finding {
	for _, border := range []struct{ behind, inside int }{{hit.First, hit.First}, {hit.End, hit.End - 1}} {
		if i := border.behind; i > 0 && i < len(s.text.Tokens) && s.text.tied(i) {
			return differs(changed, s.text.Passage(run(i-1, i+1)), s.text.Raw(border.inside))
		}
	}
	return s.cutNumber(hit)
}

// tied reports whether token i and the one before it are one thing: parts of a word
// with a hyphen or a slash, stars of one mark, brackets of a reference (14(3)(b)).
func (t *Text) tied(i int) bool {
	const longest = 2 // bytes of a part of a reference
	word := t.Word(i)
	switch t.Tokens[i].Gap {
	case text.GapHyphen:
		return true
	case text.GapSlash:
		return t.Is(i-1, text.TokenDigit) || i > 1 && t.Is(i-2, text.TokenDigit)
	case text.GapOther:
		between := t.GapText(i)
		return len(word) <= longest && (between == "(" && t.Is(i-1, text.TokenDigit) || between == ")(")
	case 0:
		return strings.Contains("★☆", word) && strings.Contains("★☆", t.Word(i-1))
	}
	return false
}

// withUnit extends a span that ends in a number by the unit or scale behind it: "25 |
// °C", "36.1 | million". The rest of a range is another number, not a unit.
func (s *search) withUnit(hit text.Run) text.Run {
	last := hit.End - 1
	if hit.Empty() || !s.text.numeric(last) {
		return hit
	}
	full, ok := s.text.numberAt(run(last, s.text.clauseEnd(last, 1)+1), last)
	if !ok || full.Start > 0 || full.High != "" || full.Kind == text.Date {
		return hit
	}
	end := int(s.text.Tokens[last].Start) + full.End
	for hit.End < len(s.text.Tokens) && int(s.text.Tokens[hit.End].Start) < end {
		hit.End++
	}
	return hit
}

// cutNumber reports a number at an edge that is another number in full: without
// its scale, its unit, the rest of its range.
func (s *search) cutNumber(hit text.Run) finding {
	first, last := hit.First, hit.End-1
	if s.text.joinsTens(first) {
		return differs(changed, s.text.Passage(run(first-2, first+1)), s.text.Raw(first))
	}
	if s.text.numeric(first) {
		from := s.text.clauseEnd(first, -1)
		if found := s.compareNumbers(run(from, first+1), run(first, first+1), first); found.severity != same {
			return found
		}
	}
	if s.text.numeric(last) {
		return s.compareNumbers(run(last, s.text.clauseEnd(last, 1)+1), run(last, last+1), last)
	}
	return finding{}
}

// numeric reports whether token i has digits or is a number word that is no
// article.
func (t *Text) numeric(i int) bool {
	word := t.Word(i)
	if t.Is(i, text.TokenUnspaced) {
		return text.Chinese.Class(word).Has(text.NumberWord)
	}
	if t.Is(i, text.TokenDigit) {
		return true
	}
	value, counts := t.valueOf(word)
	return counts && value != "1"
}

// numberJoins are the words for "and" inside numbers.
var numberJoins = text.WordSet("number_joins")

// joinsTens reports whether token i is the ones of a number in several words: vinte e
// dois.
func (t *Text) joinsTens(i int) bool {
	if i < 2 || !t.Follows(i) || !t.Follows(i-1) || !numberJoins[t.Word(i-1)] {
		return false
	}
	tens, _ := t.valueOf(t.Word(i - 2))
	ones, _ := t.valueOf(t.Word(i))
	return len(tens) == 2 && tens >= "20" && tens[1] == '0' && len(ones) == 1
}

// around is how many tokens next to a span are read to see whether a number at
// its edge goes on there.
const around = 5

// clauseEnd returns the token up to `around` tokens off in direction step that no
// punctuation separates from token i.
func (t *Text) clauseEnd(i, step int) int {
	for range around {
		border := max(i, i+step)
		if border <= 0 || border >= len(t.Tokens) || t.Parted(border, clauseMarks|text.GapCell|text.GapBreak) {
			break
		}
		i += step
	}
	return i
}

// compareNumbers reads the number at token i once in its surroundings and once
// as it was cut out.
func (s *search) compareNumbers(wide, cut text.Run, i int) finding {
	if wide == cut {
		return finding{}
	}
	full, ok := s.text.numberAt(wide, i)
	part, partly := s.text.numberAt(cut, i)
	if !ok || !partly {
		return s.cutNumerals(wide, cut)
	}
	sameKind := full.Kind == part.Kind || full.Kind == text.Money || full.Kind == text.Date
	unit := text.IsUnitSymbol(full.Unit) && part.Unit == "" && len(full.Unit) > 1
	if full.Kind == text.Date || full.SameValue(part) && sameKind && !unit {
		return finding{}
	}
	return differs(changed, full.Text, part.Text)
}

// numberAt reads the number that covers token i, within a span.
func (t *Text) numberAt(within text.Run, i int) (text.Number, bool) {
	before := int(t.Tokens[within.First].Start)
	at, end := int(t.Tokens[i].Start)-before, int(t.Tokens[i].End)-before
	for _, n := range text.Numbers(t.Passage(within)) {
		if n.Start < end && at < n.End {
			return n, true
		}
	}
	return text.Number{}, false
}

// cutNumerals reports a cut inside a run of Han numerals.
func (s *search) cutNumerals(wide, cut text.Run) finding {
	glued := func(i, border int) bool {
		return s.text.Is(i, text.TokenUnspaced) && s.text.Tokens[border].Gap == 0 && s.text.numeric(i)
	}
	before := cut.First > wide.First && glued(cut.First-1, cut.First)
	behind := cut.End < wide.End && glued(cut.End, cut.End)
	if before || behind {
		return differs(changed, s.text.Passage(wide), s.text.Passage(cut))
	}
	return finding{}
}
