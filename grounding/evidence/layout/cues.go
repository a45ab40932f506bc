package layout

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// evidenceNouns are the words by which prompts call the retrieved passages.
// Longer words come with their shorter forms: matching is by substring.
var evidenceNouns = phrasesOf(words("evidence_nouns")...)

// directions tell that the evidence follows.
var directions = phrasesOf(words("directions")...)

// isLead tells whether a line introduces evidence: it names it, and ends in a
// colon or says that it follows.
func isLead(s string) bool {
	if len(s) > 400 || len(s) < 4 {
		return false
	}
	if s = withoutAside(s); !text.IsASCII(s) {
		s = strings.ToLower(s) // once for all words
	}
	colon := endsInColon(s)
	last := lastSentence(s)
	announces := colon && !insideForm(s) && pointsAtMaterial(last) && (len(last) == len(s) || namesMaterial(last) || directs(last)) || !colon && (len(s) < 80 && s[0] == '#' || announcers.in(s) && announcing(s))
	if named := s[0] == '#' && isDigits(lastWords(strings.TrimRight(s, ":：* "), 1)); named || !announces || !namesMaterial(s) || transforming.begin(s) || isOffer(s) || distributes(s) {
		return false
	}
	low := strings.ToLower(s)
	if class := leadClass(low); class > material || ofInstructions(classOf(lastWords(strings.TrimRight(low, ":：* "), 1))) || class == unclassed && s[0] == '#' && !directions.in(s) {
		return false
	}
	return !ofSettings(low)
}

// distributes tells whether a line says what holds of every passage, or of none: it introduces none.
func distributes(s string) bool {
	s = trimMarks(lastSentence(s), "#*_- ")
	return (distributives.begin(s) || denials.begin(s)) && !directs(s)
}

var distributives = phrasesOf(words("distributives")...)

// announcers are the words by one of which a line announces something.
var announcers = phrasesOf(append(words("directions"), "following ", "these ")...)

// announcing tells whether one of the sentences of a line says that evidence follows.
func announcing(s string) bool {
	for sentence, rest := cutSentence(s); sentence != ""; sentence, rest = cutSentence(rest) {
		if directs(sentence) && evidenceNouns.in(sentence) && pointsAtMaterial(sentence) {
			return true
		}
	}
	return pointsBelow(s)
}

// withoutAside is a lead-in without what it says in parentheses in front of its colon:
// `Document Chunks (each entry has an id):`.
func withoutAside(s string) string {
	t := strings.TrimRight(s, ":：* ")
	if len(t) == len(s) || !strings.HasSuffix(t, ")") {
		return s
	}
	if open := strings.Index(t, " ("); open > 3 {
		return t[:open] + s[len(t):]
	}
	return s
}

// wideStop ends a sentence in the scripts whose words stand without blanks between.
const wideStop = "。"

// fullStop is where the first full stop inside of a text stands and where it ends; at is -1 for none.
func fullStop(s string) (at, behind int) {
	for at := range len(s) {
		switch {
		case s[at] == '.' && at+1 < len(s) && s[at+1] == ' ':
			return at, at + len(". ")
		case s[at] == wideStop[0] && strings.HasPrefix(s[at:], wideStop):
			return at, at + len(wideStop)
		}
	}
	return -1, len(s)
}

// cutSentence cuts a line behind its first sentence, which it gives without its full stop.
func cutSentence(s string) (first, rest string) {
	for {
		switch at, behind := fullStop(s); {
		case at < 0:
			return s, ""
		case at > 0:
			return s[:at], s[behind:]
		default:
			s = s[behind:]
		}
	}
}

// lastSentence is the last of the sentences of a line.
func lastSentence(s string) string {
	t := strings.TrimRight(s, ". 。")
	from := 0
	if i := strings.LastIndex(t, ". "); i >= 0 {
		from = i + len(". ")
	}
	if i := strings.LastIndex(t[from:], wideStop); i >= 0 {
		from += i + len(wideStop)
	}
	return s[from:]
}

// directs tells whether a sentence says that evidence follows. Words of English count whole.
func directs(s string) bool {
	return directWords.word(s) || foreignDirections.in(s)
}

var (
	directWords       = phrasesOf(slices.DeleteFunc(slices.Clone(wordLists["directions"]["en"]), func(w string) bool { return w == "these" })...)
	foreignDirections = phrasesOf(wordsBut("directions", "en")...)
)

// pointsAtMaterial tells whether what a sentence calls the following or these is
// material, if it calls something so: `one of the following ratings` is none.
func pointsAtMaterial(s string) bool {
	noun, ok := pointed(s)
	if !ok {
		return true
	}
	class := classOf(strings.ToLower(noun))
	return class == material || class == unclassed && evidenceNouns.in(noun)
}

// pointedClass is the class of what a sentence calls the following or these.
func pointedClass(s string) class {
	noun, _ := pointed(s)
	return classOf(strings.ToLower(noun))
}

// pointed is what a sentence calls the following or these, up to the next comma.
func pointed(s string) (noun string, ok bool) {
	for _, word := range [...]string{"following ", "these "} {
		if _, rest, ok := strings.Cut(s, word); ok {
			noun, _, _ = strings.Cut(strings.Trim(rest, ":： *."), ",")
			return noun, true
		}
	}
	return "", false
}

// namesMaterial tells whether a line speaks of evidence: by one of its words, or because
// the noun in front of its colon is one for material.
func namesMaterial(s string) bool {
	if evidenceNouns.in(s) {
		return true
	}
	if _, _, field := cutKey(s); field != fieldNone || !endsInColon(s) || len(s) > 120 || firstPerson.in(s) || strings.ContainsAny(s, "0123456789") {
		return false
	}
	class := classOf(strings.ToLower(strings.Trim(s, "#*:： ")))
	return class == material || class == unclassed && bases.in(s) // Answer based on this:
}

// bases are words of an order to answer from something, whatever it is called.
var bases = phrasesOf(words("bases")...)

// leadClass is the class of a line in lower case that is but a label.
func leadClass(low string) class {
	name := strings.Trim(unframed(low), ":： *")
	return classOf(name)
}

// transforming begins an order to make another text of the one below, which is
// the user's own.
var transforming = phrasesOf(words("transforming")...)

func endsInColon(s string) bool {
	for s != "" && (s[len(s)-1] == '*' || s[len(s)-1] == ' ') {
		s = s[:len(s)-1]
	}
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
}

// label is the label that a line begins with, lower case, and what stands
// behind its colon; both are "" where a line has none. A heading or an emphasised
// line is a label without a value.
func label(s string) (name, value string) {
	if inner, found := strings.CutPrefix(s, "【"); found {
		if name, value, found = strings.Cut(inner, "】"); found {
			return strings.ToLower(strings.TrimSpace(name)), strings.Trim(value, "：: \t")
		}
	}
	t := trimMarks(withoutPictogram(s), "#*_-=>|% \t[<【")
	if end, behind := firstColon(t, 40); end >= 0 {
		name, value = t[:end], withoutTurn(strings.Trim(t[behind:], "* \t\""))
	} else if name = t; len(t) == len(s) || len(t) > 60 {
		return "", ""
	}
	name = strings.ToLower(strings.Trim(name, "#*_-=<>|%[]() \t【】"))
	if i := strings.LastIndex(name, " ("); i > 0 {
		name = name[:i] // answer (with citations)
	}
	return name, value
}

// withoutTurn is a value, "" where it is but the marks of a model's next turn.
func withoutTurn(value string) string {
	if opensWith(value, "<", "[/") && turnMarks.MatchString(value) {
		return ""
	}
	return value
}

// trimMarks takes marks off the front of a line. Most lines begin with a letter,
// and no mark is one.
func trimMarks(s, marks string) string {
	if s == "" || isLetter(s[0]) {
		return s
	}
	return strings.TrimLeft(s, marks)
}

// firstColon is where the first colon stands, narrow or wide, of those that begin
// up to some byte, and where it ends; -1 where there is none.
func firstColon(s string, last int) (at, behind int) {
	at = strings.IndexByte(s[:min(len(s), last+1)], ':')
	end := at
	if at < 0 {
		end = min(len(s), last+len("："))
	}
	if wide := strings.Index(s[:end], "："); wide >= 0 {
		return wide, wide + len("：")
	}
	return at, at + 1
}

var (
	askTable    = set(words("ask_labels")...)   // labels of a question
	replyTable  = set(words("reply_labels")...) // labels of an answer, or of the place for one
	answerTable = set(append(words("part_labels"), words("reply_labels")...)...)
	// answerTable has besides what an app writes for the model behind its evidence.

	partWords     = set(words("part_words")...)     // end the name of a part of the prompt
	partQualities = set(words("part_qualities")...) // are its other words
	headingParts  = set(words("heading_parts")...)  // are such names only in a heading
	questionNouns = set(words("question_nouns")...) // end the name of a question
)

// isPart tells whether a label opens what an app writes behind its evidence:
// one of those known, or one in such words: `system instructions`, `recent
// conversation history`.
func isPart(name string) bool {
	if answerTable[name] || opensWith(name, "answer to ", "response to ") {
		return true
	}
	if talk, ok := strings.CutSuffix(name, " so far"); ok {
		return partWords[talk]
	}
	qualities, noun, _ := cutLast(name, " ")
	odd := func(word string) bool { return !partQualities[word] }
	return partWords[noun] && !slices.ContainsFunc(strings.Split(qualities, " "), odd)
}

// cutLast is strings.Cut at the last place of a separator.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// asks tells whether a label is that of a question: one of those known, or a
// few words that end in one: `my question`, `for the given query`.
func asks(name string) bool {
	if askTable[name] || strings.HasPrefix(name, "question d") {
		return true
	}
	name = strings.TrimPrefix(name, "here is ")
	words, noun, _ := cutLast(name, " ")
	if evidenceNouns.in(name) || strings.HasPrefix(name, "answer") {
		return false
	}
	short := strings.Count(words, " ") <= 2
	return short && (questionNouns[noun] || noun == "is" && endsWith(words, "question", "query") || headedBy(name, askHeads)) || askNouns.in(name) && askers.in(name)
}

// headedBy tells whether a label of several nouns is of the kind of one of some nouns: that stands
// last, in a compound or behind a genitive, "kundenfrage", "客户的问题".
func headedBy(name string, nouns map[string]bool) bool {
	const least = 5 // bytes of what a compound has in front of its noun
	last := lastWords(name, 1)
	if len(last) < len(name) && nouns[last] {
		return true
	}
	for i := range last {
		if i >= least && nouns[last[i:]] && (last[0] < utf8.RuneSelf || endsWith(last[:i], "的", "の")) {
			return true
		}
	}
	return false
}

// askHeads are the nouns of questions of other languages than English, replyHeads those of answers.
var (
	askHeads   = set(wordsBut("ask_labels", "en")...)
	replyHeads = set(wordsBut("reply_labels", "en")...)
)

// askNouns are the labels of a question, and askers the words by which a label says whose
// question it is: "pregunta del usuario", "вопрос пользователя", "原始问题". The noun alone
// heads passages too: "Request for proposal", "常见问题".
var (
	askNouns = phrasesOf(append(words("question_nouns"), wordsBut("ask_labels", "en")...)...)
	askers   = phrasesOf(words("asker_words")...)
)

// isAppLabel tells whether a label is the app's own: of the question, or of a part of
// the prompt behind the evidence.
func isAppLabel(name string) bool { return asks(name) || isPart(name) }

// answers tells whether a label is that of an answer.
func answers(name string) bool {
	if replyTable[name] || name == "a" {
		return true
	}
	_, noun, ok := cutLast(name, " ") // useful answer
	return ok && replyTable[noun] && strings.Count(name, " ") <= 2 || headedBy(name, replyHeads)
}

// openings begin instructions and closing remarks, lower case. A passage
// hardly ever begins with one of them.
var openings = phrasesOf(words("openings")...)

// requests begin instructions too, but passages as well: they count where they
// speak of the evidence or the answer.
var requests = phrasesOf(words("requests")...)

// isTailCue tells whether a line begins what an app writes behind its
// evidence: a question's label, an instruction, a closing remark.
func isTailCue(s string) bool {
	if s == "" {
		return false
	}
	name, _ := label(s)
	if isAppLabel(name) || s[0] == '#' && headingParts[name] {
		return true
	}
	head := trimMarks(s[:min(len(s), 48)], "#*_- \t(")
	switch {
	case openings.begin(head), endsWith(s, ">", "]") && turnMark.MatchString(s):
		return true
	case requests.begin(head):
		return subjects.in(s)
	case orderEndings.in(s[max(0, len(s)-longestEnding):]) && answerWords.in(s):
		return true
	}
	return isInstruction(s) || strings.HasPrefix(s, "</") && len(s) < 40 && s[len(s)-1] == '>'
}

// orderEndings end an order in languages whose verb comes last, a full stop apart.
var orderEndings = phrasesOf(words("order_endings")...)

const longestEnding = 24 // bytes in which such an ending stands

// commands are verbs by which prompts tell the model what to do.
var commands = set(words("commands")...)

// makingVerbs order what is listed below them: `Generate:`.
var makingVerbs = set("generate", "produce", "create", "return", "write")

// subjects are what such commands are about.
var subjects = phrasesOf(words("subjects")...)

// isInstruction tells whether a line is a command about the evidence or the
// answer, rather than about what the evidence speaks of.
func isInstruction(s string) bool {
	head := trimMarks(s[:min(len(s), 160)], "#*_- ")
	word, rest, _ := strings.Cut(head, " ")
	if verb, ok := strings.CutSuffix(word, ":"); ok && rest == "" && verb != "" {
		return holds(makingVerbs, verb)
	}
	return holds(commands, word) && subjects.in(rest)
}
