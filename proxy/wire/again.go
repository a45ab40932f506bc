package wire

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// likeness is the shape of an event that goes on with the text of one choice. The events of a
// stream mostly differ in their text only, and in names and numbers of which the first counts: then
// what stands between these is compared, and not read again. All else is read by the careful
// reader; a fuzz test holds one against the other.
type likeness struct {
	event   string // the last one that was read carefully; "" where it was of another shape
	vary    []Span // the values in it that may differ, in their order
	text    int    // which of them is the text
	thought bool   // it is one of reasoning
	index   int64
	size    int // of the delta without its text, in bytes of JSON
}

// learn notes the shape of an event that the careful reader has taken: of one that says more than
// a text there is nothing to note.
func (l *likeness) learn(root gjson.Result, body []byte) {
	*l = likeness{vary: l.vary[:0]}
	delta := root.Get("choices.0.delta")
	text, thought := textAlone(delta)
	choice := root.Get("choices.0")
	if !text.Exists() || root.Get("choices.#").Int() != 1 || !onlyDelta(choice) || root.Raw != view(body) {
		return
	}
	if at := choice.Get("index"); at.Type != gjson.Null {
		l.index, _ = integer(at) // one that is no integer was refused
	}
	l.event, l.thought, l.size = root.Raw, thought, len(delta.Raw)-len(text.Raw)
	values := append(make([]gjson.Result, 0, 4), text)
	for _, name := range [...]string{"id", "created", "obfuscation"} { // an empty one leaves the place to the next
		if v := root.Get(name); v.Type == gjson.String && v.Str != "" || v.Type == gjson.Number && v.Num != 0 {
			values = append(values, v)
		}
	}
	slices.SortFunc(values, func(a, b gjson.Result) int { return a.Index - b.Index })
	for i, v := range values {
		if v.Index == text.Index {
			l.text = i
		}
		l.vary = append(l.vary, Span{v.Index, v.Index + len(v.Raw)})
	}
}

// onlyDelta reports whether a choice holds a delta and nothing else.
func onlyDelta(choice gjson.Result) (alone bool) {
	choice.ForEach(func(key, v gjson.Result) bool {
		alone = v.Type == gjson.Null || key.Str == "index" || key.Str == "delta"
		return alone
	})
	return alone
}

// textAlone is the text of a delta that holds one text, of the answer or of reasoning, and
// nothing else but a role.
func textAlone(delta gjson.Result) (text gjson.Result, thought bool) {
	delta.ForEach(func(key, v gjson.Result) bool {
		isText := key.Str == "content" || key.Str == "reasoning_content" || key.Str == "reasoning"
		switch {
		case v.Type == gjson.Null || key.Str == "role":
			return true
		case v.Type == gjson.String && isText && !text.Exists():
			text, thought = v, key.Str != "content"
			return true
		}
		text = gjson.Result{}
		return false
	})
	return text, thought
}

// textOf is the text of an event of that shape, with its quotes. It is a part of the event.
func (l *likeness) textOf(event []byte) (quoted string, ok bool) {
	if l.event == "" {
		return "", false
	}
	s, from, first := scanner{data: view(event)}, 0, 0
	if at := l.vary[l.text].Start; strings.HasPrefix(s.data, l.event[:at]) { // mostly nothing differs in front of the text
		s.pos, from, first = at, at, l.text
	}
	for i := first; i < len(l.vary); i++ {
		if !s.literal(l.event[from:l.vary[i].Start]) {
			return "", false
		}
		value, ok := s.scalar()
		if !ok {
			return "", false
		}
		if i == l.text {
			quoted = value
		}
		from = l.vary[i].End
	}
	return quoted, quoted[0] == '"' && s.data[s.pos:] == l.event[from:] && utf8.ValidString(quoted)
}

// feedText takes the text of an event of the shape of the one before.
func (g *Gatherer) feedText(quoted string) error {
	c, fault := g.choice(g.last.index, g.last.size+len(quoted))
	switch {
	case fault != nil:
	case g.last.thought:
		addTo(&c.reasoning, quoted)
	default:
		c.hasContent = true
		addTo(&c.content, quoted)
	}
	return fault
}

// grow makes room for a short answer before its first text is added.
func grow(to *strings.Builder, text string) {
	const usual = 1 << 10
	if to.Cap() == 0 && text != "" {
		to.Grow(usual)
	}
}

// addTo adds what a JSON string says.
func addTo(to *strings.Builder, quoted string) {
	grow(to, quoted[1:len(quoted)-1])
	if strings.IndexByte(quoted, '\\') < 0 {
		to.WriteString(quoted[1 : len(quoted)-1])
		return
	}
	var room [256]byte
	to.Write(appendText(room[:0], quoted))
}
