package wire

import (
	"cmp"
	"strconv"

	"vouchsafe/jsonwriter"
)

// Stream writes a chat completion as server-sent events. Each method appends
// whole events to dst, so that the caller decides what is written together
// and when, see Writer. A Stream is used by one goroutine.
type Stream struct {
	lead  string // how every chunk begins, up to its choices
	usage bool   // the client asked for usage: other chunks carry a null then
	beats int
}

// NewStream returns a Stream whose chunks all have the id, time, model,
// fingerprint and tier of head. usage is the client's include_usage.
func NewStream(head Reply, usage bool) *Stream {
	lead := appendHead(make(jsonwriter.JSON, 0, 256), &head, "chat.completion.chunk")
	return &Stream{lead: string(append(lead, `,"choices":[`...)), usage: usage}
}

// Role begins a choice.
func (s *Stream) Role(dst []byte, index int) []byte {
	return s.raw(dst, index, `{"role":"assistant","content":"","refusal":null`, "")
}

// Content appends a piece of a choice's text.
func (s *Stream) Content(dst []byte, index int, text string) []byte {
	return s.text(dst, index, `{"content":`, text)
}

// Thought appends a choice's reasoning, or what its calls carry of it.
func (s *Stream) Thought(dst []byte, c *Choice) []byte {
	members := c.Members()
	switch {
	case members != "":
		return s.raw(dst, c.Index, "{", members[1:])
	case c.Reasoning == "":
		return dst
	}
	return s.text(dst, c.Index, `{"reasoning_content":`, c.Reasoning)
}

// Refusal appends a piece of a choice's refusal.
func (s *Stream) Refusal(dst []byte, index int, text string) []byte {
	return s.text(dst, index, `{"refusal":`, text)
}

// ToolCalls appends the whole tool calls of a choice.
func (s *Stream) ToolCalls(dst []byte, c *Choice) []byte {
	member, raw := c.calls()
	if !c.Older {
		raw = streamCalls(raw)
	}
	return s.raw(dst, c.Index, `{"`+member+`":`, raw)
}

// NewCalls appends what has come of the first choice's tool calls, see
// Gatherer.NewCalls.
func (s *Stream) NewCalls(dst []byte, raw string) []byte {
	return s.raw(dst, 0, `{"tool_calls":`, raw)
}

// Ending is what the last chunk of the last choice carries besides: raw JSON, "" for none.
type Ending struct {
	Report                   string // the vouchsafe member
	Citations, SearchResults string // as in a Reply
}

// Finish ends a choice.
func (s *Stream) Finish(dst []byte, c *Choice, end Ending) []byte {
	from := len(dst)
	dst = append(s.begin(dst, c.Index), '{')
	if c.Annotations != "" {
		dst = append(dst, `"annotations":`...)
		dst = append(dst, c.Annotations...)
	}
	dst = append(append(dst, `},"logprobs":`...), cmp.Or(c.Logprobs, "null")...)
	dst = jsonwriter.AppendString(append(dst, `,"finish_reason":`...), FinishReason(c.FinishReason))
	return s.end(dst, from, end)
}

// Done ends the stream of a whole answer: with the usage chunk, which has no choices, if
// the client asked for it and there is any usage.
func (s *Stream) Done(dst []byte, usage string) []byte {
	if s.usage && usage != "" {
		from := len(dst)
		w := jsonwriter.JSON(append(append(append(dst, "data: "...), s.lead...), ']'))
		w.Given("usage", usage)
		dst = endChunk(append(w, '}'), from)
	}
	return AppendEvent(dst, []byte("[DONE]"))
}

// Error ends a stream that failed. The connection is to be closed after it,
// without Done.
func (s *Stream) Error(dst []byte, err *Error) []byte {
	return AppendEvent(dst, err.Body())
}

// Heartbeat appends a sign of life: a comment, and every third time a chunk
// with empty content, because some clients do not count
// comments as traffic and others give up after many without an event.
func (s *Stream) Heartbeat(dst []byte) []byte {
	if s.beats++; s.beats%3 == 0 {
		return s.Content(dst, 0, "")
	}
	return AppendComment(dst, "keep-alive")
}

// text appends a chunk whose delta has one member, a string; open is what
// stands before it.
func (s *Stream) text(dst []byte, index int, open, text string) []byte {
	from := len(dst)
	dst = append(s.begin(dst, index), open...)
	return s.goesOn(jsonwriter.AppendString(dst, text), from)
}

// raw is text for a delta whose last member is JSON already.
func (s *Stream) raw(dst []byte, index int, open, raw string) []byte {
	from := len(dst)
	dst = append(s.begin(dst, index), open...)
	return s.goesOn(append(dst, raw...), from)
}

// begin appends a chunk up to its delta.
func (s *Stream) begin(dst []byte, index int) []byte {
	dst = append(append(dst, "data: "...), s.lead...)
	dst = append(dst, `{"index":`...)
	dst = strconv.AppendInt(dst, int64(index), 10)
	return append(dst, `,"delta":`...)
}

// goesOn ends a delta, and the chunk that begins at from, of a choice that is
// not over.
func (s *Stream) goesOn(dst []byte, from int) []byte {
	return s.end(append(dst, `},"logprobs":null,"finish_reason":null`...), from, Ending{})
}

// end ends a choice and its chunk.
func (s *Stream) end(dst []byte, from int, end Ending) []byte {
	w := jsonwriter.JSON(append(dst, "}]"...))
	if s.usage {
		w.Given("usage", "null")
	}
	w.Given("vouchsafe", end.Report)
	w.Given("citations", end.Citations)
	w.Given("search_results", end.SearchResults)
	return endChunk(append(w, '}'), from)
}

// endChunk ends an event whose line of data begins at from: on one line, since
// some clients read data lines one by one. A line break in JSON is white space
// only, and comes in with the raw members of an upstream that indents its
// replies.
func endChunk(dst []byte, from int) []byte {
	for line := dst[from:]; ; {
		at := lineEnd(line)
		if at < 0 {
			return append(dst, "\n\n"...)
		}
		line[at] = ' '
		line = line[at+1:]
	}
}

// Sent is what has left of a streamed reply already, of its first choice.
type Sent struct {
	Role  bool
	Text  int  // bytes of its content
	Calls bool // its tool calls
}

// WriteReply appends what has not left yet of a reply that has been decided, to
// its end. report goes with the last finish_reason.
func WriteReply(dst []byte, w Writer, r *Reply, report string, sent Sent) []byte {
	for i := range r.Choices {
		c := &r.Choices[i]
		if c.Index > 0 {
			sent = Sent{}
		}
		if !sent.Role {
			dst = w.Role(dst, c.Index)
		}
		dst = writeChoice(dst, w, c, r.ShowReasoning, sent)
		end := Ending{}
		if i == len(r.Choices)-1 {
			end = Ending{report, r.Citations, r.SearchResults}
		}
		dst = w.Finish(dst, c, end)
	}
	return w.Done(dst, r.Usage)
}

// writeChoice appends everything that one choice says, but for what was sent.
func writeChoice(dst []byte, w Writer, c *Choice, reasoning bool, sent Sent) []byte {
	if reasoning || c.Members() != "" {
		dst = w.Thought(dst, c)
	}
	if c.Content != nil && len(*c.Content) > sent.Text {
		dst = w.Content(dst, c.Index, (*c.Content)[sent.Text:])
	}
	if c.Refusal != nil {
		dst = w.Refusal(dst, c.Index, *c.Refusal)
	}
	if c.Called() && !sent.Calls {
		dst = w.ToolCalls(dst, c)
	}
	return dst
}
