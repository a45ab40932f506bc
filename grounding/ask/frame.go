package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// Frame is the form of a reply in plain text that the app's own words order: signs that
// stand at the head of a line or around a text, each before a field.
type Frame struct {
	signs    []sign
	names    []string    // that stand between marks
	filledIn []string    // those below which the order shows a place to fill in
	marks    [][2]string // around the name of a sign that stands alone on its line: "[[ ## ", " ## ]]"
	calls    []string    // functions that take the answer of a program: final_answer

	closed map[string]bool // names of tags that the prompt's words about forms close
	inside string          // first characters of signs that stand anywhere

	begun sign // that the prompt ends in: the reply goes on behind it

	filled map[string]bool // names of tags in which the prompt itself puts material: they are no signs
}

// sign is one sign of a frame.
type sign struct {
	open, close string // close is "" for a sign at the head of a line
	inside      bool   // it separates fields wherever it stands: "|||"
	name        string
	role        FieldRole
	aside       bool // what stands behind it is in no field, but beside one
}

// FieldRole is what a field of a frame is for.
type FieldRole uint8

const (
	Prose    FieldRole = iota // it is told to somebody
	Thinks                    // the model's own reasoning
	Acts                      // a step: a tool and its input
	Observes                  // the client writes what a step has brought
	Lists                     // sources
	Judges                    // a score
)

// Words by which a frame is looked for at all.
var frameMarks = []string{"[[ ", "ormat", "формат", "格式", "形式", "형식", "eading", " tag", "</answer>", "answer(", "\" part", "\" section", "\" line",
	":\"", ": \"", ":'", ":”", ": ”", ":`"}

// FrameOf finds the frame that a prompt orders; nil for none.
func FrameOf(p prompt.Prompt, found *layout.Found) *Frame {
	if p.Format != prompt.FormatText {
		return nil
	}
	parts := found.Parts(p)
	w := Own(p, parts)
	if !slices.ContainsFunc(w.Turns, mayOrderFrame) {
		return nil
	}
	f, asked := &Frame{filled: filledTags(w, parts), closed: map[string]bool{}}, false
	for _, t := range w.Turns {
		if t.Role == "assistant" {
			continue
		}
		for _, m := range closingTag.FindAllStringSubmatch(t.Form, -1) {
			f.closed[m[1]] = true
		}
	}
	for _, t := range slices.Backward(w.Turns) {
		if isApps(t.Role) || t.Role == "user" && !asked {
			f.read(t)
		}
		asked = asked || t.Role == "user" && !beginsObserved(t.Whole)
	}
	if len(f.signs) == 0 && len(f.calls) == 0 && len(f.marks) == 0 {
		return nil
	}
	slices.SortStableFunc(f.signs, func(a, b sign) int { return len(b.open) - len(a.open) }) // "Action Input:" before "Action:"
	if len(w.Turns) > 0 {
		end := strings.TrimRight(w.Turns[len(w.Turns)-1].Whole, " \t\r\n")
		end = end[strings.LastIndexByte(end, '\n')+1:]
		if at := slices.IndexFunc(f.signs, func(s sign) bool { return s.close == "" && strings.TrimSpace(end) == s.open }); at >= 0 {
			f.begun = f.signs[at]
		}
	}
	return f
}

// beginsObserved tells that a program has written a user's message: it begins with the sign of what a step has brought.
func beginsObserved(text string) bool {
	for _, form := range [...]*regexp.Regexp{labelled, tagFirst} {
		if m := form.FindStringSubmatch(strings.TrimSpace(text)); m != nil && roleOfField(m[1]) == Observes {
			return true
		}
	}
	return false
}

func mayOrderFrame(t Turn) bool {
	return t.Role != "assistant" && slices.ContainsFunc(frameMarks, func(mark string) bool { return strings.Contains(t.Form, mark) })
}

// filledTags are the names of the tags that material of a prompt begins with, or that open
// right above it.
func filledTags(w Words, parts []layout.Part) map[string]bool {
	filled := map[string]bool{}
	for _, part := range parts {
		if part.Kind != layout.Material || part.Message >= len(w.Turns) {
			continue
		}
		text := w.Turns[part.Message].Whole
		above := strings.TrimRight(text[max(0, part.Start-maxTag):part.Start], " \t\n")
		for _, m := range [...][]string{tagAbove.FindStringSubmatch(above), tagFirst.FindStringSubmatch(text[part.Start:min(len(text), part.Start+maxTag)])} {
			if m != nil {
				filled[m[1]] = true
			}
		}
	}
	return filled
}

const maxTag = 40 // bytes around the beginning of material in which its tag is looked for

var (
	tagAbove   = regexp.MustCompile(`<([a-z_]{2,30})>$`)
	tagFirst   = regexp.MustCompile(`^<([a-z_]{2,30})>`)
	bracketed  = regexp.MustCompile(`(?m)^[ \t]*(\[\[ ?[#*]* ?([\pL_][\pL\pN_ .]{0,40}?) ?[#*]* ?\]\])[ \t]*$`)
	labelled   = regexp.MustCompile(`^[ \t]*([\pL_][\pL\pN_ ]{0,30})[:：]`)
	boldLabel  = regexp.MustCompile(`^[ \t]*\*\*[\pL_][\pL\pN_ ]{0,30}[:：]\*\*`)
	heading    = regexp.MustCompile(`^[ \t]*(?:(#{1,6} [^\n<>{}\[\]]{2,60}|\*\*[^*\n<>{}\[\]]{2,60}\*\*:?)[ \t]*\n?$|(【[^】\n]{1,30}】))`)
	divider    = regexp.MustCompile(`(?m)(?:^[ \t]*|>)([^\pL\pN\s<>"'()\[\]{}.,:;_-]{3,8}|={3,8})<[^<>\n]{2,40}>`)
	quotedSign = regexp.MustCompile("[\"“'‘`「]([\\pL][\\pL\\pN_ -]{0,30}[:：])\\s*[\"”'’`」]")
	tagOrder   = regexp.MustCompile(`<([a-z_]{2,30})>`)
	closingTag = regexp.MustCompile(`</([a-z_]{2,30})>`)
	namedPart  = regexp.MustCompile(`["“]([A-Z]{3,12})["”] (?:part|section|line)\b`)
	answerCall = regexp.MustCompile(`\b([a-z_]*answer[a-z_]*)\(`)
)

// read adds the signs that a message orders. In a user's message they stand before what
// was typed.
func (f *Frame) read(t Turn) {
	text := bounded(t.Form)
	if t.Role == "user" {
		if at := typedBehindFormat(text); at >= 0 && !strings.Contains(text[at:], "[[ ") {
			text = text[:at]
		}
	}
	for _, m := range bracketed.FindAllStringSubmatch(text, maxMembersRead) {
		at := strings.Index(m[1], m[2])
		if marks := [2]string{m[1][:at], m[1][at+len(m[2]):]}; !slices.Contains(f.marks, marks) && len(f.marks) < leastLabels {
			f.marks = append(f.marks, marks)
		}
	}
	if len(f.marks) > 0 {
		for _, m := range bracketed.FindAllStringSubmatch(bounded(t.Whole), maxMembersRead) {
			f.names = append(f.names, m[2])
			if strings.Contains(t.Whole, "{"+m[2]+"}") {
				f.filledIn = append(f.filledIn, m[2])
			}
		}
	}
	f.form(text)
	list := answer.ListAskedFor(text) // whose heading is no sign of a frame
	for _, m := range quotedSign.FindAllStringSubmatch(text, maxMembersRead) {
		if m[1] != list {
			f.add(m[1], "", strings.TrimRight(m[1], ":："))
		}
	}
	for _, m := range divider.FindAllStringSubmatch(text, maxMembersRead) {
		f.add(m[1], "", "part")
		f.inside += m[1][:1]
	}
	for _, m := range namedPart.FindAllStringSubmatch(text, maxMembersRead) {
		f.add(m[1]+":", "", m[1])
	}
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "</") && !holds(strings.ToLower(line), "tag_orders") {
			continue
		}
		for _, m := range tagOrder.FindAllStringSubmatch(line, maxMembersRead) {
			if is(m[1], "answer_members") || answer.IsThinking(m[1]) || f.closed[m[1]] && !f.filled[m[1]] && !(t.Role == "user" && isRecord(text, m[1])) {
				f.add("<"+m[1]+">", "</"+m[1]+">", m[1])
			}
		}
	}
	if strings.Contains(text, "answer(") {
		for _, m := range answerCall.FindAllStringSubmatch(text, maxMembersRead) {
			if !slices.Contains(f.calls, m[1]) {
				f.calls = append(f.calls, m[1])
			}
		}
	}
}

// isRecord reports whether a tag is one of a list of records that stands in a message, or stands
// around one: it closes more than once, or a tag inside it does. That is an input.
func isRecord(text, name string) bool {
	_, inside, _ := strings.Cut(text, "<"+name+">")
	inside, _, _ = strings.Cut(inside, "</"+name+">")
	if inside == "" {
		return false // a form: <tool></tool>
	}
	if strings.Count(text, "</"+name+">") > 1 {
		return true
	}
	for _, m := range tagOrder.FindAllStringSubmatch(inside, maxMembersRead) {
		if strings.Count(inside, "</"+m[1]+">") > 1 {
			return true
		}
	}
	return false
}

// Bounds of what a frame of labels looks like.
const (
	labelsBehind = 40 // lines behind the line that speaks of a format
	leastLabels  = 2
)

// ordersFormat tells a line that orders a format: "Use the following format:".
func ordersFormat(line string) bool {
	lower := strings.TrimRight(strings.ToLower(line), " \t\r\n`*")
	return (strings.HasSuffix(lower, ":") || strings.HasSuffix(lower, "：")) && holds(lower, "form_orders")
}

// typedBehindFormat is where a text begins that a user typed: behind the first label that
// says so and is none of a format's. It is negative where there is none.
func typedBehindFormat(text string) int {
	at, left := 0, 0
	for line := range strings.Lines(text) {
		said := strings.TrimSpace(line)
		switch {
		case ordersFormat(line):
			left = labelsBehind
		case said != "" && left > 0 && !labelled.MatchString(line) && !strings.HasPrefix(said, "...") && !strings.HasPrefix(said, "```"):
			left = 0
		default:
			left--
		}
		if typed := typedFrom(line); left <= 0 && typed >= 0 {
			return at + typed
		}
		at += len(line)
	}
	return -1
}

// form reads the signs below a line that orders a format: labels, and headings right below it,
// with nothing but places to fill in between them.
func (f *Frame) form(text string) {
	left, above := 0, false // a sign stands alone on the last line that says something
	open := false           // only headings and places to fill in stand below the order
	var signs []string
	for line := range strings.Lines(text) {
		switch {
		case strings.ContainsRune(line, Hole):
			if left = 0; above { // it names what the app has put in
				signs, above = signs[:len(signs)-1], false
			}
		case ordersFormat(line):
			left, above, open = labelsBehind, false, true
			continue
		}
		if left--; left < 0 {
			continue
		}
		sign := ""
		if m := heading.FindStringSubmatch(line); m != nil && open {
			sign = strings.TrimSpace(m[1] + m[2])
		} else if m := boldLabel.FindString(line); m != "" {
			sign = strings.TrimSpace(m)
		} else if m := labelled.FindStringSubmatch(line); m != nil && !is(strings.ToLower(m[1]), "no_signs") {
			sign = strings.TrimSpace(m[0])
		}
		if sign != "" && !slices.Contains(signs, sign) {
			signs, above = append(signs, sign), strings.TrimSpace(line) == sign
		} else if said := strings.TrimSpace(line); said != "" {
			above, open = false, open && strings.ContainsAny(said[:1], "[<{(.")
		}
	}
	if len(signs) < leastLabels {
		return
	}
	for _, sign := range signs {
		f.add(sign, "", strings.Trim(sign, " #*:：【】"))
	}
}

// add adds a sign, once.
func (f *Frame) add(open, end, name string) {
	if slices.ContainsFunc(f.signs, func(s sign) bool { return s.open == open }) || len(f.signs) == maxLabels {
		return
	}
	inside := end == "" && !strings.ContainsFunc(open, unicode.IsLetter)
	f.signs = append(f.signs, sign{open: open, close: end, inside: inside, name: strings.TrimSpace(name), role: roleOfField(name)})
}

// roleOfField goes by the words of a name.
func roleOfField(name string) FieldRole {
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == '_' }) {
		for role, list := range [...]string{Acts: "acting_fields", Observes: "observing_fields", Lists: "source_fields"} {
			if list != "" && is(word, list) {
				return FieldRole(role)
			}
		}
		switch {
		case answer.IsJudging(word):
			return Judges
		case answer.IsThinking(word):
			return Thinks
		}
	}
	return Prose
}

// IsSign tells that a value of JSON that the app orders in words is a sign of its form, and states
// nothing: it says which step a program is to take, "action": "Final Answer", in words that the app
// shows as such, or that name the end of a run.
func IsSign(member, value, app string) bool {
	const most = 2 // words
	name := tree.Node{Children: []tree.Node{{Kind: '"', Key: "name", Raw: tree.Quote(value)}}}
	return is(strings.ToLower(member), "acting_fields") && value != "" &&
		(strings.Contains(app, `"`+value+`"`) || len(strings.Fields(value)) <= most && endsRun(&name))
}

// Acts tells that the frame has a sign for a step, which may be JSON.
func (f *Frame) Acts() bool {
	return slices.ContainsFunc(f.signs, func(s sign) bool { return s.role == Acts })
}

// Thinks tells that the frame has a tag for the model's own reasoning.
func (f *Frame) Thinks() bool {
	return slices.ContainsFunc(f.signs, func(s sign) bool { return s.close != "" && s.role == Thinks })
}
