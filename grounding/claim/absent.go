package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// area is a part of a source, in bytes, end exclusive.
type area struct {
	source     int
	start, end int
}

// areas returns the sentences of the evidence that the quotes touch; the whole
// sources where nothing is quoted. They are appended to out.
func areas(ev Evidence, out []area) []area {
	for _, q := range ev.Quotes {
		if q.Source < 0 || q.Source >= len(ev.Sources) {
			continue
		}
		src := ev.Sources[q.Source]
		at := src.byteAt(q.Start)
		start, end := src.sentencesAround(at, max(at, src.byteAt(q.End)))
		out = append(out, area{q.Source, start, end})
	}
	if len(out) == 0 {
		for i, src := range ev.Sources {
			out = append(out, area{i, 0, len(src.text)})
		}
	}
	return out
}

// numberFindings tells the numbers of the claim that stand nowhere in the cited
// sources, their metadata or the question.
func (r *reading) numberFindings(ev Evidence) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		if n := &r.numbers[i]; r.isNamePart(n) || n.Unit == "" && n.Kind == lexis.Plain && !comparesByValue(n) {
			continue // "twice" is compared as a word
		}
		ends, count := bounds(&r.numbers[i])
		for k := range ends[:count] {
			if !r.carriedAnywhere(&ends[k]) && !r.excused(ends[k], i, ev) && !restated(ends[k], ev) {
				out = append(out, Finding{CodeNumber, r.missingNumber(&ends[k])})
				break
			}
		}
	}
	return out
}

// isNamePart tells whether a number word is a part of a name: "The Three Owls".
func (r *reading) isNamePart(n *lexis.Number) bool {
	return n.Spelled && n.Unit == "" && n.Start > 0 && 'A' <= r.text[n.Start] && r.text[n.Start] <= 'Z'
}

// bounds returns the two ends of a range as numbers of their own, or the number.
func bounds(n *lexis.Number) (ends [2]lexis.Number, count int) {
	ends[0] = *n
	if n.High == "" {
		return ends, 1
	}
	ends[1] = *n
	ends[0].High, ends[1].High, ends[1].Value, ends[1].Alt = "", "", n.High, ""
	return ends, 2
}

// missingNumber says that a number is missing, beside one that the evidence has
// in its place.
func (r *reading) missingNumber(n *lexis.Number) string {
	for _, a := range r.areas {
		for have := range r.sources[a.source].numbersIn(a.start, a.end) {
			if rival(have, n) {
				return fmt.Sprintf("source %q, answer %q", have.Text, n.Text)
			}
		}
	}
	return fmt.Sprintf("%q is not in the evidence", n.Text)
}

// rival reports whether a number of the evidence is of the kind of the claim's.
func rival(have, want *lexis.Number) bool {
	return have.Kind == want.Kind && (have.Unit == want.Unit || unitName(have.Unit) == unitName(want.Unit)) && (!have.Spelled || want.Spelled || want.Unit != "")
}

// carriedAnywhere reports whether a number of any source carries one of the
// claim.
func (r *reading) carriedAnywhere(n *lexis.Number) bool {
	return slices.ContainsFunc(r.sources, func(s *Source) bool { return s.carries(n) })
}

// carries reports whether a number of the source carries one of a claim.
func (s *Source) carries(want *lexis.Number) bool {
	for have := range s.numbers() {
		if carries(have, want) {
			return true
		}
	}
	return false
}

// carries reports whether a number of the evidence carries one of a claim.
func carries(have, want *lexis.Number) bool {
	if !sameValue(have, want) && (want.Comparison != "≈" || !rounds(have, want)) {
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

// rounds reports whether a number that the claim calls approximate rounds the
// evidence's: close to it, and with fewer digits.
func rounds(have, want *lexis.Number) bool {
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
