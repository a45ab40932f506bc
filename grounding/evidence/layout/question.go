package layout

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// question finds what the user asks: in the last user message of the last
// turn that is more than a reminder, outside of what was read as evidence.
func (f *finder) question() {
	for i := len(f.p.Messages) - 1; i >= 0; i-- {
		q, ok := f.asked[i]
		if !ok && f.p.Messages[i].Role == "user" {
			q = strings.TrimLeftFunc(questionOf(unshown(f.texts[i], f.out.samples[i]), f.out.spans[i]), isPictogram)
			ok = q != "" && !reminder.MatchString(q)
		}
		if ok {
			f.out.Question, f.out.HasQuestion, f.out.asker = q, true, i
			return
		}
	}
}

var reminder = regexp.MustCompile(`(?i)^(?:<?reminder|remember:)`)

// questionOf finds the question in one message: by its label or tag behind the
// evidence, then in front of it, else the words that are no instruction.
func questionOf(text string, spans []line) string {
	before, after := outside(text, spans)
	q := jsonQuestion(text)
	for _, part := range [...]string{after, before} {
		if q == "" && part != "" {
			q = labelled(part)
		}
	}
	if q != "" {
		return q
	}
	if len(spans) == 0 {
		if i := strings.LastIndex(text, "</context>\n"); i >= 0 {
			text = cmp.Or(plainQuestion(text[i:], true), text)
		}
		return strings.TrimSpace(text)
	}
	q = cmp.Or(spoken(newPage(after, "user")), plainQuestion(after, true), plainQuestion(before, false), tagged(text, questionTags[:3]))
	if len(q) < 4 || q[0] == '<' || isInstructive(q) {
		q = cmp.Or(lastAsked(after), lastAsked(before), q)
	}
	return q
}

// lastAsked is the last sentence of a text that ends in a question mark, in quotes or not.
func lastAsked(text string) string {
	at := strings.LastIndexAny(text, "?？؟")
	if at < 0 {
		return ""
	}
	const most = 600 // bytes of a question
	head := text[max(0, at-most):at]
	from := strings.LastIndexAny(head, "\n\"“‘<>`") + 1
	for _, mark := range [...]string{". ", ": ", "! ", ", "} {
		if i := strings.LastIndex(head, mark); i >= 0 && (mark != ", " || pointsUp.in(head[:i])) {
			from = max(from, i+len(mark))
		}
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return strings.Trim(head[from:]+text[at:at+size], "\"'“”‘’` \t")
}

// jsonQuestion reads the question of a message that is one JSON object.
func jsonQuestion(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !prompt.IsJSON(text) {
		return ""
	}
	for _, key := range questionKeys {
		if q := gjson.Get(text, key); q.Type == gjson.String {
			return strings.TrimSpace(q.Str)
		}
	}
	return ""
}

// outside is the text in front of the first span and behind the last; all of it is in
// front where there are none.
func outside(text string, spans []line) (before, after string) {
	if len(spans) == 0 {
		return text, ""
	}
	from, to := len(text), 0
	for _, s := range spans {
		from, to = min(from, s.start), max(to, s.end)
	}
	return text[:from], text[min(to, len(text)):]
}

var (
	questionKeys = words("question_keys")
	questionTags = words("question_tags") // most specific first
)

// tagged is the text of the first element of one of some names.
func tagged(text string, names []string) string {
	if strings.IndexByte(text, '<') < 0 {
		return ""
	}
	for _, name := range names {
		for _, name := range [...]string{name, strings.ToUpper(name)} {
			_, rest, _ := strings.Cut(text, "<"+name+">")
			if q, _, ok := strings.Cut(rest, "</"+name+">"); ok && strings.TrimSpace(q) != "" {
				return strings.TrimSpace(q)
			}
		}
	}
	return ""
}

var quotedQuestion = regexp.MustCompile(`(?:query|question|task): (?:"([^"\n]+)"|'(.+?)'(?: with|\n))`)

// labelled finds a question by its tag or label. A task is what is asked only where
// nothing else is.
func labelled(text string) string {
	if q := tagged(text, questionTags); q != "" {
		return q
	}
	if strings.Contains(text, `: "`) || strings.Contains(text, ": '") {
		if m := quotedQuestion.FindStringSubmatch(text); m != nil {
			return m[1] + m[2]
		}
	}
	p := newPage(text, "user")
	if q := valueOf(p, func(name string) bool { return name != "task" && asks(name) }); q != "" {
		return q
	}
	q := valueOf(p, func(name string) bool { return name == "task" })
	return cmp.Or(behindColon(q), q)
}

// spoken is what a user says last in a conversation that the app wrote down.
func spoken(p *page) string {
	for i := len(p.lines) - 1; i >= 0; i-- {
		if p.labelMarks(i)&(labelTalks|valued) == labelTalks|valued {
			_, value := label(p.str(i))
			return labelValue(p, i, value)
		}
	}
	return ""
}

// valueOf finds the text under the first of some labels.
func valueOf(p *page, is func(name string) bool) string {
	for i := range p.lines {
		if name, value := label(p.str(i)); is(name) {
			if q := labelValue(p, i, value); q != "" {
				return q
			}
		}
	}
	return ""
}

// labelValue is the text behind a label: on its line, or in the paragraph
// below, up to the next cue.
func labelValue(p *page, i int, value string) string {
	var b strings.Builder
	b.WriteString(value)
	for i++; i < len(p.lines) && !p.blank(i) && !p.tails(i) && !isRule(p.str(i)) && !p.leadLabel(i); i++ {
		b.WriteString("\n" + p.str(i))
	}
	if value = b.String(); strings.ContainsAny(value, "<[") {
		value = turnMark.Split(value, 2)[0]
	}
	if endsInColon(value) {
		value = replyBehind.ReplaceAllString(value, "")
	}
	return strings.Trim(value, "\"'` \n")
}

// replyBehind fits the label of an answer behind a question on its line.
var replyBehind = regexp.MustCompile(`[;|]? *(?:Answer|ANSWER|A): *$`)

// turnMark fits a model's own marks between turns.
var turnMark = regexp.MustCompile(`</s>$|<\|[^|>]*\|>|<(?:end|start)_of_turn>|<</?SYS>>|\[/?INST\]`)

// turnMarks fits what is nothing but such marks, with the name of a role among them.
var turnMarks = regexp.MustCompile(`^(?:(?:` + turnMark.String() + `)(?:assistant|model)?\s*)+$`)

// plainQuestion is the first paragraph, or with last the last one, that is
// neither an instruction nor a lead-in.
func plainQuestion(text string, last bool) string {
	best := ""
	for s := range strings.SplitSeq(text, "\n\n") {
		s = strings.TrimSpace(s)
		for strings.HasPrefix(s, "</") {
			_, s, _ = strings.Cut(s, ">")
			s = strings.TrimSpace(s)
		}
		if rule, below, _ := strings.Cut(s, "\n"); isRule(rule) {
			s = strings.TrimSpace(below)
		}
		if q := behindColon(s); q != "" {
			return q
		}
		if s == "" || isTailCue(s) || isLead(s) || isRule(s) {
			continue
		}
		if best = s; !last {
			break
		}
	}
	return best
}

// behindColon is the question that an instruction or a short label introduces:
// `Using the documents above, answer: q`, `Respond to the following:` and q on
// the line below.
func behindColon(s string) string {
	head, below, more := strings.Cut(s, "\n")
	if more && isTailCue(head) && endsInColon(head) {
		return strings.TrimSpace(below)
	}
	i := strings.LastIndex(head, ": ")
	if more || i < 0 || !endsInQuestion(head) {
		return ""
	}
	if isTailCue(s) || strings.Count(head[:i], " ") < 3 {
		return strings.TrimSpace(head[i+2:])
	}
	return ""
}

func endsInQuestion(s string) bool { return endsWith(s, "?", "？", "؟") }

// unasked takes what the user asks out of the last passage of a message. The
// last thing that a user sends asks for something: where nothing outside of
// what was read as evidence does, the question stands at its end, and an
// answer could cite it. Where marks close every passage there is no doubt.
func (f *finder) unasked(p *page, i int, list []candidate) []candidate {
	if !p.user() || p.slotted || len(list) == 0 || !f.asksHere(i) {
		return list
	}
	c := &list[len(list)-1]
	if c.rank == rankMarked || len(c.found) == 0 {
		return list
	}
	spans := make([]line, len(list))
	for n := range list {
		spans[n] = line{list[n].start, list[n].end}
	}
	q := questionOf(p.text, spans)
	if q != "" {
		before, after := outside(p.text, spans)
		unnamed := labelled(after) == "" && labelled(before) == "" && plainQuestion(after, true) != ""
		if !unnamed && !isInstructive(q) {
			return list
		}
	}
	last := &c.found[len(c.found)-1]
	if at := lastPart(p, c); at > 0 {
		for len(c.found) > 1 && c.found[len(c.found)-1].start >= at {
			c.found = c.found[:len(c.found)-1]
			c.end = c.found[len(c.found)-1].end
		}
		if at < c.end {
			cutAt(p, c, at)
		}
		return list
	}
	if q != "" {
		return list
	}
	at := askedFrom(p, p.lineAt(max(last.start, 0)), p.lineAt(max(c.end-1, 0))+1)
	if at < 0 {
		return list
	}
	if at <= last.inner {
		if c.rank == rankBare && len(c.found) > 1 {
			c.found, c.end = c.found[:len(c.found)-1], c.found[len(c.found)-2].end
			return list
		}
		if asked := endingQuestion(p, last.inner, c.end); asked > last.inner {
			cutAt(p, c, asked)
			return list
		}
		c.found, c.end = c.found[:len(c.found)-1], last.start
		if len(c.found) == 0 {
			return list[:len(list)-1]
		}
		return list
	}
	if from := p.lineAt(last.start); p.lineAt(at) > from+1 {
		at = min(at, p.lines[max(tailStart(p, from, p.lineAt(at)), from+1)-1].end) // and the instructions above it
	}
	cutAt(p, c, at)
	return list
}

// lastPart is where the last paragraph of bare text begins if it has a label, whatever that is, and no
// paragraph above it has one: what stands last and is no order of the app's is what is asked. It is 0
// where there is none.
func lastPart(p *page, c *candidate) int {
	first := p.lineAt(c.start)
	end := lastText(p, first, p.lineAt(max(c.end-1, 0))+1)
	top := blockTop(p, first, end)
	if c.rank != rankBare || top <= first || !hasOwnLabel(p, top) {
		return 0
	}
	for i := first; i < top; i = p.after(blockEnd(p, i)) {
		if hasOwnLabel(p, i) {
			return 0
		}
	}
	return p.lines[top].start
}

// hasOwnLabel tells whether line i begins with a label, or as one of those forms that tell what a text is.
func hasOwnLabel(p *page, i int) bool {
	s := p.str(i)
	name, _ := label(s)
	return endsInColon(s) || name != "" && strings.ContainsAny(s, ":：") || strings.IndexByte("{<[", s[0]) >= 0
}

// endingQuestion is where the question begins that ends a text [from, to): its last line,
// or its last sentence. It is 0 where the text ends in none.
func endingQuestion(p *page, from, to int) int {
	text := strings.TrimRight(p.text[from:to], " \t\n")
	if at := inlineAsk(text); at > 0 {
		return from + at
	}
	if !endsInQuestion(text) {
		return 0
	}
	if i := strings.LastIndexByte(text, '\n'); i > 0 && len(text)-i < 600 {
		return from + i + 1
	}
	for _, form := range lastQuestions {
		if at := form.FindStringSubmatchIndex(text); at != nil {
			return from + at[2]
		}
	}
	return 0
}

// lastQuestions fit a question right behind the text of a passage, and behind its last full stop.
var lastQuestions = [...]*regexp.Regexp{
	regexp.MustCompile(`[a-z)][.!]([A-Z][^?]*\?)\s*$`),
	regexp.MustCompile(`[\pL)\d"][.!。] ?([^.!?？。]*[?？؟])\s*$`),
}

// inlineAsk is where the label of a question begins that stands behind a sentence of its
// line, 0 for none. All behind it is what is asked, however many sentences that has.
func inlineAsk(text string) int {
	const longest, ends = 40, ".!?。？؟" // bytes of a label, ends of sentences
	for at := 0; ; {
		n, behind := firstColon(text[at:], len(text))
		if n < 0 {
			return 0
		}
		at += n
		head := text[max(0, at-longest):at]
		if i := strings.LastIndexAny(head, ends+"\n"); i >= 0 && head[i] != '\n' {
			name := strings.TrimLeft(head[i:], ends+"\"')] ")
			if asks(strings.ToLower(name)) && opensWith(text[at:], ": ", "：") {
				return at - len(name)
			}
		}
		at += behind - n
	}
}

// asksHere tells whether message i is the only one in which the user can have
// asked: the last of the user's, and alone in its turn.
func (r *request) asksHere(i int) bool {
	for j := range r.p.Messages {
		if m := &r.p.Messages[j]; j != i && m.Role == "user" && (j > i || r.turns[j] == r.turns[i]) {
			return false
		}
	}
	return true
}

// askedFrom is the byte at which what is asked begins in lines [from, to), the
// end of a message: at the label of a question, else at the last paragraph if
// that speaks to somebody. It is -1 where nothing does.
func askedFrom(p *page, from, to int) int {
	to = lastText(p, from, to)
	for i := to - 1; i > from; i-- {
		if m := p.labelMarks(i); m&labelAsks != 0 && p.blank(i-1) || m&(labelTalks|valued) == labelTalks|valued {
			return p.lines[i].start
		}
	}
	if to <= from {
		return -1
	}
	if top := blockTop(p, from, to); speaks(p.text[p.lines[top].start:p.lines[to-1].end]) {
		return p.lines[spokenTop(p, from, top)].start
	}
	return -1
}

// talkers are the labels of what the user says.
var talkers = set(words("talkers")...)

// speaks tells whether a paragraph is what somebody says to an assistant: it
// asks, speaks of its writer, or begins with a request.
func speaks(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return holds(demandWords, strings.Trim(word, ",.:!*")) || askMark.MatchString(s) || firstPerson.in(" "+s+" ")
}

var askMark = regexp.MustCompile(`\?(?:[\s"]|$)|[？؟]`)

// demandWords begin what a user wants done.
var demandWords = set(words("demand_words")...)

// firstPerson are words by which a writer speaks of himself.
var firstPerson = phrasesOf(words("first_person")...)
