package layout

import (
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// question finds what the user asks: in the last user message of the last
// turn that is more than a reminder, outside of what was read as evidence.
func (f *finder) question() {
	for i := len(f.p.Messages) - 1; i >= 0; i-- {
		if q, ok := f.asked[i]; ok {
			f.out.Question, f.out.HasQuestion = q, true
			return
		}
		if f.p.Messages[i].Role != "user" {
			continue
		}
		q := questionOf(f.texts[i], f.spans[i])
		if q == "" || isReminder(q) {
			continue
		}
		f.out.Question, f.out.HasQuestion = strings.TrimLeftFunc(q, isPictogram), true
		return
	}
}

func isReminder(s string) bool {
	low := strings.ToLower(s[:min(len(s), 40)])
	return strings.HasPrefix(low, "reminder") || strings.HasPrefix(low, "remember:") || strings.HasPrefix(low, "<reminder")
}

// questionOf finds the question in one message: by its label or tag behind the
// evidence, then in front of it, else the words that are no instruction.
func questionOf(text string, spans []line) string {
	if q := jsonQuestion(text); q != "" {
		return q
	}
	if len(spans) == 0 {
		if q := labelled(text); q != "" {
			return q
		}
		if i := strings.LastIndex(text, "</context>\n"); i >= 0 {
			if q := plainQuestion(text[i:], true); q != "" {
				return q
			}
		}
		return strings.TrimSpace(text)
	}
	before, after := outside(text, spans)
	for _, s := range [...]string{after, before} {
		if q := labelled(s); q != "" {
			return q
		}
	}
	if q := plainQuestion(after, true); q != "" {
		return q
	}
	if q := spoken(after); q != "" {
		return q
	}
	if q := plainQuestion(before, false); q != "" {
		return q
	}
	return tagged(text, questionTags[:3])
}

// jsonQuestion reads the question of a message that is one JSON object.
func jsonQuestion(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !prompt.IsJSON(text) {
		return ""
	}
	v := gjson.Parse(text)
	for _, key := range [...]string{"question", "query", "user_question", "user_query", "user_input", "user_message", "input", "prompt"} {
		if q := v.Get(key); q.Type == gjson.String {
			return strings.TrimSpace(q.Str)
		}
	}
	return ""
}

// outside is the text in front of the first span and behind the last.
func outside(text string, spans []line) (before, after string) {
	from, to := len(text), 0
	for _, s := range spans {
		from, to = min(from, s.start), max(to, s.end)
	}
	return text[:from], text[min(to, len(text)):]
}

// questionTags hold the question, most specific first.
var questionTags = [...]string{"raw_query", "user_query", "user_question", "question", "query", "user_input", "问题", "用户问题"}

// tagged is the text of the first element of one of some names.
func tagged(text string, names []string) string {
	if strings.IndexByte(text, '<') < 0 {
		return ""
	}
	for _, lower := range names {
		for _, name := range [...]string{lower, strings.ToUpper(lower)} {
			if _, rest, ok := strings.Cut(text, "<"+name+">"); ok {
				if q, _, ok := strings.Cut(rest, "</"+name+">"); ok && strings.TrimSpace(q) != "" {
					return strings.TrimSpace(q)
				}
			}
		}
	}
	return ""
}

// labelled finds a question by its tag or label.
func labelled(text string) string {
	if q := tagged(text, questionTags[:]); q != "" {
		return q
	}
	for _, quoted := range [...][2]string{{`query or task: "`, `"`}, {"Answer this query: '", "' with this"}} {
		if _, rest, ok := strings.Cut(text, quoted[0]); ok {
			if q, _, ok := strings.Cut(rest, quoted[1]); ok {
				return q
			}
		}
	}
	p := newPage(text, "user")
	best := ""
	for i := range p.lines {
		value, ok := askValue(p.str(i))
		if !ok {
			continue
		}
		q := labelValue(p, i, value)
		if inner := behindColon(q); inner != "" && isTaskLabel(p.str(i)) {
			q = inner
		}
		if q != "" && (best == "" || !isTaskLabel(p.str(i))) {
			best = q
			if !isTaskLabel(p.str(i)) {
				break
			}
		}
	}
	return best
}

// spoken finds the user's words under the label of a turn: `### User:`.
func spoken(text string) string {
	p := newPage(text, "user")
	for i := range p.lines {
		if name, value, ok := label(p.str(i)); ok && (name == "user" || name == "human") {
			return labelValue(p, i, value)
		}
	}
	return ""
}

func isTaskLabel(s string) bool {
	name, _, _ := label(s)
	return name == "task"
}

// labelValue is the text behind a label: on its line, or in the paragraph
// below, up to the next cue.
func labelValue(p *page, i int, value string) string {
	if value == "" {
		i = p.after(i)
		if i >= len(p.lines) || isTailCue(p.str(i)) {
			return ""
		}
		value = p.str(i)
	}
	var b strings.Builder
	b.WriteString(value)
	for i++; i < len(p.lines) && !p.blank(i) && !isTailCue(p.str(i)) && !isRule(p.str(i)) && !isCue(p.str(i)) && !hasTextLabel(p.str(i)); i++ {
		b.WriteByte('\n')
		b.WriteString(p.str(i))
	}
	value, _, _ = strings.Cut(strings.TrimSuffix(b.String(), "</s>"), "<|")
	value, _, _ = strings.Cut(value, "<end_of_turn>")
	return strings.Trim(value, "\"' \n")
}

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
		if rule, below, ok := strings.Cut(s, "\n"); ok && isRule(rule) {
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
	if isTailCue(s) || isLead(s) || strings.Count(head[:i], " ") < 3 || strings.Contains(strings.ToLower(head[:i]), "answer") {
		return strings.TrimSpace(head[i+2:])
	}
	return ""
}

func endsInQuestion(s string) bool {
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
}

// unasked takes what the user asks out of the last passage of a message. The
// last thing that a user sends asks for something: where nothing outside of
// what was read as evidence does, the question stands at its end, and an
// answer could cite it. Where marks close every passage there is no doubt.
func (f *finder) unasked(p *page, i int, list []candidate) []candidate {
	if !p.user() || len(list) == 0 || !f.asksHere(i) {
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
	if questionOf(p.text, spans) != "" {
		return list
	}
	last := &c.found[len(c.found)-1]
	at := askedFrom(p, p.lineAt(max(last.start, 0)), p.lineAt(max(c.end-1, 0))+1)
	if at < 0 {
		return list
	}
	if at <= last.inner {
		if n := askedSentence(p.text[last.inner:c.end]); n > 0 {
			cutAt(p, c, last.inner+n)
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

// askedSentence is where in a passage of one paragraph the sentence begins that
// asks: `… closed in 1977.Who built it?`. It is 0 where none does, or where too
// little is in front of it.
func askedSentence(text string) int {
	last := 0
	for i := strings.LastIndexByte(text, '?') - 1; i > 0 && heavier(text[:i], minParagraph); i-- {
		next := strings.TrimLeft(text[i+1:], " ")
		if strings.IndexByte(".!", text[i]) < 0 || next == "" || next[0] < 'A' || next[0] > 'Z' {
			continue
		}
		if last == 0 {
			last = i + 1
		}
		if word, _, _ := strings.Cut(next, " "); holds(demandWords, word) || holds(askingVerbs, word) {
			return i + 1 // not the full stop of a name within the question
		}
	}
	return last
}

// askingVerbs begin a question, too.
var askingVerbs = set(words("asking_verbs")...)

// asksHere tells whether message i is the only one in which the user can have
// asked: the last of the user's, and alone in its turn.
func (f *finder) asksHere(i int) bool {
	for j := range f.p.Messages {
		if m := &f.p.Messages[j]; j != i && m.Role == "user" && (j > i || f.turns[j] == f.turns[i]) {
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
		if name, value, ok := label(p.str(i)); ok && (asks(name) && p.blank(i-1) || talkers[name] && value != "") {
			return p.lines[i].start
		}
	}
	if to <= from {
		return -1
	}
	if top := blockTop(p, from, to); speaks(p.text[p.lines[top].start:p.lines[to-1].end]) {
		return p.lines[top].start
	}
	return -1
}

// talkers are the labels of what the user says.
var talkers = set(words("talkers")...)

// speaks tells whether a paragraph is what somebody says to an assistant: it
// asks, speaks of its writer, or begins with a request.
func speaks(s string) bool {
	for i, r := range s {
		switch r {
		case '?':
			if i+1 == len(s) || isBlank(s[i+1]) || s[i+1] == '"' {
				return true
			}
		case '？', '؟':
			return true
		}
	}
	word, _, _ := strings.Cut(s, " ")
	return holds(demandWords, strings.Trim(word, ",.:!*")) || firstPerson.in(" "+s+" ")
}

// demandWords begin what a user wants done.
var demandWords = set(words("demand_words")...)

// firstPerson are words by which a writer speaks of himself.
var firstPerson = phrasesOf(words("first_person")...)
