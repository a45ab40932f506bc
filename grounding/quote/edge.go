package quote

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// edge checks where a verified span was cut out: not inside a word or a number,
// not right behind a negation that governs it, not right in front of one.
func (s *search) edge(r Result, hit span) Result {
	if r.Outcome != Verified && r.Outcome != Drifted {
		return r
	}
	if s.inStrike(hit) {
		return s.settle(r, finding{changed, "the source strikes these words out"})
	}
	if found := s.cutWord(hit); found.severity != same {
		return s.settle(r, found)
	}
	if found := s.cutNumber(hit); found.severity != same {
		return s.settle(r, found)
	}
	if found := s.question(hit); found.severity != same {
		return s.settle(r, found)
	}
	governed := span{s.governedFrom(hit), max(s.governedTo(hit), s.limitTo(hit))}
	bound := s.boundTo(hit)
	if s.binding(span{hit.end, bound}, s.demands(hit)) {
		governed.end = max(governed.end, bound)
	}
	whole := span{min(governed.first, s.askedFrom(hit), s.torsoFrom(hit), s.toldFrom(hit.first)), max(governed.end, bound)}
	if whole == hit {
		return r
	}
	out := s.result(whole, KindLocated, r.Similarity)
	out.Governed = s.beyond(governed, hit)
	out.Outcome = Drifted
	out.Detail = s.cutOff(whole, hit)
	return out
}

// beyond is the source's text of a span on both sides of one inside it.
func (s *search) beyond(whole, hit span) string {
	from, to := s.text.bytes(whole)
	start, end := s.text.bytes(hit)
	return strings.TrimSpace(s.text.original[from:start] + " " + s.text.original[end:to])
}

// cutOff says what a span that governs another has more than it.
func (s *search) cutOff(whole, hit span) string {
	if whole.first < hit.first {
		return fmt.Sprintf("the source has %q in front, the snippet not", clip(s.quote(s.text, whole.first, hit.first-1)))
	}
	return fmt.Sprintf("the source goes on with %q, the snippet not", clip(s.quote(s.text, hit.end, whole.end-1)))
}

// question reports a question of the source that the snippet ends like a
// statement.
func (s *search) question(hit span) finding {
	_, end := s.text.bytes(hit)
	rest := strings.TrimLeft(s.text.original[end:], " \"'”’»)")
	snippet := strings.TrimRight(s.snippet.original, " \"'”’»)")
	for _, mark := range []string{"?", "？", "؟"} {
		if !strings.HasPrefix(rest, mark) {
			continue
		}
		for _, stop := range []string{".", "!", "。"} {
			if strings.HasSuffix(snippet, stop) && !strings.HasSuffix(snippet, "..") {
				return differs(drifted, s.text.raw(hit.end-1)+mark, s.text.raw(hit.end-1)+stop)
			}
		}
	}
	return finding{}
}

// askedFrom takes in the start of a question that a span is a part of, where the
// snippet shows nothing of it: "are | power banks allowed in the cabin?"
func (s *search) askedFrom(hit span) int {
	first := hit.first
	for k := hit.first; k > hit.first-maxAsked; k-- {
		if k == 0 || s.text.tokens[k].gap&(clauseEnd|gapBreak) != 0 {
			first = k
			break
		}
	}
	if first == hit.first || !s.verb(first) || strings.ContainsAny(s.snippet.original, "?？؟") {
		return hit.first
	}
	for k := hit.end; k < min(len(s.text.tokens), hit.end+maxClause); k++ {
		if g := s.text.tokens[k].gap; g&gapAsk != 0 {
			return first
		} else if g&(gapStop|gapCell) != 0 {
			return hit.first
		}
	}
	if strings.HasPrefix(strings.TrimLeft(s.text.original[s.text.tokens[len(s.text.tokens)-1].end:], " \"'”’»)*_"), "?") {
		return first
	}
	return hit.first
}

// maxAsked is how far in front of a span the verb that opens a question is looked
// for, in tokens.
const maxAsked = 4

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

// cutNumber reports a number at an edge that says something else in full:
// without its sign, its comparison, its scale, its percent sign, its range.
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
		if border <= 0 || border >= len(s.text.tokens) || s.text.tokens[border].gap&(gapStop|gapAsk|gapComma|gapSemi|gapCell|gapBreak) != 0 {
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
	if s.afterTag(i) {
		full.Comparison = part.Comparison
	}
	if full.SameValue(part) && full.Comparison == part.Comparison && (full.Kind == part.Kind || full.Kind == lexis.Money || full.Kind == lexis.Date) {
		return finding{}
	}
	if full.Kind == lexis.Date {
		return finding{}
	}
	return differs(changed, full.Text, part.Text)
}

// afterTag reports whether the ">" in front of token i ends a tag.
func (s *search) afterTag(i int) bool {
	return i > 0 && strings.HasSuffix(s.text.gapBefore(i), ">") || i == 0 && strings.HasSuffix(s.text.original[:s.text.tokens[0].start], ">")
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
