package upstreamtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// ToolCall is one call of a function.
type ToolCall struct {
	ID, Name, Arguments string
}

// Choice is one thing that the model says.
type Choice struct {
	Content   string
	Reasoning string // goes out as reasoning_content
	ToolCalls []ToolCall
	Finish    string // "stop", or "tool_calls" with tool calls, if empty
	Refusal   string

	// Of responses only.
	Sealed string // encrypted reasoning, shown where it is asked for
	Found  []File // what a hosted search has found
}

// Answer is a chat completion, or the response that says the same, to be sent
// as the request wants it.
type Answer struct {
	Choices []Choice
	Pace    time.Duration // between events of a stream
	// Runes is how many characters of content an event carries; 4 if zero.
	Runes int
	// Split cuts the bytes of a stream every so many, events or not; zero
	// sends event by event.
	Split   int
	NoUsage bool
	NoDone  bool // a stream that ends without [DONE]
}

// created is the time stamp of every answer: replies are the same each time.
const created = 1700000000

const replyID = "chatcmpl-scripted"

// Say answers with a text, as often as n asks.
func Say(text string) Script {
	return func(r *Request) Reply { return Answer{Choices: repeat(Choice{Content: text}, r)}.For(r) }
}

// Answering answers with a, whatever is asked.
func Answering(a Answer) Script { return func(r *Request) Reply { return a.For(r) } }

// InTurn lets each script answer one request, and the last all the others.
func InTurn(scripts ...Script) Script {
	turns := make(chan Script, len(scripts))
	for _, s := range scripts[:len(scripts)-1] {
		turns <- s
	}
	return func(r *Request) Reply {
		select {
		case s := <-turns:
			return s(r)
		default:
			return scripts[len(scripts)-1](r)
		}
	}
}

func repeat(c Choice, r *Request) []Choice {
	return slices.Repeat([]Choice{c}, max(int(r.Get("n").Int()), 1))
}

// For makes the reply in the form that r asks for.
func (a Answer) For(r *Request) Reply {
	switch {
	case r.IsResponse():
		return a.response(r)
	case r.IsMessages():
		return a.message(r)
	case r.isCompletion():
		return a.completion(r)
	case r.Streams():
		return a.stream(r)
	}
	var choices []any
	for i, c := range a.Choices {
		choices = append(choices, object{
			"index": i, "message": c.message(), "finish_reason": c.finish(), "logprobs": nil,
		})
	}
	whole := a.envelope(r, "chat.completion", choices)
	if !a.NoUsage {
		whole["usage"] = a.usage(r)
	}
	return Reply{Header: headers("application/json"), Body: encode(whole)}
}

type object = map[string]any

func (a Answer) envelope(r *Request, kind string, choices []any) object {
	return object{
		"id": replyID, "object": kind, "created": created, "model": r.Model(),
		"system_fingerprint": "fp_scripted", "choices": choices,
	}
}

func (c Choice) message() object {
	m := object{"role": "assistant", "content": c.Content, "refusal": nil}
	if c.Refusal != "" {
		m["content"], m["refusal"] = nil, c.Refusal
	}
	if c.Reasoning != "" {
		m["reasoning_content"] = c.Reasoning
	}
	if len(c.ToolCalls) > 0 {
		if c.Content == "" {
			m["content"] = nil
		}
		m["tool_calls"] = c.calls(false)
	}
	return m
}

func (c Choice) calls(indexed bool) []any {
	var out []any
	for i, t := range c.ToolCalls {
		call := object{"id": t.ID, "type": "function", "function": object{"name": t.Name, "arguments": t.Arguments}}
		if indexed {
			call["index"] = i
		}
		out = append(out, call)
	}
	return out
}

func (c Choice) finish() string {
	switch {
	case c.Finish != "":
		return c.Finish
	case len(c.ToolCalls) > 0:
		return "tool_calls"
	}
	return "stop"
}

// usage counts a token for every four bytes.
func (a Answer) usage(r *Request) object {
	out := 0
	for _, c := range a.Choices {
		out += (len(c.Content) + len(c.Reasoning) + 3) / 4
	}
	in := (len(r.Body) + 3) / 4
	return object{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out}
}

// stream lays the answer out as events, the choices one after the other.
func (a Answer) stream(r *Request) Reply {
	var events [][]byte
	emit := func(i int, delta object, finish any) {
		choice := object{"index": i, "delta": delta, "finish_reason": finish, "logprobs": nil}
		events = append(events, event(encode(a.envelope(r, "chat.completion.chunk", []any{choice}))))
	}
	for i, c := range a.Choices {
		emit(i, object{"role": "assistant", "content": ""}, nil)
		for _, s := range a.pieces(c.Reasoning) {
			emit(i, object{"reasoning_content": s}, nil)
		}
		for _, s := range a.pieces(c.Content) {
			emit(i, object{"content": s}, nil)
		}
		for _, s := range a.pieces(c.Refusal) {
			emit(i, object{"refusal": s}, nil)
		}
		if len(c.ToolCalls) > 0 {
			emit(i, object{"tool_calls": c.calls(true)}, nil)
		}
		emit(i, object{}, c.finish())
	}
	if !a.NoUsage && r.Get("stream_options.include_usage").Bool() {
		last := a.envelope(r, "chat.completion.chunk", []any{})
		last["usage"] = a.usage(r)
		events = append(events, event(encode(last)))
	}
	if !a.NoDone {
		events = append(events, event([]byte("[DONE]")))
	}
	if a.Split > 0 {
		events = slices.Collect(slices.Chunk(bytes.Join(events, nil), a.Split))
	}
	return Reply{Header: headers("text/event-stream"), Pieces: events, Pace: a.Pace}
}

// pieces takes a text into the pieces that events carry.
func (a Answer) pieces(text string) []string {
	var out []string
	for runes := range slices.Chunk([]rune(text), cmp.Or(a.Runes, 4)) {
		out = append(out, string(runes))
	}
	return out
}

func event(data []byte) []byte {
	return append(append([]byte("data: "), data...), "\n\n"...)
}

func headers(contentType string) map[string]string {
	return map[string]string{"Content-Type": contentType, "X-Request-Id": "req_scripted"}
}

// encode cannot fail: it is given strings, numbers and their containers only.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n")
}
