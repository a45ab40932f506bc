package upstream

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Servers have no common word for "I do not take this response_format": they
// name the parameter, its type, the engine that failed on it, or the feature.
// An error of the kind that blames the request and names one of these is taken
// as a rejection. Being wrong costs one more call, lower down; missing one
// costs the client its answer.
var formatWords = []string{
	"response_format", "response format", "text.format", "responseformat", "response_schema", "responseschema",
	"response mime type", "response_mime_type", "json_schema", "json_object", "json mode",
	"structured output", "structured_output", "guided_json", "guided decoding", "xgrammar",
	"json_validate_failed", // the engine gave up on the schema (Groq)
	"no endpoints found that can handle the requested parameters", // a router's way to say it
}

// These speak of a format too, unless they speak of tools, whose parameters
// are JSON schemas as well.
var looseWords = []string{"json schema", "grammar", "guided"}

var toolWords = []string{"tool", "function"}

// These are what servers name that do not take the parameters of a tool.
var parameterWords = append([]string{"parameters", "schema"}, toolWords...)

// echoes are members in which servers hand the request back: what they hold
// was said by us, not by them.
var echoes = []string{"input", "request", "body", "failed_generation"}

const (
	readAtMost  = 64 << 10 // bytes of an error's text
	deepestRead = 8        // levels of its JSON
)

// RejectsFormat tells whether an upstream's error means that it does not take
// the response_format it was sent.
func RejectsFormat(status int, body []byte) bool {
	switch status {
	case 400, 404, 415, 422, 500, 501:
	default:
		return false
	}
	text := complaint(body)
	return mentions(text, formatWords) || mentions(text, looseWords) && !mentions(text, toolWords)
}

// RejectsTools tells whether an upstream's error may mean that it does not take
// the tools that it was sent. It is asked only of tools that were changed, so
// that being wrong costs one more call.
func RejectsTools(status int, body []byte) bool {
	return (status == 400 || status == 422) && mentions(complaint(body), parameterWords)
}

// lengthWords are how servers name the limit on an answer's tokens, and the
// window that it has to fit in.
var lengthWords = []string{
	"max_tokens", "max_completion_tokens", "max_output_tokens", "max_new_tokens",
	"context length", "context_length", "context window",
}

// unknownWords tell that a member is not taken at all, whatever its value.
var unknownWords = []string{"unsupported parameter", "unsupported_parameter", "unrecognized", "unknown"}

// RejectsLength tells whether an upstream's error may mean that the limit on
// tokens that it was sent is larger than it grants. It is asked only where the
// limit was raised, so that being wrong costs one more call.
func RejectsLength(status int, body []byte) bool {
	text := complaint(body)
	return (status == 400 || status == 422) && mentions(text, lengthWords) && !mentions(text, unknownWords)
}

// complaint returns what a server itself says in an error, in lower case.
func complaint(body []byte) string {
	body = body[:min(len(body), readAtMost)]
	var said strings.Builder
	gather(&said, gjson.ParseBytes(body), 0)
	if said.Len() == 0 { // HTML or plain text
		said.Write(body)
	}
	return strings.ToLower(said.String())
}

func gather(said *strings.Builder, v gjson.Result, depth int) {
	if depth > deepestRead {
		return
	}
	if v.Type == gjson.String {
		said.WriteString(v.Str)
		said.WriteByte('\n')
		return
	}
	if !v.IsObject() && !v.IsArray() {
		return
	}
	v.ForEach(func(key, member gjson.Result) bool {
		if !among(echoes, key.Str) {
			gather(said, member, depth+1)
		}
		return true
	})
}

func mentions(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
