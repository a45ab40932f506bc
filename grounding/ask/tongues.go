package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// English orders are read by their syntax (orders.go). Those of other languages are read by
// words: in each clause the first verb of an order counts, and the words around it say what it
// is for.

// mark is a set of the lists that a word stands in.
type mark uint32

// tongueLists are the lists of words.yaml by which the other languages are read.
var tongueLists = [...]string{
	"tell_orders", "write_orders", "work_orders", "make_orders", "answer_words", "question_words", "text_words", "form_words", "label_words",
	"denial_words", "no_order_words", "role_words", "joint_words", "code_words", "short_products", "list_products", "rank_orders", "label_nouns",
}

const (
	marksTell mark = 1 << iota
	marksWrite
	marksWork
	marksMake
	marksAnswer
	marksQuestion
	marksText
	marksForm
	marksLabel
	marksDenial
	marksNoOrder
	marksRole
	marksJoint
	marksCode
	marksShort
	marksList
	marksRank
	marksLabelled
	marksVerb = marksTell | marksWrite | marksWork | marksMake
)

// tongue is what marks the words of languages that are looked up together.
type tongue struct {
	words, stems map[string]mark
	leads        map[string]bool // first words of those that are several
}

// The languages with spaces, Chinese and Thai without them, and Japanese, which has many of
// the signs of Chinese in other words.
var spaced, unspaced, japanese = readTongue(func(language string) bool { return language != "zh" && language != "th" && language != "ja" }),
	readTongue(func(language string) bool { return language == "zh" || language == "th" }),
	readTongue(func(language string) bool { return language == "ja" })

func readTongue(has func(language string) bool) *tongue {
	t := &tongue{map[string]mark{}, map[string]mark{}, map[string]bool{}}
	for i, list := range tongueLists {
		for language, words := range lists[list] {
			if !has(language) {
				continue
			}
			for _, word := range words {
				if first, _, several := strings.Cut(word, " "); several {
					t.leads[first] = true
				}
				if stem, ok := strings.CutSuffix(word, "*"); ok {
					t.stems[stem] |= 1 << i
				} else {
					t.words[word] |= 1 << i
				}
			}
		}
	}
	return t
}

// tongueOf tells how a sentence is written; nil for English.
func tongueOf(sentence string) *tongue {
	dense := false
	for _, r := range sentence {
		switch {
		case r < 0x0E00:
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return japanese
		default:
			dense = dense || unicode.In(r, unicode.Han, unicode.Thai)
		}
	}
	if dense {
		return unspaced
	}
	return spaced
}

// said is what the words of a clause mark: the first verb of an order, and all others.
type said struct {
	verb, other mark
	first       mark // the word that opens the clause
	tells       bool // a joint and an order to answer follow
}

// read reads a clause.
func (t *tongue) read(clause string) (s said) {
	joint := false
	note := func(m mark, opens bool) {
		if opens {
			s.first = m
		}
		s.tells = s.tells || s.verb != 0 && m&marksTell != 0 && joint
		joint = m&marksJoint != 0 || joint && s.verb != 0 && t == spaced
		if verb := m & marksVerb; verb != 0 && s.verb == 0 {
			s.verb, s.other = verb, s.other|m&marksRank
			return
		}
		s.other |= m
	}
	if t == spaced {
		words := tokens(clause)
		for i := 0; i < len(words); {
			m, n := t.lookUp(words[i:])
			if i > 0 && isTitled(words[i]) {
				m &^= marksVerb // a German noun, or a name
			}
			note(m, i == 0)
			i += n
		}
		return s
	}
	const longest = 8 // characters of a word
	lower := strings.ToLower(clause)
	for at := 0; at < len(lower); {
		m, n := mark(0), 0
		for i, end := 0, at; i < longest && end < len(lower); i++ {
			_, size := utf8.DecodeRuneInString(lower[end:])
			end += size
			if found := t.words[lower[at:end]]; found != 0 {
				m, n = found, end-at
			}
			if n == 0 && i == 0 {
				n = size
			}
		}
		note(m, at == 0)
		at += n
	}
	return s
}

// marks are the lists of the words of a sentence that makes or works on something.
func (t *tongue) marks(sentence string) mark {
	if s := t.read(sentence); s.verb&(marksMake|marksWork) != 0 {
		return s.other
	}
	return 0
}

// lookUp marks the word at the head of some, or several together, and tells how many those are.
func (t *tongue) lookUp(words []string) (m mark, n int) {
	const most = 3 // words of an entry
	first := strings.ToLower(words[0])
	if t.leads[first] {
		for n = min(most, len(words)); n > 1; n-- {
			if m = t.one(strings.ToLower(strings.Join(words[:n], " ")), len(first)+1); m != 0 {
				return m, n
			}
		}
	}
	return t.one(first, 1), 1
}

// one marks a word by itself or by its longest stem, of at least some bytes.
func (t *tongue) one(word string, least int) mark {
	if m := t.words[word]; m != 0 {
		return m
	}
	for end := len(word); end > least; end-- {
		if m := t.stems[word[:end]]; m != 0 {
			return m
		}
	}
	return 0
}

// tokens are the words of a clause, as they are written.
func tokens(clause string) []string {
	return strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// isTitled tells a word with a capital only at its head.
func isTitled(word string) bool {
	head, size := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(head) && strings.ContainsFunc(word[size:], unicode.IsLower)
}

// inTongue reads the orders of a sentence that is not English.
func (o *orders) inTongue(sentence string) {
	sentence = strings.Trim(sentence, " \t\r\n\"“")
	t := tongueOf(sentence)
	if t.words[strings.ToLower(sentence)] != 0 {
		return // a heading of one word
	}
	o.ofText = o.ofText || asksAtEnd(sentence) && t.has(sentence, "text_itself") && !t.has(sentence, "according_words")
	role, conditional := false, t.read(sentence).other&marksNoOrder != 0
	for i, clause := range clauses(sentence) {
		s := t.read(clause)
		if i == 0 {
			role = s.first&marksRole != 0
			if s.first&marksNoOrder != 0 {
				return
			}
		}
		if asksAtEnd(clause) {
			continue // a question orders nothing
		}
		reworks := s.other&marksQuestion == 0 && t.reworks(clause)
		if s.verb == 0 || s.verb&marksMake != 0 && reworks && (o.reworks || o.loosely) {
			o.loosely = o.loosely || reworks
			continue
		}
		a := s.aim(clause)
		if s.tells {
			a = toTell
		}
		switch denied := s.other&marksDenial != 0; {
		case denied:
			o.role = o.role || s.verb == marksTell // "do not answer the question"
		case s.verb&marksTell != 0 && a == toWork && !conditional:
			o.addReply()
		default:
			o.role = o.role || role && a == toWork
			o.deals = o.deals || s.verb&marksWork != 0
			o.work(a, reworks && s.verb&marksWork != 0)
		}
	}
}

// reworks tells that a clause has a word for another version of a text, or for making it.
func (t *tongue) reworks(clause string) bool {
	if t != spaced {
		return t.has(clause, "reworking") || t.has(clause, "translating")
	}
	return slices.ContainsFunc(tokens(strings.ToLower(clause)), isRework)
}

// has tells that a clause has a word of a list.
func (t *tongue) has(clause, list string) bool {
	lower := strings.ToLower(clause)
	if t != spaced {
		return holds(lower, list)
	}
	return slices.ContainsFunc(tokens(lower), func(word string) bool { return is(word, list) })
}

// clauses cuts a sentence at its commas.
func clauses(sentence string) []string {
	return strings.FieldsFunc(sentence, func(r rune) bool { return r == ',' || r == '，' || r == '،' })
}

// aim is what a clause wants by its verb and the words around it.
func (s said) aim(clause string) aim {
	form := s.other&marksForm != 0
	switch {
	case s.verb&marksTell != 0:
		switch {
		case s.other&(marksAnswer|marksQuestion) != 0 || holds(clause, "context_tongues"):
			return toTell
		case form || strings.HasSuffix(clause, ":") || strings.HasSuffix(clause, "："):
			return noAim // its form stands in the word or below it
		case strings.ContainsAny(clause, "\"'“‘’”「」`") || s.other&(marksLabel|marksLabelled) != 0:
			return toWork
		}
		return toTell
	case s.verb&marksWrite != 0:
		return toWrite
	case s.verb&marksWork != 0:
		return toWork
	case s.other&marksAnswer != 0 && !form:
		return toTell
	case s.other&marksText != 0:
		return toWrite
	case s.other&(marksCode|marksShort|marksList|marksLabel|marksRank) == 0, form && s.other&marksAnswer != 0:
		return noAim
	}
	return toWork
}

// ordersJSONInTongue tells whether a sentence that is not English orders JSON: by a verb of making
// or telling, or of work with a word for the form, and with no denial in the clause that names JSON.
func ordersJSONInTongue(sentence string) bool {
	t := tongueOf(sentence)
	orders := false
	for i, clause := range clauses(sentence) {
		s := t.read(clause)
		if i == 0 && s.first&marksNoOrder != 0 || namesJSON(clause) && s.other&marksDenial != 0 {
			return false
		}
		orders = orders || s.verb&(marksMake|marksTell) != 0 || s.verb != 0 && s.other&marksForm != 0
	}
	return orders && !asksAtEnd(sentence)
}

func asksAtEnd(s string) bool { return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") }

// isEnglish tells that a sentence has one of the small words of English.
func isEnglish(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return is(word, "english_words") })
}
