package text

import (
	_ "embed"
	"maps"
	"math"
	"strconv"
	"strings"
)

// unitTable lists the units that are converted into each other, and the written
// forms of units that stand for each other.
//
//go:embed units.txt
var unitTable string

// measured is a unit as a multiple of the first unit of its kind.
type measured struct {
	name  string
	kind  string  // "" for a unit that is converted into no other
	times float64 // of the first unit
}

// measuredUnits holds the table by written form.
var measuredUnits = withPowers(readUnits(unitTable))

// withPowers adds the powers of the units of length, which are looked up often.
func withPowers(units map[string]measured) map[string]measured {
	out := maps.Clone(units)
	for form, unit := range units {
		for _, p := range unitPowers {
			if _, listed := out[form+p.sign]; !listed && unit.kind == "length" {
				out[form+p.sign] = unit.raised(p.power)
			}
		}
	}
	return out
}

func readUnits(table string) map[string]measured {
	out := map[string]measured{}
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] == "#" {
			continue
		}
		unit := measured{name: fields[0], kind: strings.Trim(fields[1], "-"), times: 1}
		unit.times = decimalOf(fields[2])
		for _, form := range append(fields[3:], fields[0]) {
			out[form] = unit
			if _, listed := out[form+"s"]; !listed {
				out[form+"s"] = unit
			}
		}
	}
	return out
}

// decimalOf reads a number of the table, which a mistake of the program would spoil.
func decimalOf(number string) float64 {
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		panic("BUG: units.txt: " + err.Error())
	}
	return value
}

// measuredUnit looks a written form up: as it is, folded, with its power or its
// denominator apart.
func measuredUnit(unit string) (measured, bool) {
	if m, ok := measuredUnits[unit]; ok || unit == "" {
		return m, ok
	}
	if base, power := cutPower(unit); power > 0 {
		return raised(base, power)
	}
	if over, under, ratio := strings.Cut(unit, "/"); ratio {
		return ratioOf(over, under)
	}
	if IsUnitSymbol(unit) {
		return measured{name: unit}, false
	}
	m, ok := measuredUnits[Fold(unit)]
	return m, ok
}

// cutPower cuts the power off a unit of area or volume: "m²", "cm3".
func cutPower(unit string) (base string, power int) {
	for _, p := range unitPowers {
		if base, ok := strings.CutSuffix(unit, p.sign); ok && base != "" {
			return base, p.power
		}
	}
	return unit, 0
}

var unitPowers = [...]struct {
	sign  string
	power int
}{{"²", 2}, {"³", 3}, {"2", 2}, {"3", 3}}

// powerSigns write the powers of units.
var powerSigns = [...]string{2: "²", 3: "³"}

func raised(base string, power int) (measured, bool) {
	m, ok := measuredUnit(base)
	if !ok {
		return measured{name: UnitName(base) + powerSigns[power]}, false
	}
	return m.raised(power), true
}

func (m measured) raised(power int) measured {
	m.name += powerSigns[power]
	m.kind += powerSigns[power]
	m.times = math.Pow(m.times, float64(power))
	return m
}

// ratioOf reads a unit with a denominator; one that is converted into no other
// stands in the kind by its name.
func ratioOf(over, under string) (measured, bool) {
	a, ok := measuredUnit(over)
	if !ok || a.kind == "" {
		a = measured{name: UnitName(over), times: 1}
		a.kind = a.name
	}
	b, known := measuredUnit(under)
	if !known || b.kind == "" {
		b = measured{name: UnitName(under), times: 1}
		b.kind = b.name
	}
	rate := measured{name: a.name + "/" + b.name, kind: a.kind + "/" + b.kind}
	rate.times = a.times / b.times
	return rate, true
}

// UnitName returns one name for all written forms of a unit: "mg" for
// "milligrams". Symbols keep their case where it matters.
func UnitName(unit string) string {
	if m, _ := measuredUnit(unit); m.name != "" {
		return m.name
	}
	return unit
}

// Measure is what a number says in the first unit of its kind: 1500 mg and 1.5 g
// are the same measure.
type Measure struct {
	Kind  string // "mass"; for a unit that is converted into no other its name, for a number without a unit ""
	Value float64
}

// Measure converts the value of a number (High and Alt are left alone). ok is
// false for dates, times and whatever else is no decimal number.
func (n *Number) Measure() (m Measure, ok bool) {
	value, ok := n.Float()
	if !ok {
		return m, false
	}
	unit, converts := measuredUnit(n.Unit)
	switch {
	case n.Kind == Money && strings.HasPrefix(n.Unit, "cent"): // also by the hour
		return Measure{Kind: "money", Value: value / 100}, true
	case n.Kind == Money, n.Unit == "":
		return Measure{Kind: n.Unit, Value: value}, true
	case !converts || unit.kind == "":
		return Measure{Kind: UnitName(n.Unit), Value: value}, true
	}
	return Measure{Kind: unit.kind, Value: value * unit.times}, true
}

// Float is the value of a number with its sign; a fraction is divided.
func (n *Number) Float() (value float64, ok bool) {
	switch n.Kind {
	case Date, Time, Ratio, Code:
		return 0, false
	}
	over, under, ratio := strings.Cut(n.Value, "/")
	value, err := strconv.ParseFloat(over, 64)
	if err != nil || ratio != (n.Kind == Fraction) {
		return 0, false
	}
	if ratio {
		by, err := strconv.ParseFloat(under, 64)
		if err != nil || by == 0 {
			return 0, false
		}
		value /= by
	}
	if n.Negative {
		value = -value
	}
	return value, true
}
