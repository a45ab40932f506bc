package messages

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// stream is the wire.Writer of the interface: named events that build one message up,
// block by block. Where citations were asked for the text waits for the report, which
// says where it is to be cut.
type stream struct {
	call  *Call
	head  wire.Reply
	began bool
	index int    // of the block that is open, or of the next one
	open  string // type of the block that is open, "" for none
	tool  string // index of the call whose block is open
	held  strings.Builder
	stop  string
	usage string
	end   string // raw report
}

// NewStream returns what writes a streamed reply under the head's id and model.
func (c *Call) NewStream(head wire.Reply) wire.Writer { return &stream{call: c, head: head} }

// AppendStream appends a whole reply as events.
func (c *Call) AppendStream(dst []byte, r *wire.Reply, report string) []byte {
	return wire.WriteReply(dst, c.NewStream(*r), r, report, wire.Sent{})
}

// event appends an event; members are what stands behind its type.
func event(dst []byte, kind, members string) []byte {
	dst = append(append(dst, "event: "...), kind...)
	return wire.AppendEvent(append(dst, '\n'), []byte(`{"type":"`+kind+`"`+members+`}`))
}

// Role begins the message.
func (s *stream) Role(dst []byte, _ int) []byte {
	if s.began {
		return dst
	}
	s.began = true
	j := jsonwriter.JSON(`,"message":{`)
	appendHead(&j, &s.head)
	j.Given("content", "[]")
	j.Given("stop_reason", "null")
	j.Given("stop_sequence", "null")
	j.Given("usage", `{"input_tokens":0,"output_tokens":0}`)
	j.Close('}')
	return event(dst, "message_start", string(j))
}

func (s *stream) at() string { return `,"index":` + strconv.Itoa(s.index) }

// start begins a block, unless one of its type is open.
func (s *stream) start(dst []byte, kind, block string) []byte {
	if s.open == kind {
		return dst
	}
	dst = s.close(dst)
	s.open = kind
	return event(dst, "content_block_start", s.at()+`,"content_block":`+block)
}

func (s *stream) close(dst []byte) []byte {
	if s.open == "" {
		return dst
	}
	dst = event(dst, "content_block_stop", s.at())
	s.open = ""
	s.index++
	return dst
}

func (s *stream) delta(dst []byte, kind, name, text string) []byte {
	j := jsonwriter.JSON(s.at() + `,"delta":{`)
	j.Text("type", kind)
	j.Text(name, text)
	j.Close('}')
	return event(dst, "content_block_delta", string(j))
}

// Reasoning implements wire.Writer: reasoning has no place here, since it would need the
// upstream's signature.
func (s *stream) Reasoning(dst []byte, _ int, _ string) []byte { return dst }

// Content appends a piece of the answer's text.
func (s *stream) Content(dst []byte, _ int, text string) []byte {
	if text == "" || s.call.cited {
		s.held.WriteString(text)
		return dst
	}
	return s.delta(s.start(dst, "text", `{"type":"text","text":""}`), "text_delta", "text", text)
}

// Thought appends nothing: this interface has no place for what other providers want back.
func (s *stream) Thought(dst []byte, _ int, _ string) []byte { return dst }

// Refusal appends a piece of a refusal.
func (s *stream) Refusal(dst []byte, index int, text string) []byte {
	s.stop = "refusal"
	return s.Content(dst, index, text)
}

// ToolCalls appends whole calls.
func (s *stream) ToolCalls(dst []byte, index int, raw string) []byte {
	for i, call := range gjson.Parse(raw).Array() {
		dst = s.toolCall(dst, strconv.Itoa(i), call)
	}
	return dst
}

// NewCalls appends what has come of calls.
func (s *stream) NewCalls(dst []byte, _ int, raw string) []byte {
	for _, call := range gjson.Parse(raw).Array() {
		dst = s.toolCall(dst, call.Get("index").Raw, call)
	}
	return dst
}

// toolCall appends what there is of the call of an index, which the open block may be
// of.
func (s *stream) toolCall(dst []byte, index string, call gjson.Result) []byte {
	if name := call.Get("function.name").Str; name != "" && (s.open != "tool_use" || s.tool != index) {
		dst = s.close(s.flush(dst))
		j := jsonwriter.JSON{}
		j.Open('{')
		j.Text("type", "tool_use")
		j.Text("id", call.Get("id").Str)
		j.Text("name", name)
		j.Given("input", "{}")
		j.Close('}')
		dst, s.tool = s.start(dst, "tool_use", string(j)), index
	}
	if arguments := call.Get("function.arguments").Str; arguments != "" && s.open == "tool_use" {
		dst = s.delta(dst, "input_json_delta", "partial_json", arguments)
	}
	return dst
}

// FunctionCall implements wire.Writer: the interface has no such form of call.
func (s *stream) FunctionCall(dst []byte, _ int, _ string) []byte { return dst }

// flush appends text that waited for the report.
func (s *stream) flush(dst []byte) []byte {
	blocks := s.call.texts(s.held.String(), s.end)
	s.held.Reset()
	for _, b := range blocks {
		dst = s.close(dst)
		dst = s.start(dst, "text", `{"type":"text","text":"","citations":[]}`)
		for _, raw := range b.citations {
			dst = event(dst, "content_block_delta", s.at()+`,"delta":{"type":"citations_delta","citation":`+string(raw)+`}`)
		}
		dst = s.delta(dst, "text_delta", "text", b.text)
	}
	return dst
}

// Finish ends the blocks.
func (s *stream) Finish(dst []byte, _ int, end wire.Ending) []byte {
	s.end = end.Report
	dst = s.close(s.flush(dst))
	if s.stop == "" {
		s.stop = stopReason(&wire.Choice{FinishReason: end.FinishReason})
	}
	return dst
}

// Usage keeps the usage for the end.
func (s *stream) Usage(dst []byte, usage string) []byte {
	s.usage = usage
	return dst
}

// Done ends the message.
func (s *stream) Done(dst []byte) []byte {
	j := jsonwriter.JSON(`,"delta":{`)
	j.Text("stop_reason", s.stop)
	j.Given("stop_sequence", "null")
	j.Close('}')
	j.Given("usage", usageOf(s.usage))
	j.Given("vouchsafe", s.end)
	return event(event(dst, "message_delta", string(j)), "message_stop", "")
}

// Error ends a stream that failed.
func (s *stream) Error(dst []byte, err *wire.Error) []byte {
	return wire.AppendEvent(append(dst, "event: error\n"...), ErrorBody(err.Status, err.Message))
}

// Heartbeat appends a sign of life.
func (s *stream) Heartbeat(dst []byte, _ int) []byte { return event(dst, "ping", "") }
