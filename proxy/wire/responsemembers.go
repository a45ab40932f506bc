package wire

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/proxy/wire/prompt"
)

// responseReaders is readers for the Responses interface.
var responseReaders = map[string]reader{
	"input":                nil, // read by readInput, once all else is known to be sound
	"instructions":         func(_ *Chat, name string, v gjson.Result) *Error { return isString(name, v) },
	"tools":                readHostedTools,
	"text":                 objectOfMember(readText),
	"max_output_tokens":    readLimit,
	"previous_response_id": textOfMember(func(c *Chat) *string { return &c.Previous }),
	"store":                truthOfMember(func(c *Chat) *bool { return &c.Stored }),
	"background": func(c *Chat, name string, v gjson.Result) *Error {
		if v.Type == gjson.True {
			c.Hidden = name
		}
		return isBool(name, v)
	},
	"conversation":       readHidden,
	"prompt":             readHidden,
	"include":            func(_ *Chat, name string, v gjson.Result) *Error { _, err := stringsIn(name, v); return err },
	"context_management": nil,
}

// hosted names the tools with which an upstream searches what it holds itself.
const hosted = "file_search"

// readHostedTools is readTools where some tools may be the upstream's own.
func readHostedTools(c *Chat, name string, v gjson.Result) *Error {
	if err := readTools(c, name, v); err != nil {
		return err
	}
	v.ForEach(func(_, tool gjson.Result) bool {
		c.Hosted = c.Hosted || tool.Get("type").Str == hosted
		return true
	})
	return nil
}

// readText takes the form that the client wants, in the words that a chat
// completion has for it: the rest of the gateway knows one form only.
func readText(c *Chat, v gjson.Result) *Error {
	format := v.Get("format")
	if format.Type == gjson.Null {
		return nil
	}
	kind := format.Get("type")
	if !format.IsObject() || kind.Type != gjson.String {
		return wrongType("text.format", "an object with a type")
	}
	switch kind.Str {
	case "text":
		return nil
	case string(prompt.FormatJSONSchema):
	default:
		c.Format, c.ResponseFormat = prompt.Format(kind.Str), format.Raw
		return nil
	}
	schema := format.Get("schema")
	if !schema.IsObject() {
		return wrongType("text.format.schema", "an object")
	}
	rest, _ := sjson.Delete(format.Raw, "type") // an object
	c.Format, c.Schema = prompt.FormatJSONSchema, schema.Raw
	c.ResponseFormat = `{"type":"json_schema","json_schema":` + rest + `}`
	return nil
}

// readHidden notes a member that brings in what only the upstream can see.
func readHidden(c *Chat, name string, _ gjson.Result) *Error {
	c.Hidden = name
	return nil
}

// setTextFormat asks for a form of output in the words of the Responses
// interface; raw is a response_format, "" for none. What else the client says
// of its text stays.
func (e *Edit) setTextFormat(raw string) {
	text := valueOf(e.chat, "text")
	if text == "" || text == "null" {
		text = "{}"
	}
	if raw == "" {
		text, _ = sjson.Delete(text, "format")
	} else {
		text, _ = sjson.SetRaw(text, "format", flatFormat(raw))
	}
	switch {
	case !isEmpty(gjson.Parse(text)):
		e.set("text", text)
	case e.chat.Has("text"):
		e.set("text", "")
	}
}

// flatFormat turns a response_format into a text.format, which has the schema
// and its name beside the type.
func flatFormat(raw string) string {
	inner := gjson.Get(raw, "json_schema").Raw
	if inner == "" {
		return raw
	}
	flat, _ := sjson.SetRaw(inner, "type", `"json_schema"`) // an object
	return flat
}

// ShowFound has the upstream show what its own search has found, and nothing
// that speaks of words which the client will not get. It changes nothing in a
// chat completion.
func (e *Edit) ShowFound() {
	if e.chat.Surface != Responses {
		return
	}
	names, _ := stringsOf(gjson.Parse(valueOf(e.chat, "include")))
	kept := make([]string, 0, len(names)+1)
	for _, name := range names {
		if name != shownResults && name != "message.output_text.logprobs" {
			kept = append(kept, quote(name))
		}
	}
	if e.chat.Hosted {
		kept = append(kept, quote(shownResults))
	}
	switch {
	case len(kept) > 0:
		e.set("include", "["+strings.Join(kept, ",")+"]")
	case e.chat.Has("include"):
		e.set("include", "")
	}
}

// shownResults is what has an upstream show the passages that it found.
const shownResults = "file_search_call.results"

// inputParam names a place in the input as clients know it.
func inputParam(index int, rest string) string {
	return "input[" + strconv.Itoa(index) + "]" + rest
}
