package claim

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/lexis"
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
		start, end := src.sentencesAround(src.byteAt(q.Start), src.byteAt(q.End))
		out = append(out, area{q.Source, start, end})
	}
	if len(out) == 0 {
		for i, src := range ev.Sources {
			out = append(out, area{i, 0, len(src.text)})
		}
	}
	return out
}

// numberFindings checks every number of the claim.
func (r *reading) numberFindings(ev Evidence, in []area) (out []Finding) {
	if len(r.numbers) == maxNumbers {
		return []Finding{{CodeNumber, fmt.Sprintf("%d numbers or more in one sentence are not checked", maxNumbers)}}
	}
	for i := range r.numbers {
		ends, count := bounds(&r.numbers[i])
		for k := range ends[:count] {
			if d := r.numberDetail(&ends[k], i, ev, in); d != "" {
				out = append(out, Finding{CodeNumber, d})
				break
			}
		}
	}
	return out
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

// numberDetail says what is wrong with number i of the claim, "" for nothing.
func (r *reading) numberDetail(n *lexis.Number, i int, ev Evidence, in []area) string {
	other := ""
	for _, a := range in {
		all := ev.Sources[a.source].numbers()
		for k := range all {
			have := &all[k]
			if have.Start < a.start || have.Start >= a.end {
				continue
			}
			if carries(have, n) {
				return ""
			}
			if rival(have, n) {
				other = have.Text
			}
		}
	}
	if r.excused(*n, i, ev) || restated(*n, in, ev) || r.inOneWord(*n, in, ev) {
		return ""
	}
	elsewhere := false
	for _, src := range ev.Sources {
		elsewhere = elsewhere || carriesAny(src.numbers(), n)
	}
	switch {
	case elsewhere && other == "":
		return ""
	case elsewhere:
		return fmt.Sprintf("%q stands outside the quote, which has %q", n.Text, other)
	case other != "":
		return fmt.Sprintf("%q is not in the evidence, which has %q", n.Text, other)
	}
	return fmt.Sprintf("%q is not in the evidence", n.Text)
}

// rival reports whether a number of the evidence is of the kind of the claim's.
func rival(have, want *lexis.Number) bool {
	return have.Kind == want.Kind && (have.Unit == want.Unit || unitName(have.Unit) == unitName(want.Unit)) && (!have.Spelled || want.Spelled || want.Unit != "")
}

// excused tells numbers that need not stand in the evidence as digits: small
// counts of what the answer lists, a number in the metadata, one in a claim
// about the user that echoes the question, an exact conversion of units, "one"
// where the evidence says "a", and ordinals that it spells out.
func (r *reading) excused(n lexis.Number, i int, ev Evidence) bool {
	switch {
	case n.Kind == lexis.Fraction && holdsFraction(n.Value, ev):
		return true
	case n.Kind == lexis.Code && (r.holdsText(n.Text, ev) || dimensions(n.Text, ev)):
		return true
	case n.Kind == lexis.Date && inParts(n.Value, ev):
		return true
	case r.inPeriod(n, ev):
		return true
	case r.counts(n) || r.converted(i, ev) || r.spelled(n, ev) || r.inName(n, ev.Question):
		return true
	}
	for _, t := range ev.Titles {
		if carriesAny(numbers(t), &n) || len(n.Value) == 4 && strings.Contains(t, n.Value) {
			return true
		}
	}
	return r.echoesNumber(n, ev.Question)
}

// echoesNumber reports whether a number only repeats the question, where the
// claim may do so: it speaks about the user, says that the evidence does not
// tell, or names a year where the evidence names none.
func (r *reading) echoesNumber(n lexis.Number, question string) bool {
	if !strings.ContainsAny(question, "0123456789") {
		return false
	}
	if r.framing(n) {
		return strings.Contains(question, n.Value)
	}
	if !r.aboutUser() && !r.refuses {
		return false
	}
	for _, q := range numbers(question) {
		if carries(&q, &n) || sameValue(&q, &n) && r.refuses {
			return true
		}
	}
	return false
}

// inName reports whether a number word is a part of a name that the question
// has: "The Four Tops".
func (r *reading) inName(n lexis.Number, question string) bool {
	if !n.Spelled || n.Start == 0 || n.Unit != "" || len(question) > mostAsked {
		return false
	}
	first, _ := utf8.DecodeRuneInString(n.Text)
	behind := strings.TrimLeft(r.text[n.End:], " ")
	next, _ := utf8.DecodeRuneInString(behind)
	if !unicode.IsUpper(first) || !unicode.IsUpper(next) {
		return false
	}
	name := n.Text + " " + firstWord(behind)
	return strings.Contains(strings.ToLower(question), strings.ToLower(name))
}

// mostAsked is how many bytes of a question are looked through for a name.
const mostAsked = 4096

// framing reports whether n is a year and the evidence has no year at all: one
// that the question brought up is then a frame, not a fact.
func (r *reading) framing(n lexis.Number) bool {
	if !isYear(n) {
		return false
	}
	for _, src := range r.sources {
		for _, have := range src.numbers() {
			if isYear(have) || have.Kind == lexis.Date {
				return false
			}
		}
	}
	return true
}

// isYear reports whether n looks like a year of our times.
func isYear(n lexis.Number) bool {
	return n.Kind == lexis.Plain && n.Unit == "" && len(n.Value) == len("2006") && n.Text == n.Value &&
		(strings.HasPrefix(n.Value, "19") || strings.HasPrefix(n.Value, "20"))
}

// inPeriod reports whether a century or a decade of the claim ("20th century",
// "1930s") holds a year that the evidence has.
func (r *reading) inPeriod(n lexis.Number, ev Evidence) bool {
	v, err := strconv.Atoi(n.Value)
	if err != nil {
		return false
	}
	first, years := v, 0
	switch rest := strings.TrimLeft(r.text[n.End:], " -"); {
	case n.Kind == lexis.Ordinal && strings.EqualFold(firstWord(rest), "century"):
		first, years = 100*(v-1), 100
	case strings.HasPrefix(r.text[n.End:], "s") || strings.HasSuffix(n.Text, "s"):
		if v >= 1000 && v%10 == 0 {
			years = 10
		}
	}
	for _, src := range ev.Sources {
		for _, have := range src.numbers() {
			year, err := strconv.Atoi(have.Value[:min(4, len(have.Value))])
			if err == nil && year >= max(first, 1000) && year < first+years && (have.Kind == lexis.Date || len(have.Value) == 4) {
				return true
			}
		}
	}
	return false
}

// inParts reports whether the evidence has the year and the rest of a date
// apart from each other.
func inParts(date string, ev Evidence) bool {
	if len(date) < len("2006-01") || date[0] == '-' {
		return false
	}
	year, rest := false, false
	for _, src := range ev.Sources {
		for _, have := range src.numbers() {
			year = year || have.Value == date[:4]
			rest = rest || have.Kind == lexis.Date && sameDate(have.Value, "-"+date[4:])
		}
	}
	return year && rest
}

// dimensions reports whether the evidence has all parts of a code such as
// "8x8" as numbers.
func dimensions(code string, ev Evidence) bool {
	for part := range strings.SplitSeq(strings.ToLower(code), "x") {
		if _, err := strconv.Atoi(part); err != nil {
			return false
		}
		found := false
		for _, src := range ev.Sources {
			for _, have := range src.numbers() {
				found = found || have.Value == part
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func carriesAny(have []lexis.Number, want *lexis.Number) bool {
	for i := range have {
		if carries(&have[i], want) {
			return true
		}
	}
	return false
}

// listed are nouns by which an answer counts its own points.
var listed = set(`
	way ways type types option options method methods step steps kind kinds main reason reasons factor factors example
	examples passage passages source sources category categories part parts thing things point points group groups
	aspect aspects component components term terms concept concepts side sides approach approaches technique techniques
	item items phase phases sentence sentences document documents stage stages idea ideas
	arten möglichkeiten schritte gründe punkte façons types étapes raisons points maneras tipos pasos razones modi tipi manieren`)

// counts reports whether n is a small count of the answer's own points ("two
// options"), or stands for things named before it ("one of them", "the two
// are"). A count that the evidence gives of the same things is a fact.
func (r *reading) counts(n lexis.Number) bool {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v > 12 || n.Unit != "" || n.Kind != lexis.Plain {
		return false
	}
	const near = 3 // words: "two very important aspects"
	i := 0
	for word := range strings.FieldsFuncSeq(r.text[n.End:], notLetter) {
		word = strings.ToLower(word)
		if i == 0 && r.standsFor(n, v, word) || listed[word] && !r.evidenceCounts(word) {
			return true
		}
		if i++; i == near {
			break
		}
	}
	return i == 0 && r.standsFor(n, v, "")
}

// standsFor reports whether a number word is a pronoun: "one of them", "the
// two are alike". "Closes at eight on Sundays" has a figure in the same place.
func (r *reading) standsFor(n lexis.Number, v int, next string) bool {
	if !n.Spelled || next != "" && !r.lang.Class(next).Has(function|lexis.Modal) {
		return false
	}
	switch lastWord(r.text[:n.Start]) {
	case "the", "these", "those", "its", "their", "both", "all", "die", "diese", "les", "ces", "los", "las", "estos", "i", "gli", "le", "os", "as", "de":
		return v <= 3
	case "at", "by", "until", "till", "from", "after", "before", "to", "than", "for", "um", "bis", "ab", "à", "jusqu'à", "a", "hasta", "até", "tot":
		return false
	}
	return v == 1 && next != ""
}

// evidenceCounts reports whether the evidence itself counts things of a name.
func (r *reading) evidenceCounts(name string) bool {
	const near = 3
	for _, src := range r.sources {
		for _, have := range src.numbers() {
			i := 0
			for word := range strings.FieldsFuncSeq(src.text[min(have.End, len(src.text)):], notLetter) {
				if strings.EqualFold(word, name) {
					return true
				}
				if i++; i == near {
					break
				}
			}
		}
	}
	return false
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// holdsText reports whether the evidence has a code as it is written.
func (r *reading) holdsText(code string, ev Evidence) bool {
	for _, src := range ev.Sources {
		if strings.Contains(strings.ToLower(src.text), strings.ToLower(code)) {
			return true
		}
	}
	return false
}

// aboutUser reports whether the claim speaks to the user about what they said.
func (r *reading) aboutUser() bool {
	for i := range r.tokens {
		if r.tokens[i].has(addressTrait) {
			return true
		}
	}
	return false
}

// addresses are the words by which one speaks to somebody.
var addresses = set("you your sie ihre ihr du deine vous votre usted tu você lei u je вы")

// spelled looks for a number in words that a number parser passes over: "an
// hour" for 1 hour, "nineteenth" for 19th.
func (r *reading) spelled(n lexis.Number, ev Evidence) bool {
	if n.Kind != lexis.Ordinal && n.Value != "1" && n.Value != "0.5" && n.Value != "2" {
		return false
	}
	for _, src := range ev.Sources {
		for i := range src.tokens {
			t := &src.tokens[i]
			if !t.role.Has(lexis.OrdinalWord|lexis.NumberWord) && t.end-t.start > int32(len("every")) {
				continue
			}
			w := lexis.Fold(src.text[t.start:t.end])
			v, ok := src.lang.NumberValue(w)
			ok = ok && v == n.Value || n.Value == "1" && single[w]
			if ok && (n.Unit == "" || n.Kind == lexis.Ordinal || i+1 < len(src.tokens) && src.unitAt(i+1) == unitName(n.Unit)) {
				return true
			}
		}
	}
	return false
}

// single are words by which texts say one of a thing without a number: "an
// hour", "400 kg per ton".
var single = set("a an per each every pro je par por ogni elke")

// vulgar maps fractions to their signs and decimals.
var vulgar = map[string][]string{
	"1/2": {"½", ".5", "half"}, "1/4": {"¼", ".25", "quarter"}, "3/4": {"¾", ".75", "three quarters"},
	"1/3": {"⅓", "third"}, "2/3": {"⅔", "two thirds"}, "1/8": {"⅛", "eighth"},
}

// holdsFraction reports whether the evidence writes a fraction another way.
func holdsFraction(value string, ev Evidence) bool {
	for _, src := range ev.Sources {
		for _, form := range vulgar[value] {
			if strings.Contains(src.text, form) {
				return true
			}
		}
	}
	return false
}

// unitAt returns the name of the unit that token i may be.
func (s *Source) unitAt(i int) string {
	return unitName(s.text[s.tokens[i].start:s.tokens[i].end])
}
