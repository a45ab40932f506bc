package claim

import (
	"math"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// converted reports whether number i states again, in another unit, what the one
// before it states and the evidence has: "350 °F (175 °C)".
func (r *reading) converted(i int) bool {
	if i < 1 {
		return false
	}
	n, before := &r.numbers[i], &r.numbers[i-1]
	if !roughlySame(before, n) {
		return false
	}
	for _, end := range bothEnds(before) {
		if !r.carriedAnywhere(&end) {
			return false
		}
	}
	return true
}

// measures returns what two numbers of different units measure, if it is the same
// kind of thing.
func twoMeasures(a, b *text.Number) (x, y text.Measure, ok bool) {
	first, second := *a, *b
	first.Unit, second.Unit = commonUnit(a.Unit, b.Unit)
	x, ok = first.Measure()
	y, ok2 := second.Measure()
	return x, y, ok && ok2 && x.Kind == y.Kind && x.Kind != "" && text.UnitName(first.Unit) != text.UnitName(second.Unit)
}

// roughly is how far, as a share, a conversion that stands beside its original may
// be off: people round such asides.
const roughly = 0.03

// roughlySame compares two numbers of different units as an aside does with what
// it stands beside; of ranges both ends.
func roughlySame(a, b *text.Number) bool {
	from, to := bothEnds(a), bothEnds(b)
	if len(from) != len(to) {
		return false
	}
	const degrees = 5 // °C to which cooks round
	for i := range from {
		x, y, ok := twoMeasures(&from[i], &to[i])
		cooks := x.Kind == "heat" && math.Abs(x.Value-y.Value) <= degrees
		if !ok || !near(x.Value, y.Value, roughly) && !cooks {
			return false
		}
	}
	return true
}

// restates reports whether a number of the evidence is the claim's in another unit:
// exactly, or, where one of the units is not metric, up to the rounding that the
// claim's digits show. A cent is of any currency that has a hundred of them.
func restates(have, want *text.Number) bool {
	if have.High != "" {
		return slices.ContainsFunc(bothEnds(have), func(end text.Number) bool { return restates(&end, want) })
	}
	if have.Kind != want.Kind || want.High != "" {
		return false
	}
	if want.Kind == text.Money && (have.Unit == subunit) != (want.Unit == subunit) {
		a, ok := have.Measure()
		b, ok2 := want.Measure()
		return ok && ok2 && near(a.Value, b.Value, floating)
	}
	a, b, ok := twoMeasures(have, want)
	if !ok {
		return false
	}
	if a.Rounded != b.Rounded {
		mostOff := 0.01
		if want.Comparison == "≈" {
			mostOff = 0.05
		}
		return near(a.Value, b.Value, min(mostOff, halfPlace(want)))
	}
	return near(a.Value, b.Value, floating)
}

// floating is the difference, as a share, that floating point may make.
const floating = 1e-9

// subunit is the unit of amounts given in cents.
const subunit = "cent"

// halfPlace is half a unit of the last decimal place of a number as a share of it.
func halfPlace(n *text.Number) float64 {
	value, ok := n.Float()
	if !ok || value == 0 {
		return 0
	}
	_, decimals, _ := strings.Cut(n.Value, ".")
	return 0.5 * math.Pow10(-len(decimals)) / math.Abs(value)
}
