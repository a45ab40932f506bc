package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// oneThing reports whether token i and the one before it must not be parted.
func (s *search) oneThing(i int) bool {
	return s.hyphenated(i) || s.signed(i) || s.bound(i) || s.numeral(i) || s.scaled(i) || s.money(i)
}

// hyphenated reports whether a hyphen ties token i to the one before it.
func (s *search) hyphenated(i int) bool {
	g := s.text.tokens[i].gap
	return g == gapHyphen || g == gapHyphen|gapSpace|gapBreak && s.text.tokens[i].flags&upperCase == 0
}

// signed reports whether a sign at token i or in front of it belongs to what it
// touches (65+, AA-, ▲300, ★★★), or a bracket to a reference (14(3)(b)).
func (s *search) signed(i int) bool {
	if s.text.tokens[i].gap&^gapOther != 0 {
		return false
	}
	before, word := s.text.word(i-1), s.text.word(i)
	if between := s.text.gapBefore(i); between != "" {
		reference := between == "(" && s.text.tokens[i-1].flags&hasDigit != 0 || between == ")("
		return reference && len(word) <= 2
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

// bound reports whether a sign of comparison stands in front of the number at
// token i, however it is written (>5, &gt; 5), or a percent sign behind the
// number in front of it.
func (s *search) bound(i int) bool {
	if word := s.text.word(i); (word == "%" || word == "‰") && s.text.tokens[i].gap&^gapSpace == 0 {
		return s.text.tokens[i-1].flags&hasDigit != 0
	}
	return s.text.tokens[i].flags&hasDigit != 0 && s.text.tokens[i].gap&^gapSpace == 0 &&
		s.text.tokens[i-1].flags&symbol != 0 && strings.Contains("< > ≤ ≥ ~ ≈ ±", s.text.word(i-1))
}

// numeral reports whether a number in several words runs over the border in
// front of token i: vinte | e dois, двадцать | два.
func (s *search) numeral(i int) bool {
	before, after := i-1, i
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
	tens, _ := s.text.valueOf(s.text.word(before))
	ones, _ := s.text.valueOf(s.text.word(after))
	return len(tens) == 2 && tens >= "20" && tens[1] == '0' && len(ones) == 1
}

// joins are the words for "and" inside numbers.
var joins = lexis.WordSet("number_joins")

// scaled reports whether token i goes on with a number behind a Han scale
// (45億6000万).
func (s *search) scaled(i int) bool {
	if s.text.tokens[i].gap != 0 || s.text.tokens[i].flags&hasDigit == 0 {
		return false
	}
	_, scale := lexis.Scale(s.text.word(i - 1))
	return scale && s.text.tokens[i-1].flags&unspaced != 0
}

// perUnit reports whether token i goes on with the unit of a number: 5 mg/kg,
// 40 km/h, 300 €/m².
func (s *search) perUnit(i int) bool {
	if i < 2 || s.text.tokens[i].gap != gapSlash {
		return false
	}
	unit, per := s.text.raw(i-1), s.text.raw(i)
	counted := s.text.tokens[i-2].flags&hasDigit != 0 || s.text.tokens[i-1].flags&hasDigit != 0
	unit = strings.TrimLeft(unit, "0123456789.,-+")
	return counted && (lexis.IsUnit(unit) || lexis.Currency(unit) != "") && (lexis.IsUnit(per) || per == "h" || per == "d")
}

// money reports whether a currency sign stands right in front of the number at
// token i.
func (s *search) money(i int) bool {
	return s.text.tokens[i].gap == 0 && s.text.tokens[i].flags&hasDigit != 0 &&
		s.text.tokens[i-1].flags&symbol != 0 && lexis.Currency(s.text.raw(i-1)) != ""
}
