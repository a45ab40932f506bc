package wire

import (
	"bytes"
	"strconv"
)

// Stream writes a chat completion as server-sent events. Each method appends
// whole events to dst, so that the caller decides what is written together
// and when. For every choice: Role, then any of Content, Refusal and
// ToolCalls, then Finish; at the end Usage and Done. A Stream is used by one
// goroutine.
type Stream struct {
	head  Reply
	usage bool // the client asked for usage: other chunks carry a null then
	beats int
}

// NewStream returns a Stream whose chunks all have the id, time, model,
// fingerprint and tier of head. usage is the client's include_usage.
func NewStream(head Reply, usage bool) *Stream {
	head.Choices, head.Usage = nil, ""
	return &Stream{head: head, usage: usage}
}

// Role begins a choice.
func (s *Stream) Role(dst []byte, index int) []byte {
	return s.delta(dst, index, `{"role":"assistant","content":"","refusal":null}`)
}

// Content appends a piece of a choice's text.
func (s *Stream) Content(dst []byte, index int, text string) []byte {
	return s.delta(dst, index, `{"content":`+quote(text)+`}`)
}

// Reasoning appends a piece of a choice's reasoning.
func (s *Stream) Reasoning(dst []byte, index int, text string) []byte {
	return s.delta(dst, index, `{"reasoning_content":`+quote(text)+`}`)
}

// Refusal appends a piece of a choice's refusal.
func (s *Stream) Refusal(dst []byte, index int, text string) []byte {
	return s.delta(dst, index, `{"refusal":`+quote(text)+`}`)
}

// ToolCalls appends the whole tool calls of a choice, given as a raw array.
func (s *Stream) ToolCalls(dst []byte, index int, raw string) []byte {
	return s.delta(dst, index, `{"tool_calls":`+streamCalls(raw)+`}`)
}

// NewCalls appends what has come of a choice's tool calls, see
// Gatherer.NewCalls.
func (s *Stream) NewCalls(dst []byte, index int, raw string) []byte {
	return s.delta(dst, index, `{"tool_calls":`+raw+`}`)
}

// FunctionCall appends the older form of one call, given as raw JSON.
func (s *Stream) FunctionCall(dst []byte, index int, raw string) []byte {
	return s.delta(dst, index, `{"function_call":`+raw+`}`)
}

// Ending is what the last chunk of a choice carries.
type Ending struct {
	FinishReason string // any known spelling; see FinishReason
	Annotations  string // raw array, or ""
	Report       string // raw vouchsafe member, "" but for the last choice
}

// Finish ends a choice.
func (s *Stream) Finish(dst []byte, index int, end Ending) []byte {
	delta := "{}"
	if end.Annotations != "" {
		delta = `{"annotations":` + end.Annotations + `}`
	}
	return s.chunk(dst, piece{index, delta, quote(FinishReason(end.FinishReason)), end.Report})
}

// Usage appends the usage chunk, with no choices, if the client asked for it
// and there is any usage.
func (s *Stream) Usage(dst []byte, usage string) []byte {
	if !s.usage || usage == "" {
		return dst
	}
	data := appendHead(nil, &s.head, "chat.completion.chunk")
	data = append(data, `,"choices":[]`...)
	data = appendRaw(data, "usage", usage)
	return appendChunk(dst, append(data, '}'))
}

// Done ends the stream of a whole answer.
func (s *Stream) Done(dst []byte) []byte {
	return AppendEvent(dst, []byte("[DONE]"))
}

// Error ends a stream that failed. The connection is to be closed after it,
// without Done.
func (s *Stream) Error(dst []byte, err *Error) []byte {
	return AppendEvent(dst, err.Body())
}

// Foreign implements Writer. The body is sent as it came, on one line.
func (s *Stream) Foreign(dst, body []byte) []byte { return appendChunk(dst, bytes.Clone(body)) }

// Heartbeat appends a sign of life: a comment, and every third time a chunk
// with empty content for the given choice, because some clients do not count
// comments as traffic and others give up after many without an event.
func (s *Stream) Heartbeat(dst []byte, index int) []byte {
	if s.beats++; s.beats%3 == 0 {
		return s.Content(dst, index, "")
	}
	return AppendComment(dst, "keep-alive")
}

// piece is what differs between chunks.
type piece struct {
	index                 int
	delta, finish, report string // raw
}

func (s *Stream) delta(dst []byte, index int, delta string) []byte {
	return s.chunk(dst, piece{index, delta, "null", ""})
}

// chunk appends one chunk.
func (s *Stream) chunk(dst []byte, p piece) []byte {
	data := appendHead(nil, &s.head, "chat.completion.chunk")
	data = append(data, `,"choices":[{"index":`...)
	data = strconv.AppendInt(data, int64(p.index), 10)
	data = append(data, `,"delta":`...)
	data = append(data, p.delta...)
	data = append(data, `,"logprobs":null,"finish_reason":`...)
	data = append(data, p.finish...)
	data = append(data, "}]"...)
	if s.usage {
		data = append(data, `,"usage":null`...)
	}
	data = appendRaw(data, "vouchsafe", p.report)
	return appendChunk(dst, append(data, '}'))
}

// appendChunk appends JSON as one event on one line: some clients read data
// lines one by one. A line break in JSON is white space only, and comes in
// with the raw members of an upstream that indents its replies.
func appendChunk(dst, data []byte) []byte {
	for i, c := range data {
		if c == '\n' || c == '\r' {
			data[i] = ' '
		}
	}
	return AppendEvent(dst, data)
}

// StreamReply returns a whole reply as the events of a stream: what a client
// that asked for a stream gets when the answer was there at once. report goes
// with the last finish_reason.
func StreamReply(r *Reply, report string, usage bool) []byte {
	s := NewStream(*r, usage)
	var dst []byte
	for i := range r.Choices {
		c := &r.Choices[i]
		dst = s.Role(dst, c.Index)
		dst = writeChoice(dst, s, c, r.ShowReasoning)
		end := Ending{FinishReason: c.FinishReason, Annotations: c.Annotations}
		if i == len(r.Choices)-1 {
			end.Report = report
		}
		dst = s.Finish(dst, c.Index, end)
	}
	dst = s.Usage(dst, r.Usage)
	return s.Done(dst)
}

// writeChoice appends everything that one choice says.
func writeChoice(dst []byte, s Writer, c *Choice, reasoning bool) []byte {
	if reasoning && c.Reasoning != "" {
		dst = s.Reasoning(dst, c.Index, c.Reasoning)
	}
	if c.Content != nil && *c.Content != "" {
		dst = s.Content(dst, c.Index, *c.Content)
	}
	if c.Refusal != nil {
		dst = s.Refusal(dst, c.Index, *c.Refusal)
	}
	if c.ToolCalls != "" {
		dst = s.ToolCalls(dst, c.Index, c.ToolCalls)
	}
	if c.FunctionCall != "" {
		dst = s.FunctionCall(dst, c.Index, c.FunctionCall)
	}
	return dst
}
