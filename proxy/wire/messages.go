package wire

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// readMessages reads the messages: what they say, and where text can be
// joined to them.
func readMessages(c *Chat) *Error {
	all, ok := c.Value("messages")
	if ok && c.Raw[all.Start] != '[' && c.Raw[all.Start] != 'n' {
		return wrongType("messages", "an array")
	}
	var fault *Error
	if ok && c.Raw[all.Start] == '[' {
		const usual = 4 // messages that need no more room
		c.prompt.Messages, c.messages = make([]prompt.Message, 0, usual), make([]place, 0, usual)
		walkArray(c.Raw, all.Start, func(n int, at Span) bool {
			r := messageReader{text: c.Raw, list: "messages", index: n}
			fault = r.read(at)
			r.tie(&c.calls)
			c.prompt.Messages = append(c.prompt.Messages, r.message)
			c.messages = append(c.messages, r.place)
			return fault == nil
		})
	}
	switch {
	case fault != nil:
		return fault
	case len(c.messages) == 0:
		return BadRequest("messages", "missing_required_parameter", "The request has no messages.")
	}
	return nil
}

// messageReader reads one message.
type messageReader struct {
	text    string // of the whole request
	list    string // the member that the message stands in
	index   int
	message prompt.Message
	place   place
	calls   gjson.Result // the array of its calls
	result  string       // the id of the call whose result it is
	sample  bool         // its name says that it belongs to a worked example
}

// openCalls are the calls of tools whose results were not read yet, by id; nil for an id that
// several have.
type openCalls map[string]*prompt.Call

// add notes a call.
func (o *openCalls) add(id, name, arguments string) {
	if *o == nil {
		*o = openCalls{}
	}
	if _, twice := (*o)[id]; twice || id == "" {
		(*o)[id] = nil
		return
	}
	(*o)[id] = &prompt.Call{Name: name, Arguments: arguments}
}

// take is the call that a result answers, nil where the request does not show it.
func (o openCalls) take(id string) *prompt.Call {
	call := o[id]
	delete(o, id)
	return call
}

// tie notes the calls of a message, and gives the result of one the call that it answers.
func (r *messageReader) tie(open *openCalls) {
	r.calls.ForEach(func(_, call gjson.Result) bool {
		open.add(call.Get("id").Str, call.Get("function.name").Str, call.Get("function.arguments").Str)
		return true
	})
	if r.message.Role == "tool" {
		r.message.Call = open.take(r.result)
	}
}

func (r *messageReader) read(at Span) *Error {
	if r.text[at.Start] != '{' {
		return wrongType(r.param(""), "an object")
	}
	var fault *Error
	walkObject(r.text, at.Start, func(name string, at Span) bool {
		fault = r.readMember(name, at)
		return fault == nil
	})
	if fault != nil {
		return fault
	}
	var known bool
	if r.message.Role, known = readRole(r.place.role); r.sample && known {
		r.message.Role = prompt.Sample
	}
	r.message.Unreadable = r.message.Unreadable || !known && len(r.message.Parts) > 0
	if r.message.Role == "" {
		return BadRequest(r.param(".role"), "missing_required_parameter", "A message has no role.")
	}
	return nil
}

func (r *messageReader) readMember(name string, at Span) *Error {
	switch name {
	case "role":
		if r.text[at.Start] != '"' {
			return wrongType(r.param(".role"), "a string")
		}
		r.place.role = r.string(at)
	case "content":
		return r.readContent(at)
	case "tool_calls", "function_call":
		v := resultOf(r.text, at)
		r.message.ToolCalls = r.message.ToolCalls || v.IsObject() || v.IsArray() && !isEmpty(v)
		if name == "tool_calls" && v.IsArray() {
			r.calls = v
		}
	case "tool_call_id":
		r.result = r.string(at)
	case "name":
		named := r.string(at)
		r.sample = named == "example_user" || named == "example_assistant"
	case "context":
		if c := r.text[at.Start]; c == '{' || c == '[' {
			r.message.Context = r.text[at.Start:at.End]
		}
	default:
		for _, known := range [...]string{"role", "content"} {
			if otherCase(name, known) {
				return misspelt(r.param("."+known), known)
			}
		}
	}
	return nil
}

// string returns what a string says, "" for a value of another type.
func (r *messageReader) string(at Span) string {
	if r.text[at.Start] != '"' {
		return ""
	}
	return textOf(r.text[at.Start:at.End])
}

// readContent takes the text of a message: a string, or the text parts of an
// array.
func (r *messageReader) readContent(at Span) *Error {
	r.place.content = at
	switch r.text[at.Start] {
	case 'n':
		return nil
	case '"':
		r.message.Parts = []string{r.string(at)}
		return nil
	case '[':
		return r.readParts(at)
	}
	return wrongType(r.param(".content"), "a string, an array or null")
}

// NativePart is the type of a part that says nothing in a chat completion: what it holds is of
// another interface, and has been read there.
const NativePart = "native"

// readParts takes the text of each part that has some, whatever its type: a
// kind of part that is not known yet may still carry evidence.
func (r *messageReader) readParts(all Span) *Error {
	var fault *Error
	walkArray(r.text, all.Start, func(n int, at Span) bool {
		if r.text[at.Start] != '{' {
			fault = wrongType(r.param(fmt.Sprintf(".content[%d]", n)), "an object")
			return false
		}
		kind, text := r.part(at)
		if r.text[text.Start] == '"' {
			switch kind {
			case "grounding_source", "document", "search_result", "tool_result":
				r.message.Sources = append(r.message.Sources, len(r.message.Parts))
			case "query":
				r.message.Queries = append(r.message.Queries, len(r.message.Parts))
			}
			r.message.Parts = append(r.message.Parts, r.string(text))
		} else if kind == NativePart {
			return true
		} else if kind == "text" {
			fault = wrongType(r.param(fmt.Sprintf(".content[%d].text", n)), "a string")
		} else if texts := materialIn(kind, resultOf(r.text, at)); texts != nil {
			for _, text := range texts {
				r.message.Sources = append(r.message.Sources, len(r.message.Parts))
				r.message.Parts = append(r.message.Parts, text.String())
			}
		} else {
			r.message.Unreadable = true
		}
		return fault == nil
	})
	return fault
}

// materialIn are the texts of a document, a search result or what a tool has brought, as
// Anthropic's interface has them and gateways hand them on in chat completions.
func materialIn(kind string, part gjson.Result) (texts []gjson.Result) {
	add := func(text gjson.Result) {
		if text.Type == gjson.String {
			texts = append(texts, text)
		}
	}
	blocks := part.Get("content")
	switch kind {
	case "document":
		if part.Get("source.type").Str == "text" {
			add(part.Get("source.data"))
			return texts
		}
		blocks = part.Get("source.content")
	case "search_result", "tool_result":
	default:
		return nil
	}
	if blocks.Type == gjson.String {
		return []gjson.Result{blocks}
	}
	for _, block := range blocks.Array() {
		switch inner := block.Get("type").Str; {
		case inner == "text":
			add(block.Get("text"))
		case kind == "tool_result" && inner != kind:
			texts = append(texts, materialIn(inner, block)...)
		}
	}
	return texts
}

// part returns a part's type and the place of its text: of a refusal in the
// history, the refusal. A part without a text has that of its own bracket.
func (r *messageReader) part(all Span) (kind string, text Span) {
	text = all
	walkObject(r.text, all.Start, func(name string, at Span) bool {
		switch name {
		case "type":
			kind = r.string(at)
		case "text":
			text = at
		case "refusal":
			if r.text[text.Start] != '"' {
				text = at
			}
		}
		return true
	})
	return kind, text
}

// param names a place in this message as clients know it.
func (r *messageReader) param(rest string) string {
	return fmt.Sprintf("%s[%d]%s", r.list, r.index, rest)
}

// Texts returns where the texts of a message stand, without the quotes around each: that of
// its content, or those of its parts. native tells that documents are read in the blocks of
// Anthropic's interface in which they came.
func (c *Chat) Texts(message int, native bool) (texts []Span) {
	at := c.messages[message].content
	if at.End <= at.Start {
		return nil
	}
	add := func(start, end int) { texts = append(texts, Span{start + 1, end - 1}) }
	switch c.Raw[at.Start] {
	case '"':
		add(at.Start, at.End)
		return texts
	case '[':
	default:
		return nil
	}
	r := messageReader{text: c.Raw}
	walkArray(c.Raw, at.Start, func(_ int, part Span) bool {
		if c.Raw[part.Start] != '{' {
			return true
		}
		kind, text := r.part(part)
		block := resultOf(c.Raw, part)
		if own := block.Get(NativePart); native && own.Exists() {
			kind, block = own.Get("type").Str, own
		}
		material := materialIn(kind, block)
		for _, one := range material {
			add(one.Index, one.Index+len(one.Raw))
		}
		if len(material) == 0 && c.Raw[text.Start] == '"' {
			add(text.Start, text.End)
		}
		return true
	})
	return texts
}

// readRole is the role by which a message is read, in the interface's spelling: servers with
// lax templates take other spellings. Of a role that the interface does not have nobody can
// tell whose words it marks, so they are not read.
func readRole(name string) (role string, known bool) {
	switch role = strings.ToLower(strings.TrimSpace(name)); role {
	case "", "system", "developer", "user", "assistant", "tool", "function":
		return role, true
	}
	return name, false
}
