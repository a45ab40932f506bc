package wire

import (
	"math"
	"slices"
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
type reader func(c *Chat, name string, v gjson.Result) *Error

// readers lists the members that the gateway reads, edits or asks for by
// name. Those with no reader stand here so that no other spelling of them
// passes.
var readers = map[string]reader{
	"messages":              nil, // read by readMessages, once all else is known to be sound
	"n":                     readN,
	"functions":             readTools,
	"tools":                 readTools,
	"function_call":         readToolChoice,
	"response_format":       objectOfMember(readFormat),
	"max_tokens":            readLimit,
	"max_completion_tokens": readLimit,
	"stop":                  readStop,
	"data_sources":          func(c *Chat, _ string, _ gjson.Result) *Error { c.Hosted = true; return nil },
	"store":                 nil,
	"prediction":            nil,
	"logprobs":              nil,
}

// sharedReaders are the members that both interfaces have.
var sharedReaders = map[string]reader{
	"model":             textOfMember(func(c *Chat) *string { return &c.Model }),
	"stream":            truthOfMember(func(c *Chat) *bool { return &c.Stream }),
	"stream_options":    objectOfMember(readStreamOptions),
	"tool_choice":       readToolChoice,
	"modalities":        readModalities,
	"audio":             objectOfMember(func(c *Chat, _ gjson.Result) *Error { c.Audio = true; return nil }),
	"user":              func(c *Chat, name string, v gjson.Result) *Error { keepFirst(&c.User, v.Str); return isString(name, v) },
	"safety_identifier": textOfMember(func(c *Chat) *string { return &c.User }),
	"vouchsafe":         objectOfMember(readVouchsafe),
	"documents":         addBeside,
	"chat_template_kwargs": objectOfMember(func(c *Chat, v gjson.Result) *Error {
		return addBeside(c, "chat_template_kwargs.documents", v.Get("documents"))
	}),
	// Whether metadata are as the interface wants them is left to the upstream.
	"metadata":     func(c *Chat, _ string, v gjson.Result) *Error { c.Metadata = rawObject(v); return nil },
	"top_logprobs": nil,
}

// textOfMember reads a member that is a text.
func textOfMember(field func(*Chat) *string) reader {
	return func(c *Chat, name string, v gjson.Result) *Error {
		*field(c) = v.Str
		return isString(name, v)
	}
}

// truthOfMember reads a member that is true or false.
func truthOfMember(field func(*Chat) *bool) reader {
	return func(c *Chat, name string, v gjson.Result) *Error {
		*field(c) = v.Type == gjson.True
		return isBool(name, v)
	}
}

// objectOfMember reads a member that is an object.
func objectOfMember(read func(c *Chat, v gjson.Result) *Error) reader {
	return func(c *Chat, name string, v gjson.Result) *Error {
		if !v.IsObject() {
			return wrongType(name, "an object")
		}
		return read(c, v)
	}
}

// readMember reads one top-level member.
func readMember(c *Chat, name string, at Span) *Error {
	read, known := c.Surface.reader(name)
	if !known {
		return c.Surface.misspelt(name)
	}
	if read == nil || c.Raw[at.Start] == 'n' {
		return nil
	}
	return read(c, name, resultOf(c.Raw, at))
}

// reader returns what reads a member, nil for nothing, and whether the gateway
// knows it.
func (s Surface) reader(name string) (reader, bool) {
	if read, known := sharedReaders[name]; known {
		return read, true
	}
	read, known := s.shape().readers[name]
	return read, known
}

// misspelt refuses a member whose name differs from a known one in letter
// case only. Upstreams written in Go match names without regard to case, so
// "Messages" would replace the messages that were checked.
func (s Surface) misspelt(name string) *Error {
	if strings.IndexFunc(name, func(c rune) bool { return c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' }) < 0 {
		return nil // known names have small letters only: any other spelling has others
	}
	for _, readers := range [...]map[string]reader{sharedReaders, s.shape().readers} {
		for known := range readers {
			if otherCase(name, known) {
				return misspelt(known, known)
			}
		}
	}
	return nil
}

// otherCase tells whether a name is a known one in another letter case.
func otherCase(name, known string) bool {
	return name != known && len(known) <= len(name) && strings.EqualFold(known, name)
}

// misspelt refuses another letter case of a known name at a place.
func misspelt(param, known string) *Error {
	return BadRequest(param, "unknown_parameter", "The parameter is spelt '"+known+"'.")
}

// wrongType is the error for a member of another type than it should be.
func wrongType(param, want string) *Error {
	return BadRequest(param, "invalid_type", "Invalid type for '"+param+"': expected "+want+".")
}

func readStreamOptions(c *Chat, v gjson.Result) *Error {
	usage := v.Get("include_usage")
	if usage.Type == gjson.Null {
		return nil
	}
	c.IncludeUsage = usage.Type == gjson.True
	return isBool("stream_options.include_usage", usage)
}

func readN(c *Chat, name string, v gjson.Result) *Error {
	n, whole := integer(v)
	if !whole {
		return wrongType(name, "an integer")
	}
	if n < 1 || n > maxChoices {
		return BadRequest(name, "invalid_value", "Invalid 'n': expected 1 to "+strconv.Itoa(maxChoices)+".")
	}
	c.N = int(n)
	return nil
}

func readTools(c *Chat, name string, v gjson.Result) *Error {
	if !v.IsArray() {
		return wrongType(name, "an array")
	}
	c.HasTools = c.HasTools || !isEmpty(v)
	return nil
}

func readToolChoice(c *Chat, name string, v gjson.Result) *Error {
	if v.Type != gjson.String && !v.IsObject() {
		return wrongType(name, "a string or an object")
	}
	c.ToolChoice = v.Raw
	return nil
}

func readFormat(c *Chat, v gjson.Result) *Error {
	kind := v.Get("type")
	if kind.Type != gjson.String {
		return wrongType("response_format", "an object with a type")
	}
	if kind.Str == "text" {
		return nil
	}
	c.Format, c.ResponseFormat = prompt.Format(kind.Str), v.Raw
	if c.Format != prompt.FormatJSONSchema {
		c.Schema = rawObject(v.Get("schema")) // beside the type json_object
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
func readLimit(c *Chat, name string, v gjson.Result) *Error {
	n, whole := integer(v)
	if !whole {
		return wrongType(name, "an integer")
	}
	c.MaxTokens = append(c.MaxTokens, Limit{name, n})
	return nil
}

func readStop(c *Chat, name string, v gjson.Result) *Error {
	if v.Type == gjson.String {
		c.Stop = []string{v.Str}
		return nil
	}
	var whole bool
	if c.Stop, whole = stringsOf(v); !whole {
		return wrongType(name, "a string or an array of strings")
	}
	return nil
}

func readModalities(c *Chat, name string, v gjson.Result) *Error {
	names, err := stringsIn(name, v)
	c.Audio = c.Audio || slices.Contains(names, "audio")
	return err
}

// stringsIn reads a member that is an array of strings.
func stringsIn(name string, v gjson.Result) ([]string, *Error) {
	texts, whole := stringsOf(v)
	if !whole {
		return nil, wrongType(name, "an array of strings")
	}
	return texts, nil
}

func readVouchsafe(c *Chat, v gjson.Result) *Error {
	// A name that is misspelt would leave an answer without its evidence.
	known := true
	v.ForEach(func(key, _ gjson.Result) bool {
		known = key.Str == "chunks" || key.Str == "context_id" || key.Str == "shadow"
		return known
	})
	if !known {
		return BadRequest("vouchsafe", "unknown_member", "The member vouchsafe may hold chunks, context_id and shadow, and nothing else.")
	}
	id := v.Get("context_id")
	if id.Type != gjson.Null && id.Type != gjson.String {
		return wrongType("vouchsafe.context_id", "a string")
	}
	c.ContextID = id.Str
	return addBeside(c, "vouchsafe.chunks", v.Get("chunks"))
}

// addBeside records evidence that was given beside the messages.
func addBeside(c *Chat, channel string, v gjson.Result) *Error {
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

// exact is the greatest whole number up to which a float64 skips none.
const exact = 1 << 53

// integer reads a whole number, also one spelt 100.0 or 1e3.
func integer(v gjson.Result) (int64, bool) {
	if v.Type != gjson.Number {
		return 0, false
	}
	if n, err := strconv.ParseInt(v.Raw, 10, 64); err == nil {
		return n, true
	}
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
