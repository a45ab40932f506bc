package layout

import (
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// A tool that gives back what the model handed it (a plan, a memory, notes) proves nothing: what the model wrote is no source,
// wherever it comes back. Where a text came up first tells whose it is.

const minEcho = 20 // least weight of a line that is looked for, and of what is left of a chunk

// modelsOwn are the lines that the model wrote before any tool did, in its texts and in the arguments of its calls, each with the
// first message that has it.
func (f *finder) modelsOwn() map[string]int {
	if f.ownRead {
		return f.own
	}
	f.ownRead = true
	said := 0 // the last message of the model's
	note := func(text string) {
		for l := range linesSaid(text) {
			if key := keyOfLine(l); key != "" {
				if f.own == nil {
					f.own = map[string]int{}
				}
				if _, known := f.own[key]; !known {
					f.own[key] = said
				}
			}
		}
	}
	for i := range f.p.Messages {
		m := &f.p.Messages[i]
		if m.Role == "assistant" {
			said = i
			note(TextOf(m))
		} else if m.Call != nil {
			if note(m.Call.Arguments); prompt.IsJSON(m.Call.Arguments) {
				eachString(gjson.Parse(m.Call.Arguments), note)
			}
		}
	}
	for i := range f.p.Messages {
		if m := &f.p.Messages[i]; roleOf(m) == "tool" && len(f.own) > 0 {
			for l := range linesSaid(TextOf(m)) {
				if key := keyOfLine(l); f.own[key] > i {
					delete(f.own, key)
				}
			}
		}
	}
	return f.own
}

// eachString hands on all strings of a JSON value.
func eachString(v gjson.Result, do func(string)) {
	if v.Type == gjson.String {
		do(v.Str)
	} else if v.IsObject() || v.IsArray() {
		v.ForEach(func(_, m gjson.Result) bool { eachString(m, do); return true })
	}
}

// linesSaid are the lines of a text, and what stands between its quotes.
func linesSaid(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(text, endsLine)
}

func endsLine(r rune) bool { return r == '\n' || r == '"' }

// keyOfLine is by what a line is known whatever marks stand around it, "" for one that says too little.
func keyOfLine(s string) string {
	s = strings.TrimSpace(s)
	if s = strings.Trim(s[text.ListMarker(s):], " .,;:!()[]{}'"); !heavier(s, minEcho) || text.IsASCII(s) && !strings.Contains(s, " ") {
		return ""
	}
	return strings.ToLower(s)
}

// withoutEchoes is a text of tool message i without the lines that the model wrote before, which may stand behind a label.
func (f *finder) withoutEchoes(text string, i int) string {
	own := f.modelsOwn()
	if len(own) == 0 {
		return text
	}
	isEcho := func(s string) bool {
		at, ok := own[keyOfLine(s)]
		return ok && at < i
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		n := strings.IndexFunc(rest, endsLine)
		if n < 0 {
			n = len(rest)
		}
		l := rest[:n]
		if name, said, ok := strings.Cut(l, ": "); ok && isEcho(said) {
			l = name + ": "
		} else if isEcho(l) {
			l = ""
		}
		b.WriteString(l)
		b.WriteString(rest[n:min(n+1, len(rest))])
		rest = rest[min(n+1, len(rest)):]
	}
	return b.String()
}
