package wire

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/prompt"
)

// readMessages reads the messages: what they say, and where text can be
// joined to them.
func readMessages(c *Chat, v gjson.Result) *Error {
	if !v.IsArray() {
		return wrongType("messages", "an array")
	}
	var fault *Error
	v.ForEach(func(_, item gjson.Result) bool {
		r := messageReader{index: len(c.messages)}
		if fault = r.read(item); fault != nil {
			return false
		}
		c.prompt.Messages = append(c.prompt.Messages, r.message)
		c.messages = append(c.messages, r.place)
		return true
	})
	return fault
}

// messageReader reads one message.
type messageReader struct {
	index   int
	message prompt.Message
	place   place
}

func (r *messageReader) read(v gjson.Result) *Error {
	if !v.IsObject() {
		return wrongType(r.param(""), "an object")
	}
	var fault *Error
	v.ForEach(func(key, value gjson.Result) bool {
		fault = r.readMember(key.Str, value)
		return fault == nil
	})
	if fault != nil {
		return fault
	}
	if r.message.Role == "" {
		return BadRequest(r.param(".role"), "missing_required_parameter", "A message has no role.")
	}
	return nil
}

func (r *messageReader) readMember(name string, v gjson.Result) *Error {
	switch name {
	case "role":
		if v.Type != gjson.String {
			return wrongType(r.param(".role"), "a string")
		}
		r.message.Role, r.place.role = v.Str, v.Str
	case "content":
		r.place.content = v
		return r.readContent(v)
	case "name":
		r.message.Name = v.Str
	case "tool_call_id":
		r.message.ToolCallID = v.Str
	case "tool_calls", "function_call":
		r.message.ToolCalls = r.message.ToolCalls || v.IsObject() || v.IsArray() && !isEmpty(v)
		if v.IsArray() {
			r.place.calls = v
		}
	case "context":
		if v.Type == gjson.JSON {
			r.message.Context = v.Raw
		}
	default:
		return r.misspelt(name)
	}
	return nil
}

// misspelt refuses a second content under another letter case; see the
// function of that name.
func (r *messageReader) misspelt(name string) *Error {
	for _, known := range [...]string{"role", "content"} {
		if len(known) <= len(name) && strings.EqualFold(known, name) {
			return BadRequest(r.param("."+known), "unknown_parameter", "The parameter is spelt '"+known+"'.")
		}
	}
	return nil
}

// readContent takes the text of a message: a string, or the text parts of an
// array.
func (r *messageReader) readContent(v gjson.Result) *Error {
	switch {
	case v.Type == gjson.Null:
		return nil
	case v.Type == gjson.String:
		r.message.Parts = []string{v.Str}
		return nil
	case v.IsArray():
		return r.readParts(v)
	}
	return wrongType(r.param(".content"), "a string, an array or null")
}

// readParts takes the text of each part that has some, whatever its type: a
// kind of part that is not known yet may still carry evidence.
func (r *messageReader) readParts(v gjson.Result) *Error {
	var fault *Error
	v.ForEach(func(key, part gjson.Result) bool {
		if !part.IsObject() {
			fault = wrongType(r.param(fmt.Sprintf(".content[%d]", int(key.Num))), "an object")
			return false
		}
		kind, text := partText(part)
		if text.Type == gjson.String {
			r.message.Parts = append(r.message.Parts, text.Str)
		} else if kind == "text" {
			fault = wrongType(r.param(fmt.Sprintf(".content[%d].text", int(key.Num))), "a string")
		}
		return fault == nil
	})
	return fault
}

// partText returns a part's type and its text: of a refusal in the history,
// the refusal.
func partText(part gjson.Result) (kind string, text gjson.Result) {
	part.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "type":
			kind = value.Str
		case "text":
			text = value
		case "refusal":
			if text.Type != gjson.String {
				text = value
			}
		}
		return true
	})
	return kind, text
}

// param names a place in this message as clients know it.
func (r *messageReader) param(rest string) string {
	return fmt.Sprintf("messages[%d]%s", r.index, rest)
}

// nameTools tells each tool message the function that it answers, which only
// the call in an earlier message names. The older function messages carry it
// themselves.
func nameTools(messages []prompt.Message, places []place) {
	names := map[string]string{}
	for i := range messages {
		places[i].calls.ForEach(func(_, call gjson.Result) bool {
			names[call.Get("id").Str] = call.Get("function.name").Str
			return true
		})
		switch m := &messages[i]; m.Role {
		case "tool":
			m.ToolName = names[m.ToolCallID]
		case "function":
			m.ToolName = m.Name
		}
	}
}
