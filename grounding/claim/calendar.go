package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// unknownDay tells of a month or a weekday of the claim that neither the
// evidence nor the question has, under whatever form; "" for none. Those with a
// day or a year beside them are dates, and checked as such.
func (r *reading) unknownDay(ev Evidence) string {
	for i := range r.tokens {
		t := &r.tokens[i]
		if !r.namesDay(i) || r.inNumber(t) {
			continue
		}
		word := lexis.Fold(r.text[t.start:t.end])
		if relativeDays[word] || r.foreign && lexis.Unknown.Month(word) == 0 {
			continue
		}
		if !daysIn(ev.Question, word) && !r.dayInSources(word, ev) {
			return fmt.Sprintf("%q is not in the evidence", r.text[t.start:t.end])
		}
	}
	return ""
}

// namesDay reports whether token i is the name of a month or a weekday, and not
// a "may" that some title or contract writes with a capital.
func (r *reading) namesDay(i int) bool {
	t := &r.tokens[i]
	return t.role.Has(lexis.Month|lexis.Weekday) && t.is(capital) && i > 0 && !r.opensAt(i) && (!t.role.Has(lexis.Modal) || r.behindPreposition(i))
}

// relativeDays are no names of days.
var relativeDays = wordSet("relativeDays")

// opensAt reports whether token i opens a sentence, a title or what follows a
// list's ordinal, where a capital means little.
func (r *reading) opensAt(i int) bool {
	t := &r.tokens[i]
	before := strings.TrimRight(r.text[:t.start], " *_\t")
	return t.is(opener) || int(t.start) <= listMarker(r.text) || strings.HasSuffix(before, ":")
}

// behindPreposition reports whether a word of time stands in front of token i.
func (r *reading) behindPreposition(i int) bool {
	t := &r.tokens[i-1]
	return holdsLower(datePrepositions, r.text[t.start:t.end])
}

var datePrepositions = wordSet("datePrepositions")

// inNumber reports whether a token is a part of one of the claim's numbers.
func (r *reading) inNumber(t *token) bool {
	for i := range r.numbers {
		if n := &r.numbers[i]; int(t.start) >= n.Start && int(t.end) <= n.End {
			return true
		}
	}
	return false
}

// dayInSources looks for a month or weekday in the sources and their metadata.
func (r *reading) dayInSources(word string, ev Evidence) bool {
	month := lexis.Unknown.Month(word)
	for _, src := range ev.Sources {
		for i := range src.tokens {
			t := &src.tokens[i]
			if t.end-t.start > longestDay || !t.is(capital|opener) && src.lang == lexis.English && !holdsLower(weekly, src.text[t.start:t.end]) { // "it may rain"
				continue
			}
			if sameDay(lexis.Fold(src.text[t.start:t.end]), word) {
				return true
			}
		}
		if month > 0 && src.dates(month) {
			return true
		}
	}
	for _, title := range ev.Titles {
		if daysIn(title, word) {
			return true
		}
	}
	return false
}

// dates reports whether a date of the source is in a month, by number.
func (s *Source) dates(month int) bool {
	for n := range s.numbers() {
		if n.Kind == lexis.Date && strings.Contains(n.Value+"-"+n.Alt+"-", fmt.Sprintf("-%02d-", month)) {
			return true
		}
	}
	return false
}

// longestDay is how many bytes the name of a day takes at most.
const longestDay = 24

// weekly are words for days by their place in the week.
var weekly = wordSet("weekly")

// daysIn reports whether a short text has a month or weekday.
func daysIn(text, word string) bool {
	for w := range strings.FieldsFuncSeq(text, notLetter) {
		if sameDay(lexis.Fold(w), word) {
			return true
		}
	}
	return false
}

// sameDay reports whether two folded words are one month, in whatever language,
// or weekday: "Sep" and
// "September", "Sunday" and "Sundays", "Thurs" and "Thursday".
func sameDay(a, b string) bool {
	if m := lexis.Unknown.Month(a); m > 0 && m == lexis.Unknown.Month(b) {
		return true
	}
	switch { // "on weekdays" is from Monday to Friday
	case strings.HasPrefix(a, "weekend"):
		return b == "saturday" || b == "saturdays" || b == "sunday" || b == "sundays"
	case strings.HasPrefix(a, "weekday"):
		return lexis.English.Class(b).Has(lexis.Weekday) && b[0] != 's'
	}
	const shortest = 3 // letters of an abbreviation
	a, b = strings.TrimSuffix(a, "s"), strings.TrimSuffix(b, "s")
	return len(a) >= shortest && len(b) >= shortest && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}
