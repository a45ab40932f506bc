package wire

import (
	"strconv"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/jsonwriter"
)

// responseStream is the Writer of the Responses interface: typed events, each
// with a number of its own, that build one Response object up.
type responseStream struct {
	chat  *Chat
	head  Reply
	seq   int // of the next event
	beats int

	part    string   // type of the message's part that is open, "" for none
	items   []string // that are whole
	thought string   // reasoning that came while the message was being written
	finish  string
	report  string
}

// Role begins the response.
func (s *responseStream) Role(dst []byte, _ int) []byte {
	begun := appendResponse(nil, s.chat, &response{Reply: &s.head, status: "in_progress"})
	dst = s.event(dst, "response.created", `,"response":`+string(begun))
	return s.event(dst, "response.in_progress", `,"response":`+string(begun))
}

// Thought appends an item of reasoning, whole; while a message is being
// written it waits for its end. What goes with calls stands among them.
func (s *responseStream) Thought(dst []byte, c *Choice) []byte {
	switch {
	case c.Members() != "" || c.Reasoning == "":
		return dst
	case s.part != "":
		s.thought = c.Reasoning
		return dst
	}
	return s.reasoning(dst, c.Reasoning)
}

func (s *responseStream) reasoning(dst []byte, text string) []byte {
	id, index := reasoningID(s.head.ID), s.index()
	at := `,"item_id":` + quote(id) + index + `,"summary_index":0`
	part := `,"part":` + summaryPart(text)
	dst = s.event(dst, "response.output_item.added", index+`,"item":{"id":`+quote(id)+`,"type":"reasoning","summary":[]}`)
	dst = s.event(dst, "response.reasoning_summary_part.added", at+`,"part":`+summaryPart(""))
	dst = s.event(dst, "response.reasoning_summary_text.delta", at+`,"delta":`+quote(text))
	dst = s.event(dst, "response.reasoning_summary_text.done", at+`,"text":`+quote(text))
	dst = s.event(dst, "response.reasoning_summary_part.done", at+part)
	return s.itemDone(dst, reasoningItem(s.head.ID, text))
}

// Content appends a piece of the answer's text.
func (s *responseStream) Content(dst []byte, _ int, text string) []byte {
	if text == "" {
		return dst
	}
	return s.say(dst, "output_text", text)
}

// Refusal appends a piece of a refusal.
func (s *responseStream) Refusal(dst []byte, _ int, text string) []byte {
	return s.say(dst, "refusal", text)
}

// say appends a piece of one of the two kinds of part. A message has one part.
func (s *responseStream) say(dst []byte, part, text string) []byte {
	dst = s.open(dst, part)
	fields := s.place() + `,"delta":` + quote(text)
	if part == "output_text" {
		fields += `,"logprobs":[]`
	}
	return s.event(dst, "response."+part+".delta", fields)
}

// open begins the message, if it has not begun.
func (s *responseStream) open(dst []byte, part string) []byte {
	if s.part != "" {
		return dst
	}
	s.part = part
	empty := textPart("", "[]")
	if part == "refusal" {
		empty = refusalPart("")
	}
	dst = s.event(dst, "response.output_item.added", s.index()+`,"item":`+messageItem(s.head.ID, "in_progress", ""))
	return s.event(dst, "response.content_part.added", s.place()+`,"part":`+empty)
}

// ToolCalls appends nothing: the calls follow the message.
func (s *responseStream) ToolCalls(dst []byte, _ *Choice) []byte { return dst }

// NewCalls implements Writer: calls leave whole, behind the message.
func (s *responseStream) NewCalls(dst []byte, _ string) []byte { return dst }

// Finish ends the message and appends the calls.
func (s *responseStream) Finish(dst []byte, c *Choice, end Ending) []byte {
	s.finish, s.report = c.FinishReason, end.Report
	if s.part == "" && !c.Called() {
		dst = s.open(dst, "output_text")
	}
	if s.part != "" {
		dst = s.close(dst, c)
	}
	if s.thought != "" {
		dst = s.reasoning(dst, s.thought)
	}
	for _, item := range callItems(s.head.ID, c.ToolCalls) {
		dst = s.call(dst, item)
	}
	return dst
}

// close ends the message.
func (s *responseStream) close(dst []byte, c *Choice) []byte {
	text, at, part := c.Said(), s.place(), messageParts(c)
	if s.part == "refusal" {
		dst = s.event(dst, "response.refusal.done", at+`,"refusal":`+quote(text))
	} else {
		for n, a := range gjson.Parse(flatAnnotations(c.Annotations)).Array() {
			dst = s.event(dst, "response.output_text.annotation.added", at+`,"annotation_index":`+strconv.Itoa(n)+`,"annotation":`+a.Raw)
		}
		dst = s.event(dst, "response.output_text.done", at+`,"text":`+quote(text)+`,"logprobs":[]`)
	}
	dst = s.event(dst, "response.content_part.done", at+`,"part":`+part)
	status, _ := responseStatus(s.finish)
	s.part = ""
	return s.itemDone(dst, messageItem(s.head.ID, status, part))
}

// argumentsOf names, for the calls whose arguments are streamed, the member
// that holds them and the events that carry it.
var argumentsOf = map[string][2]string{
	"function_call":    {"arguments", "response.function_call_arguments"},
	"custom_tool_call": {"input", "response.custom_tool_call_input"},
}

// call appends one item of the calls.
func (s *responseStream) call(dst []byte, item string) []byte {
	v := gjson.Parse(item)
	streamed, ok := argumentsOf[v.Get("type").Str]
	if !ok {
		dst = s.event(dst, "response.output_item.added", s.index()+`,"item":`+item)
		return s.itemDone(dst, item)
	}
	arguments := quote(v.Get(streamed[0]).Str)
	at := `,"item_id":` + quote(v.Get("id").Str) + s.index()
	toCome, _ := sjson.SetRaw(item, streamed[0], `""`) // an object
	dst = s.event(dst, "response.output_item.added", s.index()+`,"item":`+toCome)
	dst = s.event(dst, streamed[1]+".delta", at+`,"delta":`+arguments)
	dst = s.event(dst, streamed[1]+".done", at+`,"`+streamed[0]+`":`+arguments+`,"name":`+quote(v.Get("name").Str))
	return s.itemDone(dst, item)
}

// itemDone ends an item.
func (s *responseStream) itemDone(dst []byte, item string) []byte {
	dst = s.event(dst, "response.output_item.done", s.index()+`,"item":`+item)
	s.items = append(s.items, item)
	return dst
}

// Done ends the stream with the whole response.
func (s *responseStream) Done(dst []byte, usage string) []byte {
	status, why := responseStatus(s.finish)
	head := s.head
	head.Usage = usage
	whole := appendResponse(nil, s.chat, &response{Reply: &head, status: status, why: why, items: s.items, report: s.report})
	return s.event(dst, "response."+status, `,"response":`+string(whole))
}

// Error ends a stream that failed. The members of the error stand beside its
// type, as the interface's description has them, and in an object, as clients
// look for them.
func (s *responseStream) Error(dst []byte, err *Error) []byte {
	w := jsonwriter.JSON("{")
	w.Optional("code", err.Code)
	w.Text("message", err.Message)
	w.Optional("param", err.Param)
	inner := string(err.Body())
	return s.event(dst, "error", ","+string(w[1:])+","+inner[1:len(inner)-1])
}

// Heartbeat appends a sign of life: a comment, and every third time the event
// of a response that goes on, because some clients do not count comments.
func (s *responseStream) Heartbeat(dst []byte) []byte {
	if s.beats++; s.beats%3 == 0 {
		return s.event(dst, "keepalive", "")
	}
	return AppendComment(dst, "keep-alive")
}

// index names the item that is being written.
func (s *responseStream) index() string { return `,"output_index":` + strconv.Itoa(len(s.items)) }

// place names the part of the message that is being written.
func (s *responseStream) place() string {
	return `,"item_id":` + quote(messageID(s.head.ID)) + s.index() + `,"content_index":0`
}

// event appends one event; fields are its further members.
func (s *responseStream) event(dst []byte, kind, fields string) []byte {
	dst = append(dst, "event: "...)
	dst = append(dst, kind...)
	dst = append(dst, '\n')
	from := len(dst)
	dst = append(dst, `data: {"type":"`...)
	dst = append(dst, kind...)
	dst = append(dst, '"')
	dst = append(dst, fields...)
	dst = append(dst, `,"sequence_number":`...)
	dst = strconv.AppendInt(dst, int64(s.seq), 10)
	s.seq++
	return endChunk(append(dst, '}'), from)
}
