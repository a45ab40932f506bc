package match

import (
	"fmt"
	"strings"

	"vouchsafe/lexis"
)

// edge checks where a verified span was cut out: not inside a word or a number,
// not right behind a negation that governs it, not right in front of one.
func (s *search) edge(r Result, hit span) Result {
	if r.Outcome != Verified && r.Outcome != Drifted {
		return r
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
	whole := span{s.governedFrom(hit), s.governedTo(hit)}
	if whole == hit {
		return r
	}
	out := s.result(whole, KindLocated, r.Similarity)
	out.Outcome = Drifted
	out.Detail = s.cutOff(whole, hit)
	return out
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

// cutWord reports a span that begins or ends inside a hyphenated word or a
// contraction.
func (s *search) cutWord(hit span) finding {
	inside := func(i int) bool {
		if i <= 0 || i >= len(s.text.tokens) {
			return false
		}
		g := s.text.tokens[i].gap
		return g == gapHyphen || g == gapHyphen|gapSpace|gapBreak && s.text.tokens[i].flags&upperCase == 0
	}
	switch {
	case inside(hit.first):
		return differs(changed, s.quote(s.text, hit.first-1, hit.first), s.text.raw(hit.first))
	case s.splitSign(hit.first) || s.splitSign(hit.end):
		i := hit.first
		if s.splitSign(hit.end) {
			i = hit.end
		}
		return differs(changed, s.quote(s.text, i-1, i), s.quote(s.text, hit.first, hit.end-1))
	case s.splitWords(hit.first):
		return differs(changed, s.quote(s.text, hit.first-1, hit.first), s.text.raw(hit.first))
	case s.splitWords(hit.end):
		return differs(changed, s.quote(s.text, hit.end-1, hit.end), s.text.raw(hit.end-1))
	case s.splitScale(hit.first):
		return differs(changed, s.quote(s.text, hit.first-1, hit.first), s.text.raw(hit.first))
	case s.splitScale(hit.end):
		return differs(changed, s.quote(s.text, hit.end-1, hit.end), s.text.raw(hit.end-1))
	case s.splitMoney(hit.first) || s.splitMoney(hit.end):
		i := max(hit.first, 1)
		if s.splitMoney(hit.end) {
			i = hit.end
		}
		return differs(changed, s.quote(s.text, i-1, i), s.quote(s.text, hit.first, hit.end-1))
	case inside(hit.end):
		return differs(changed, s.quote(s.text, hit.end-1, hit.end), s.text.raw(hit.end-1))
	}
	return finding{}
}

// splitSign reports whether a sign is cut in front of token i from what it
// belongs to: 65+, AA-, ▲300, ★★★.
func (s *search) splitSign(i int) bool {
	if i <= 0 || i >= len(s.text.tokens) || s.text.tokens[i].gap&^gapOther != 0 {
		return false
	}
	before, word := s.text.word(i-1), s.text.word(i)
	if between := s.text.gapBefore(i); between != "" {
		reference := between == "(" && s.text.tokens[i-1].flags&hasDigit != 0 || between == ")("
		return reference && len(word) <= 2 // 14(3)(b)
	}
	glued := i+1 < len(s.text.tokens) && s.text.tokens[i+1].gap == 0
	switch {
	case word == "+" || word == "-":
		return !glued
	case s.text.tokens[i].flags&hasDigit != 0:
		return before == "▲" || before == "△" || before == "▼" || before == "▽"
	}
	return (word == "★" || word == "☆") && (before == "★" || before == "☆")
}

// splitWords reports whether a number in several words is cut in front of token
// i: vinte | e dois, двадцать | два.
func (s *search) splitWords(i int) bool {
	before, after := i-1, i
	if before < 0 || after >= len(s.text.tokens) {
		return false
	}
	if joins[s.text.word(after)] {
		after++
	} else if joins[s.text.word(before)] {
		before--
	}
	if before < 0 || after >= len(s.text.tokens) {
		return false
	}
	for k := before + 1; k <= after; k++ {
		if s.text.tokens[k].gap&^gapHyphen != gapSpace {
			return false
		}
	}
	language := s.text.language()
	tens, _ := language.NumberValue(s.text.word(before))
	ones, _ := language.NumberValue(s.text.word(after))
	return len(tens) == 2 && tens >= "20" && tens[1] == '0' && len(ones) == 1
}

// joins are the words for "and" inside numbers.
var joins = words("e y et and и")

// splitScale reports whether a number that goes on behind a Han scale (45億6000万)
// is cut in front of token i.
func (s *search) splitScale(i int) bool {
	if i <= 0 || i >= len(s.text.tokens) || s.text.tokens[i].gap != 0 || s.text.tokens[i].flags&hasDigit == 0 {
		return false
	}
	_, scale := lexis.Scale(s.text.word(i - 1))
	return scale && s.text.tokens[i-1].flags&unspaced != 0
}

// splitMoney reports whether a currency sign is cut from the number behind it,
// which is token i.
func (s *search) splitMoney(i int) bool {
	return i > 0 && i < len(s.text.tokens) && s.text.tokens[i].gap == 0 && s.text.tokens[i].flags&hasDigit != 0 &&
		s.text.tokens[i-1].flags&symbol != 0 && lexis.Currency(s.text.raw(i-1)) != ""
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
	if value, ok := s.text.language().NumberValue(s.text.word(i)); ok && value != "1" {
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
	if full.SameValue(part) && full.Comparison == part.Comparison && (full.Kind == part.Kind || full.Kind == lexis.Money || full.Kind == lexis.Date) {
		return finding{}
	}
	if full.Kind == lexis.Date {
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
