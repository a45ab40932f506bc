package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/text"
)

// converted reports whether number i states again, in another unit, what the one before or
// behind it states and the evidence has: "350 °F (175 °C)".
func (r *reading) converted(i int) bool {
	return i > 0 && r.statesAgain(i, i-1) || i+1 < len(r.numbers) && r.statesAgain(i, i+1)
}

func (r *reading) statesAgain(i, beside int) bool {
	n, other := &r.numbers[i], &r.numbers[beside]
	missing := func(end text.Number) bool { return !r.carriedAnywhere(&end) }
	return roughlySame(other, n) && !slices.ContainsFunc(bothEnds(other), missing)
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
	for i := range from {
		x, y, ok := twoMeasures(&from[i], &to[i])
		if !ok || x.Kind == "heat" && !sameHeat(&from[i], &to[i], x, y) || x.Kind != "heat" && !near(x.Value, y.Value, roughly) {
			return false
		}
	}
	return true
}

// sameHeat compares temperatures. Those of ovens are written in fives.
func sameHeat(a, b *text.Number, x, y text.Measure) bool {
	const exact, oven, round, fives = 0.6, 100, 5, 5 // °C
	difference := math.Abs(x.Value - y.Value)
	inFives := func(n *text.Number) bool { value, _ := n.Float(); return math.Mod(value, fives) == 0 }
	return difference <= exact || x.Value >= oven && difference <= round && inFives(a) && inFives(b)
}

// restates reports whether a number of the evidence may be the claim's in another unit:
// exactly, or, where one of the units is not metric, rounded. A cent is of any currency
// that has a hundred of them.
func restates(have, want *text.Number) bool {
	if have.High != "" && want.High == "" {
		return slices.ContainsFunc(bothEnds(have), func(end text.Number) bool { return restates(&end, want) })
	}
	if want.Kind == text.Money && have.Kind == text.Money && (have.Unit == subunit) != (want.Unit == subunit) {
		a, ok := have.Measure()
		b, ok2 := want.Measure()
		return ok && ok2 && near(a.Value, b.Value, floating)
	}
	if have.Kind == text.Time && want.Bare() {
		return have.Value == hourOf(want, 0) || have.Value == hourOf(want, afternoon) // "eight in the morning"
	}
	if have.Unit == "" || want.Unit == "" {
		return false
	}
	x, y := weighed(have, want), weighed(want, have)
	if a, b := measureOf(&x), measureOf(&y); a != b { // "km/h" is a measure like "mph"
		x.Unit, y.Unit = commonUnit(x.Unit, y.Unit)
	}
	how := rounding{digits: 2, about: want.Comparison == "≈"}
	switch {
	case x.Kind != y.Kind && !(x.Kind.In(text.Plain, text.Fraction) && y.Kind.In(text.Plain, text.Fraction)):
		return false
	case text.UnitName(x.Unit) == text.UnitName(y.Unit): // pounds that are no money
		return x.Unit != have.Unit && carries(&x, &y) || y.Unit != want.Unit && carries(&x, &y)
	}
	return how.converts(&x, &y) || how.about && digitsOf(&y) == 1 && nearOneDigit(&x, &y)
}

// measureOf names what a number measures.
func measureOf(n *text.Number) string {
	m, _ := n.Measure()
	return m.Kind
}

// afternoon is how many hours later the afternoon counts.
const afternoon = 12

// hourOf is a plain number as a whole hour.
func hourOf(n *text.Number, later int) string {
	hour, err := strconv.Atoi(n.Value)
	if err != nil || hour < 0 || hour > afternoon {
		return ""
	}
	return fmt.Sprintf("%02d:00", (hour+later)%24)
}

// nearOneDigit compares two measures, of which the second is told with one digit: "about 5 km".
func nearOneDigit(a, b *text.Number) bool {
	const oneDigit = 0.05 // as a share
	x, ok := a.Measure()
	y, also := b.Measure()
	return ok && also && x.Kind == y.Kind && x.Kind != "heat" && near(x.Value, y.Value, oneDigit)
}

// floating is the difference, as a share, that floating point may make.
const floating = 1e-9

// subunit is the unit of amounts given in cents.
const subunit = "cent"

// On another scale a temperature has another figure than a difference of temperatures: 2 °C
// are 35.6 °F, and 2 °C more are 3.6 °F more. Degrees that are surely a difference get a unit
// of their own; others are converted only if they are surely a temperature.

// apartUnit begins the unit of a difference of degrees.
const apartUnit = "Δ"

var (
	heatWords        = wordSet("heatWords")
	differenceBefore = wordSet("differenceBefore")
	differenceBehind = wordSet("differenceBehind")
)

// apart marks the degrees among the numbers of a text that are a difference.
func apart(numbers []text.Number, s string) []text.Number {
	for i := range numbers {
		if n := &numbers[i]; n.Unit != "" && measureOf(n) == "heat" && tellsDifference(n, s) {
			n.Unit = apartUnit + text.UnitName(n.Unit)
		}
	}
	return numbers
}

// tellsDifference reports whether degrees tell how far two temperatures are apart: "rose by
// 2 °C", "a difference of 2 °C", "2 °C warmer".
func tellsDifference(n *text.Number, s string) bool {
	const near = 3 // words
	before := s[:n.Start]
	if lastWord(before) != "by" && tellsHeat(n, s) {
		return false
	}
	for range near {
		word := lastWord(before)
		if differenceBefore[word] {
			return true
		}
		before = strings.TrimRight(before, " ")
		before = before[:max(0, len(before)-len(word))]
	}
	return differenceBehind[text.Fold(text.FirstLetters(strings.TrimLeft(s[n.End:], " ")))]
}

// isTemperature reports whether degrees are surely a temperature, in a statement that speaks of
// no difference: "a rise above 2 °C" may be either, "it rose from 2 °C" not.
func (st *statement) isTemperature(n *text.Number) bool {
	return tellsHeat(n, st.text) && !slices.ContainsFunc(st.atoms, func(a atom) bool {
		return a.key != byKey && !st.isPast(&a) && differenceBefore[st.fold(&a)]
	})
}

// tellsHeat reports whether degrees are surely a temperature: "at 20 °C", "between 10 and 20 °C",
// "a temperature of 20 °C".
func tellsHeat(n *text.Number, s string) bool {
	word, before := lastWord(s[:n.Start]), s[:n.Start]
	if word == "of" {
		return strings.HasSuffix(strings.ToLower(before), "temperature of ")
	}
	return heatWords[word] || heatWords[text.Fold(text.FirstLetters(n.Text))]
}

// rounding tells how exactly a claim has to give a figure that it converts.
type rounding struct {
	digits int  // that count at least
	about  bool // the claim says that it is not exact
}

// converts reports whether a figure of the claim is one of the source in another unit,
// rounded at most to the digits that it is written with.
func (r rounding) converts(have, want *text.Number) bool {
	if have.High != "" || want.High != "" {
		return have.High != "" && want.High != "" && r.convertsRange(have, want)
	}
	x, y := weighed(have, want), weighed(want, have)
	a, ok := share(&x)
	b, also := share(&y)
	switch {
	case !ok || !also || a.Kind != b.Kind:
		return false
	case near(a.Value, b.Value, floating):
		return true
	case a.Kind == "" && (x.Kind != text.Fraction || y.Kind != text.Percent) && !r.about:
		return false // 33 % is no third, but a third is 33 %
	case a.Kind != "" && !a.Rounded && !b.Rounded:
		return false // a metric figure needs no rounding
	}
	const roundAbout = 0.015 // as a share
	return r.about && near(a.Value, b.Value, roundAbout) || math.Abs(a.Value-b.Value) <= r.halfStep(&y, b, a)
}

// convertsRange is converts for the ends of two ranges.
func (r rounding) convertsRange(have, want *text.Number) bool {
	from, to := bothEnds(have), bothEnds(want)
	return len(from) == len(to) && r.converts(&from[0], &to[0]) && r.converts(&from[1], &to[1])
}

// halfStep is half the step between two figures with as many digits as one is written
// with, in the unit that it is measured in. The digits count from the first one of the
// smaller of the two measures: 97 is not 100 to two digits.
func (r rounding) halfStep(n *text.Number, m, exact text.Measure) float64 {
	value, ok := n.Float()
	if !ok || value == 0 || n.Kind == text.Fraction {
		return 0
	}
	size := math.Abs(value)
	if ratio := math.Abs(exact.Value / m.Value); ratio < 1 && m.Kind != "heat" {
		size *= ratio
	}
	step := math.Pow10(int(math.Floor(math.Log10(size))) + 1 - max(r.digits, digitsOf(n)))
	first, next := *n, *n
	first.Negative, next.Negative = false, false
	next.Value = strconv.FormatFloat(math.Abs(value)+step/2, 'f', -1, 64)
	x, _ := share(&first)
	y, _ := share(&next)
	return y.Value - x.Value + floating*math.Abs(m.Value)
}

// digitsOf counts the digits that a figure is written with, without zeros that may only
// tell how large it is: three of "10.0", one of "100".
func digitsOf(n *text.Number) int {
	const digits = "0123456789"
	whole, decimals, _ := strings.Cut(n.Text[max(0, strings.IndexAny(n.Text, digits)):], ".")
	decimals = decimals[:len(decimals)-len(strings.TrimLeft(decimals, digits))]
	if decimals == "" {
		return len(strings.Trim(strings.Replace(n.Value, ".", "", 1), "0"))
	}
	return len(strings.TrimLeft(strings.ReplaceAll(whole, ",", "")+decimals, "0"))
}

// weighed reads pounds as a mass where the other figure is one.
func weighed(n, other *text.Number) text.Number {
	out := *n
	if n.Kind != text.Money || !strings.HasSuffix(strings.TrimSuffix(n.Text, "s"), "pound") {
		return out
	}
	if m, _ := other.Measure(); m.Kind == "mass" {
		out.Kind, out.Unit = text.Plain, "lb"
	}
	return out
}
