package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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
	var thoughts []thought
	if choice.Called() || r.ShowReasoning {
		thoughts = thoughtsOf(&choice)
	}
	var texts []string
	for _, b := range c.blocks(choice.Said(), report) {
		texts = append(texts, object("type", `"text"`, "text", quote(b.text), "citations", b.cited()))
	}
	j.Given("content", array(turnOf(thoughts, texts, gjson.Parse(choice.ToolCalls))))
	j.Text("stop_reason", stopReason(&choice))
	j.Given("stop_sequence", stopSequence(choice.Stopped))
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

// stopReasons are the interface's words for why an answer ended.
var stopReasons = map[string]string{"length": "max_tokens", "tool_calls": "tool_use", "function_call": "tool_use",
	"content_filter": "refusal"}

func stopReason(c *wire.Choice) string {
	switch {
	case c.Refusal != nil:
		return "refusal"
	case c.Stopped != "":
		return "stop_sequence"
	}
	return cmp.Or(stopReasons[wire.FinishReason(c.FinishReason)], "end_turn")
}

func stopSequence(stopped string) string { return cmp.Or(quoteAny(stopped), "null") }

// usageOf is a usage in the interface's words.
func usageOf(raw string) string {
	u := gjson.Parse(raw)
	cached := u.Get("prompt_tokens_details.cached_tokens").Int()
	return fmt.Sprintf(`{"input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d}`,
		u.Get("prompt_tokens").Int()-cached, cached, u.Get("completion_tokens").Int())
}

// toolUse is a call of a chat completion as a block.
func toolUse(call gjson.Result) string {
	input := call.Get("function.arguments").Str
	if !gjson.Valid(input) || !gjson.Parse(input).IsObject() {
		input = "{}"
	}
	return object("type", `"tool_use"`, "id", quote(call.Get("id").Str), "name", quote(call.Get("function.name").Str), "input", input)
}

// textBlock is a stretch of the answer with what it rests on.
type textBlock struct {
	text      string
	citations []string // nil where the client asked for none
}

// cited are the citations as JSON, "" for none.
func (b *textBlock) cited() string {
	if b.citations == nil {
		return ""
	}
	return array(b.citations)
}

// blocks cuts an answer behind each claim that cites, where citations were asked for.
func (c *Call) blocks(text, report string) []textBlock {
	if !c.cited && text != "" {
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
		var at []string
		for _, n := range claim.Get("citations").Array() {
			if raw := c.location(citations, n.Int()); raw != "" {
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

// location is a citation as the interface has it; "" where it points at nothing that
// came as a block.
func (c *Call) location(citations []gjson.Result, number int64) string {
	i := slices.IndexFunc(citations, func(v gjson.Result) bool { return v.Get("number").Int() == number })
	if i < 0 {
		return ""
	}
	cited, sentence := citations[i], citations[i].Get("sentence")
	at, known := c.places[cited.Get("chunk_id").Str]
	if !known || sentence.Type != gjson.JSON {
		return ""
	}
	text, index, title := sentence.Get("text").Raw, strconv.Itoa(at.index), cmp.Or(quoteAny(at.title), "null")
	from, to := strconv.Itoa(at.block), strconv.Itoa(at.block+1)
	switch {
	case at.search:
		return object("type", `"search_result_location"`, "search_result_index", index, "source", quote(at.source), "title", title,
			"start_block_index", from, "end_block_index", to, "cited_text", text)
	case at.block >= 0:
		return object("type", `"content_block_location"`, "document_index", index, "document_title", title, "file_id", "null",
			"start_block_index", from, "end_block_index", to, "cited_text", text)
	}
	begins, ends := strconv.Itoa(at.lead+int(sentence.Get("start").Int())), strconv.Itoa(at.lead+int(sentence.Get("end").Int()))
	return object("type", `"char_location"`, "start_char_index", begins, "end_char_index", ends,
		"document_index", index, "document_title", title, "file_id", "null", "cited_text", text)
}

// overloaded is a status that this interface alone has; others say 503.
const overloaded = 529

// errorTypes are the interface's words for errors, by status.
var errorTypes = map[int]string{400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
	413: "request_too_large", 429: "rate_limit_error", 503: "overloaded_error", 504: "timeout_error", overloaded: "overloaded_error"}

// ErrorBody is an error as the interface's clients expect it.
func ErrorBody(status int, message string) []byte {
	kind := errorTypes[status]
	if kind == "" {
		kind = "api_error"
		if status < 500 {
			kind = "invalid_request_error"
		}
	}
	return []byte(object("type", `"error"`, "error", object("type", quote(kind), "message", quote(message))))
}
