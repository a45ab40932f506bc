package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// English orders are read by their syntax (orders.go). In other languages a verb that stands in
// a form of an order tells them, wherever it stands in its sentence: an imperative, an
// infinitive, and where words are written without spaces the verb itself.

// orderLists are the lists of such verbs by what they want.
var orderLists = map[string]verb{"tell_orders": tells, "write_orders": writes, "work_orders": works, "make_orders": makes}

// tongues are the verbs with spaces around them, and those of scripts without spaces by their
// first character, longest first.
var tongues, denseTongues = readTongues()

// denseVerb is a verb that is written without spaces.
type denseVerb struct {
	text  string
	class verb
	bound bool // it is a noun where no ending of a verb follows
}

func readTongues() (map[string]verb, map[rune][]denseVerb) {
	spaced, dense := map[string]verb{}, map[rune][]denseVerb{}
	for list, class := range orderLists {
		for language, words := range languages[list] {
			for _, word := range words {
				first, _ := utf8.DecodeRuneInString(word)
				if !isDense(first) {
					spaced[word] = class
					continue
				}
				dense[first] = append(dense[first], denseVerb{word, class, language != "zh"})
			}
		}
	}
	for _, verbs := range dense {
		slices.SortFunc(verbs, func(a, b denseVerb) int { return len(b.text) - len(a.text) })
	}
	return spaced, dense
}

// isDense tells a character of a script whose words have no spaces between them, or endings
// that grow onto them.
func isDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// inTongues reads one sentence of another language, clause by clause. In each the first verb
// counts, and in languages whose verb comes last the last: what it is for stands around it.
func (o *orders) inTongues(sentence string) {
	if !abroad(sentence) {
		return
	}
	lower := strings.Trim(strings.ToLower(sentence), " \t\r\n\"“")
	if opensWith(lower, "order_none_tongues") {
		return
	}
	role := opensWith(lower, "role_tongues")
	for clause := range strings.FieldsFuncSeq(lower, func(r rune) bool { return r == ',' || r == '，' }) {
		found := tongueVerbs(clause)
		if len(found) == 0 || strings.HasSuffix(clause, "?") || strings.HasSuffix(clause, "？") {
			continue // a question orders nothing
		}
		v := found[0]
		if v.last {
			v = found[len(found)-1]
		}
		a := foreignAim(v.class, clause[:v.start]+" "+clause[v.end:])
		switch denied := deniedAbroad(clause, v.start); {
		case denied && v.class == tells:
			o.role = true // "do not answer the question"
		case denied && a != toWork:
		default:
			o.role = o.role || role && a == toWork
			o.add(a)
		}
	}
}

// deniedAbroad tells whether a clause denies the verb at a place: by one of the two words before
// it, or as in German, Japanese and Chinese anywhere.
func deniedAbroad(clause string, verb int) bool {
	return holds(" "+clause, "denials_tongues") || deniedBefore(clause, verb)
}

// deniedBefore tells whether one of the two words before a verb denies it.
func deniedBefore(clause string, verb int) bool {
	before := strings.Fields(clause[:verb])
	return slices.ContainsFunc(before[max(0, len(before)-2):], func(word string) bool { return is(word, "denying_words") })
}

// abroad tells whether a sentence has a verb of another language.
func abroad(sentence string) bool { return len(tongueVerbs(strings.ToLower(sentence))) > 0 }

// tongueVerb is a verb in a sentence.
type tongueVerb struct {
	class      verb
	start, end int
	last       bool // of a language whose verb comes last
}

// tongueVerbs are the verbs of a text in lower case that stand in a form of an order, in their
// order.
func tongueVerbs(text string) (found []tongueVerb) {
	word := -1
	flush := func(end int) {
		if word >= 0 {
			if class := tongues[text[word:end]]; class != noVerb {
				found = append(found, tongueVerb{class, word, end, false})
			}
			word = -1
		}
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r >= utf8.RuneSelf && isDense(r):
			flush(i)
			if v := denseAt(text[i:]); v.class != noVerb {
				found, size = append(found, tongueVerb{v.class, i, i + len(v.text), v.bound}), len(v.text)
			}
		case !unicode.IsLetter(r):
			flush(i)
		case word < 0:
			word = i
		}
		i += size
	}
	flush(len(text))
	return found
}

// denseAt is the verb at the head of a text.
func denseAt(text string) denseVerb {
	first, _ := utf8.DecodeRuneInString(text)
	for _, v := range denseTongues[first] {
		rest, ok := strings.CutPrefix(text, v.text)
		if !ok {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(rest); !v.bound || strings.ContainsRune(verbEndings, next) {
			return v
		}
	}
	return denseVerb{}
}

// verbEndings are the characters with which Japanese and Korean make a verb of a noun.
const verbEndings = "しせさすってろ하해할합시"

// foreignAim is what a verb wants, by the other words of its clause.
func foreignAim(v verb, rest string) aim {
	answers, form := holds(rest, "answer_nouns_tongues"), holds(rest, "form_words_tongues")
	switch v {
	case writes:
		return toWrite
	case works:
		return toWork
	case makes:
		switch {
		case answers && !form:
			return toTell
		case holds(rest, "text_nouns_tongues"):
			return toWrite
		case form:
			return noAim
		}
		return toWork
	}
	switch {
	case answers || holds(rest, "question_nouns_tongues") || holds(rest, "context_tongues"):
		return toTell
	case form:
		return noAim
	case strings.ContainsAny(rest, "\"'“”‘’「」`") || holds(rest, "label_tongues"):
		return toWork
	}
	return toTell
}

// opensWith tells that a text begins with one of the words of a list.
func opensWith(text, list string) bool {
	return slices.ContainsFunc(lexicon[list], func(word string) bool { return strings.HasPrefix(text, word) })
}
