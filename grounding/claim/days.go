package claim

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/text"
)

// unknownDay returns a month or a weekday of the claim that the evidence
// does not have, under whatever form; "" for none. Those with a day or a
// year beside them are dates, and checked as such.
func (r *reading) unknownDay(ev Evidence) string {
	for i := range r.tokens {
		t := &r.tokens[i]
		if !r.namesDay(i) || r.inNumber(t) {
			continue
		}
		day := text.Fold(r.text[t.start:t.end])
		if r.foreign && text.Unknown.Month(day) == 0 || r.refuses && dayIn(ev.Question, day) {
			continue
		}
		holds := func(s *Source) bool { return s.hasDay(day) }
		if !slices.ContainsFunc(r.sources, holds) && !slices.ContainsFunc(ev.Titles, func(s string) bool { return dayIn(s, day) }) {
			return r.text[t.start:t.end]
		}
	}
	return ""
}

// datePrepositions stand in front of days and months.
var datePrepositions = wordSet("datePrepositions")

// namesDay reports whether token i is the name of a month or a weekday, and not
// a "may" that some title or contract writes with a capital.
func (r *reading) namesDay(i int) bool {
	t := &r.tokens[i]
	if i == 0 || !t.role.Has(text.Month|text.Weekday) || !t.is(capital) || t.is(opener) {
		return false
	}
	before := &r.tokens[i-1]
	return !t.role.Has(text.Modal) || datePrepositions[text.Fold(r.text[before.start:before.end])]
}

// inNumber reports whether a token is a part of one of the claim's numbers.
func (r *reading) inNumber(t *token) bool {
	return slices.ContainsFunc(r.numbers, func(n text.Number) bool { return int(t.start) >= n.Start && int(t.end) <= n.End })
}

// hasDay reports whether a text has a month or weekday, by name or in a date.
func (s *Source) hasDay(day string) bool {
	for i := range s.tokens {
		t := &s.tokens[i]
		named := t.is(capital|opener) || t.role.Has(text.Weekday) || s.lang != text.English
		if named && t.role.Has(text.Month|text.Weekday) && sameDay(foldedWord(s.text, t), day) {
			return true
		}
	}
	month := fmt.Sprintf("-%02d-", text.Unknown.Month(day))
	for n := range s.numbers() {
		if n.Kind == text.Date && strings.Contains(n.Value+"-"+n.Alt+"-", month) {
			return true
		}
	}
	return false
}

// dayIn reports whether a short text has a month or weekday.
func dayIn(s, day string) bool {
	for w := range strings.FieldsFuncSeq(s, notLetter) {
		if sameDay(text.Fold(w), day) {
			return true
		}
	}
	return false
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// sameDay reports whether two folded words are one month, in whatever language,
// or weekday: "Sep" and "September", "Sunday" and "Sundays", "Thurs" and "Thursday".
func sameDay(a, b string) bool {
	if m := text.Unknown.Month(a); m > 0 && m == text.Unknown.Month(b) {
		return true
	}
	const shortest = 3 // letters of an abbreviation
	a, b = strings.TrimSuffix(a, "s"), strings.TrimSuffix(b, "s")
	return min(len(a), len(b)) >= shortest && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}
