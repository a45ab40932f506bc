package text

import (
	"strconv"
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
	if p.sums(first, second, joint) || p.share(first, second, joint) {
		return true
	}
	spans, between := p.spans(first, gap, joint)
	if spans == 0 && !pairWords[joint] || !shareUnit(first, &second, spans) {
		return false
	}
	if spans == 0 {
		return false
	}
	first.High, first.End, first.Start = second.Value, second.End, min(first.Start, between)
	if century := first.Value[:max(0, len(first.Value)-2)]; isYear(first) && len(second.Text) == 2 && first.Value < century+second.Value {
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
	case second.Kind == Time && first.Bare():
		return first.hourBefore(second.Value)
	case second.Kind.In(Time, Ordinal):
		return first.Kind == second.Kind
	case first.Kind == second.Kind && UnitName(first.Unit) == UnitName(second.Unit):
	case how != 0 && first.Kind == Money && second.Bare(): // "$5-10"
	case how != 0 && first.Kind == Plain && second.inUnitOf(first):
	case how != 0 && first.Kind == Fraction && second.Kind == Fraction && first.Unit == "": // "1/2 to 3/4 cup"
		first.Unit = second.Unit
	case !first.Bare(), second.Kind.In(Date, Code, Fraction):
		return false
	case isYear(first):
		return false // "from 31 % in 2015 to 40 %"
	case how != 0 || second.Unit != "":
		first.Unit, first.Kind = second.Unit, second.Kind
	}
	if isYear(first) && len(second.Value) < len(first.Value) && how == byWord {
		return false
	}
	if first.power == 0 && second.power > 0 && how != 0 { // "5 to 10 million"
		first.Value, first.Alt, first.power = shift(first.Value, second.power), "", second.power
	}
	return true
}

// inUnitOf converts a number into the unit of another one, exactly.
func (n *Number) inUnitOf(other *Number) bool {
	a, ok := measuredUnit(other.Unit)
	b, also := measuredUnit(n.Unit)
	value, err := strconv.ParseFloat(n.Value, 64)
	if !ok || !also || a.kind == "" || a.kind != b.kind || err != nil {
		return false
	}
	n.Value, n.Unit = written(value*b.times/a.times), other.Unit
	return true
}

// hourBefore reads a plain number in front of a time as one: "9 to 5 pm".
func (n *Number) hourBefore(next string) bool {
	half := morning
	if next >= "12" {
		half = afternoon
	}
	value, ok := hourOf(n.Value, n.Text, half)
	if ok && value > next {
		value, ok = hourOf(n.Value, n.Text, otherHalf[half])
	}
	if ok {
		n.Kind, n.Value, n.Alt = Time, value, ""
	}
	return ok
}

// isYear reports whether a number looks like a year of our times.
func isYear(n *Number) bool {
	return n.Text == n.Value && len(n.Value) == len("2006") && (n.Value[:2] == "19" || n.Value[:2] == "20")
}

// sums adds a smaller unit of the same kind to a number in front of it: "3 h 40 min",
// "5 ft 6 in", "2 years and 6 months".
func (p *parser) sums(first *Number, second Number, joint string) bool {
	added := joint == "," || numberJoins[joint]
	if joint != "" && !added || first.Kind != Plain || second.Kind != Plain {
		return false
	}
	a, ok := measuredUnit(first.Unit)
	b, also := measuredUnit(second.Unit)
	lasts := strings.HasPrefix(a.kind, measuredUnits["s"].kind)
	if !ok || !also || a.kind != b.kind || !lasts {
		return false
	}
	whole, err := strconv.ParseInt(first.Value, 10, 32)
	rest, err2 := strconv.ParseFloat(second.Value, 64)
	if err != nil || err2 != nil || a.times <= b.times || rest*b.times >= a.times {
		return false
	}
	first.Value = written(float64(whole)*a.times/b.times + rest)
	first.Alt, first.Unit, first.End = "", second.Unit, second.End
	first.Text = p.text[first.Start:first.End]
	return true
}

// shareWords stand between the two numbers of a share in words.
var shareWords = WordSet("share_words")

// share makes a fraction of a share in words: "one in five".
func (p *parser) share(first *Number, second Number, joint string) bool {
	if !shareWords[strings.ReplaceAll(joint, " ", "_")] || !first.Spelled && first.Value != "1" || first.Comparison != "" {
		return false
	}
	_, measures := measuredUnit(second.Unit)
	if !first.Bare() || second.Kind != Plain || measures || isYear(&second) || small(first.Value) >= small(second.Value) {
		return false
	}
	counted := strings.TrimRight(strings.TrimSuffix(second.Text, second.Unit), " ") // "1 in 5 people": they are no unit
	first.Kind, first.Value, first.End = Fraction, first.Value+"/"+second.Value, second.Start+len(counted)
	first.Text = p.text[first.Start:first.End]
	return true
}

// ones are the articles that say one.
var ones = WordSet("ones")
