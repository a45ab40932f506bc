package messages

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// Version is the version of the interface that upstreams are asked for.
const Version = "2023-06-01"

// Header are the headers of a call with a key where this interface has it, and its version.
func Header(all [][2]string) [][2]string {
	versioned := false
	out := make([][2]string, 0, len(all)+1)
	for _, h := range all {
		if key, bearer := strings.CutPrefix(h[1], "Bearer "); bearer && strings.EqualFold(h[0], "Authorization") {
			h = [2]string{"x-api-key", key}
		}
		versioned = versioned || strings.EqualFold(h[0], "anthropic-version")
		out = append(out, h)
	}
	if !versioned {
		out = append(out, [2]string{"anthropic-version", Version})
	}
	return out
}

// leastTokens is the limit of an answer for whose length nobody asked: the interface
// wants one.
const leastTokens = 4096

// Request turns the body of a chat completion into that of a message. It is sound JSON of
// the gateway's own making. own tells that Read has made it: what was native in it goes as
// it came.
func Request(chat []byte, own bool) []byte {
	root := gjson.ParseBytes(chat)
	out := jsonwriter.JSON("{")
	out.Text("model", root.Get("model").Str)
	out.Integer("max_tokens", int(cmp.Or(root.Get("max_completion_tokens").Int(), root.Get("max_tokens").Int(), leastTokens)))
	var system []string
	var turns []turn
	for _, m := range root.Get("messages").Array() {
		role, blocks := blocksOf(m, own)
		if role == "system" && (len(turns) == 0 || !m.Get("native").Exists()) {
			system = append(system, blocks...)
			continue
		}
		if n := len(turns); n > 0 && turns[n-1].role == role {
			turns[n-1].blocks = append(turns[n-1].blocks, blocks...)
			continue
		}
		turns = append(turns, turn{role, blocks})
	}
	said := make([]string, len(turns))
	for i, t := range turns {
		said[i] = object("role", quote(t.role), "content", array(t.blocks))
	}
	out.Given("messages", array(said))
	if len(system) > 0 {
		out.Given("system", array(system))
	}
	copyMembers(&out, root, own)
	upstreamTools(&out, root, own)
	return append(out, '}')
}

// turn is a turn of the conversation: its blocks, each as JSON.
type turn struct {
	role   string
	blocks []string
}

// copyMembers copies what has the same meaning in both interfaces, and what came for this
// one only.
func copyMembers(out *jsonwriter.JSON, root gjson.Result, own bool) {
	if t := root.Get("temperature"); t.Type == gjson.Number {
		out.Number("temperature", min(t.Num, 1)) // where a chat completion goes up to 2
	}
	if p := root.Get("top_p"); p.Type == gjson.Number {
		out.Given("top_p", p.Raw)
	}
	if root.Get("stream").Bool() {
		out.Given("stream", "true")
	}
	switch stop := root.Get("stop"); {
	case stop.Type == gjson.String:
		out.Texts("stop_sequences", []string{stop.Str})
	case stop.IsArray():
		out.Given("stop_sequences", stop.Raw)
	}
	if own {
		format, place := "", "output_config"
		if schema := root.Get("response_format.json_schema.schema"); schema.IsObject() {
			format = object("type", `"json_schema"`, "schema", schema.Raw)
		}
		config := `{}`
		root.Get("native").ForEach(func(key, v gjson.Result) bool {
			switch key.Str {
			case "output_config":
				config = v.Raw
			case "output_format":
				place = key.Str
			default:
				appendMember(out, key, v.Raw)
			}
			return true
		})
		if format != "" && place == "output_format" {
			out.Given(place, format)
		} else if format != "" {
			config, _ = sjson.SetRaw(config, "format", format) // an object
		}
		if config != `{}` {
			out.Given("output_config", config)
		}
	} else if user := root.Get("user").Str; user != "" {
		out.Given("metadata", object("user_id", quote(user)))
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

// blocksOf is a message as blocks, and the role that says them; "system" for the app's own
// words.
func blocksOf(m gjson.Result, own bool) (role string, blocks []string) {
	content := m.Get("content")
	switch m.Get("role").Str {
	case "system", "developer":
		return systemBlocks(m, own)
	case "tool":
		return "user", []string{toolResult(m, own)}
	case "assistant":
		return "assistant", assistantBlocks(m, own)
	}
	if own {
		return "user", ownBlocks(content)
	}
	return "user", foreignBlocks(content)
}

// systemBlocks are the app's own words. What stood within the conversation stays there.
func systemBlocks(m gjson.Result, own bool) (role string, blocks []string) {
	content, native := m.Get("content"), m.Get("native")
	switch {
	case own && native.Get("type").Exists():
		return "user", []string{native.Raw}
	case own:
		return "system", ownBlocks(content)
	}
	return "system", []string{textPart(textOf(content))}
}

// toolResult is what a tool brought.
func toolResult(m gjson.Result, own bool) string {
	content, failed, cached := m.Get("content"), "", ""
	said := quote(textOf(content))
	if own {
		failed, cached = m.Get("native.is_error").Raw, m.Get("native.cache_control").Raw
		if content.IsArray() {
			said = array(ownBlocks(content))
		}
	}
	return object("type", `"tool_result"`, "tool_use_id", quote(m.Get("tool_call_id").Str), "content", said,
		"is_error", failed, "cache_control", cached)
}

// assistantBlocks are a turn of the model: its thinking, its text and its calls.
func assistantBlocks(m gjson.Result, own bool) []string {
	content := m.Get("content")
	if own && content.IsArray() {
		return ownBlocks(content) // with its calls, in their order
	}
	var texts []string
	if text := textOf(content); strings.TrimSpace(text) != "" {
		texts = append(texts, textPart(text))
	}
	return turnOf(thoughtsIn(m.Get("thinking_blocks").Raw), texts, m.Get("tool_calls"))
}

// turnOf are the blocks of a turn of the model, each thought in its place.
func turnOf(thoughts []thought, texts []string, calls gjson.Result) (blocks []string) {
	think := func(behind string) {
		for len(thoughts) > 0 && thoughts[0].behind == behind {
			blocks, thoughts = append(blocks, thoughts[0].raw), thoughts[1:]
		}
	}
	think("")
	blocks = append(blocks, texts...)
	think(behindText)
	for _, call := range calls.Array() {
		blocks = append(blocks, toolUse(call))
		think(call.Get("id").Str)
	}
	return blocks
}

// foreignBlocks are a user's content in a chat completion's own words.
func foreignBlocks(content gjson.Result) (blocks []string) {
	if content.Type == gjson.String {
		return []string{textPart(content.Str)}
	}
	for _, part := range content.Array() {
		switch part.Get("type").Str {
		case "text":
			blocks = append(blocks, textPart(part.Get("text").Str))
		case "image_url":
			blocks = append(blocks, sourceBlock("image", part.Get("image_url.url").Str))
		case "file":
			if data := part.Get("file.file_data").Str; data != "" {
				blocks = append(blocks, sourceBlock("document", data))
			}
		case "document", "search_result":
			blocks = append(blocks, part.Raw) // as other gateways hand them on
		}
	}
	return blocks
}

// sourceBlock is an image or a document at an address, or in one.
func sourceBlock(kind, url string) string {
	source := object("type", `"url"`, "url", quote(url))
	if media, data, inside := strings.Cut(strings.TrimPrefix(url, "data:"), ";base64,"); inside && strings.HasPrefix(url, "data:") {
		source = object("type", `"base64"`, "media_type", quote(media), "data", quote(data))
	}
	return object("type", quote(kind), "source", source)
}

// upstreamTools adds the tools that a chat completion offers.
func upstreamTools(out *jsonwriter.JSON, root gjson.Result, own bool) {
	tools := root.Get("tools").Array()
	if len(tools) == 0 {
		return
	}
	offered := make([]string, len(tools))
	for i, t := range tools {
		offered[i] = upstreamTool(t, own)
	}
	out.Given("tools", array(offered))
	choice, name, alone := `"auto"`, "", ""
	switch c := root.Get("tool_choice"); {
	case c.Str == "required":
		choice = `"any"`
	case c.Str == "none":
		choice = `"none"`
	case c.IsObject():
		choice, name = `"tool"`, quote(c.Get("function.name").Str)
	}
	if p := root.Get("parallel_tool_calls"); p.Exists() && !p.Bool() && choice != `"none"` {
		alone = "true"
	}
	out.Given("tool_choice", object("type", choice, "name", name, "disable_parallel_tool_use", alone))
}

func upstreamTool(t gjson.Result, own bool) string {
	f, native := t.Get("function"), t.Get("native")
	schema := `{"type":"object"}`
	if p := f.Get("parameters"); p.IsObject() {
		schema = p.Raw
	}
	switch {
	case !own || !native.Exists():
		return object("name", quote(f.Get("name").Str), "description", quote(f.Get("description").Str), "input_schema", schema)
	case !native.Get("input_schema").Exists():
		return native.Raw
	}
	raw, _ := sjson.SetRaw(native.Raw, "input_schema", schema) // which the gateway may have changed
	return raw
}

// finishReasons are a chat completion's words for why an answer ended.
var finishReasons = map[string]string{"max_tokens": "length", "model_context_window_exceeded": "length",
	"tool_use": "tool_calls", "refusal": "content_filter"}

func finishReason(stop string) string { return cmp.Or(finishReasons[stop], "stop") }

// chatUsage is a usage in a chat completion's words. end is what the end of a stream tells.
func chatUsage(u, end gjson.Result) string {
	cached, out := u.Get("cache_read_input_tokens").Int(), cmp.Or(end.Get("output_tokens").Int(), u.Get("output_tokens").Int())
	in := u.Get("input_tokens").Int() + cached + u.Get("cache_creation_input_tokens").Int()
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}`,
		in, out, in+out, cached)
}

// Reply turns the body of a message into that of a chat completion. What is none, such as
// an error, stays as it is.
func Reply(body []byte) []byte {
	root := gjson.ParseBytes(body)
	if !gjson.ValidBytes(body) || root.Get("type").Str != "message" {
		return body
	}
	var text, reasoning strings.Builder
	var calls []string
	var thinking thinkingOf
	for _, b := range root.Get("content").Array() {
		kind := b.Get("type").Str
		thinking.pass(kind, b.Get("id").Str)
		switch kind {
		case "thinking", "redacted_thinking":
			reasoning.WriteString(b.Get("thinking").Str)
			thinking.add(b.Raw)
		case "text":
			text.WriteString(b.Get("text").Str)
		case "tool_use":
			calls = append(calls, functionCall(b))
		}
	}
	content, called, thought, thoughts := "null", "", "", ""
	if text.Len() > 0 || calls == nil {
		content = quote(text.String())
	}
	if calls != nil {
		called = array(calls)
	}
	if thinking.blocks != nil {
		thought, thoughts = quote(reasoning.String()), array(thinking.blocks)
	}
	message := object("role", `"assistant"`, "content", content, "reasoning_content", thought, "thinking_blocks", thoughts,
		"tool_calls", called)
	choice := object("index", "0", "message", message, "finish_reason", quote(finishReason(root.Get("stop_reason").Str)),
		"stop_reason", quoteAny(root.Get("stop_sequence").Str))
	return []byte(object("id", quote(root.Get("id").Str), "object", `"chat.completion"`, "model", quote(root.Get("model").Str),
		"choices", array([]string{choice}), "usage", chatUsage(root.Get("usage"), gjson.Result{})))
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

	thinking thinkingOf
	thought  string // the block of thinking that is open, as it began; "" for none

	text, signature strings.Builder // what has come of it
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
		e.chunk(`{"role":"assistant","content":""}`)
	case "content_block_start":
		b := v.Get("content_block")
		e.thinking.pass(b.Get("type").Str, b.Get("id").Str)
		switch b.Get("type").Str {
		case "thinking", "redacted_thinking":
			e.begin(b)
		case "tool_use":
			e.calls++
			e.call("id", quote(b.Get("id").Str), "type", `"function"`, "function",
				object("name", quote(b.Get("name").Str), "arguments", `""`))
		}
	case "content_block_delta":
		switch d := v.Get("delta"); d.Get("type").Str {
		case "text_delta":
			e.chunk(object("content", d.Get("text").Raw))
		case "input_json_delta":
			e.call("function", object("arguments", quote(d.Get("partial_json").Str)))
		case "thinking_delta":
			e.text.WriteString(d.Get("thinking").Str)
			e.chunk(object("reasoning_content", quote(d.Get("thinking").Str)))
		case "signature_delta":
			e.signature.WriteString(d.Get("signature").Str)
		}
	case "content_block_stop":
		e.end()
	case "message_delta":
		e.write("choices", "["+object("index", "0", "delta", "{}", "finish_reason", quote(finishReason(v.Get("delta.stop_reason").Str)),
			"stop_reason", quoteAny(v.Get("delta.stop_sequence").Str))+"]")
		begun, end := e.usage, v.Get("usage")
		if end.Get("input_tokens").Exists() {
			begun = end
		}
		e.write("choices", "[]", "usage", chatUsage(begun, end))
	case "message_stop":
		e.ready.Write(wire.AppendEvent(nil, []byte("[DONE]")))
	case "error":
		kind, code := v.Get("error.type").Str, "null"
		for status, of := range errorTypes {
			if of == kind && status != overloaded {
				code = strconv.Itoa(status)
			}
		}
		fault := object("message", quote(v.Get("error.message").Str), "type", quote(kind), "code", code)
		e.ready.Write(wire.AppendEvent(nil, []byte(object("error", fault))))
	}
}

// begin begins a block of thinking.
func (e *events) begin(block gjson.Result) {
	e.thought = block.Raw
	e.text.Reset()
	e.signature.Reset()
	e.text.WriteString(block.Get("thinking").Str)
	e.signature.WriteString(block.Get("signature").Str)
}

// end writes the block of thinking that is whole, if one is open.
func (e *events) end() {
	if e.thought == "" {
		return
	}
	raw := e.thought
	if gjson.Get(raw, "type").Str == "thinking" {
		raw, _ = sjson.Set(raw, "thinking", e.text.String()) // JSON that was read
		raw, _ = sjson.Set(raw, "signature", e.signature.String())
	}
	e.thought = ""
	e.chunk(object("thinking_blocks", "["+e.thinking.add(raw)+"]"))
}

func (e *events) call(members ...string) {
	call := object(append([]string{"index", strconv.Itoa(max(e.calls, 0))}, members...)...)
	e.chunk(object("tool_calls", "["+call+"]"))
}

func (e *events) chunk(delta string) {
	e.write("choices", "["+object("index", "0", "delta", delta, "finish_reason", "null")+"]")
}

func (e *events) write(members ...string) {
	head := []string{"id", quote(e.id), "object", `"chat.completion.chunk"`, "model", quote(e.model)}
	e.ready.Write(wire.AppendEvent(nil, []byte(object(append(head, members...)...))))
}
