package messages

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// stream is the wire.Writer of the interface: named events that build one message up,
// block by block. Where citations were asked for the text waits for the report, which
// says where it is to be cut; where thinking was asked for it waits for that, which stands
// in front of it.
type stream struct {
	call    *Call
	head    wire.Reply
	index   int    // of the block that is open, or of the next one
	open    string // type of the block that is open, "" for none
	tool    string // index of the call whose block is open
	last    string // id of the last call that began
	known   int    // blocks of thinking that have come
	waits   []thought
	said    bool // text has come, or comes no more
	held    strings.Builder
	stop    string
	stopped string // the client's own sequence, where the answer ended at one
	end     string // raw report
}

// NewStream returns what writes a streamed reply under the head's id and model.
func (c *Call) NewStream(head wire.Reply) wire.Writer { return &stream{call: c, head: head} }

// event appends an event; members are what stands behind its type.
func event(dst []byte, kind, members string) []byte {
	dst = append(append(dst, "event: "...), kind...)
	return wire.AppendEvent(append(dst, '\n'), []byte(`{"type":"`+kind+`"`+members+`}`))
}

// Role begins the message.
func (s *stream) Role(dst []byte, _ int) []byte {
	j := jsonwriter.JSON(`,"message":{`)
	appendHead(&j, &s.head)
	usage := fmt.Sprintf(`{"input_tokens":%d,"output_tokens":0}`, s.call.length/4) // about: what it is the end tells
	if s.head.Usage != "" {
		usage = usageOf(s.head.Usage)
	}
	return event(dst, "message_start", string(j)+`,"content":[],"stop_reason":null,"stop_sequence":null,"usage":`+usage+"}")
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
	return event(dst, "content_block_delta", s.at()+`,"delta":`+object("type", quote(kind), name, quote(text)))
}

// Thought takes what has been thought so far, and appends what is new of it, as far as what
// it stands behind has left.
func (s *stream) Thought(dst []byte, c *wire.Choice) []byte {
	all := thoughtsOf(c)
	if s.known < len(all) {
		s.waits = append(s.waits, all[s.known:]...)
		s.known = len(all)
	}
	return s.think(dst)
}

// think appends the blocks of thinking that wait for nothing more.
func (s *stream) think(dst []byte) []byte {
	for len(s.waits) > 0 {
		next := s.waits[0]
		switch {
		case next.behind == behindText && !s.said:
			return dst
		case next.behind == behindText:
			dst = s.flush(dst)
		case next.behind != "" && next.behind != s.last:
			return dst
		}
		s.waits = s.waits[1:]
		dst = s.block(s.close(dst), gjson.Parse(next.raw))
	}
	return dst
}

// block appends a block of thinking, whole.
func (s *stream) block(dst []byte, b gjson.Result) []byte {
	if b.Get("type").Str != "thinking" {
		s.open = "thinking"
		return s.close(event(dst, "content_block_start", s.at()+`,"content_block":`+b.Raw))
	}
	dst = s.start(dst, "thinking", `{"type":"thinking","thinking":"","signature":""}`)
	if text := b.Get("thinking").Str; text != "" {
		dst = s.delta(dst, "thinking_delta", "thinking", text)
	}
	return s.close(s.delta(dst, "signature_delta", "signature", b.Get("signature").Str))
}

// Content appends a piece of the answer's text.
func (s *stream) Content(dst []byte, _ int, text string) []byte {
	s.said = s.said || text != ""
	if text == "" || s.call.cited || s.call.thinks {
		s.held.WriteString(text)
		return dst
	}
	return s.delta(s.start(dst, "text", `{"type":"text","text":""}`), "text_delta", "text", text)
}

// Refusal appends a piece of a refusal.
func (s *stream) Refusal(dst []byte, index int, text string) []byte {
	return s.Content(dst, index, text)
}

// ToolCalls appends whole calls.
func (s *stream) ToolCalls(dst []byte, c *wire.Choice) []byte {
	for i, call := range gjson.Parse(c.ToolCalls).Array() {
		dst = s.toolCall(dst, strconv.Itoa(i), call)
	}
	return dst
}

// NewCalls appends what has come of calls.
func (s *stream) NewCalls(dst []byte, raw string) []byte {
	for _, call := range gjson.Parse(raw).Array() {
		dst = s.toolCall(dst, call.Get("index").Raw, call)
	}
	return dst
}

// toolCall appends what there is of the call of an index, which the open block may be
// of.
func (s *stream) toolCall(dst []byte, index string, call gjson.Result) []byte {
	if name := call.Get("function.name").Str; name != "" && (s.open != "tool_use" || s.tool != index) {
		s.said = true
		dst = s.close(s.think(s.flush(dst)))
		s.last = call.Get("id").Str
		dst, s.tool = s.start(dst, "tool_use", object("type", `"tool_use"`, "id", quote(s.last), "name", quote(name), "input", "{}")), index
	}
	if arguments := call.Get("function.arguments").Str; arguments != "" && s.open == "tool_use" {
		dst = s.delta(dst, "input_json_delta", "partial_json", arguments)
	}
	return dst
}

// flush appends text that waited for the report.
func (s *stream) flush(dst []byte) []byte {
	blocks := s.call.blocks(s.held.String(), s.end)
	s.held.Reset()
	for _, b := range blocks {
		dst = s.close(dst)
		if !s.call.cited {
			dst = s.start(dst, "text", `{"type":"text","text":""}`)
		} else {
			dst = s.start(dst, "text", `{"type":"text","text":"","citations":[]}`)
		}
		for _, raw := range b.citations {
			dst = event(dst, "content_block_delta", s.at()+`,"delta":{"type":"citations_delta","citation":`+raw+`}`)
		}
		dst = s.delta(dst, "text_delta", "text", b.text)
	}
	return dst
}

// Finish ends the blocks.
func (s *stream) Finish(dst []byte, c *wire.Choice, end wire.Ending) []byte {
	s.end, s.said = end.Report, true
	s.stop, s.stopped = stopReason(c), c.Stopped
	return s.close(s.think(s.flush(dst)))
}

// Done ends the message.
func (s *stream) Done(dst []byte, usage string) []byte {
	end := object("delta", object("stop_reason", quote(s.stop), "stop_sequence", stopSequence(s.stopped)),
		"usage", usageOf(usage), "vouchsafe", s.end)
	return event(event(dst, "message_delta", ","+end[1:len(end)-1]), "message_stop", "")
}

// Error ends a stream that failed.
func (s *stream) Error(dst []byte, err *wire.Error) []byte {
	return wire.AppendEvent(append(dst, "event: error\n"...), ErrorBody(err.Status, err.Message))
}

// Heartbeat appends a sign of life.
func (s *stream) Heartbeat(dst []byte) []byte { return event(dst, "ping", "") }
