package messages

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// AppendReply appends the body of a reply that is no stream. report is the raw report on
// it, "" for none: it tells which source sentences citations point at.
func (c *Call) AppendReply(dst []byte, r *wire.Reply, report string) []byte {
	var choice wire.Choice
	if len(r.Choices) > 0 {
		choice = r.Choices[0] // the interface has one
	}
	j := jsonwriter.JSON(dst)
	j.Open('{')
	appendHead(&j, r)
	j.Key("content")
	j.Open('[')
	var thoughts []thought
	if choice.Called() || r.ShowReasoning {
		thoughts = thoughtsOf(&choice)
	}
	think := func(behind string) {
		for len(thoughts) > 0 && thoughts[0].behind == behind {
			j.Comma()
			j, thoughts = append(j, thoughts[0].raw...), thoughts[1:]
		}
	}
	think("")
	for _, b := range c.texts(said(&choice), report) {
		j.Comma()
		b.append(&j)
	}
	think(behindText)
	for _, call := range gjson.Parse(choice.ToolCalls).Array() {
		j.Comma()
		appendToolUse(&j, call)
		think(call.Get("id").Str)
	}
	j.Close(']')
	j.Text("stop_reason", stopReason(&choice))
	j.Given("stop_sequence", "null")
	j.Given("usage", usageOf(r.Usage))
	j.Given("vouchsafe", report)
	j.Close('}')
	return j
}

func appendHead(j *jsonwriter.JSON, r *wire.Reply) {
	j.Text("id", "msg_"+strings.TrimPrefix(r.ID, "chatcmpl-"))
	j.Text("type", "message")
	j.Text("role", "assistant")
	j.Text("model", r.Model)
}

// said is the text of a choice.
func said(c *wire.Choice) string {
	switch {
	case c.Content != nil:
		return *c.Content
	case c.Refusal != nil:
		return *c.Refusal
	}
	return ""
}

// stopReasons are the interface's words for why an answer ended.
var stopReasons = map[string]string{"length": "max_tokens", "tool_calls": "tool_use", "function_call": "tool_use", "content_filter": "refusal"}

func stopReason(c *wire.Choice) string {
	if c.Refusal != nil {
		return "refusal"
	}
	return cmp.Or(stopReasons[wire.FinishReason(c.FinishReason)], "end_turn")
}

// usageOf is a usage in the interface's words.
func usageOf(raw string) string {
	u := gjson.Parse(raw)
	cached := u.Get("prompt_tokens_details.cached_tokens").Int()
	var j jsonwriter.JSON
	j.Open('{')
	j.Integer("input_tokens", int(u.Get("prompt_tokens").Int()-cached))
	j.Integer("cache_read_input_tokens", int(cached))
	j.Integer("output_tokens", int(u.Get("completion_tokens").Int()))
	j.Close('}')
	return string(j)
}

func appendToolUse(j *jsonwriter.JSON, call gjson.Result) {
	j.Open('{')
	j.Text("type", "tool_use")
	j.Text("id", call.Get("id").Str)
	j.Text("name", call.Get("function.name").Str)
	input := call.Get("function.arguments").Str
	if !gjson.Valid(input) || !gjson.Parse(input).IsObject() {
		input = "{}"
	}
	j.Given("input", input)
	j.Close('}')
}

// textBlock is a stretch of the answer with what it rests on.
type textBlock struct {
	text      string
	citations []json.RawMessage // nil where the client asked for none
}

func (b *textBlock) append(j *jsonwriter.JSON) {
	j.Open('{')
	j.Text("type", "text")
	j.Text("text", b.text)
	if b.citations != nil {
		j.Key("citations")
		appendRaw(j, b.citations)
	}
	j.Close('}')
}

func appendRaw(j *jsonwriter.JSON, all []json.RawMessage) {
	j.Open('[')
	for _, raw := range all {
		j.Comma()
		*j = append(*j, raw...)
	}
	j.Close(']')
}

// texts cuts an answer behind each claim that cites, where citations were asked for.
func (c *Call) texts(text, report string) []textBlock {
	if text == "" {
		return nil
	}
	if !c.cited {
		return []textBlock{{text: text}}
	}
	told := gjson.Get(report, "choices.0")
	citations := told.Get("citations").Array()
	claims := told.Get("claims").Array()
	slices.SortStableFunc(claims, func(a, b gjson.Result) int { return int(a.Get("end").Int() - b.Get("end").Int()) })
	runes := []rune(text)
	var out []textBlock
	from := 0
	for _, claim := range claims {
		end := int(claim.Get("end").Int())
		if claim.Get("end").Type != gjson.Number || end <= from || end > len(runes) {
			continue
		}
		var at []json.RawMessage
		for _, n := range claim.Get("citations").Array() {
			if raw := c.location(citations, n.Int()); raw != nil {
				at = append(at, raw)
			}
		}
		if at != nil {
			out = append(out, textBlock{string(runes[from:end]), at})
			from = end
		}
	}
	if from < len(runes) {
		out = append(out, textBlock{text: string(runes[from:])})
	}
	return out
}

// location is a citation as the interface has it; nil where it points at nothing that
// came as a block.
func (c *Call) location(citations []gjson.Result, number int64) json.RawMessage {
	i := slices.IndexFunc(citations, func(v gjson.Result) bool { return v.Get("number").Int() == number })
	if i < 0 {
		return nil
	}
	cited, sentence := citations[i], citations[i].Get("sentence")
	at, known := c.places[cited.Get("chunk_id").Str]
	if !known || sentence.Type != gjson.JSON {
		return nil
	}
	var j jsonwriter.JSON
	j.Open('{')
	switch {
	case at.search:
		j.Text("type", "search_result_location")
		j.Integer("search_result_index", at.index)
		j.Text("source", at.source)
		j.Optional("title", at.title)
	case at.block >= 0:
		j.Text("type", "content_block_location")
	default:
		j.Text("type", "char_location")
		j.Integer("start_char_index", int(sentence.Get("start").Int()))
		j.Integer("end_char_index", int(sentence.Get("end").Int()))
	}
	if !at.search {
		j.Integer("document_index", at.index)
		j.Optional("document_title", at.title)
		j.Given("file_id", "null")
	}
	if at.block >= 0 {
		j.Integer("start_block_index", at.block)
		j.Integer("end_block_index", at.block+1)
	}
	j.Text("cited_text", sentence.Get("text").Str)
	j.Close('}')
	return json.RawMessage(j)
}

// errorTypes are the interface's words for errors, by status.
var errorTypes = map[int]string{400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
	413: "request_too_large", 429: "rate_limit_error", 503: "overloaded_error", 504: "timeout_error", 529: "overloaded_error"}

// ErrorBody is an error as the interface's clients expect it.
func ErrorBody(status int, message string) []byte {
	kind := errorTypes[status]
	if kind == "" {
		kind = "api_error"
		if status < 500 {
			kind = "invalid_request_error"
		}
	}
	var j jsonwriter.JSON
	j.Open('{')
	j.Text("type", "error")
	j.Key("error")
	j.Open('{')
	j.Text("type", kind)
	j.Text("message", message)
	j.Close('}')
	j.Close('}')
	return j
}
