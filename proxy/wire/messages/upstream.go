package messages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// Version is the version of the interface that upstreams are asked for.
const Version = "2023-06-01"

// leastTokens is the limit of an answer for whose length nobody asked: the interface
// wants one.
const leastTokens = 4096

// Request turns the body of a chat completion into that of a message. It is sound JSON of
// the gateway's own making.
func Request(chat []byte) []byte {
	root := gjson.ParseBytes(chat)
	out := map[string]any{"model": root.Get("model").Str,
		"max_tokens": cmp.Or(root.Get("max_completion_tokens").Int(), root.Get("max_tokens").Int(), leastTokens)}
	var system []string
	var turns []map[string]any
	for _, m := range root.Get("messages").Array() {
		role, blocks := blocksOf(m)
		if role == "" {
			system = append(system, textOf(m.Get("content")))
			continue
		}
		if n := len(turns); n > 0 && turns[n-1]["role"] == role {
			turns[n-1]["content"] = append(turns[n-1]["content"].([]any), blocks...)
			continue
		}
		turns = append(turns, map[string]any{"role": role, "content": blocks})
	}
	out["messages"] = turns
	if len(system) > 0 {
		out["system"] = strings.Join(system, "\n\n")
	}
	copyMembers(out, root)
	upstreamTools(out, root)
	body, _ := json.Marshal(out) // texts and JSON that was read: encoding cannot fail
	return body
}

// copyMembers copies what has the same meaning in both interfaces.
func copyMembers(out map[string]any, root gjson.Result) {
	if t := root.Get("temperature"); t.Type == gjson.Number {
		out["temperature"] = min(t.Num, 1) // where a chat completion goes up to 2
	}
	if p := root.Get("top_p"); p.Type == gjson.Number {
		out["top_p"] = p.Num
	}
	if root.Get("stream").Bool() {
		out["stream"] = true
	}
	if user := root.Get("user"); user.Str != "" {
		out["metadata"] = map[string]string{"user_id": user.Str}
	}
	switch stop := root.Get("stop"); {
	case stop.Type == gjson.String:
		out["stop_sequences"] = []string{stop.Str}
	case stop.IsArray():
		out["stop_sequences"] = json.RawMessage(stop.Raw)
	}
}

// textOf joins the texts of a message's content.
func textOf(content gjson.Result) string {
	if content.Type == gjson.String {
		return content.Str
	}
	var texts []string
	for _, part := range content.Array() {
		if text := part.Get("text"); text.Type == gjson.String {
			texts = append(texts, text.Str)
		}
	}
	return strings.Join(texts, "\n\n")
}

// blocksOf is a message as blocks, and the role that says them; "" for the app's own
// words, which stand apart.
func blocksOf(m gjson.Result) (role string, blocks []any) {
	content := m.Get("content")
	switch m.Get("role").Str {
	case "system", "developer":
		return "", nil
	case "tool":
		return "user", []any{map[string]any{"type": "tool_result", "tool_use_id": m.Get("tool_call_id").Str, "content": textOf(content)}}
	case "assistant":
		if text := textOf(content); strings.TrimSpace(text) != "" {
			blocks = append(blocks, textPart(text))
		}
		for _, call := range m.Get("tool_calls").Array() {
			input := call.Get("function.arguments").Str
			if !gjson.Valid(input) || !gjson.Parse(input).IsObject() {
				input = "{}"
			}
			blocks = append(blocks, map[string]any{"type": "tool_use", "id": call.Get("id").Str, "name": call.Get("function.name").Str,
				"input": json.RawMessage(input)})
		}
		return "assistant", blocks
	}
	if content.Type == gjson.String {
		return "user", []any{textPart(content.Str)}
	}
	for _, part := range content.Array() {
		switch part.Get("type").Str {
		case "text":
			blocks = append(blocks, textPart(part.Get("text").Str))
		case "image_url":
			blocks = append(blocks, imageBlock(part.Get("image_url.url").Str))
		}
	}
	return "user", blocks
}

func textPart(text string) any { return map[string]string{"type": "text", "text": text} }

// imageBlock is an image at an address, or in one.
func imageBlock(url string) any {
	if media, data, inside := strings.Cut(strings.TrimPrefix(url, "data:"), ";base64,"); inside && strings.HasPrefix(url, "data:") {
		return map[string]any{"type": "image", "source": map[string]string{"type": "base64", "media_type": media, "data": data}}
	}
	return map[string]any{"type": "image", "source": map[string]string{"type": "url", "url": url}}
}

// upstreamTools adds the tools that a chat completion offers.
func upstreamTools(out map[string]any, root gjson.Result) {
	var tools []any
	for _, t := range root.Get("tools").Array() {
		f := t.Get("function")
		schema := json.RawMessage(`{"type":"object"}`)
		if p := f.Get("parameters"); p.IsObject() {
			schema = json.RawMessage(p.Raw)
		}
		tools = append(tools, map[string]any{"name": f.Get("name").Str, "description": f.Get("description").Str, "input_schema": schema})
	}
	if tools == nil {
		return
	}
	out["tools"] = tools
	choice := map[string]any{"type": "auto"}
	switch c := root.Get("tool_choice"); {
	case c.Str == "required":
		choice["type"] = "any"
	case c.Str == "none":
		choice["type"] = "none"
	case c.IsObject():
		choice["type"], choice["name"] = "tool", c.Get("function.name").Str
	}
	if p := root.Get("parallel_tool_calls"); p.Exists() && !p.Bool() && choice["type"] != "none" {
		choice["disable_parallel_tool_use"] = true
	}
	out["tool_choice"] = choice
}

// finishReasons are a chat completion's words for why an answer ended.
var finishReasons = map[string]string{"max_tokens": "length", "model_context_window_exceeded": "length", "tool_use": "tool_calls", "refusal": "content_filter"}

func finishReason(stop string) string { return cmp.Or(finishReasons[stop], "stop") }

// chatUsage is a usage in a chat completion's words.
func chatUsage(u gjson.Result) map[string]any {
	cached := u.Get("cache_read_input_tokens").Int()
	in, out := u.Get("input_tokens").Int()+cached+u.Get("cache_creation_input_tokens").Int(), u.Get("output_tokens").Int()
	return map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"prompt_tokens_details": map[string]any{"cached_tokens": cached}}
}

// Reply turns the body of a message into that of a chat completion. What is none, such as
// an error, stays as it is.
func Reply(body []byte) []byte {
	root := gjson.ParseBytes(body)
	if !gjson.ValidBytes(body) || root.Get("type").Str != "message" {
		return body
	}
	message := map[string]any{"role": "assistant", "content": nil}
	var text strings.Builder
	var calls []any
	for _, b := range root.Get("content").Array() {
		switch b.Get("type").Str {
		case "text":
			text.WriteString(b.Get("text").Str)
		case "tool_use":
			calls = append(calls, map[string]any{"id": b.Get("id").Str, "type": "function",
				"function": map[string]string{"name": b.Get("name").Str, "arguments": b.Get("input").Raw}})
		}
	}
	if text.Len() > 0 || calls == nil {
		message["content"] = text.String()
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	out, _ := json.Marshal(map[string]any{"id": root.Get("id").Str, "object": "chat.completion", "model": root.Get("model").Str,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finishReason(root.Get("stop_reason").Str)}},
		"usage":   chatUsage(root.Get("usage"))}) // as above
	return out
}

// Events turns the events of a streamed message into those of a chat completion, as they
// are read. most bounds the bytes of an event.
func Events(body io.Reader, most int) io.Reader {
	return &events{source: wire.NewEventReader(body, most), calls: -1}
}

type events struct {
	source *wire.EventReader
	ready  bytes.Buffer
	id     string
	model  string
	usage  gjson.Result // of the beginning
	calls  int          // index of the last call
}

// Read implements io.Reader.
func (e *events) Read(p []byte) (int, error) {
	for e.ready.Len() == 0 {
		event, err := e.source.Next()
		if err != nil {
			return 0, err
		}
		e.take(event.Data)
	}
	return e.ready.Read(p)
}

// take writes what an event means.
func (e *events) take(data []byte) {
	v := gjson.ParseBytes(data)
	switch v.Get("type").Str {
	case "message_start":
		e.id, e.model, e.usage = v.Get("message.id").Str, v.Get("message.model").Str, v.Get("message.usage")
		e.chunk(map[string]any{"role": "assistant", "content": ""}, nil)
	case "content_block_start":
		if b := v.Get("content_block"); b.Get("type").Str == "tool_use" {
			e.calls++
			e.call(map[string]any{"id": b.Get("id").Str, "type": "function", "function": map[string]string{"name": b.Get("name").Str, "arguments": ""}})
		}
	case "content_block_delta":
		switch d := v.Get("delta"); d.Get("type").Str {
		case "text_delta":
			e.chunk(map[string]any{"content": d.Get("text").Str}, nil)
		case "input_json_delta":
			e.call(map[string]any{"function": map[string]string{"arguments": d.Get("partial_json").Str}})
		}
	case "message_delta":
		e.chunk(map[string]any{}, finishReason(v.Get("delta.stop_reason").Str))
		e.write(map[string]any{"choices": []any{}, "usage": e.total(v.Get("usage"))})
	case "message_stop":
		e.ready.Write(wire.AppendEvent(nil, []byte("[DONE]")))
	case "error":
		e.write(map[string]any{"error": map[string]string{"message": v.Get("error.message").Str, "type": v.Get("error.type").Str}})
	}
}

// total is the usage at the end, with what only the beginning tells.
func (e *events) total(end gjson.Result) map[string]any {
	if end.Get("input_tokens").Exists() {
		return chatUsage(end)
	}
	all := chatUsage(e.usage)
	in, out := all["prompt_tokens"].(int64), end.Get("output_tokens").Int()
	all["completion_tokens"], all["total_tokens"] = out, in+out
	return all
}

func (e *events) call(of map[string]any) {
	of["index"] = max(e.calls, 0)
	e.chunk(map[string]any{"tool_calls": []any{of}}, nil)
}

func (e *events) chunk(delta map[string]any, finish any) {
	e.write(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
}

func (e *events) write(chunk map[string]any) {
	if chunk["error"] == nil {
		chunk["id"], chunk["object"], chunk["model"] = e.id, "chat.completion.chunk", e.model
	}
	data, _ := json.Marshal(chunk) // texts and numbers: encoding cannot fail
	e.ready.Write(wire.AppendEvent(nil, data))
}
