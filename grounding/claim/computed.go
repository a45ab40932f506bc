package claim

import (
	"math"
	"strconv"

	lexis "vouchsafe/grounding/text"
)

// computed reports whether a number of the claim is worked out before the reader's
// eyes: the sum or the difference of two others that the claim has as well and the
// evidence carries, or the times that one is the other. "It rose by 8.4 points, from
// 31.2 % to 39.6 %." Only under a quote: of the numbers of a whole source two come to
// nearly anything.
func (r *reading) computed(n *lexis.Number, ev Evidence, in []area) bool {
	if len(ev.Quotes) == 0 || n.Negative || n.Comparison != "" && n.Comparison != "≈" || n.Kind == lexis.Date || n.Kind == lexis.Time || n.Kind == lexis.Code {
		return false
	}
	result, err := strconv.ParseFloat(n.Value, 64)
	if err != nil {
		return false
	}
	var shown [8]lexis.Number // that the evidence carries
	operands := shown[:0]
	for i := range r.numbers {
		ends, count := bounds(&r.numbers[i])
		for k := range ends[:count] {
			if e := &ends[k]; len(operands) < cap(operands) && (e.Start != n.Start || e.Value != n.Value) && carriedIn(e, ev, in) {
				operands = append(operands, *e)
			}
		}
	}
	for i := range operands {
		for k := range operands {
			if i != k && results(&operands[i], &operands[k], n, result) {
				return true
			}
		}
	}
	return false
}

// carriedIn reports whether some areas have a number.
func carriedIn(n *lexis.Number, ev Evidence, in []area) bool {
	for _, a := range in {
		if has, _ := a.number(ev, n); has {
			return true
		}
	}
	return false
}

// results reports whether a and b, in this order, come to a result of the measure of n.
func results(a, b, n *lexis.Number, result float64) bool {
	x, err1 := strconv.ParseFloat(a.Value, 64)
	y, err2 := strconv.ParseFloat(b.Value, 64)
	bare := func(n *lexis.Number) bool { return n.Kind == lexis.Plain && n.Unit == "" }
	if bare(b) && !bare(a) { // "85 instead of 40 dollars"
		a, x, b, y = b, y, a, x
	}
	if err1 != nil || err2 != nil || !ofOneUnit(a, b) && !(bare(a) && !bare(n)) {
		return false
	}
	const exact = 1e-6
	same := func(value float64) bool { return math.Abs(value-result) <= exact*math.Abs(result) }
	switch {
	case unitName(n.Unit) == "yr" && a.Unit == "" && len(a.Value) == len("2006") && len(b.Value) == len("2006"):
		return same(math.Abs(x - y))
	case multiplies(n) && y != 0:
		return same(x/y) || x != 0 && same(y/x)
	}
	return (ofOneUnit(b, n) || b.Kind == lexis.Percent && n.Kind == lexis.PercentPoint) && (n.Unit != "" || result >= leastBare) && (same(x+y) || same(math.Abs(x-y)))
}

// leastBare is the least sum that counts where nothing has a unit: among small numbers
// one or another is always the sum of two.
const leastBare = 20

func ofOneUnit(a, b *lexis.Number) bool {
	return a.Kind == b.Kind && unitName(a.Unit) == unitName(b.Unit)
}

// multiplies reports whether a number tells how many times one thing is another.
func multiplies(n *lexis.Number) bool {
	return n.Kind == lexis.Plain && n.Unit == "" && n.Spelled && multipliers[lexis.Fold(n.Text)]
}

var multipliers = set("twice double doppelt double doble doppio dobro dubbel вдвое")
