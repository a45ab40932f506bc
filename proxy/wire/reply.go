package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
)

// Reply is a chat completion: as it was read from an upstream, or as it is to
// be sent to a client. Members named raw hold JSON text, "" where absent.
type Reply struct {
	ID, Model                      string
	SystemFingerprint, ServiceTier string
	Created                        int64  // Unix seconds
	Usage                          string // raw
	Choices                        []Choice
	Items                          []string // raw, of a response that was read: its output as it came

	// Citations and SearchResults are what Perplexity's clients read of the sources: raw
	// arrays, "" for none.
	Citations, SearchResults string

	// ShowReasoning lets AppendReply and WriteReply send Choice.Reasoning
	// on. Reading leaves it false: reasoning is not verified.
	ShowReasoning bool
}

// Choice is one answer of a reply.
type Choice struct {
	Index        int
	FinishReason string  // as the upstream wrote it, "" for none; see FinishReason
	Stopped      string  `json:",omitempty"` // the client's own sequence at which the answer ended, where the upstream tells
	Content      *string // nil for null
	Begun        string  `json:",omitempty"` // the beginning of Content that the client itself has written; "" for none
	Refusal      *string // nil for null
	Reasoning    string  // reasoning_content, reasoning, or thinking parts
	Thought      Thought `json:",omitzero"` // what else is told of it
	ToolCalls    string  // raw, an array with at least one call
	Older        bool    `json:",omitempty"` // the one call came, and is told, as a function_call
	Annotations  string  // raw
	Context      string  // raw: what Azure On Your Data retrieved
	Logprobs     string  `json:",omitempty"` // raw: of a reply that passes as it came; "" for null
	NotOffered   bool    `json:",omitempty"` // calls of tools that the request does not offer were taken out
}

// ReadReply reads the body of a chat completion that is no stream. Choices
// are put in the order of their indexes. The error is a *BrokenReply.
func ReadReply(body []byte) (*Reply, error) {
	root, err := replyObject(body)
	if err != nil {
		return nil, err
	}
	reply := &Reply{}
	choices, failure := reply.readHead(root)
	if fault := upstreamError(failure); fault != nil {
		return nil, fault
	}
	if !choices.IsArray() {
		return nil, broken(FaultNoChoices, "")
	}
	var fault error
	walkArray(choices.Raw, 0, func(n int, at Span) bool {
		fault = reply.readChoice(n, gjson.Parse(choices.Raw[at.Start:at.End]))
		return fault == nil
	})
	if fault != nil {
		return nil, fault
	}
	if len(reply.Choices) == 0 {
		return nil, broken(FaultEmptyChoices, "")
	}
	slices.SortFunc(reply.Choices, func(a, b Choice) int { return a.Index - b.Index })
	return reply, nil
}

// replyObject judges a reply, or one event of a stream, as a strict JSON
// object and returns it, in memory of its own. Broken UTF-8 and lone
// surrogates, which models do produce, are mended rather than refused.
func replyObject(body []byte) (root gjson.Result, err error) {
	switch first := firstByte(body); {
	case first == 0:
		return root, broken(FaultEmpty, "")
	case first == '<':
		return root, broken(FaultHTML, "")
	}
	if sound(body) {
		return gjson.ParseBytes(body), nil
	}
	if err := checkJSON(body, jsontext.AllowInvalidUTF8(true)); err != nil {
		return root, broken(FaultNotJSON, err.Error())
	}
	switch firstByte(body) {
	case '{':
	case 'n':
		return root, broken(FaultNull, "")
	default:
		return root, broken(FaultNotObject, "")
	}
	if !utf8.Valid(body) {
		body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return gjson.ParseBytes(body), nil
}

// readHead takes what stands beside the choices, and returns these and the error that it
// tells of. In a stream it is called for every chunk: what is empty in one may be given in
// another.
func (r *Reply) readHead(root gjson.Result) (choices, failure gjson.Result) {
	eachMember(root, func(name string, v gjson.Result) bool {
		switch name {
		case "id":
			keepFirst(&r.ID, v.Str)
		case "model":
			keepFirst(&r.Model, v.Str)
		case "system_fingerprint":
			keepFirst(&r.SystemFingerprint, v.Str)
		case "service_tier":
			keepFirst(&r.ServiceTier, v.Str)
		case "created":
			if created, whole := integer(v); whole && r.Created == 0 {
				r.Created = created
			}
		case "usage":
			if v.IsObject() {
				r.Usage = v.Raw
			}
		case "choices":
			choices = v
		case "error":
			failure = v
		}
		return true
	})
	return choices, failure
}

// keepFirst sets *s unless it is set already.
func keepFirst(s *string, value string) {
	if *s == "" {
		*s = value
	}
}

// readChoice reads one choice. One without an index has its position.
func (r *Reply) readChoice(position int, v gjson.Result) error {
	var message, at, finish, stopped gjson.Result
	logprobs := ""
	eachMember(v, func(name string, value gjson.Result) bool {
		switch name {
		case "message":
			message = value
		case "index":
			at = value
		case "finish_reason":
			finish = value
		case "logprobs":
			logprobs = rawObject(value)
		case "stop_reason": // vLLM's, and that of an Anthropic reply
			stopped = value
		}
		return true
	})
	if !message.IsObject() {
		return broken(FaultBadChoice, "a choice has no message")
	}
	index := position
	if at.Exists() && at.Type != gjson.Null {
		n, whole := integer(at)
		if !whole || n < 0 || n >= maxChoices {
			return broken(FaultBadChoice, "an index is out of range")
		}
		index = int(n)
	}
	for _, other := range r.Choices {
		if other.Index == index {
			return broken(FaultBadChoice, fmt.Sprintf("index %d occurs twice", index))
		}
	}
	choice := Choice{Index: index, FinishReason: finish.Str, Stopped: stopped.Str, Logprobs: logprobs}
	if lists.Failures[choice.FinishReason] {
		return broken(FaultError, "finish_reason "+choice.FinishReason)
	}
	choice.ReadMessage(message)
	choice.dropThought()
	r.Choices = append(r.Choices, choice)
	return nil
}

// ReadMessage takes what a message says.
func (c *Choice) ReadMessage(message gjson.Result) {
	eachMember(message, func(name string, v gjson.Result) bool {
		c.take(name, v)
		switch name {
		case "content":
			var thinking string
			c.Content, thinking = contentText(v)
			c.Reasoning += thinking
		case "refusal":
			if v.Type == gjson.String && v.Str != "" {
				c.Refusal = &v.Str
			}
		case "reasoning_content", "reasoning":
			keepFirst(&c.Reasoning, v.Str)
		case "tool_calls":
			if calls := cleanCalls(RawArray(v)); calls != "" {
				c.ToolCalls, c.Older = calls, false
			}
		case "function_call":
			if v.IsObject() && c.ToolCalls == "" {
				c.ToolCalls, c.Older = "["+cleanCall(olderCall(v))+"]", true
			}
		}
		return true
	})
}

// take takes a member of a message, or of a part of one, that comes whole.
func (c *Choice) take(name string, v gjson.Result) {
	switch name {
	case "annotations":
		c.Annotations = cmp.Or(RawArray(v), c.Annotations)
	case "context":
		c.Context = cmp.Or(rawObject(v), c.Context)
	default:
		c.Thought.take(name, v)
	}
}

// dropThought leaves what is told of reasoning to messages with calls, but for the blocks that
// are the reasoning itself.
func (c *Choice) dropThought() {
	if !c.Called() {
		c.Thought = Thought{Blocks: c.Thought.Blocks}
	}
}

// contentText returns the text of a reply's content: a string, or an array of
// parts as reasoning models of some makers send it, where thinking parts
// stand apart from the text.
func contentText(v gjson.Result) (text *string, thinking string) {
	if v.Type == gjson.String {
		return &v.Str, ""
	}
	if !v.IsArray() {
		return nil, ""
	}
	var said, thought strings.Builder
	v.ForEach(func(_, part gjson.Result) bool {
		switch part.Get("type").Str {
		case "text", "output_text":
			said.WriteString(part.Get("text").Str)
		case "thinking", "reasoning":
			thought.WriteString(strings.Join(outputTexts(part.Get("thinking")), ""))
		}
		return true
	})
	joined := said.String()
	return &joined, thought.String()
}

// RawArray is the text of an array that has elements, else "".
func RawArray(v gjson.Result) string {
	if v.IsArray() && !isEmpty(v) {
		return v.Raw
	}
	return ""
}

// rawObject returns the text of an object, else "".
func rawObject(v gjson.Result) string {
	if v.IsObject() {
		return v.Raw
	}
	return ""
}

// BuildReply returns the body of a chat completion with exactly what a reply
// may carry, in a fixed order; whatever else an upstream sent is left behind.
// report is the raw JSON of the top-level vouchsafe member, "" for none.
func BuildReply(r *Reply, report string) []byte { return appendReply(nil, r, report) }

func appendReply(dst []byte, r *Reply, report string) []byte {
	w := appendHead(jsonwriter.JSON(slices.Grow(dst, replySize(r, report))), r, "chat.completion")
	w.Key("choices")
	w.Open('[')
	for i := range r.Choices {
		w.Comma()
		appendChoice(&w, &r.Choices[i], r.ShowReasoning)
	}
	w.Close(']')
	w.Given("usage", r.Usage)
	w.Given("vouchsafe", report)
	w.Given("citations", r.Citations)
	w.Given("search_results", r.SearchResults)
	w.Close('}')
	return w
}

// replySize estimates the length of a reply from what may be long in it.
func replySize(r *Reply, report string) int {
	n := 512 + len(r.Usage) + len(report)
	for i := range r.Choices {
		c := &r.Choices[i]
		n += 256 + len(c.ToolCalls) + len(c.Annotations)
		if c.Content != nil {
			n += len(*c.Content) + len(*c.Content)/8
		}
	}
	return n
}

// appendHead begins a reply or chunk: everything in front of its choices.
func appendHead(w jsonwriter.JSON, r *Reply, object string) jsonwriter.JSON {
	w.Open('{')
	w.Text("id", r.ID)
	w.Text("object", object)
	w.Integer("created", int(r.Created))
	w.Text("model", r.Model)
	w.Named("system_fingerprint", r.SystemFingerprint)
	w.Named("service_tier", r.ServiceTier)
	return w
}

// appendChoice appends one whole choice.
func appendChoice(w *jsonwriter.JSON, c *Choice, reasoning bool) {
	w.Open('{')
	w.Integer("index", c.Index)
	w.Key("message")
	w.Open('{')
	w.Text("role", "assistant")
	w.Pointer("content", c.Content)
	w.Pointer("refusal", c.Refusal)
	if members := c.Members(); members != "" {
		*w = append(*w, members...)
	} else if reasoning {
		w.Named("reasoning_content", c.Reasoning)
	}
	w.Given(c.calls())
	w.Given("annotations", c.Annotations)
	w.Close('}')
	w.Given("logprobs", cmp.Or(c.Logprobs, "null"))
	w.Text("finish_reason", FinishReason(c.FinishReason))
	w.Close('}')
}
