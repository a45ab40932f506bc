package claim

import (
	"math"
	"strconv"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// converted reports whether number i states again, in another unit, what the
// one before it states and the evidence has: "350 °F (175 °C)", "5 ft 6 in
// (168 cm)".
func (r *reading) converted(i int) bool {
	if i < 1 {
		return false
	}
	n, before := r.numbers[i], r.numbers[i-1]
	if i > 1 && unitName(r.numbers[i-2].Unit) == "ft" && unitName(before.Unit) == "in" {
		feet, err1 := strconv.ParseFloat(r.numbers[i-2].Value, 64)
		inches, err2 := strconv.ParseFloat(before.Value, 64)
		sum := before
		sum.Value = strconv.FormatFloat(12*feet+inches, 'f', -1, 64)
		if err1 == nil && err2 == nil && converts(sum, n) {
			return true
		}
	}
	if !converts(before, n) {
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

// restated reports whether the evidence has exactly the same quantity in
// another unit of one system: 1500 mg for 1.5 g.
func restated(n lexis.Number, ev Evidence) bool {
	if n.Unit == "" || n.High != "" || n.Comparison == "≈" {
		return false
	}
	for _, src := range ev.Sources {
		for have := range src.numbers() {
			if have.High == "" && have.Negative == n.Negative && sameInOtherUnit(*have, n) {
				return true
			}
		}
	}
	return false
}

// oneWord gives nouns that are a number by themselves.
var oneWord = map[string]lexis.Number{
	"decade": {Value: "10", Unit: "year"}, "century": {Value: "100", Unit: "year"}, "millennium": {Value: "1000", Unit: "year"},
	"fortnight": {Value: "14", Unit: "day"}, "dozen": {Value: "12"},
}

// inOneWord reports whether the evidence says a number of the claim in a noun
// that is one by itself: "the next decade" for "the next ten years".
func (r *reading) inOneWord(n lexis.Number, in []area, ev Evidence) bool {
	if n.Kind != lexis.Plain || n.High != "" || n.Negative {
		return false
	}
	for word, is := range oneWord {
		if is.Value != n.Value || unitName(is.Unit) != unitName(n.Unit) {
			continue
		}
		stem := hash(stem([]byte(word)))
		for _, a := range in {
			src := ev.Sources[a.source]
			for p := src.first(stem); p >= 0; p = src.next[p] {
				if t := &src.tokens[p]; int(t.start) >= a.start && int(t.end) <= a.end && src.uncounted(int(p), word) {
					return true
				}
			}
		}
	}
	return false
}

// uncounted reports whether token i is the word as it stands and no number is
// in front of it: "two decades", "half a dozen" and "the 19th century" are
// other quantities.
func (s *Source) uncounted(i int, word string) bool {
	if t := &s.tokens[i]; !strings.EqualFold(s.text[t.start:t.end], word) {
		return false
	}
	const near = 2 // words: "half a dozen"
	for k := max(0, i-near); k < i; k++ {
		t := &s.tokens[k]
		counts := t.is(numeral) || t.role.Has(lexis.NumberWord|lexis.OrdinalWord)
		if counts && !strings.EqualFold(s.text[t.start:t.end], "last") {
			return false
		}
	}
	return true
}

// sameInOtherUnit compares two quantities of units that are whole multiples of
// each other.
func sameInOtherUnit(a, b lexis.Number) bool {
	if unitName(a.Unit) == unitName(b.Unit) {
		return false
	}
	p, err1 := strconv.ParseFloat(a.Value, 64)
	q, err2 := strconv.ParseFloat(b.Value, 64)
	if err1 != nil || err2 != nil || q == 0 {
		return false
	}
	if a.Kind == lexis.Money && b.Kind == lexis.Money { // a cent is of any currency that has a hundred of them
		return a.Unit == subunit && math.Abs(p-100*q) < exactMoney || b.Unit == subunit && math.Abs(100*p-q) < exactMoney
	}
	over, other := numerators(unitName(a.Unit), unitName(b.Unit))
	u, v := multiples[over], multiples[other]
	const exact = 1e-9
	return u.of != "" && u.of == v.of && math.Abs(p*u.times-q*v.times) <= exact*math.Abs(q*v.times)
}

// subunit is the unit of amounts given in cents; exactMoney the difference, in
// cents, that floating point may make.
const (
	subunit    = "cent"
	exactMoney = 1e-6
)

// multiple is a unit as a multiple of another.
type multiple struct {
	of    string
	times float64
}

var multiples = map[string]multiple{
	"kg": {"g", 1000}, "g": {"g", 1}, "mg": {"g", 1e-3}, "µg": {"g", 1e-6},
	"km": {"m", 1000}, "m": {"m", 1}, "cm": {"m", 1e-2}, "mm": {"m", 1e-3}, "t": {"g", 1e6}, "l": {"l", 1}, "hl": {"l", 100}, "dl": {"l", 0.1}, "cl": {"l", 1e-2}, "ml": {"l", 1e-3},
	"s": {"s", 1}, "min": {"s", 60}, "h": {"s", 3600}, "d": {"s", 86400}, "wk": {"s", 7 * 86400},
	"mo": {"mo", 1}, "yr": {"mo", 12},
}

// converts reports whether two numbers state one quantity in two units, within
// the rounding that such asides have; of ranges both ends.
func converts(a, b lexis.Number) bool {
	if (a.High == "") != (b.High == "") {
		return false
	}
	return converse(a, b, a.Value, b.Value) && (a.High == "" || converse(a, b, a.High, b.High))
}

// converse compares the values x of a's unit and y of b's.
func converse(a, b lexis.Number, x, y string) bool {
	p, err1 := strconv.ParseFloat(x, 64)
	q, err2 := strconv.ParseFloat(y, 64)
	if err1 != nil || err2 != nil {
		return false
	}
	u, v := numerators(unitName(a.Unit), unitName(b.Unit))
	const degrees = 5 // °C to which cooks round
	switch {
	case strings.HasSuffix(u, "F") && strings.HasSuffix(v, "C"):
		return math.Abs((p-32)/1.8-q) <= degrees
	case strings.HasSuffix(u, "C") && strings.HasSuffix(v, "F"):
		return math.Abs((q-32)/1.8-p) <= degrees
	}
	f, ok := factors[u+" "+v]
	if !ok {
		if f, ok = factors[v+" "+u]; ok {
			f = 1 / f
		}
	}
	return ok && math.Abs(p*f-q) <= 0.03*math.Abs(q)
}

// factors convert between units that answers give side by side.
var factors = map[string]float64{
	"in cm": 2.54, "in mm": 25.4, "ft m": 0.3048, "yd m": 0.9144, "mi km": 1.609344, "ft cm": 30.48, "ft in": 12,
	"lb kg": 0.45359237, "lb g": 453.59237, "oz g": 28.349523, "gal l": 3.785412, "oz ml": 29.57353,
	"min s": 60, "h min": 60, "d h": 24, "wk d": 7, "yr mo": 12, "kg g": 1000, "g mg": 1000, "mg µg": 1000, "l ml": 1000,
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

// numerators returns what two named units have in front of a denominator that
// both share or only one spells out; the units as they are for different ones.
func numerators(a, b string) (string, string) {
	a, b = commonUnit(a, b)
	over, under, ratio := strings.Cut(a, "/")
	if other, same := strings.CutSuffix(b, "/"+under); ratio && same {
		return over, other
	}
	return a, b
}

// unitNames brings the written forms of units that answers use for each other
// to one.
var unitNames = func() map[string]string {
	out := map[string]string{}
	for _, group := range strings.Split(strings.TrimSpace(wordLists.Units), "\n") {
		names := strings.Fields(group)
		for _, n := range names {
			out[n] = names[0]
			out[n+"s"] = names[0]
		}
	}
	return out
}()

// unitName returns one name for all written forms of a unit. Symbols keep
// their case where it matters.
func unitName(u string) string {
	if u == "" {
		return ""
	}
	if name, ok := unitNames[u]; ok {
		return name
	}
	for _, sign := range [...]string{"²", "³"} {
		if base, ok := strings.CutSuffix(u, sign); ok {
			return unitName(base) + sign
		}
	}
	if lexis.IsUnitSymbol(u) {
		switch base := u[:len(u)-1]; u[len(u)-1] {
		case '2':
			return unitName(base) + "²"
		case '3':
			return unitName(base) + "³"
		}
		if u == "L" || u == "mL" {
			return strings.ToLower(u)
		}
		return u
	}
	if over, under, ratio := strings.Cut(u, "/"); ratio {
		return unitName(over) + "/" + unitName(under)
	}
	var room [32]byte
	if low, plain := lowered(room[:0], u); plain {
		if name, ok := unitNames[string(low)]; ok {
			return name
		}
	} else if name, ok := unitNames[lexis.Fold(u)]; ok {
		return name
	}
	return u
}
