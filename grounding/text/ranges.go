package text

import (
	"strings"
)

// What joins two numbers: to a range ("to", a dash, "and" behind "between"), to one
// quantity in two units ("3 hours and 40 minutes"), or to two with one unit.
var (
	rangeWords   = WordSet("range_words")
	rangeSigns   = WordSet("range_signs")
	fromWords    = WordSet("from_words")
	betweenWords = WordSet("between_words")
	pairWords    = WordSet("pair_words")
	numberJoins  = WordSet("number_joins")
)

// together makes one number of two that are one: the ends of a range, or hours and
// minutes. Else it gives the first the unit that only the second has, where a word
// joins the two.
func (p *parser) together(first *Number, second Number) bool {
	if first.High != "" || second.Comparison != "" || second.Negative {
		return false
	}
	gap := p.text[first.End:second.Start]
	joint := Fold(strings.TrimSpace(gap))
	spans, between := p.spans(first, gap, joint)
	if spans == 0 && !pairWords[joint] || !shareUnit(first, &second, spans) {
		return false
	}
	if spans == 0 {
		return false
	}
	first.High, first.End, first.Start = second.Value, second.End, min(first.Start, between)
	if century := first.Value[:max(0, len(first.Value)-2)]; IsYear(first) && len(second.Text) == 2 && first.Value < century+second.Value {
		first.High = century + second.Value // 1930–31
	}
	first.Text = p.text[first.Start:first.End]
	return true
}

// spanning tells how a range is written.
type spanning uint8

const (
	byWord spanning = iota + 1 // "to", "between … and"
	bySign                     // a dash
)

// spans tells whether a joint behind a number makes a range, and where a "between" in
// front begins.
func (p *parser) spans(first *Number, gap, joint string) (how spanning, from int) {
	switch word := lastWordOf(p.text[:first.Start]); {
	case rangeSigns[joint] && strings.HasPrefix(gap, " ") == strings.HasSuffix(gap, " "):
		return bySign, first.Start
	case rangeWords[joint]:
		if moves := fromWords[Fold(word)]; moves && first.Unit != "" && first.Kind != Time { // "rose from 5 % to 6 %"
			return 0, first.Start
		} else if moves && first.Kind == Time {
			return byWord, first.Start - len(word) - 1
		}
		return byWord, first.Start
	case pairWords[joint] && betweenWords[Fold(word)]:
		return byWord, first.Start - len(word) - 1
	}
	return 0, first.Start
}

// lastWordOf is the word at the end of a text, behind which one space stands.
func lastWordOf(s string) string {
	const longest = 24 // bytes
	s = strings.TrimSuffix(s[max(0, len(s)-longest):], " ")
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// shareUnit gives a number without a unit that of the number behind it, and brings the
// second into the unit of the first; ok is false where the two measure different
// things.
func shareUnit(first, second *Number, how spanning) (ok bool) {
	switch {
	case first.Kind.In(Date, Code, Ratio), first.Kind == Fraction && how == bySign:
		return false
	case second.Kind.In(Time, Ordinal):
		return first.Kind == second.Kind
	case first.Kind == second.Kind && UnitName(first.Unit) == UnitName(second.Unit):
	case how != 0 && first.Kind == Money && second.Bare(): // "$5-10"
	case how != 0 && first.Kind == Fraction && second.Kind == Fraction && first.Unit == "": // "1/2 to 3/4 cup"
		first.Unit = second.Unit
	case !first.Bare(), second.Kind.In(Date, Code, Fraction):
		return false
	case IsYear(first):
		return false // "from 31 % in 2015 to 40 %"
	case how != 0 || second.Unit != "":
		first.Unit, first.Kind = second.Unit, second.Kind
	}
	if IsYear(first) && len(second.Value) < len(first.Value) && how == byWord {
		return false
	}
	if first.power == 0 && second.power > 0 && how != 0 { // "5 to 10 million"
		first.Value, first.Alt, first.power = shift(first.Value, second.power), "", second.power
	}
	return true
}

// IsYear reports whether a number looks like a year of our times.
func IsYear(n *Number) bool {
	return n.Text == n.Value && len(n.Value) == len("2006") && (n.Value[:2] == "19" || n.Value[:2] == "20")
}

// ones are the articles that say one.
var ones = WordSet("ones")
