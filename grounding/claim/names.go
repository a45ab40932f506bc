package claim

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// entityFindings reports names of the claim that stand neither in the evidence
// nor in its metadata nor in the question.
func (r *reading) entityFindings(ev Evidence) (out []Finding) {
	for _, name := range r.names {
		if w := r.unknownIn(name, ev); w != "" && !r.namesQuarter(w) {
			out = append(out, Finding{CodeEntity, fmt.Sprintf("%q is not in the evidence", w)})
		}
	}
	if d := r.unknownDay(ev); d != "" && !r.refuses {
		out = append(out, Finding{CodeEntity, d})
	}
	if w := r.unknownOpening(); w != "" {
		out = append(out, Finding{CodeEntity, fmt.Sprintf("%q is not in the evidence", w)})
	}
	return out
}

// namesQuarter reports whether a name is the short form of a quarter that some
// source spells out: "Q4" for "the fourth quarter".
func (r *reading) namesQuarter(name string) bool {
	if len(name) != 2 || name[0] != 'Q' {
		return false
	}
	for _, src := range r.sources {
		for p := src.first(hash(stem([]byte("quarter")))); p > 0; p = src.next[p] {
			before := &src.tokens[p-1]
			if v, ok := src.lang.NumberValue(lexis.Fold(src.text[before.start:before.end])); ok && before.role.Has(lexis.OrdinalWord) && v == name[1:] {
				return true
			}
		}
	}
	return false
}

// unknownOpening returns the word that opens the claim where it can only be a
// name: neither everyday language, nor its kin, nor anywhere in the evidence,
// which has what the claim goes on to say of it.
func (r *reading) unknownOpening() string {
	if len(r.tokens) < 3 || r.lang == lexis.German || r.refuses || r.foreign || strings.IndexByte(r.text, ':') >= 0 {
		return ""
	}
	t, next := &r.tokens[0], &r.tokens[1]
	j, w := r.of[0], r.text[t.start:t.end]
	lex := loadLexicon()
	switch {
	case !t.is(capital) || !t.content() || t.role != 0 || j < 0 || len(w) < 3:
	case (r.found|r.meta|r.echo|r.family)&(1<<j) != 0 || lex.related(t.root) || derived(w) || isAcronym(w) || t.has(hollowTrait):
	case int(next.start) != int(t.end)+1:
	case next.is(capital): // "Marie Curie" where the evidence has another Curie
		if r.of[1] >= 0 && r.found&(1<<r.of[1]) != 0 && !next.is(stopWord) && !lex.common(next.stem) {
			return w
		}
	case next.role.Has(lexis.Auxiliary|lexis.Modal) || r.of[1] >= 0 && r.found&(1<<r.of[1]) != 0 && r.predicates(next):
		return w
	}
	return ""
}

// predicates reports whether a word may be the verb of what stands before it:
// in English by its ending, for "Remind patients" opens with the verb itself.
func (r *reading) predicates(t *token) bool {
	w := r.text[t.start:t.end]
	return r.lang != lexis.English || strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed")
}

// derived reports whether w has an ending by which everyday words are made of
// others, names hardly ever.
func derived(w string) bool {
	for _, end := range [...]string{"tion", "sion", "ness", "ment", "ity", "ing", "ism", "ance", "ence", "logy", "ly", "ed", "ics", "graphy", "s", "ist", "able"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// nameable reports whether capitals may mean names in the claim at all: not in
// a line that capitalises every word, as titles and bold leads do.
func (r *reading) nameable() bool {
	const titled = 8 // capitals to each plain word: lists of names have as many, and only titles more
	capitals, small := 0, 0
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case t.is(stopWord | numeral):
		case i == 0:
		case t.is(capital):
			capitals++
		default:
			small++
		}
	}
	return capitals > 0 && capitals <= max(2, titled*small)
}

// claimNames picks the names of the claim that may be checked, in place. Where a language
// capitalises its nouns only acronyms and codes are left. A sentence that says
// what the evidence lacks may name it.
func (r *reading) claimNames(names []lexis.Name) []lexis.Name {
	out := names[:0]
	for _, n := range names {
		single := !strings.ContainsAny(n.Text, " ")
		n.First = r.opens(n)
		if n.First && single && !n.Code || r.lang == lexis.German && !n.Code || r.inLead(n) {
			continue
		}
		if out = append(out, n); len(out) == maxNumbers {
			break
		}
	}
	return out
}

// opens reports whether a name opens the claim, a quotation or what follows a
// colon, where a capital means little. A full stop before it is an
// abbreviation's: a claim is one sentence.
func (r *reading) opens(n lexis.Name) bool {
	before := strings.TrimRight(r.text[:n.Start], " *_#(\t\n")
	const ordinal = 2 // bytes of "B."
	return len(before) <= max(ordinal, lexis.ListMarker(r.text)) || strings.ContainsAny(before[len(before)-1:], ":\"!?|-") || strings.HasSuffix(before, "“")
}

// inLead reports whether a name stands in the title that leads a list item:
// "1. **Bass Note:** …" or "Bass Note: …".
func (r *reading) inLead(n lexis.Name) bool {
	colon := strings.IndexByte(r.text, ':')
	if colon >= n.End {
		return colon < longestLead
	}
	dash := strings.Index(r.text, " - ") // "Step 3: Own Settings - for those who …"
	return colon > 0 && dash >= n.End && dash < longestLead
}

// unknownIn returns the first word of a name that is nowhere to be found.
func (r *reading) unknownIn(n lexis.Name, ev Evidence) string {
	for i := range r.tokens {
		t := &r.tokens[i]
		if int(t.start) < n.Start || int(t.end) > n.End || !t.is(capital) || t.is(stopWord) || t.role != 0 {
			continue
		}
		if n.First && int(t.start) == n.Start && !n.Code || i == 0 {
			continue
		}
		w := r.text[t.start:t.end]
		if len(w) <= 2 && !isAcronym(w) || t.start > 0 && r.text[t.start-1] == '-' {
			continue
		}
		if wellKnown[w] || isAcronym(w) && lexis.Currency(w) != "" || !isAcronym(w) && loadLexicon().common(t.stem) || strings.ContainsAny(w, "'’") {
			continue
		}
		j := r.of[i]
		if j >= 0 && (r.found|r.meta|r.echo|r.family)&(1<<j) != 0 || t.has(hollowTrait) || len(w) < 2 {
			continue
		}
		if j < 0 && r.anywhere(t, ev) || isAcronym(w) && (r.expands(w) || abbreviates(w, ev) || inOtherNumber(w, ev)) {
			continue
		}
		return w
	}
	return ""
}

// wellKnown are capitals that name nothing in particular.
var wellKnown = wordSet("wellKnown")

// expands reports whether the claim itself spells the acronym out, next to it:
// "interquartile range (IQR)".
func (r *reading) expands(w string) bool {
	at := strings.Index(r.text, "("+w)
	if at > 0 {
		before := strings.Fields(r.text[:at])
		for _, b := range before[max(0, len(before)-5):] {
			if strings.EqualFold(b[:1], w[:1]) {
				return true
			}
		}
	}
	return initials(r.text, r.tokens, []rune(strings.TrimRight(w, "s")))
}

// anywhere looks up a word for which the set of unique words had no room.
func (r *reading) anywhere(t *token, ev Evidence) bool {
	for _, src := range ev.Sources {
		if src.first(t.stem) >= 0 || src.hasRoot(t.root) {
			return true
		}
	}
	return false
}

// isAcronym reports whether w is written in capitals.
func isAcronym(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return len(w) >= 2 && len(w) <= 6 && strings.ToUpper(w) == w
}

// abbreviates reports whether neighbouring words of the evidence start with
// the letters of an acronym.
func abbreviates(w string, ev Evidence) bool {
	letters := []rune(strings.TrimRight(w, "s"))
	for _, src := range ev.Sources {
		if initials(src.text, src.tokens, letters) {
			return true
		}
	}
	return false
}

// inOtherNumber reports whether the evidence has an acronym in the singular
// where the claim has the plural, or the other way round: "STI", "STIs".
func inOtherNumber(w string, ev Evidence) bool {
	other, plural := strings.CutSuffix(w, "s")
	if !plural {
		other = w + "s"
	}
	stem := hash(stem([]byte(strings.ToLower(other))))
	for _, src := range ev.Sources {
		if src.first(stem) >= 0 {
			return true
		}
	}
	return false
}

// initials reports whether neighbouring words start with the given letters;
// function words between them may be passed over.
func initials(text string, tokens []token, letters []rune) bool {
	for i := range tokens {
		k := 0
		for at := i; at < len(tokens) && k < len(letters) && at < i+2*len(letters); at++ {
			first, _ := utf8.DecodeRuneInString(text[tokens[at].start:])
			switch {
			case k > 0 && text[tokens[at].start:tokens[at].end] == string(letters[k:]): // "World War II"
				k = len(letters)
			case unicode.ToUpper(first) == letters[k]:
				k++
			case k == 0 || !tokens[at].is(stopWord):
				at = len(tokens)
			}
		}
		if k == len(letters) {
			return true
		}
	}
	return false
}

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
	return t.is(opener) || int(t.start) <= lexis.ListMarker(r.text) || strings.HasSuffix(before, ":")
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
