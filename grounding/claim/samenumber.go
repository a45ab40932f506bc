package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// carries reports whether a number of the evidence carries one of a claim.
func carries(have, want *lexis.Number) bool {
	if !sameValue(have, want) && (want.Comparison != "≈" || !near(have, want)) {
		return false
	}
	return sameMeasure(have, want) && !opposed(have.Comparison, want.Comparison)
}

// sameMeasure reports whether two numbers may count the same thing: no
// percentage against a plain number, no milligrams against grams. A unit that
// only one of them spells out is no difference.
func sameMeasure(have, want *lexis.Number) bool {
	if (have.Kind == lexis.Percent) != (want.Kind == lexis.Percent) {
		return false
	}
	a, b := unitName(have.Unit), unitName(want.Unit)
	a, b = commonUnit(a, b)
	return a == "" || b == "" || a == b || a == "°" && strings.HasPrefix(b, a) || b == "°" && strings.HasPrefix(a, b)
}

// opposed reports whether two comparisons exclude each other. "More than" and
// "less than" do not: texts state one limit from both of its sides.
func opposed(a, b string) bool { return a == "≤" && b == "≥" || a == "≥" && b == "≤" }

// sameValue compares the readings of two numbers. An end of a range in the
// evidence carries a single value; a date carries its parts.
func sameValue(have, want *lexis.Number) bool {
	if have.Negative != want.Negative && have.Kind != lexis.Date {
		return false
	}
	if have.Kind == lexis.Date && want.Kind == lexis.Ordinal { // "April 24 and 25th"
		return strings.HasSuffix(have.Value, "-"+fmt.Sprintf("%02s", want.Value))
	}
	if have.Kind == lexis.Date || want.Kind == lexis.Date {
		return sameDate(have.Value, want.Value) || have.Alt != "" && sameDate(have.Alt, want.Value)
	}
	if (have.Kind == lexis.Time) != (want.Kind == lexis.Time) {
		return onTheHour(have, want) || onTheHour(want, have)
	}
	for _, h := range [...]string{have.Value, have.Alt, have.High} {
		if h != "" && (h == want.Value || h == want.Alt) {
			return true
		}
	}
	return false
}

// onTheHour reports whether a time is a whole hour that the other has as "18 h".
func onTheHour(time, other *lexis.Number) bool {
	hour, whole := strings.CutSuffix(time.Value, ":00")
	return time.Kind == lexis.Time && whole && unitName(other.Unit) == "h" && strings.TrimLeft(hour, "0") == other.Value
}

// sameDate reports whether the ISO date of the evidence is the claim's or says
// more than it: "2018-04-16" carries "2018-04", "--04-16" and "2018".
func sameDate(have, want string) bool {
	return want != "" && (strings.HasPrefix(have, want) || strings.HasSuffix(have, "-"+strings.TrimLeft(want, "-")) && strings.HasPrefix(want, "--"))
}

// near reports whether a number that the claim calls approximate rounds the
// evidence's: close to it, and with fewer digits.
func near(have, want *lexis.Number) bool {
	const tolerance, whole = 0.05, 0.15
	h, err1 := strconv.ParseFloat(have.Value, 64)
	w, err2 := strconv.ParseFloat(want.Value, 64)
	if err1 != nil || err2 != nil || have.Negative != want.Negative {
		return false
	}
	if precision(want.Value) >= precision(have.Value) {
		return false
	}
	return math.Abs(h-w) <= tolerance*math.Abs(h) || w == math.Round(h) && math.Abs(h-w) <= whole*math.Abs(h) // "about 3" for 3.4
}

// precision counts the significant digits of a canonical decimal.
func precision(value string) int {
	digits := strings.TrimLeft(strings.Replace(value, ".", "", 1), "0")
	if !strings.Contains(value, ".") {
		digits = strings.TrimRight(digits, "0")
	}
	return len(digits)
}
