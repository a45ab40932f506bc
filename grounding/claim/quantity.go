package claim

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// numberIn reports whether s holds a number that states something: digits
// other than a list's ordinal or a citation marker.
func numberIn(s string) bool {
	for i := lexis.ListMarker(s); i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			return true
		case c == '[', c >= utf8.RuneSelf: // a marker, if any
			i += max(0, lexis.MarkerLength(s[i:])-1)
		}
	}
	return false
}

// fewCounted reports whether a lead-in's numbers only count what follows:
// "Here are 5 tips".
func fewCounted(s string) bool {
	for _, n := range stated(s) {
		if v, err := strconv.Atoi(n.Value); err != nil || v > 20 || n.Unit != "" || n.Kind != lexis.Plain {
			return false
		}
	}
	return true
}

// converted reports whether number i states again, in another unit, what the
// one before it states and the evidence has: "350 °F (175 °C)", "5 ft 6 in
// (168 cm)".
func (r *reading) converted(i int) bool {
	if i < 1 {
		return false
	}
	n, before := &r.numbers[i], r.numbers[i-1]
	if i > 1 && r.carriedAnywhere(&r.numbers[i-2]) && r.carriedAnywhere(&before) && sumConverts(&r.numbers[i-2], &before, n) {
		return true
	}
	if !roughlySame(&before, n) {
		return false
	}
	ends, count := bounds(&before)
	for k := range ends[:count] {
		if !r.carriedAnywhere(&ends[k]) {
			return false
		}
	}
	return true
}

// sumConverts reports whether two numbers that are read as one, as feet and inches
// are, state what a third one does.
func sumConverts(a, b, n *lexis.Number) bool {
	x, ok := a.Measure()
	y, ok2 := b.Measure()
	z, ok3 := n.Measure()
	return ok && ok2 && ok3 && x.Kind == y.Kind && y.Kind == z.Kind && near(x.Value+y.Value, z.Value, roughly)
}

// roughly is how far, as a share, a conversion that stands beside its original may
// be off: people round such asides.
const roughly = 0.03

// roughlySame compares two numbers of different units as an aside does with what
// it stands beside; of ranges both ends.
func roughlySame(a, b *lexis.Number) bool {
	x, y := *a, *b
	if unitName(x.Unit) == unitName(y.Unit) || (x.High == "") != (y.High == "") {
		return false
	}
	same := roughMeasure(&x, &y)
	if x.High != "" {
		x.Value, y.Value = x.High, y.High
		same = same && roughMeasure(&x, &y)
	}
	return same
}

func roughMeasure(a, b *lexis.Number) bool {
	x, ok := a.Measure()
	y, ok2 := b.Measure()
	if !ok || !ok2 || x.Kind != y.Kind || x.Kind == "" {
		return false
	}
	const degrees = 5 // °C to which cooks round
	return near(x.Value, y.Value, roughly) || x.Kind == "heat" && math.Abs(x.Value-y.Value) <= degrees
}

func near(a, b, share float64) bool { return math.Abs(a-b) <= share*math.Abs(b) }

// restated reports whether the evidence has the same quantity in another unit:
// 1500 mg for 1.5 g.
func restated(n lexis.Number, ev Evidence) bool {
	if n.Unit == "" || n.High != "" || n.Comparison == "≈" {
		return false
	}
	for _, src := range ev.Sources {
		for have := range src.numbers() {
			if have.High == "" && inOtherUnit(have, &n) {
				return true
			}
		}
	}
	return false
}

// inOtherUnit compares two quantities of different units exactly, or, where one of
// the units is not metric, up to the rounding that the claim's digits show.
func inOtherUnit(have, want *lexis.Number) bool {
	h, w := *have, *want
	h.Unit, w.Unit = commonUnit(have.Unit, want.Unit)
	a, ok := h.Measure()
	b, ok2 := w.Measure()
	if !ok || !ok2 || have.Kind != want.Kind || unitName(h.Unit) == unitName(w.Unit) {
		return false
	}
	if want.Kind == lexis.Money { // a cent is of any currency that has a hundred of them
		return (a.Kind == "money" || b.Kind == "money") && near(a.Value, b.Value, exact)
	}
	if a.Kind != b.Kind || a.Kind == "" {
		return false
	}
	if a.Rounded != b.Rounded {
		const mostOff = 0.01
		return near(a.Value, b.Value, min(mostOff, halfPlace(want)))
	}
	return near(a.Value, b.Value, exact)
}

// exact is the difference, as a share, that floating point may make.
const exact = 1e-9

// halfPlace is half a unit of the last decimal place of a number as a share of it.
func halfPlace(n *lexis.Number) float64 {
	value, ok := n.Float()
	if !ok || value == 0 {
		return 0
	}
	_, decimals, _ := strings.Cut(n.Value, ".")
	return 0.5 * math.Pow10(-len(decimals)) / math.Abs(value)
}

// commonUnit cuts a denominator that only one of two units spells out: "g/cm³"
// and "g".
func commonUnit(a, b string) (string, string) {
	if strings.Contains(a, "/") != strings.Contains(b, "/") {
		a, _, _ = strings.Cut(a, "/")
		b, _, _ = strings.Cut(b, "/")
	}
	return a, b
}

func unitName(u string) string { return lexis.UnitName(u) }
