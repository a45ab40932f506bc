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
