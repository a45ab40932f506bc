package ask

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// English orders are read by their syntax (orders.go). Chinese verbs have one form, and no
// spaces around them: a verb of an order is looked for anywhere in its sentence.

// orderLists are the lists of such verbs by what they want.
var orderLists = map[string]verb{"tell_orders": tells, "write_orders": writes, "work_orders": works, "make_orders": makes}

// chineseVerbs are the verbs of these lists, longest first.
var chineseVerbs = readChineseVerbs()

func readChineseVerbs() (verbs []chineseVerb) {
	for list, class := range orderLists {
		for _, word := range lexicon[list] {
			verbs = append(verbs, chineseVerb{word, class, 0})
		}
	}
	slices.SortFunc(verbs, func(a, b chineseVerb) int {
		return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text))
	})
	return verbs
}

// chineseVerb is a verb, and where it begins in a sentence, in bytes.
type chineseVerb struct {
	text  string
	class verb
	start int
}

// inChinese reads one sentence, clause by clause. In each the first verb counts: what it is for
// stands around it.
func (o *orders) inChinese(sentence string) {
	sentence = strings.Trim(sentence, " \t\r\n\"“")
	if !isChinese(sentence) || opensWith(sentence, "chinese_no_order") {
		return
	}
	role := opensWith(sentence, "chinese_roles")
	for clause := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return r == ',' || r == '，' }) {
		v, found := firstChineseVerb(clause)
		if !found || asksAtEnd(clause) || speaksOfSelf(clause[:v.start]) {
			continue // a question orders nothing, nor does what the writer has to do
		}
		a := chineseAim(v.class, clause[:v.start]+" "+clause[v.start+len(v.text):])
		switch denied := holds(clause, "chinese_denials"); {
		case denied && v.class == tells:
			o.role = true // "do not answer the question"
		case denied && a != toWork:
		default:
			o.role = o.role || role && a == toWork
			o.add(a)
		}
	}
}

// ordersJSONInChinese tells whether a sentence orders JSON: by a verb of making or telling, or
// of work with a word for the form, and with no denial in the clause that names JSON.
func ordersJSONInChinese(sentence string) bool {
	if !isChinese(sentence) || asksAtEnd(sentence) || opensWith(sentence, "chinese_no_order") {
		return false
	}
	orders := false
	for clause := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return r == ',' || r == '，' }) {
		if namesJSON(clause) && holds(clause, "chinese_denials") {
			return false
		}
		v, found := firstChineseVerb(clause)
		orders = orders || found && (v.class == makes || v.class == tells || v.class == works && holds(sentence, "chinese_form_words"))
	}
	return orders
}

// isChinese tells whether a sentence has characters of Han, and none of kana.
func isChinese(sentence string) bool {
	han := false
	for _, r := range sentence {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			return false
		}
		han = han || r >= 0x2E80 && unicode.Is(unicode.Han, r)
	}
	return han
}

func asksAtEnd(s string) bool { return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") }

// firstChineseVerb is the first verb of a clause.
func firstChineseVerb(clause string) (first chineseVerb, found bool) {
	for _, v := range chineseVerbs {
		if v.start = strings.Index(clause, v.text); v.start >= 0 && (!found || v.start < first.start) {
			first, found = v, true
		}
	}
	return first, found
}

// chineseAim is what a verb wants, by the other words of its clause.
func chineseAim(v verb, rest string) aim {
	answers, form := holds(rest, "chinese_answer_nouns"), holds(rest, "chinese_form_words")
	switch v {
	case writes:
		return toWrite
	case works:
		return toWork
	case makes:
		switch {
		case answers && !form:
			return toTell
		case holds(rest, "chinese_text_nouns"):
			return toWrite
		case form:
			return noAim
		}
		return toWork
	}
	switch {
	case answers || holds(rest, "chinese_question_nouns") || holds(rest, "context_tongues"):
		return toTell
	case form:
		return noAim
	case strings.ContainsAny(rest, "\"'“”‘’「」`") || holds(rest, "chinese_labels"):
		return toWork
	}
	return toTell
}

// speaksOfSelf tells whether what stands in front of a verb says that the writer does it, and
// asks nobody to: "我现在需要回答", not "我需要你回答".
func speaksOfSelf(before string) bool {
	return holds(before, "chinese_speakers") && !strings.ContainsAny(before, "你您请帮让")
}

// opensWith tells that a text begins with one of the words of a list.
func opensWith(text, list string) bool {
	return slices.ContainsFunc(lexicon[list], func(word string) bool { return strings.HasPrefix(text, word) })
}
