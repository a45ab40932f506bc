package wire

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// maxChoices is the interface's own limit on n.
const maxChoices = 128

// reader takes one top-level member into a Chat. JSON null never reaches it:
// the interface treats null as absent throughout.
type reader func(c *Chat, v gjson.Result) *Error

// readers lists the members that the gateway reads, edits or asks for by
// name. Those with no reader stand here so that no other spelling of them
// passes.
var readers = map[string]reader{
	"model":                 readModel,
	"messages":              nil, // read by readMessages, once all else is known to be sound
	"stream":                readStream,
	"stream_options":        readStreamOptions,
	"n":                     readN,
	"tools":                 readTools,
	"functions":             readTools,
	"tool_choice":           readToolChoice,
	"function_call":         readToolChoice,
	"response_format":       readFormat,
	"max_tokens":            readLimit("max_tokens"),
	"max_completion_tokens": readLimit("max_completion_tokens"),
	"stop":                  readStop,
	"modalities":            readModalities,
	"audio":                 readAudio,
	"user":                  readUser,
	"safety_identifier":     readSafetyID,
	"vouchsafe":             readVouchsafe,
	"documents":             readDocuments,
	"chat_template_kwargs":  readTemplate,
	"metadata":              readMetadata,
	"data_sources":          readDataSources,
	"store":                 nil,
	"prediction":            nil,
	"logprobs":              nil,
	"top_logprobs":          nil,
}

// readMember reads one top-level member.
func (c *Chat) readMember(name string, at span) *Error {
	readers := c.Surface.shape().readers
	read, known := readers[name]
	if !known {
		return misspelt(readers, name)
	}
	if read == nil || c.Raw[at.start] == 'n' {
		return nil
	}
	return read(c, resultOf(c.Raw, at))
}

// misspelt refuses a member whose name differs from a known one in letter
// case only. Upstreams written in Go match names without regard to case, so
// "Messages" would replace the messages that were checked.
func misspelt(readers map[string]reader, name string) *Error {
	if strings.IndexFunc(name, func(c rune) bool { return c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' }) < 0 {
		return nil // known names have small letters only: any other spelling has others
	}
	for known := range readers {
		if len(known) <= len(name) && strings.EqualFold(known, name) {
			return BadRequest(known, "unknown_parameter", "The parameter is spelt '"+known+"'.")
		}
	}
	return nil
}

// wrongType is the error for a member of another type than it should be.
func wrongType(param, want string) *Error {
	return BadRequest(param, "invalid_type", "Invalid type for '"+param+"': expected "+want+".")
}

func readModel(c *Chat, v gjson.Result) *Error {
	c.Model = v.Str
	return isString("model", v)
}

func readUser(c *Chat, v gjson.Result) *Error {
	if c.User == "" {
		c.User = v.Str
	}
	return isString("user", v)
}

func readSafetyID(c *Chat, v gjson.Result) *Error {
	c.User = v.Str
	return isString("safety_identifier", v)
}

func readStream(c *Chat, v gjson.Result) *Error {
	c.Stream = v.Type == gjson.True
	return isBool("stream", v)
}

func readStreamOptions(c *Chat, v gjson.Result) *Error {
	if !v.IsObject() {
		return wrongType("stream_options", "an object")
	}
	usage := v.Get("include_usage")
	if usage.Type == gjson.Null {
		return nil
	}
	c.IncludeUsage = usage.Type == gjson.True
	return isBool("stream_options.include_usage", usage)
}

func readN(c *Chat, v gjson.Result) *Error {
	n, whole := integer(v)
	if !whole {
		return wrongType("n", "an integer")
	}
	if n < 1 || n > maxChoices {
		return BadRequest("n", "invalid_value", "Invalid 'n': expected 1 to "+strconv.Itoa(maxChoices)+".")
	}
	c.N = int(n)
	return nil
}

func readTools(c *Chat, v gjson.Result) *Error {
	if !v.IsArray() {
		return wrongType("tools", "an array")
	}
	c.HasTools = c.HasTools || !isEmpty(v)
	return nil
}

func readToolChoice(c *Chat, v gjson.Result) *Error {
	if v.Type != gjson.String && !v.IsObject() {
		return wrongType("tool_choice", "a string or an object")
	}
	c.ToolChoice = v.Raw
	return nil
}

func readFormat(c *Chat, v gjson.Result) *Error {
	kind := v.Get("type")
	if !v.IsObject() || kind.Type != gjson.String {
		return wrongType("response_format", "an object with a type")
	}
	if kind.Str == "text" {
		return nil
	}
	c.Format, c.ResponseFormat = prompt.Format(kind.Str), v.Raw
	if c.Format != prompt.FormatJSONSchema {
		if schema := v.Get("schema"); schema.IsObject() { // beside the type json_object
			c.Schema = schema.Raw
		}
		return nil
	}
	schema := v.Get("json_schema.schema")
	if schema.Exists() && !schema.IsObject() {
		return wrongType("response_format.json_schema.schema", "an object")
	}
	if !v.Get("json_schema").IsObject() {
		return wrongType("response_format.json_schema", "an object")
	}
	c.Schema = schema.Raw
	return nil
}

// readLimit reads a limit on output tokens. Whether its value makes sense is
// left to the upstream.
func readLimit(name string) reader {
	return func(c *Chat, v gjson.Result) *Error {
		n, whole := integer(v)
		if !whole {
			return wrongType(name, "an integer")
		}
		c.MaxTokens = append(c.MaxTokens, Limit{name, n})
		return nil
	}
}

func readStop(c *Chat, v gjson.Result) *Error {
	if v.Type == gjson.String {
		c.Stop = []string{v.Str}
		return nil
	}
	var whole bool
	if c.Stop, whole = stringsOf(v); !whole {
		return wrongType("stop", "a string or an array of strings")
	}
	return nil
}

func readModalities(c *Chat, v gjson.Result) *Error {
	names, whole := stringsOf(v)
	if !whole {
		return wrongType("modalities", "an array of strings")
	}
	for _, name := range names {
		c.Audio = c.Audio || name == "audio"
	}
	return nil
}

func readAudio(c *Chat, v gjson.Result) *Error {
	c.Audio = true
	if !v.IsObject() {
		return wrongType("audio", "an object")
	}
	return nil
}

// readMetadata keeps what the client notes on its call. Whether it is as the
// interface wants it is left to the upstream.
func readMetadata(c *Chat, v gjson.Result) *Error {
	if v.IsObject() {
		c.Metadata = v.Raw
	}
	return nil
}

func readVouchsafe(c *Chat, v gjson.Result) *Error {
	if !v.IsObject() {
		return wrongType("vouchsafe", "an object")
	}
	// A name that is misspelt would leave an answer without its evidence.
	var unknown string
	v.ForEach(func(key, _ gjson.Result) bool {
		if key.Str != "chunks" && key.Str != "context_id" && key.Str != "shadow" {
			unknown = key.Str
		}
		return unknown == ""
	})
	if unknown != "" {
		return BadRequest("vouchsafe", "unknown_member", "The member vouchsafe may hold chunks, context_id and shadow, and nothing else.")
	}
	id := v.Get("context_id")
	if id.Type != gjson.Null && id.Type != gjson.String {
		return wrongType("vouchsafe.context_id", "a string")
	}
	c.ContextID = id.Str
	return c.addBeside("vouchsafe.chunks", v.Get("chunks"))
}

func readDataSources(c *Chat, _ gjson.Result) *Error {
	c.Hosted = true
	return nil
}

func readDocuments(c *Chat, v gjson.Result) *Error {
	return c.addBeside("documents", v)
}

func readTemplate(c *Chat, v gjson.Result) *Error {
	if !v.IsObject() {
		return wrongType("chat_template_kwargs", "an object")
	}
	return c.addBeside("chat_template_kwargs.documents", v.Get("documents"))
}

// addBeside records evidence that was given beside the messages.
func (c *Chat) addBeside(channel string, v gjson.Result) *Error {
	if v.Type == gjson.Null {
		return nil
	}
	if !v.IsArray() {
		return wrongType(channel, "an array")
	}
	c.prompt.Beside = append(c.prompt.Beside, prompt.Beside{Channel: channel, JSON: v.Raw})
	return nil
}

func isString(param string, v gjson.Result) *Error {
	if v.Type != gjson.String {
		return wrongType(param, "a string")
	}
	return nil
}

func isBool(param string, v gjson.Result) *Error {
	if !v.IsBool() {
		return wrongType(param, "a boolean")
	}
	return nil
}

// integer reads a whole number, also one spelt 100.0 or 1e3.
func integer(v gjson.Result) (int64, bool) {
	if v.Type != gjson.Number {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
		return n, true
	}
	const exact = 1 << 53 // beyond it a float64 skips integers
	whole := v.Num == math.Trunc(v.Num) && math.Abs(v.Num) <= exact
	if !whole {
		return 0, false
	}
	return int64(v.Num), true
}

// stringsOf returns the elements of an array of strings.
func stringsOf(v gjson.Result) (texts []string, whole bool) {
	whole = v.IsArray()
	if !whole {
		return nil, false
	}
	v.ForEach(func(_, item gjson.Result) bool {
		texts = append(texts, item.Str)
		whole = item.Type == gjson.String
		return whole
	})
	return texts, whole
}

// isEmpty tells whether an array or object has nothing in it.
func isEmpty(v gjson.Result) bool {
	return len(v.Raw) < 2 || strings.TrimSpace(v.Raw[1:len(v.Raw)-1]) == ""
}
