package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/text"
)

// numberFindings tells the numbers of the claim that stand nowhere in the cited
// sources or their metadata, and that nothing there gives.
func (r *reading) numberFindings(ev Evidence) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		n := &r.numbers[i]
		namePart := n.Spelled && n.Unit == "" && n.Start > 0 && 'A' <= r.said.text[n.Start] && r.said.text[n.Start] <= 'Z' // "The Three Owls"
		if namePart || spelledLoosely(n) || r.said.counts(n) {
			continue
		}
		for _, end := range bothEnds(n) {
			if !r.licensed(&end, ev) {
				out = append(out, Finding{CodeNumber, r.missingNumber(&end)})
				r.asserted = r.asserted || r.asserts(n)
				break
			}
		}
	}
	return out
}

// asserts reports whether the claim says that a number that is absent is so, and a source
// would say it: tables hold sums that nobody wrote down. "Not above 30 °C" states a bound.
func (r *reading) asserts(n *text.Number) bool {
	table := func(s *Source) bool { return s.rows() > 0 }
	return (n.Comparison != "" || !r.said.denied(n.Start)) && !slices.ContainsFunc(r.sources, table)
}

// spelledLoosely reports whether number words are compared where they stand only:
// "twice", "one hour", "a third" are often said otherwise.
func spelledLoosely(n *text.Number) bool {
	if !n.Spelled || n.High != "" {
		return false
	}
	return n.Kind == text.Fraction && strings.HasPrefix(n.Value, "1/") || n.Kind == text.Plain && (n.Value == "1" || !comparesByValue(n))
}

// bothEnds returns the two ends of a range as numbers of their own, or the number.
func bothEnds(n *text.Number) []text.Number {
	low, high := *n, *n
	if n.High == "" {
		return []text.Number{low}
	}
	low.High, high.High, high.Value, high.Alt = "", "", n.High, ""
	return []text.Number{low, high}
}

// missingNumber says that a number is missing, beside one that the evidence has
// in its place.
func (r *reading) missingNumber(n *text.Number) string {
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
func rival(have, want *text.Number) bool {
	if have.Kind != want.Kind || text.UnitName(have.Unit) != text.UnitName(want.Unit) {
		return false
	}
	return !have.Spelled || want.Spelled || want.Unit != ""
}

// licensed reports whether the evidence has a number, or what it follows from. As a rule
// it stands where the quotes do.
func (r *reading) licensed(n *text.Number, ev Evidence) bool {
	for _, a := range r.areas {
		if len(ev.Quotes) > 0 && carriesIn(r.sources[a.source], n, a.start, a.end) {
			return true
		}
	}
	holds := func(s *Source) bool { return s.carries(n) || saysNumber(s, n) || mayCount(s, n) }
	return slices.ContainsFunc(r.sources, holds) || r.titled(n, ev) || r.said.declines() && slices.ContainsFunc(text.Numbers(ev.Question), n.SameValue)
}

// carriesIn reports whether a number among the bytes [from,to) of the source carries one of a
// claim.
func carriesIn(s *Source, want *text.Number, from, to int) bool {
	for have := range s.numbersIn(from, to) {
		if carries(have, want, s.page.lang) {
			return true
		}
	}
	return false
}

// carries reports whether any number of the source carries one of a claim. What only a few claims
// ask is looked for from the beginning on: it stands there, as a rule.
func (s *Source) carries(want *text.Number) bool {
	const few = 16
	if s.asked.Add(1) <= few {
		return carriesIn(s, want, 0, len(s.page.text))
	}
	for have := range s.figures().mayCarry(want) {
		if carries(have, want, s.page.lang) {
			return true
		}
	}
	return false
}

// Bears reports whether a number of a source is one that an answer has: its value or an end of its range, what
// it rounds to, or the same in another unit.
func Bears(have, want *text.Number, lang text.Language) bool { return carries(have, want, lang) }

// carries reports whether a number of the evidence is one of a claim, rounds to it, or is it
// in another unit.
func carries(have, want *text.Number, lang text.Language) bool {
	if !sameValue(have, want, lang) && !rounds(have, want) {
		return converts(have, want)
	}
	return sameMeasure(have, want) && !opposed(have.Comparison, want.Comparison)
}

// sameMeasure reports whether two numbers may count the same thing: no
// percentage against a plain number, no milligrams against grams. A unit that
// only one of them spells out is no difference.
func sameMeasure(have, want *text.Number) bool {
	if (have.Kind == text.Percent) != (want.Kind == text.Percent) {
		return false
	}
	a, b := text.UnitName(have.Unit), text.UnitName(want.Unit)
	if strings.Contains(a, "/") != strings.Contains(b, "/") { // "g/cm³" and "g"
		a, _, _ = strings.Cut(a, "/")
		b, _, _ = strings.Cut(b, "/")
	}
	degrees := a == "°" && strings.HasPrefix(b, a) || b == "°" && strings.HasPrefix(a, b)
	pounds := a == "GBP" && b == "lb" || a == "lb" && b == "GBP" // by the word alone they are one
	return a == "" || b == "" || a == b || degrees || pounds
}

// opposed reports whether two comparisons exclude each other. "More than" and
// "less than" do not: texts state one limit from both of its sides.
func opposed(a, b string) bool { return a == "≤" && b == "≥" || a == "≥" && b == "≤" }

// sameValue compares two numbers as a language reads them. An end of a range in the
// evidence carries a single value; a date carries its parts.
func sameValue(have, want *text.Number, lang text.Language) bool {
	switch {
	case have.Kind == text.Date && want.Kind == text.Ordinal: // "April 24 and 25th"
		return strings.HasSuffix(have.Value, "-"+fmt.Sprintf("%02s", want.Value))
	case have.Kind == text.Date || want.Kind == text.Date:
		return sameDate(have.Value, want.Value) || sameDate(have.Alt, want.Value)
	case have.Negative != want.Negative:
		return false
	case have.Kind == text.Time && want.Bare(): // "eight in the morning"
		return have.Value == hourOf(want, 0) || have.Value == hourOf(want, afternoon)
	case (have.Kind == text.Time) != (want.Kind == text.Time):
		return false
	}
	mine, theirs := want.Value, have.Value
	switch {
	case want.Alt == "" && have.Alt == "":
	case len(lang.WordList("thousands")) == 0, want.Alt != "" && have.Alt == "": // 2,000 is never 2
		mine, theirs = want.Grouped(), have.Grouped()
	default:
		mine, theirs = want.Reading(lang), have.Reading(lang)
	}
	if theirs == mine || have.High == mine && mine != "" {
		return true
	}
	x, ok := have.Float() // "1/2" is 0.5
	y, also := want.Float()
	return ok && also && have.Alt+want.Alt == "" && x == y
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

// sameDate reports whether the ISO date of the evidence is the claim's or says
// more than it: "2018-04-16" carries "2018-04", "--04-16" and "2018".
func sameDate(have, want string) bool {
	if have == "" || want == "" {
		return false
	}
	day, anyYear := strings.CutPrefix(want, "--")
	return strings.HasPrefix(have, want) || anyYear && strings.HasSuffix(have, "-"+day)
}

// rounds reports whether a number that the claim calls approximate, or a bound, rounds the
// evidence's: close to it, on the side of it that is told, and with fewer digits.
func rounds(have, want *text.Number) bool {
	const tolerance, whole = 0.05, 0.15
	if want.Comparison == "" || precision(want.Value) >= precision(have.Value) {
		return false
	}
	h, ok := have.Float()
	w, also := want.Float()
	if !ok || !also {
		return false
	}
	switch want.Comparison {
	case ">", "≥":
		return h > w && near(w, h, tolerance)
	case "<", "≤":
		return h < w && near(w, h, tolerance)
	}
	return near(w, h, tolerance) || w == math.Round(h) && near(w, h, whole) // "about 3" for 3.4
}

// converts reports whether a number is one of the evidence in another unit of one dimension,
// exactly: 1500 mg for 1.5 g, 25 % for a quarter.
func converts(have, want *text.Number) bool {
	const floating = 1e-9 // the difference, as a share, that floating point may make
	if have.Unit == want.Unit && have.Kind == want.Kind && have.High == "" {
		return false
	}
	if have.High != "" && want.High == "" {
		ends := bothEnds(have)
		return converts(&ends[0], want) || converts(&ends[1], want)
	}
	x, ok := share(have)
	y, also := share(want)
	if have.Kind == text.Money && want.Kind == text.Money && strings.HasPrefix(have.Unit, "cent") != strings.HasPrefix(want.Unit, "cent") {
		return near(x.Value, y.Value, floating) // of any currency that has a hundred of them
	}
	return ok && also && x.Kind == y.Kind && near(x.Value, y.Value, floating) && (x.Kind != "" || have.Kind != want.Kind) &&
		(have.Kind != want.Kind || text.UnitName(have.Unit) != text.UnitName(want.Unit))
}

// share is the measure of a number, a percentage as the part of the whole that it is: 25 % is
// a quarter.
func share(n *text.Number) (m text.Measure, ok bool) {
	if m, ok = n.Measure(); n.Kind == text.Percent && m.Kind == "%" {
		m.Kind, m.Value = "", m.Value/100
	}
	return m, ok
}

// near reports whether two values differ by at most a share of the second.
func near(a, b, share float64) bool { return math.Abs(a-b) <= share*math.Abs(b) }

// precision counts the significant digits of a canonical decimal.
func precision(value string) int {
	digits := strings.TrimLeft(strings.Replace(value, ".", "", 1), "0")
	if !strings.Contains(value, ".") {
		digits = strings.TrimRight(digits, "0")
	}
	return len(digits)
}

// saysNumber reports whether the source has a number in a form that is none by itself: a
// code as it is written, "an hour" for 1 hour, "nineteenth" for 19th.
func saysNumber(s *Source, n *text.Number) bool {
	asFigure := func(before, behind rune) bool { return !unicode.IsDigit(before) && !unicode.IsDigit(behind) }
	if (n.Kind == text.Code || strings.ContainsAny(n.Text, "-/")) && occurs(s.unspaced(), unspacedSigns(n.Text), asFigure) {
		return true
	}
	const few = 2 // number words that the reader of numbers passes over: "one", "half"
	value, ok := n.Float()
	measures := n.Unit != "" && n.Kind != text.Ordinal
	if !ok || value > few && n.Kind != text.Ordinal && !measures {
		return false
	}
	words := s.words()
	for _, i := range s.numberWords() {
		said, _ := wordValue(s, &words[i])
		switch {
		case !measures && said == value, n.Kind == text.Percent && said < 1 && said == value/100:
			return true
		case measures && i+1 < len(words):
			next := &words[i+1]
			have := text.Number{Kind: n.Kind, Value: strconv.FormatFloat(said, 'f', -1, 64), Unit: s.page.text[next.start:next.end]}
			if text.IsUnit(have.Unit) && carries(&have, n, s.page.lang) {
				return true
			}
		}
	}
	return false
}

// unspacedSigns is a text in lower case without the spaces that some writers put around
// the signs of a figure: "2008 - 09 - 06", "83 / 100".
func unspacedSigns(s string) string { return signSpaces.Replace(strings.ToLower(s)) }

var signSpaces = strings.NewReplacer(" - ", "-", " / ", "/")

// wordValue is the value of a token as a number word. Texts say one of a thing
// without a number: "an hour", "400 kg per ton".
func wordValue(s *Source, t *token) (value float64, ok bool) {
	word := foldedWord(s.page.text, t)
	if single[word] {
		return 1, true
	}
	if !t.role.Has(text.OrdinalWord | text.NumberWord) {
		return 0, false
	}
	written, _ := s.page.lang.NumberValue(word)
	return (&text.Number{Value: written}).Float()
}

// single are words by which texts say one of a thing without a number.
var single = wordSet("single")

// rows counts the lines of a text that is a table: most of them have as many marks
// between cells as the first that has two or more. 0 for another text.
func (s *Source) rows() int {
	s.rowsOnce.Do(func() { s.rowCount = countRows(s.page.text) })
	return s.rowCount
}

func countRows(s string) int {
	rows, others, columns := 0, 0, 0
	for line := range strings.Lines(s) {
		marks := strings.Count(line, "; ") + strings.Count(line, "|") + strings.Count(line, "\t")
		if columns == 0 && marks >= 2 {
			columns = marks
		}
		if columns > 0 && marks == columns {
			rows++
		} else if strings.TrimSpace(line) != "" {
			others++
		}
	}
	if rows < 2 || rows <= others {
		return 0
	}
	return rows
}

// mayCount reports whether a number may be a count of a table's rows, which nothing in
// the table says.
func mayCount(s *Source, n *text.Number) bool {
	value, err := strconv.Atoi(n.Value)
	return err == nil && n.Bare() && value > 0 && value <= s.rows()
}

// titled reports whether a number of the claim is one of the metadata: a date, a
// year, or a number that has a neighbour of its own there, too ("Windows 11"),
// or stands behind a word for a source ("document 3"). The bare number of a
// chunk's id vouches for no quantity.
func (r *reading) titled(n *text.Number, ev Evidence) bool {
	before, behind := neighbours(r.said.text, n)
	for _, title := range ev.Titles {
		if len(n.Value) == len("2006") && strings.Contains(title, n.Value) {
			return true
		}
		for _, have := range text.Numbers(title) {
			first, last := neighbours(title, &have)
			beside := before != "" && before == first || behind != "" && behind == last
			told := beside || n.Kind.In(text.Date, text.Code) || n.Unit != "" || sourceWords[before]
			if told && (n.Unit == "" || have.Unit != "") && carries(&have, n, r.said.lang) {
				return true
			}
		}
	}
	return false
}

// neighbours are the folded words in front of a number and behind it.
func neighbours(s string, n *text.Number) (before, behind string) {
	return lastWord(s[:n.Start]), text.Fold(text.FirstLetters(strings.TrimLeft(s[n.End:], " -")))
}

// sourceWords stand in front of the number of a source or of a place in one.
var sourceWords = wordSet("sourceWords")
