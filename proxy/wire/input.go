package wire

import (
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire/prompt"
)

// readInput reads the conversation of a Responses request: its instructions,
// which speak as a leading system message does, and its input, which is one
// user's text or a list of items.
func readInput(c *Chat) *Error {
	if at, ok := c.Value("instructions"); ok && c.Raw[at.Start] == '"' {
		c.addMessage(prompt.Message{Role: "system", Parts: []string{textOf(c.Raw[at.Start:at.End])}}, place{role: "system", content: at})
	}
	lead := len(c.messages)
	at, ok := c.Value("input")
	switch {
	case !ok || c.Raw[at.Start] == 'n':
	case c.Raw[at.Start] == '"':
		c.addMessage(prompt.Message{Role: "user", Parts: []string{textOf(c.Raw[at.Start:at.End])}}, place{role: "user", content: at})
	case c.Raw[at.Start] != '[':
		return wrongType("input", "a string or an array")
	default:
		if err := c.readItems(at); err != nil {
			return err
		}
	}
	if len(c.messages) == lead && c.Previous == "" && c.Hidden == "" && len(c.References) == 0 {
		return BadRequest("input", "missing_required_parameter", "The request has no input.")
	}
	return nil
}

func (c *Chat) addMessage(m prompt.Message, at place) {
	c.prompt.Messages = append(c.prompt.Messages, m)
	c.messages = append(c.messages, at)
}

// readItems reads the items of an input.
func (c *Chat) readItems(all Span) *Error {
	var fault *Error
	walkArray(c.Raw, all.Start, func(n int, at Span) bool {
		if c.Raw[at.Start] != '{' {
			fault = wrongType(inputParam(n, ""), "an object")
			return false
		}
		fault = readItem(c, n, at)
		return fault == nil
	})
	return fault
}

// readItem reads one item. What has a role is a message, whatever it says of
// its type: an upstream may read it as one. One that is no message stands in
// the prompt as what it is to the conversation: a call, or what a tool has
// brought.
func readItem(c *Chat, n int, at Span) *Error {
	kind, output, fault := itemType(c.Raw, n, at)
	if fault != nil {
		return fault
	}
	item := resultOf(c.Raw, at)
	if kind == "" || kind == "message" || item.Get("role").Exists() {
		r := messageReader{text: c.Raw, list: "input", index: n}
		err := r.read(at)
		c.addMessage(r.message, r.place)
		return err
	}
	switch {
	case kind == "item_reference":
		c.References = append(c.References, item.Get("id").Str)
		return nil
	case kind == "compaction":
		c.Hidden = inputParam(n, "")
	case kind == "file_search_call":
		c.addMessage(prompt.Message{Role: "assistant", ToolCalls: true, Context: foundContext(item)}, place{role: "assistant"})
		return nil
	case item.Get("output").Exists():
		c.addMessage(prompt.Message{Role: "tool", Parts: outputTexts(item.Get("output")), Call: c.calls.take(item.Get("call_id").Str)},
			place{role: "tool", content: output})
		return nil
	case kind == "function_call":
		c.calls.add(item.Get("call_id").Str, item.Get("name").Str, item.Get("arguments").Str)
	}
	c.addMessage(prompt.Message{Role: "assistant", ToolCalls: true}, place{role: "assistant"})
	return nil
}

// itemType returns an item's type, and the place of the output of one that
// brings the result of a call. It refuses another letter case of the names that
// matter: see misspelt.
func itemType(raw string, n int, at Span) (kind string, output Span, fault *Error) {
	walkObject(raw, at.Start, func(name string, at Span) bool {
		switch {
		case name == "type" && raw[at.Start] != '"':
			fault = wrongType(inputParam(n, ".type"), "a string")
		case name == "type":
			kind = textOf(raw[at.Start:at.End])
		case name == "output":
			output = at
		default:
			for _, known := range [...]string{"type", "output", "call_id", "results"} {
				if otherCase(name, known) {
					fault = misspelt(inputParam(n, "."+known), known)
				}
			}
		}
		return fault == nil
	})
	if kind != "function_call_output" && kind != "custom_tool_call_output" {
		output = Span{} // no text can be joined to any other
	}
	return kind, output, fault
}

// outputTexts returns what a tool has brought, or a model has said: a text, or the
// texts of parts; a shell's parts have what it wrote in their place.
func outputTexts(v gjson.Result) []string {
	if v.Type == gjson.String {
		return []string{v.Str}
	}
	if !v.IsArray() {
		return nil
	}
	var texts []string
	v.ForEach(func(_, part gjson.Result) bool {
		for _, name := range [...]string{"text", "stdout", "stderr"} {
			if t := part.Get(name); t.Type == gjson.String && t.Str != "" {
				texts = append(texts, t.Str)
			}
		}
		return true
	})
	return texts
}

// foundContext returns what a hosted file search has found as the context of
// a message, which readers of evidence know; "" for nothing.
func foundContext(item gjson.Result) string {
	w := jsonwriter.JSON(`{"citations":[`)
	item.Get("results").ForEach(func(_, r gjson.Result) bool {
		if text := foundText(r); text != "" {
			w.Comma()
			w.Open('{')
			w.Text("content", text)
			w.Text("title", r.Get("filename").Str)
			w.Text("filepath", r.Get("filename").Str)
			w.Given("url", "null")
			w.Text("doc_id", r.Get("file_id").Str)
			w.Close('}')
		}
		return true
	})
	if w[len(w)-1] == '[' {
		return ""
	}
	return string(append(w, "]}"...))
}

// foundText is the passage of one result: a text, or the texts of its parts.
func foundText(r gjson.Result) string {
	if text := r.Get("text").Str; text != "" {
		return text
	}
	return strings.Join(outputTexts(r.Get("content")), "\n")
}
