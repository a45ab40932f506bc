package claim

import (
	"strconv"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// excused tells numbers that need not stand in the evidence as digits: small
// counts of what the answer lists, a number in the metadata, one in a claim
// about the user that echoes the question, an exact conversion of units, "one"
// where the evidence says "a", and ordinals that it spells out.
func (r *reading) excused(n lexis.Number, i int, ev Evidence) bool {
	switch {
	case n.Kind == lexis.Fraction && holdsFraction(n.Value, ev):
		return true
	case n.Kind == lexis.Code && r.holdsText(n.Text, ev):
		return true
	case n.Kind == lexis.Date && inParts(n.Value, ev):
		return true
	case r.inPeriod(n, ev):
		return true
	case r.counts(n) || r.converted(i) || r.spelled(n, ev):
		return true
	}
	for _, t := range ev.Titles {
		if r.titled(&n, t) {
			return true
		}
	}
	return r.echoesNumber(n, ev.Question)
}

// titled reports whether a number of the claim is one of the metadata: a date, a
// year, or a number that has a neighbour of its own there, too ("Windows 11"),
// or stands behind a word for a source ("document 3"). The bare number of a
// chunk's id vouches for no quantity.
func (r *reading) titled(n *lexis.Number, title string) bool {
	if len(n.Value) == 4 && strings.Contains(title, n.Value) {
		return true
	}
	before, behind := lastWord(r.text[:n.Start]), strings.ToLower(lexis.FirstLetters(strings.TrimLeft(r.text[n.End:], " -")))
	for _, have := range lexis.Numbers(title) {
		if !carries(&have, n) || n.Unit != "" && have.Unit == "" {
			continue
		}
		if n.Kind == lexis.Date || n.Kind == lexis.Code || n.Unit != "" || sourceWords[before] ||
			before != "" && before == lastWord(title[:have.Start]) || behind != "" && strings.EqualFold(behind, lexis.FirstLetters(strings.TrimLeft(title[have.End:], " -"))) {
			return true
		}
	}
	return false
}

// sourceWords stand in front of the number of a source or of a place in one.
var sourceWords = wordSet("sourceWords")

// echoesNumber reports whether a number only repeats the question, where the
// claim may do so: it speaks about the user, says that the evidence does not
// tell or only what the answer is about.
func (r *reading) echoesNumber(n lexis.Number, question string) bool {
	if !strings.ContainsAny(question, "0123456789") {
		return false
	}
	if !r.aboutUser() && !r.refuses && r.kind != Transition {
		return false
	}
	for _, q := range lexis.Numbers(question) {
		if carries(&q, &n) || sameValue(&q, &n) && r.refuses {
			return true
		}
	}
	return false
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
	case n.Kind == lexis.Ordinal && strings.EqualFold(lexis.FirstLetters(rest), "century"):
		first, years = 100*(v-1), 100
	case strings.HasPrefix(r.text[n.End:], "s") || strings.HasSuffix(n.Text, "s"):
		if v >= 1000 && v%10 == 0 {
			years = 10
		}
	}
	for _, src := range ev.Sources {
		for have := range src.numbers() {
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
		for have := range src.numbers() {
			year = year || have.Value == date[:4]
			rest = rest || have.Kind == lexis.Date && sameDate(have.Value, "-"+date[4:])
		}
	}
	return year && rest
}

// holdsText reports whether the evidence has a code as it is written.
func (r *reading) holdsText(code string, ev Evidence) bool {
	for _, src := range ev.Sources {
		if strings.Contains(strings.ToLower(src.text), strings.ToLower(code)) {
			return true
		}
	}
	return false
}

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
var single = wordSet("single")

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
