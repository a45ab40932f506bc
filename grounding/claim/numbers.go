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
// sources, their metadata or the question, and that nothing there gives.
func (r *reading) numberFindings(ev Evidence) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		n := &r.numbers[i]
		if r.isNamePart(n) || spelledLoosely(n) || r.counts(n) || r.converted(i) {
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
	return (n.Comparison != "" || !r.denied(n.Start)) && !slices.ContainsFunc(r.sources, table)
}

// spelledLoosely reports whether number words are compared where they stand only:
// "twice", "one hour", "a third" are often said otherwise.
func spelledLoosely(n *text.Number) bool {
	if !n.Spelled || n.High != "" {
		return false
	}
	return n.Kind == text.Fraction && strings.HasPrefix(n.Value, "1/") || n.Kind == text.Plain && (n.Value == "1" || !comparesByValue(n))
}

// isNamePart reports whether a number word is a part of a name: "The Three Owls".
func (r *reading) isNamePart(n *text.Number) bool {
	return n.Spelled && n.Unit == "" && n.Start > 0 && 'A' <= r.text[n.Start] && r.text[n.Start] <= 'Z'
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
	if len(ev.Quotes) > 0 {
		for _, a := range r.areas {
			if r.sources[a.source].carriesIn(n, a.start, a.end) {
				return true
			}
		}
	}
	for _, holds := range sourceRules {
		if slices.ContainsFunc(r.sources, func(s *Source) bool { return holds(s, n) }) {
			return true
		}
	}
	for _, holds := range claimRules {
		if holds(r, n, ev) {
			return true
		}
	}
	return false
}

// The rules by which a source has a number, and by which the evidence as a whole does.
var (
	sourceRules = [...]func(*Source, *text.Number) bool{(*Source).carries, (*Source).saysNumber, (*Source).mayGive, (*Source).mayCount}
	claimRules  = [...]func(*reading, *text.Number, Evidence) bool{
		(*reading).inPeriod, (*reading).inParts, (*reading).titled, (*reading).echoesNumber,
	}
)

// carriedAnywhere reports whether a number of any source carries one of the
// claim.
func (r *reading) carriedAnywhere(n *text.Number) bool {
	return slices.ContainsFunc(r.sources, func(s *Source) bool { return s.carries(n) })
}

// carries reports whether a number of the source carries one of a claim.
func (s *Source) carries(want *text.Number) bool { return s.carriesIn(want, 0, len(s.text)) }

// carriesIn reports it of the numbers in the bytes [from,to).
func (s *Source) carriesIn(want *text.Number, from, to int) bool {
	for have := range s.numbersIn(from, to) {
		if carries(have, want) || restates(have, want) {
			return true
		}
	}
	return false
}

// rows counts the lines of a text that is a table: most of them have as many marks
// between cells as the first that has two or more. 0 for another text.
func (s *Source) rows() int {
	rows, others, columns := 0, 0, 0
	for line := range strings.Lines(s.text) {
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
func (s *Source) mayCount(n *text.Number) bool {
	value, err := strconv.Atoi(n.Value)
	return err == nil && n.Bare() && value > 0 && value <= s.rows()
}

// mayGive reports whether a number of the source may be one of a claim in another form:
// 30 days for a month, "one in five" for 20 %, "doubled" for 100 %.
func (s *Source) mayGive(want *text.Number) bool {
	m, ok := share(want)
	if !ok {
		return false
	}
	for have := range s.numbers() {
		if x, ok := have.Measure(); ok && m.MayBe(x) || want.Kind == text.Percent && have.Kind == text.Fraction && isShare(x, m) {
			return true
		}
	}
	return want.Kind == text.Percent && s.multiplies(m.Value)
}

// isShare reports whether a fraction is a percentage, which may be rounded.
func isShare(fraction, percent text.Measure) bool {
	const off = 0.005
	return fraction.Kind == "" && math.Abs(fraction.Value-percent.Value) < off
}

// multiples are words that make a thing so many times as much.
var multiples = text.Pairs("multiples")

// multiplies reports whether a word of the source makes a thing so many times as much,
// or more by so much: "doubled" for 200 % and for 100 %.
func (s *Source) multiplies(value float64) bool {
	for i := range s.tokens {
		times, err := strconv.ParseFloat(multiples[foldedWord(s.text, &s.tokens[i])], 64)
		if err == nil && (times == value || math.Abs(times-1) == value) {
			return true
		}
	}
	return false
}

// saysNumber reports whether the source has a number in a form that is none by itself: a
// code as it is written, "an hour" for 1 hour, "nineteenth" for 19th.
func (s *Source) saysNumber(n *text.Number) bool {
	if (n.Kind == text.Code || strings.ContainsAny(n.Text, "-/")) && occurs(unspacedSigns(s.text), unspacedSigns(n.Text), asFigure) {
		return true
	}
	const few = 2 // number words that the reader of numbers passes over: "one", "half"
	value, ok := n.Float()
	if !ok {
		return false
	}
	for i := range s.tokens {
		said, ok := s.wordValue(i)
		if passedOver := said == 1 || value <= few || n.Kind == text.Ordinal; ok && passedOver && s.measures(i, said, n) {
			return true
		}
	}
	return false
}

// asFigure tells that a figure is a whole one.
func asFigure(before, behind rune) bool { return !unicode.IsDigit(before) && !unicode.IsDigit(behind) }

// unspacedSigns is a text in lower case without the spaces that some writers put around
// the signs of a figure: "2008 - 09 - 06", "83 / 100".
func unspacedSigns(s string) string { return signSpaces.Replace(strings.ToLower(s)) }

var signSpaces = strings.NewReplacer(" - ", "-", " / ", "/")

// wordValue is the value of token i as a number word. Texts say one of a thing
// without a number: "an hour", "400 kg per ton".
func (s *Source) wordValue(i int) (value float64, ok bool) {
	t := &s.tokens[i]
	word := foldedWord(s.text, t)
	if single[word] {
		return 1, true
	}
	if !t.role.Has(text.OrdinalWord | text.NumberWord) {
		return 0, false
	}
	written, ok := s.lang.NumberValue(word)
	if !ok {
		return 0, false
	}
	return (&text.Number{Value: written}).Float()
}

// single are words by which texts say one of a thing without a number; articles
// are those that may stand for an amount in another unit: "an hour", "the next
// decade".
var (
	single       = wordSet("single")
	onesArticles = wordSet("onesArticles")
)

// measures reports whether a value and the unit behind token i say what a number
// does: "an hour", "a decade" for ten years.
func (s *Source) measures(i int, value float64, n *text.Number) bool {
	if n.Unit == "" || n.Kind == text.Ordinal {
		want, _ := n.Float()
		return value == want
	}
	if i+1 == len(s.tokens) {
		return false
	}
	next := &s.tokens[i+1]
	said := text.Number{Kind: n.Kind, Value: strconv.FormatFloat(value, 'f', -1, 64), Unit: s.text[next.start:next.end]}
	have, _ := said.Measure()
	want, ok := n.Measure()
	if text.UnitName(said.Unit) != text.UnitName(n.Unit) && !onesArticles[foldedWord(s.text, &s.tokens[i])] {
		return false // "per hour" says nothing of 60 minutes
	}
	return ok && have.Kind == want.Kind && near(have.Value, want.Value, floating)
}

// carries reports whether a number of the evidence carries one of a claim.
func carries(have, want *text.Number) bool {
	if !sameValue(have, want) && !rounds(have, want) {
		return false
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
	a, b := commonUnit(text.UnitName(have.Unit), text.UnitName(want.Unit))
	a, b = strings.TrimPrefix(a, apartUnit), strings.TrimPrefix(b, apartUnit)
	degrees := a == "°" && strings.HasPrefix(b, a) || b == "°" && strings.HasPrefix(a, b)
	return a == "" || b == "" || a == b || degrees
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

// opposed reports whether two comparisons exclude each other. "More than" and
// "less than" do not: texts state one limit from both of its sides.
func opposed(a, b string) bool { return a == "≤" && b == "≥" || a == "≥" && b == "≤" }

// sameValue compares the readings of two numbers. An end of a range in the
// evidence carries a single value; a date carries its parts.
func sameValue(have, want *text.Number) bool {
	switch {
	case have.Kind == text.Date && want.Kind == text.Ordinal: // "April 24 and 25th"
		return strings.HasSuffix(have.Value, "-"+fmt.Sprintf("%02s", want.Value))
	case have.Kind == text.Date || want.Kind == text.Date:
		return sameDate(have.Value, want.Value) || sameDate(have.Alt, want.Value)
	case have.Negative != want.Negative:
		return false
	case (have.Kind == text.Time) != (want.Kind == text.Time):
		return false
	}
	for _, h := range [...]string{have.Value, have.Alt, have.High} {
		if h != "" && (h == want.Value || h == want.Alt) {
			return true
		}
	}
	x, ok := have.Float() // "1/2" is 0.5
	y, ok2 := want.Float()
	return ok && ok2 && x == y
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
	h, ok := have.Float()
	w, ok2 := want.Float()
	if !ok || !ok2 || precision(want.Value) >= precision(have.Value) {
		return false
	}
	switch want.Comparison {
	case "":
		return false
	case ">", "≥":
		return h > w && near(w, h, tolerance)
	case "<", "≤":
		return h < w && near(w, h, tolerance)
	}
	return near(w, h, tolerance) || w == math.Round(h) && near(w, h, whole) // "about 3" for 3.4
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

// titled reports whether a number of the claim is one of the metadata: a date, a
// year, or a number that has a neighbour of its own there, too ("Windows 11"),
// or stands behind a word for a source ("document 3"). The bare number of a
// chunk's id vouches for no quantity.
func (r *reading) titled(n *text.Number, ev Evidence) bool {
	return slices.ContainsFunc(ev.Titles, func(title string) bool { return r.titledBy(n, title) })
}

// titledBy reports it of one title.
func (r *reading) titledBy(n *text.Number, title string) bool {
	if len(n.Value) == len("2006") && strings.Contains(title, n.Value) {
		return true
	}
	before, behind := neighbours(r.text, n)
	for _, have := range text.Numbers(title) {
		if !carries(&have, n) || n.Unit != "" && have.Unit == "" {
			continue
		}
		first, last := neighbours(title, &have)
		beside := sameWord(before, first) || sameWord(behind, last)
		if beside || n.Kind.In(text.Date, text.Code) || n.Unit != "" || sourceWords[before] {
			return true
		}
	}
	return false
}

// sameWord reports whether two words are one, and any at all.
func sameWord(a, b string) bool { return a != "" && a == b }

// neighbours are the folded words in front of a number and behind it.
func neighbours(s string, n *text.Number) (before, behind string) {
	return lastWord(s[:n.Start]), text.Fold(text.FirstLetters(strings.TrimLeft(s[n.End:], " -")))
}

// sourceWords stand in front of the number of a source or of a place in one.
var sourceWords = wordSet("sourceWords")

// echoesNumber reports whether a number only repeats the question in a claim which says
// that the evidence does not tell.
func (r *reading) echoesNumber(n *text.Number, ev Evidence) bool {
	return r.refuses && slices.ContainsFunc(text.Numbers(ev.Question), func(q text.Number) bool { return sameValue(&q, n) })
}

// inPeriod reports whether a century or a decade of the claim ("20th century",
// "1930s") holds a year that the evidence has.
func (r *reading) inPeriod(n *text.Number, _ Evidence) bool {
	v, err := strconv.Atoi(n.Value)
	if err != nil {
		return false
	}
	rest := r.text[n.End:]
	first, years := v, 10
	switch {
	case n.Kind == text.Ordinal && strings.EqualFold(text.FirstLetters(strings.TrimLeft(rest, " -")), "century"):
		first, years = 100*(v-1), 100
	case !strings.HasPrefix(rest, "s") && !strings.HasSuffix(n.Text, "s"), v < 1000, v%10 != 0:
		return false
	}
	for _, src := range r.sources {
		for have := range src.numbers() {
			if year := yearOf(have); year >= first && year < first+years {
				return true
			}
		}
	}
	return false
}

// yearOf is the year that a number may be or that a date has, 0 for none.
func yearOf(n *text.Number) int {
	const digits = len("2006")
	if len(n.Value) < digits || len(n.Value) > digits && n.Kind != text.Date {
		return 0
	}
	year, err := strconv.Atoi(n.Value[:digits])
	if err != nil || year < 1000 {
		return 0
	}
	return year
}

// inParts reports whether the evidence has the year and the rest of a date
// apart from each other.
func (r *reading) inParts(n *text.Number, _ Evidence) bool {
	date := n.Value
	if n.Kind != text.Date || len(date) < len("2006-01") || date[0] == '-' {
		return false
	}
	year, rest := false, false
	for _, src := range r.sources {
		for have := range src.numbers() {
			year = year || have.Value == date[:4]
			rest = rest || have.Kind == text.Date && sameDate(have.Value, "-"+date[4:])
		}
		rest = rest || len(date) == len("2006-01") && src.hasDay(text.Fold(text.FirstLetters(n.Text)))
	}
	return year && rest
}
