package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/sjson"
)

// Fence sets joined text off from what a message said before, so that an
// instruction is not read as the end of the last chunk. It is unlike the
// hyphen rules that frameworks put around chunks.
const Fence = "\n\n========\n\n"

// fenced is the Fence as it stands in a JSON string, and headed what is left of
// it at the beginning of one.
const (
	fenced = `\n\n` + headed
	headed = `========\n\n`
)

// Edit collects changes to a request and writes the body with them. Whatever
// no change names keeps its bytes. Changes to one member replace each other:
// the last one holds. An Edit is used by one goroutine.
type Edit struct {
	chat    *Chat
	changes []change
	inserts []insert
	added   []string
}

// change gives a top-level member another value; raw "" drops it.
type change struct {
	name, raw string
}

// insert puts text in front of the byte at offset at, as a string says it,
// between a head and a tail that are JSON already.
type insert struct {
	at               int
	head, text, tail string
}

// Edit begins a new set of changes to the request.
func (c *Chat) Edit() *Edit {
	const usual = 8 // changes that enforcing makes
	return &Edit{chat: c, changes: make([]change, 0, usual)}
}

// TextMessage returns a message of one role and text as raw JSON.
func TextMessage(role, text string) string {
	return `{"role":` + quote(role) + `,"content":` + quote(text) + `}`
}

// AppendSystem joins text to the end of the leading system or developer
// messages, behind a Fence; where there is none, to the last user message.
// The head of the conversation stays as it was, and with it the upstream's
// prompt cache.
func (e *Edit) AppendSystem(text string) {
	lead := -1
	for i, m := range e.chat.messages {
		if m.role != "system" && m.role != "developer" {
			break
		}
		if joinable(e, m.content) {
			lead = i
		}
	}
	if lead < 0 {
		lead = e.lastUser()
	}
	if lead < 0 {
		e.added = append(e.added, TextMessage("user", text))
		return
	}
	e.join(lead, text)
}

// AppendUser adds text in the user role behind the last message: a message of
// its own, or joined to the last one where that is a user's already, because
// some chat templates refuse two in a row. Behind an assistant's last message
// (the start of an answer that the upstream is to go on with, or a tool call
// without its result) nothing may stand; then it joins the last user message.
// Behind the result of a tool it joins that: some upstreams refuse a user's
// message there, and agents' loops end where the model sees a result last.
func (e *Edit) AppendUser(text string) {
	last := len(e.chat.messages) - 1
	var at place
	if last >= 0 {
		at = e.chat.messages[last]
	}
	user := e.lastUser()
	switch {
	case (at.role == "tool" || at.role == "function") && joinable(e, at.content):
		e.join(last, text)
	case user >= 0 && (user == last || at.role == "assistant"):
		e.join(user, text)
	default:
		e.added = append(e.added, TextMessage("user", text))
	}
}

// AppendMessages adds messages, each one raw JSON object, behind all others:
// the turns of a repair.
func (e *Edit) AppendMessages(messages ...string) {
	e.added = append(e.added, messages...)
}

// Insert writes n texts, each in front of a byte of the request, inside of a string there.
// Inserts at different places do not move each other.
func (e *Edit) Insert(n int, of func(i int) (at int, text string)) {
	e.inserts = slices.Grow(e.inserts, n)
	for i := range n {
		at, text := of(i)
		e.inserts = append(e.inserts, insert{at: at, text: text})
	}
}

// SetModel names the model as the upstream knows it.
func (e *Edit) SetModel(name string) { e.set("model", quote(name)) }

// SetResponseFormat asks for a form of output, given as raw JSON.
func (e *Edit) SetResponseFormat(raw string) {
	if e.chat.Surface == Responses {
		e.setTextFormat(raw)
		return
	}
	e.set("response_format", raw)
}

// SetStream has the upstream stream, with usage at the end, or not. The
// client's other stream options are kept; without streaming they must go,
// since the interface refuses them then.
func (e *Edit) SetStream(on bool) {
	if !on {
		e.Drop("stream_options")
		if e.chat.Has("stream") {
			e.set("stream", "false")
		}
		return
	}
	e.set("stream", "true")
	if e.chat.Surface == Responses {
		return // usage comes with the last event, unasked
	}
	options := valueOf(e.chat, "stream_options")
	if options == "" || options == "null" {
		e.set("stream_options", `{"include_usage":true}`)
		return
	}
	options, err := sjson.SetRaw(options, "include_usage", "true")
	if err == nil {
		e.set("stream_options", options)
	}
}

// Room is what the citations of an answer take up beside it, in tokens.
type Room int

const (
	NoRoom     Room = iota // nothing is asked for beside the answer
	MarkerRoom             // markers: a quarter of the answer, and 64
	QuoteRoom              // quotes: twice the answer, and 512
)

// Of is a limit on tokens with room beside what it allows.
func (r Room) Of(limit int64) int64 {
	switch r {
	case MarkerRoom:
		return limit + (limit+3)/4 + 64
	case QuoteRoom:
		return 3*limit + 512
	}
	return limit
}

// RaiseMaxTokens makes room for citations in the client's limits, under the
// names that the client used.
func (e *Edit) RaiseMaxTokens(room Room) {
	for _, limit := range e.chat.MaxTokens {
		if room != NoRoom && limit.raised() {
			e.set(limit.Name, strconv.FormatInt(room.Of(limit.Value), 10))
		}
	}
}

// RaisesMaxTokens reports whether the request has a limit that RaiseMaxTokens
// changes. One that is none, such as -1, is the upstream's to judge.
func (c *Chat) RaisesMaxTokens() bool { return slices.ContainsFunc(c.MaxTokens, Limit.raised) }

// LeastMaxTokens is the least of the limits that RaiseMaxTokens changes, 0 for none.
func (c *Chat) LeastMaxTokens() (least int64) {
	for _, limit := range c.MaxTokens {
		if limit.raised() && (least == 0 || limit.Value < least) {
			least = limit.Value
		}
	}
	return least
}

func (l Limit) raised() bool { return l.Value > 0 && l.Value < (math.MaxInt64-512)/3 }

// SetStoreFalse forbids the upstream to store the exchange. Of a chat
// completion absent is false already, and some upstreams refuse members that
// they do not know; of a response absent is true.
func (e *Edit) SetStoreFalse() {
	if e.chat.Has("store") || e.chat.Surface == Responses {
		e.set("store", "false")
	}
}

// Drop leaves out top-level members. The conversation cannot be dropped. A
// response_format is dropped under the name that it has in the interface.
func (e *Edit) Drop(names ...string) {
	for _, name := range names {
		switch {
		case name == e.chat.Surface.shape().list:
		case name == "response_format" && e.chat.Surface == Responses:
			e.setTextFormat("")
		case e.chat.Has(name):
			e.set(name, "")
		}
	}
}

// set changes one member.
func (e *Edit) set(name, raw string) {
	for i := range e.changes {
		if e.changes[i].name == name {
			e.changes[i].raw = raw
			return
		}
	}
	e.changes = append(e.changes, change{name, raw})
}

// join adds text to the end of a message, as more of its string or as one
// more part.
func (e *Edit) join(index int, text string) {
	content := e.chat.messages[index].content
	isText := e.chat.Raw[content.Start] == '"'
	end := content.End - 1 // the closing quote or bracket
	said := e.chat.Raw[content.Start+1 : end]
	empty := said == "" || !isText && strings.TrimSpace(said) == ""
	for _, earlier := range e.inserts {
		empty = empty && earlier.at != end
	}
	if isText {
		in := insert{at: end, text: text}
		if !empty {
			in.head = fenced
		}
		e.inserts = append(e.inserts, in)
		return
	}
	head := `{"type":"` + e.chat.Surface.shape().part + `","text":"` + headed
	if !empty {
		head = "," + head
	}
	e.inserts = append(e.inserts, insert{end, head, text, `"}`})
}

// lastUser returns the index of the last user message that text can be
// joined to, or -1.
func (e *Edit) lastUser() int {
	for i := len(e.chat.messages) - 1; i >= 0; i-- {
		if m := e.chat.messages[i]; m.role == "user" && joinable(e, m.content) {
			return i
		}
	}
	return -1
}

// joinable tells whether text can be joined to a message's content.
func joinable(e *Edit, content Span) bool {
	if content.End < content.Start+2 {
		return false
	}
	first := e.chat.Raw[content.Start]
	return first == '"' || first == '['
}

// valueOf returns the raw JSON of a top-level member, or "".
func valueOf(c *Chat, name string) string {
	at, _ := c.Value(name)
	return c.Raw[at.Start:at.End]
}
