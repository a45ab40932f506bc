package ask

import (
	"slices"
	"strings"
	"unicode"
)

// aim is what an order wants.
type aim uint8

const (
	noAim   aim = iota
	toTell      // a person an answer
	toWrite     // a text about the material
	toWork      // something that a program goes on with
)

// orders are what a text of the app's own words wants, in order of appearance.
type orders struct {
	first aim
	tells bool // some sentence orders an answer
	works bool
	deals bool   // some order deals with a text, and does not only make what is told
	role  bool   // the app names a role that works, "you are a grader", or forbids to answer
	said  string // the sentence with the first order
	reply bool   // all that is ordered is a reply in a form: "answer with a number"

	weighs bool // some sentence says what the reply is to tell: whether something is so

	invents   bool // the text that is ordered is invented, to search with
	indexes   bool // the text that is ordered is what a passage is to be found by
	ofText    bool // what is asked or ordered is about the text itself: "does the passage answer the query?"
	reworks   bool // another version of a text is ordered: a translation, a correction
	loosely   bool // so by a verb of no list, whose object is the text itself
	others    bool // other work is ordered, too, or a text about the material
	questions bool // questions are made: what answers them is made with them
}

// add takes one order in.
func (o *orders) add(a aim) {
	if a == noAim {
		return
	}
	if o.first == noAim {
		o.first = a
	}
	o.tells, o.works, o.others = o.tells || a == toTell, o.works || a == toWork, o.others || a != toTell
	o.reply = o.reply && a != toWork
}

// work takes in one order that is to rework a text, or another.
func (o *orders) work(a aim, reworks bool) {
	others := o.others
	if o.add(a); reworks && a == toWork {
		o.reworks, o.others = true, others
	}
}

// reworkOnly tells that all that is ordered is another version of a text.
func (o *orders) reworkOnly() bool {
	return (o.reworks && o.first == toWork || o.loosely && o.first == noAim) && !o.tells && !o.others
}

// addReply takes in an order for a reply in a form.
func (o *orders) addReply() {
	alone := o.reply || !o.works
	o.add(toWork)
	o.reply = alone
}

// Bounds of what is read of a sentence.
const (
	maxSentenceWords = 80
	maxLabelWords    = 5
	maxObjectWords   = 10
	maxClauses       = 5
)

// readOrders reads the orders of a text, sentence by sentence.
func readOrders(text string) orders {
	var o orders
	var room [maxSentenceWords + 1]string
	words := room[:0]
	for line := range strings.Lines(text) {
		for sentence, rest := cutSentence(unlisted(line)); sentence != ""; sentence, rest = cutSentence(rest) {
			words = wordsOf(words[:0], sentence)
			if label := strings.HasSuffix(sentence, ":"); len(words) > 2 || len(words) > 0 && !label {
				before := o.first
				if o.sentence(words); o.first == before && !o.tells && !isEnglish(words) {
					o.inTongue(sentence)
				}
				if before == noAim && (o.first != noAim || o.loosely && o.said == "") {
					o.said = sentence
				}
				if o.tells {
					return o
				}
			}
		}
	}
	return o
}

// cutSentence takes the first sentence off a line. A short label in front of one is a
// sentence by itself: "Task: grade the passage".
func cutSentence(line string) (sentence, rest string) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '.', '!', '?', ';':
			if i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '*' || line[i+1] == '"' {
				return line[:i+1], line[i+1:]
			}
		case 0xe3, 0xef: // "。", "！", "？", "；"
			if mark := line[i:min(len(line), i+3)]; mark == "。" || mark == "！" || mark == "？" || mark == "；" {
				return line[:i+3], line[i+3:]
			}
		case ':':
			if i < maxLabelWords*12 && strings.Count(line[:i], " ") < maxLabelWords {
				return line[:i+1], line[i+1:]
			}
		}
	}
	return line, ""
}

// unlisted takes the sign of a list, of a heading or of a rule off a line.
func unlisted(line string) string { return strings.TrimLeft(line, " \t-*#•>_=~`0123456789.)(") }

// wordsOf appends the words of a sentence in lower case; a comma is a word, and so is
// a hole where material stood.
func wordsOf(words []string, sentence string) []string {
	start := -1
	flush := func(end int) {
		if start >= 0 {
			if word := strings.Trim(sentence[start:end], "'’"); word != "" {
				words = append(words, strings.ToLower(word))
			}
			start = -1
		}
	}
	for i, r := range sentence {
		switch {
		case len(words) >= maxSentenceWords:
			return words
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '’':
			if start < 0 {
				start = i
			}
		default:
			flush(i)
			if r == ',' || r == Hole {
				words = append(words, string(r))
			}
		}
	}
	flush(len(sentence))
	return words
}

// sentence reads one sentence.
func (o *orders) sentence(words []string) {
	if is(words[0], "order_none") {
		o.role = o.role || forbidsAnswer(words)
		return
	}
	if at := slices.Index(words, "whether"); at >= 0 {
		o.weighs = true
		o.ofText = o.ofText || isOfText(words[at+1:]) || at+2 < len(words) && is(words[at+1], "definite_words") && is(words[at+2], "answer_nouns")
	}
	o.ofText = o.ofText || is(words[0], "asserting") && len(words) > 3 && isOfText(words[1:]) && !is(words[2], "noun_ends")
	if words[0] == "as" || words[0] == "you" && len(words) > 2 && words[1] == "are" {
		o.roleIn(words)
	}
	if o.invents, o.indexes = o.invents || invents(words), o.indexes || servesIndex(words); o.invents || o.indexes {
		o.add(toWork)
		return
	}
	clause := words
	for range maxClauses {
		if o.clause(clause) || !is(words[0], "clause_lead") && words[0] != "you" && words[0] != "your" {
			return
		}
		comma := slices.Index(clause, ",")
		if comma < 0 || comma+1 >= len(clause) {
			return
		}
		clause = clause[comma+1:]
	}
}

// invents tells that a sentence orders an invented text: "a hypothetical answer".
func invents(words []string) bool {
	for i := range len(words) - 1 {
		if is(words[i], "invented_words") && (is(words[i+1], "text_nouns") || is(words[i+1], "answer_nouns") || is(words[i+1], "passage_nouns")) {
			return true
		}
	}
	return false
}

// servesIndex tells that a text is ordered by which a passage is found: "give a context to improve
// retrieval".
func servesIndex(words []string) bool {
	const near = 3 // words from what says the purpose to the name of an index
	i := 0
	for i < len(words) && is(words[i], "order_lead") {
		i++
	}
	if i == len(words) || kindOf(words[i], plain) != makes && kindOf(words[i], plain) != writes {
		return false
	}
	for at := i + 1; at < len(words); at++ {
		if is(words[at], "index_words") && slices.ContainsFunc(words[max(i, at-near):at], func(word string) bool { return is(word, "purpose_words") }) {
			return true
		}
	}
	return false
}

// clause reads the order at the head of a clause, and those that are joined to it. It
// reports whether there is one.
func (o *orders) clause(words []string) bool {
	i := 0
	for i < len(words) && is(words[i], "order_lead") {
		i++
	}
	switch {
	case i == len(words):
		return false
	case is(words[i], "denials") || is(words[i], "order_none"):
		o.role = o.role || forbidsAnswer(words[i:])
		return true
	case words[i] == "act" && i+1 < len(words) && words[i+1] == "as":
		o.roleIn(words[i:])
		o.joined(looks, words[i+1:])
		return true
	}
	found := kindOf(words[i], plain)
	if found == noVerb && i > 0 {
		found = kindOf(words[i], gerund) // "responsible for extracting"
	}
	if found == noVerb && isDuty(words[:i]) {
		found = works
	}
	if found == noVerb && isOfText(words[i+1:]) && !is(words[i], "object_heads") && !is(words[i], "clause_lead") {
		o.loosely = true
		return true
	}
	if found == noVerb || i > 0 && words[i-1] == "your" {
		return false
	}
	if found == makes && o.givesWork(words[i+1:]) {
		return true
	}
	o.ofText = o.ofText || found == works && isOfText(words[i+1:])
	a := aimOf(found, words[i+1:])
	if a == noAim && found == makes && saysWhether(words[i+1:]) {
		a = toWork // "generate a JSON object to indicate whether …"
	}
	if o.questions = o.questions || found == makes && makesQuestion(words[i+1:]); o.questions && found == makes {
		o.add(toWork)
		return true
	}
	if a == toTell && (words[i] == "help" || words[i] == "assist") && o.works && !slices.ContainsFunc(words[i+1:], asksOrAnswers) {
		return true // what the work helps with
	}
	if a == toWork && (ordersReply(found, words[i+1:]) || (found == makes || found == works) && wantsValue(words[i+1:])) {
		o.addReply()
		return true
	}
	o.work(a, found == works && reworks(words[i], words[i+1:]))
	o.deals = o.deals || found == works
	o.joined(found, words[i+1:])
	return true
}

// givesWork tells that what is made is the version of a text that was ordered: "output only the corrected text".
func (o *orders) givesWork(object []string) bool {
	return (o.reworks || o.loosely) && (slices.ContainsFunc(object, isRework) || len(object) > 0 && object[0] == "it")
}

// isRework tells that a word is one for another version of a text, or for making it: "translate", "corrected".
func isRework(word string) bool { return beginsAs(word, "reworking") || beginsAs(word, "translating") }

// beginsAs tells that a word begins with one of a list.
func beginsAs(word, list string) bool {
	return slices.ContainsFunc(lexicon[list], func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// reworks tells that a verb makes another version of a text: of a question it makes a query.
func reworks(verb string, object []string) bool {
	return isRework(verb) && !makesQuestion(object) && !slices.Contains(object[:min(len(object), maxObjectWords)], "query")
}

// isOfText tells that the object of a verb is the text that stands beside the order: "this text", "the following e-mail".
func isOfText(object []string) bool {
	if len(object) == 0 || !is(object[0], "definite_words") {
		return false
	}
	for i, word := range object {
		last := i+1 == len(object) || is(object[i+1], "noun_ends")
		switch {
		case is(word, "text_nouns") || is(word, "passage_nouns") || is(word, "text_itself") && (last || i > 0):
			return true
		case i > 1 && !is(word, "definite_words") || is(word, "noun_ends") && !is(word, "definite_words"):
			return false
		}
	}
	return false
}

// ordersReply tells "answer with a number" and "return yes or no": not "respond with the numbers of
// the documents", nor what to say where something is so.
func ordersReply(v verb, rest []string) bool {
	if len(rest) == 0 || !ordersForm(rest) || slices.ContainsFunc(rest, saysIf) {
		return false
	}
	lead := slices.IndexFunc(rest, func(word string) bool { return is(word, "form_leads") })
	if v != tells && !is(rest[lead], "form_nouns") {
		return false
	}
	for _, word := range rest[lead+1:] {
		switch {
		case is(word, "context_words"):
			return false
		case word != "of" && is(word, "noun_ends"):
			return true
		}
	}
	return true
}

// wantsValue tells "output only the number" and "determine the value asked for": not "return the number of
// the passage", nor "a number that says whether …".
func wantsValue(object []string) bool {
	noun, ended := "", false
	for _, word := range object {
		switch {
		case is(word, "context_words") || is(word, "question_nouns") || is(word, "answer_nouns") || is(word, "text_nouns") || saysIf(word):
			return false
		case is(word, "noun_ends") && noun != "":
			ended = true
		case !ended && !is(word, "order_lead") && word != ",":
			noun = word
		}
	}
	return is(noun, "value_nouns")
}

// makesQuestion tells that what is made is a question, and its answer perhaps behind it.
func makesQuestion(object []string) bool {
	for _, word := range object[:min(len(object), maxObjectWords)] {
		switch {
		case is(word, "question_nouns"):
			return true
		case is(word, "answer_nouns"), is(word, "noun_ends"):
			return false
		}
	}
	return false
}

// saysWhether tells that what is made says whether something is so.
func saysWhether(rest []string) bool {
	for i := 0; i+2 < min(len(rest), maxObjectWords); i++ {
		if rest[i] == "to" && saysIf(rest[i+2]) {
			return true
		}
	}
	return false
}

// isDuty tells "your task is to": what stands behind it is a verb, also one of no list.
func isDuty(lead []string) bool {
	n := len(lead)
	return n > 2 && lead[n-1] == "to" && (lead[n-2] == "is" || lead[n-2] == "be") && slices.ContainsFunc(lead, func(word string) bool { return is(word, "duty_nouns") })
}

// joined reads what is ordered besides: "read the passages and answer them", "use the
// context to answer". The infinitive says what for only behind a verb that says where to look.
func (o *orders) joined(main verb, rest []string) {
	for i := 0; i+1 < len(rest); i++ {
		if rest[i] != "and" && rest[i] != "then" && (rest[i] != "to" || main != looks) {
			continue
		}
		next := i + 1
		for next+1 < len(rest) && (rest[next] == "then" || rest[next] == "to" || rest[next] == "help") {
			next++
		}
		found, behind := kindOf(rest[next], plain), rest[next+1:]
		if found == noVerb || found == looks || rest[i] != "to" && len(behind) > 0 && !is(behind[0], "object_heads") {
			continue // "question and answer pairs"
		}
		if found == tells && len(behind) == 0 {
			o.add(toTell) // "use the context to answer", "classify and answer"
		}
		if found == makes && o.givesWork(behind) {
			continue
		}
		o.work(aimOf(found, behind), found == works && reworks(rest[next], behind))
		o.deals = o.deals || found == works
		if rest[i] == "to" {
			return // what stands behind says what for
		}
	}
}

// roleIn reads a role: "you are a grader", "an assistant that rewrites questions".
func (o *orders) roleIn(words []string) {
	for i, word := range words {
		found := roleOf(word)
		if i > 1 && words[i-1] == "can" {
			found = kindOf(word, plain) // "an assistant that can rank passages"
		}
		if found == noVerb || found == looks || word == "helps" && !slices.ContainsFunc(words[i:], asksOrAnswers) {
			continue
		}
		a := aimOf(found, words[i+1:])
		o.role, o.deals = o.role || a == toWork, o.deals || found == works
		o.work(a, found == works && reworks(word, words[i+1:]))
		return
	}
}

// asksOrAnswers tells a word for a question or an answer.
func asksOrAnswers(word string) bool {
	return is(word, "answer_nouns") || word == "question" || word == "questions" || kindOf(word, plain) == tells
}

// forbidsAnswer tells "do not answer the question".
func forbidsAnswer(words []string) bool {
	for i, word := range words[:min(len(words), 6)] {
		if word == "answer" || word == "respond" {
			return i > 0 && slices.ContainsFunc(words[i:min(len(words), i+5)], func(w string) bool { return w == "question" || w == "it" || w == "query" || w == "questions" })
		}
	}
	return false
}

func saysIf(word string) bool { return word == "if" || word == "whether" }

// aimOf is what a verb wants with what stands behind it.
func aimOf(v verb, rest []string) aim {
	switch v {
	case tells:
		switch a := helpsTo(rest); {
		case a != noAim:
			return a
		case !ordersForm(rest):
			return toTell
		case slices.ContainsFunc(rest[:min(len(rest), maxLabelWords)], func(word string) bool { return is(word, "number_words") || is(word, "form_nouns") }):
			return toWork // "respond with the numbers of the documents"
		}
		return noAim
	case writes:
		return toWrite
	case works:
		return toWork
	case makes:
		if len(rest) > 0 && (rest[0] == "sure" || rest[0] == "use") {
			return noAim
		}
		return aimOfObject(rest)
	}
	return noAim
}

// helpsTo is what a verb of help is for: "help checking whether …", "help a user to write a query".
func helpsTo(rest []string) aim {
	for i, word := range rest[:min(len(rest), maxLabelWords)] {
		switch {
		case i < 2 && (kindOf(word, gerund) == works || kindOf(word, gerund) == looks && i+1 < len(rest) && saysIf(rest[i+1])):
			return toWork
		case word == "to" && i > 0 && i+1 < len(rest):
			return aimOf(kindOf(rest[i+1], plain), rest[i+2:])
		}
	}
	return noAim
}

// ordersForm tells "answer with a number": a form is ordered, and no answer.
func ordersForm(rest []string) bool {
	for _, word := range rest {
		switch {
		case is(word, "form_leads"):
			return true
		case word == "only" || word == "just" || word == "directly" || word == "either" || word == "simply":
		default:
			return false
		}
	}
	return len(rest) == 0
}

// aimOfObject goes by the noun of what is to be made. "Your answer" is the reply itself,
// whose form is ordered.
func aimOfObject(rest []string) aim {
	own, noun := false, ""
	for i, word := range rest {
		if i == maxObjectWords || noun != "" && is(word, "noun_ends") {
			// "the response in JSON format": its form is ordered
			own = own || slices.ContainsFunc(rest[i:min(len(rest), i+maxLabelWords)], func(word string) bool { return word == "json" || word == "xml" || word == "yaml" })
			break
		}
		own = own || is(word, "form_marks")
		if !is(word, "order_lead") && !is(word, "noun_ends") && word != "," {
			noun = word
		}
	}
	switch {
	case is(noun, "text_nouns") && !own:
		return toWrite
	case is(noun, "answer_nouns") && !own:
		return toTell
	case own || noun == "" || is(noun, "answer_nouns") || is(noun, "text_nouns") || noun == holeText:
		return noAim
	}
	return toWork
}

// verb is a class of verbs.
type verb uint8

const (
	noVerb verb = iota
	tells
	writes
	works
	makes
	looks
)

// inflection is a form of a verb.
type inflection uint8

const (
	plain  inflection = iota
	third             // grades
	gerund            // grading
	agent             // grader
)

// verbs are all forms of the verbs of words.yaml, with their classes.
var verbs = inflected()

func inflected() map[string]map[inflection]verb {
	forms := map[string]map[inflection]verb{}
	add := func(class verb, form inflection, words ...string) {
		for _, word := range words {
			if forms[word] == nil {
				forms[word] = map[inflection]verb{}
			}
			forms[word][form] = class
		}
	}
	lists := []string{noVerb: "", tells: "answer_verbs", writes: "write_verbs", works: "work_verbs", makes: "make_verbs", looks: "neutral_verbs"}
	for class, list := range lists {
		for _, word := range lexicon[list] {
			class, stem, last := verb(class), strings.TrimSuffix(word, "e"), word[len(word)-1:]
			add(class, plain, word)
			add(class, third, word+"s", word+"es", strings.TrimSuffix(word, "y")+"ies")
			add(class, gerund, stem+"ing", word+last+"ing")
			add(class, agent, stem+"er", stem+"or", word+last+"er", strings.TrimSuffix(word, "y")+"ier")
		}
	}
	add(works, agent, "judge")
	return forms
}

// kindOf is the class of a word in one form.
func kindOf(word string, form inflection) verb { return verbs[word][form] }

// roleOf is the class of a word as the name of a role, or of what it does.
func roleOf(word string) verb {
	for _, form := range []inflection{agent, gerund, third} {
		if class := verbs[word][form]; class != noVerb {
			return class
		}
	}
	return noVerb
}

// Hole stands in the app's own words where material, or what a user typed, was taken out.
const Hole = '\uFFFC'

// holeText is one hole.
const holeText = "\uFFFC"
