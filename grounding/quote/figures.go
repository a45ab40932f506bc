package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// sameThousands reports whether two spans are surely one number whose thousands
// are set off in two ways, by commas and by spaces: "136 000 mg" and "136,000 mg".
func (a *alignment) sameThousands(e edit) bool {
	points := strings.ContainsAny(a.s.text.characters(e.source)+a.s.snippet.characters(e.snippet), ".'")
	return !points && a.regrouped(e) && sure(a.s.text, e.source) && sure(a.s.snippet, e.snippet)
}

// sure reports whether a number in groups is one number: its groups are joined by
// a sign, or by spaces that are no others.
func sure(t *Text, s span) bool { return s.end-s.first == 1 || t.groupsThousands(s) }

// regrouped reports whether two spans are one number whose thousands are set off
// in two ways: "136 000" and "136,000".
func (a *alignment) regrouped(e edit) bool {
	return grouped(a.s.text, e.source) && grouped(a.s.snippet, e.snippet) &&
		thousands.Replace(a.s.text.characters(e.source)) == thousands.Replace(a.s.snippet.characters(e.snippet))
}

var thousands = strings.NewReplacer(",", "", ".", "", "'", "")

// grouped reports whether a span is one number in groups of three digits.
func grouped(t *Text, s span) bool {
	for i := s.first; i < s.end; i++ {
		if t.tokens[i].flags&hasDigit == 0 || i > s.first && t.tokens[i].gap != gapSpace {
			return false
		}
	}
	groups := strings.FieldsFunc(t.original[t.tokens[s.first].start:t.tokens[s.end-1].end],
		func(r rune) bool { return r < '0' || r > '9' })
	for i, group := range groups {
		if i > 0 && len(group) != 3 || len(group) > 3 {
			return false
		}
	}
	return len(groups) > 1
}

// phrase is token i with its neighbour where it is a number or a unit, so that
// a detail reads "5 mg" and not "5".
func (s *search) phrase(t *Text, i int) string {
	from, to := i, i
	if t.tokens[i].flags&hasDigit != 0 && i+1 < len(t.tokens) && t.tokens[i+1].gap&^gapSpace == 0 {
		to++
	}
	if i > 0 && t.tokens[i-1].flags&hasDigit != 0 && t.tokens[i].gap&^gapSpace == 0 {
		from--
	}
	return s.quote(t, from, to)
}

// equalNumbers reports whether two tokens are one number in two notations:
// 1,5 and 1.5, five and 5.
func (s *search) equalNumbers(i, j int) bool {
	if !isNumberToken(s.text, i) || !isNumberToken(s.snippet, j) {
		return false
	}
	a, aok := single(s.text, i)
	b, bok := single(s.snippet, j)
	return aok && bok && a == b && bare(s.text, i, a) == bare(s.snippet, j, a)
}

// ungrouped reports whether one of two tokens sets off its thousands by commas
// and the other does not, in a language where a comma is nothing else. Arabic has
// a sign of its own for that, and hardly writes a comma for a point.
func (s *search) ungrouped(i, j int) bool {
	switch s.text.language() {
	case lexis.English, lexis.Chinese, lexis.Japanese, lexis.Arabic:
	default:
		return false
	}
	a, b := s.text.word(i), s.snippet.word(j)
	if strings.Contains(b, ",") {
		a, b = b, a
	}
	a, fraction, _ := strings.Cut(a, ".")
	if fraction != "" && !strings.HasSuffix(b, "."+fraction) {
		return false
	}
	b = strings.TrimSuffix(b, "."+fraction)
	groups := strings.Split(a, ",")
	if len(groups) < 2 || strings.Join(groups, "") != b || len(groups[0]) > 3 {
		return false
	}
	for k, group := range groups {
		if strings.Trim(group, "0123456789") != "" || k > 0 && len(group) != 3 {
			return false
		}
	}
	return groups[0] != "" && groups[0] != "0"
}

// counters are the signs of Japanese that count months and places: 1か月, 1ヶ月.
var counters = lexis.WordSet("counters")

// counter reports whether two tokens behind a number are such signs.
func (s *search) counter(i, j int) bool {
	return i > 0 && s.text.tokens[i-1].flags&hasDigit != 0 && counters[s.text.word(i)] && counters[s.snippet.word(j)]
}

// times reports whether two tokens are the sign between the sides of an area,
// which many write as a letter: 2.3 x 1.8, 2.3 × 1.8.
func (s *search) times(i, j int) bool {
	pair := s.text.word(i) + s.snippet.word(j)
	return (pair == "x×" || pair == "×x") && i > 0 && i+1 < len(s.text.tokens) &&
		s.text.tokens[i-1].flags&s.text.tokens[i+1].flags&hasDigit != 0
}

// bare is the digits of a number token without separators, the given value for
// a number word: 3,5 and 3.5 have the same, 3.50 and 3.5 do not.
func bare(t *Text, i int, value string) string {
	text := t.word(i)
	if t.tokens[i].flags&hasDigit == 0 {
		text = value
	}
	return strings.NewReplacer(".", "", ",", "", "'", "").Replace(text)
}

func isNumberToken(t *Text, i int) bool {
	return t.tokens[i].flags&hasDigit != 0 || t.plays(t.word(i), lexis.NumberWord)
}

// single reads token i as a number; an ambiguous notation is none.
func single(t *Text, i int) (value string, ok bool) {
	if value, ok := t.valueOf(t.word(i)); ok {
		return value, true
	}
	numbers := lexis.Numbers(t.raw(i))
	if len(numbers) != 1 || numbers[0].Alt != "" || numbers[0].Kind != lexis.Plain || numbers[0].High != "" {
		return "", false
	}
	value = numbers[0].Value
	if numbers[0].Negative {
		value = "-" + value
	}
	return value, numbers[0].End == len(t.raw(i))
}
