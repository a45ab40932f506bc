// Package prompt is a client's request as the evidence reader sees it: the
// messages in order, as text, and what was given beside them. Package wire
// makes it from a request's bytes, for chat completions and for responses
// alike, so that no reader of prompts needs to know a wire format.
package prompt

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Prompt is one request, ready to be searched for evidence.
type Prompt struct {
	Model    string
	Messages []Message
	Beside   []Beside
	Format   Format   // the output form that the client itself asked for
	Tools    []string `json:",omitempty"` // what the tools that are offered say of themselves
}

// Format is the client's own response_format.
type Format string

const (
	FormatText       Format = ""
	FormatJSONObject Format = "json_object"
	FormatJSONSchema Format = "json_schema"
)

// Message is one message. Parts holds its text parts in order: one element
// where content was a string, none where it was null or held no text.
type Message struct {
	Role  string // system, developer, user, assistant, tool, function
	Parts []string
	// Sources and Queries are the indexes of the parts that the client itself marks as
	// evidence (`grounding_source`) and as the question (`query`).
	Sources, Queries []int `json:",omitempty"`
	// Unreadable tells that some part is no text: an image, audio, a file.
	Unreadable bool   `json:",omitempty"`
	ToolCalls  bool   // an assistant message that calls tools
	Call       *Call  `json:",omitempty"` // of a tool message: what it is the result of; nil where the request does not show it
	Context    string // raw JSON of a `context` member (Azure On Your Data), or ""
}

// Sample is the role of a message of a worked example: OpenAI's interface has them named `example_user` and `example_assistant`.
const Sample = "sample"

// Call is a call of a tool that the client has carried out.
type Call struct {
	Name      string
	Arguments string // as the model wrote them, JSON if it did well
}

// Beside is evidence outside the messages: raw JSON, and where it stood.
type Beside struct {
	Channel string // "vouchsafe.chunks", "documents", "chat_template_kwargs.documents"
	JSON    string // a JSON array
}

// MaxJSONDepth is the deepest nesting of arrays and objects that a text may
// have to be read as JSON.
const MaxJSONDepth = 256

// IsJSON tells whether a text is one JSON value that may be looked into. gjson
// answers the same question by recursion and without a bound: eight million
// brackets in a row are a fatal error of the whole process. So the depth is
// counted first, in one pass.
func IsJSON(text string) bool { return !TooDeep(text) && gjson.Valid(text) }

// TooDeep counts brackets outside of strings. Up to where a text stops being
// JSON it counts what a parser would see.
func TooDeep(text string) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '[', '{':
			if depth++; depth > MaxJSONDepth {
				return true
			}
		case ']', '}':
			depth--
		case '"':
			i = ClosingQuote(text, i+1)
		}
	}
	return false
}

// ClosingQuote is where the string ends whose first byte is at i; the text's
// length where it does not.
func ClosingQuote(text string, i int) int {
	for i < len(text) {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			break
		}
		quote, slash := i+n, i+n
		for slash > i && text[slash-1] == '\\' { // those in front of an earlier quote were counted with it
			slash--
		}
		if i = quote + 1; (quote-slash)%2 == 0 {
			return quote
		}
	}
	return len(text)
}
