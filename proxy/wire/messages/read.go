package messages

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/proxy/wire"
)

// request is what Anthropic's clients send. Members that change nothing in an answer
// (metadata, service_tier, cache_control) are not read.
type request struct {
	Model         string          `json:"model"`
	MaxTokens     int             `json:"max_tokens"`
	Messages      []turn          `json:"messages"`
	System        content         `json:"system"`
	Temperature   json.RawMessage `json:"temperature"`
	TopP          json.RawMessage `json:"top_p"`
	StopSequences []string        `json:"stop_sequences"`
	Stream        bool            `json:"stream"`
	Tools         []tool          `json:"tools"`
	ToolChoice    *struct {
		Type            string `json:"type"`
		Name            string `json:"name"`
		DisableParallel bool   `json:"disable_parallel_tool_use"`
	} `json:"tool_choice"`
	OutputFormat json.RawMessage `json:"output_format"`
	OutputConfig struct {
		Format json.RawMessage `json:"format"`
	} `json:"output_config"`
	Metadata struct {
		UserID string `json:"user_id"`
	} `json:"metadata"`
	Vouchsafe json.RawMessage `json:"vouchsafe"`
}

type turn struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

type tool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// content is a text, or a list of blocks.
type content []block

// UnmarshalJSON reads either.
func (c *content) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*c = content{{Type: "text", Text: text}}
		return nil
	}
	var blocks []block
	if err := json.Unmarshal(data, &blocks); err != nil {
		return err
	}
	*c = blocks
	return nil
}

// block is a part of a message, of any type.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Title     string          `json:"title"`
	Context   string          `json:"context"`
	Source    json.RawMessage `json:"source"` // an object; of a search result a text
	Content   content         `json:"content"`
	Citations struct {
		Enabled bool `json:"enabled"`
	} `json:"citations"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	IsError   bool            `json:"is_error"`
}

// source is where the bytes of a document or an image are.
type source struct {
	Type      string  `json:"type"`
	MediaType string  `json:"media_type"`
	Data      string  `json:"data"`
	URL       string  `json:"url"`
	Content   content `json:"content"`
}

// place is where a chunk stands in the request, as citations name it.
type place struct {
	search bool // of a search result; otherwise of a document
	index  int  // of the document or search result in the request, from 0
	block  int  // in its content, from 0; -1: the document is one text
	title  string
	source string
}

// Call is one call through this interface: what its reply needs to know of its
// request.
type Call struct {
	cited  bool // citations are asked for
	places map[string]place
	docs   int
	finds  int
}

// chunk is evidence beside the messages.
type chunk struct {
	ID    string `json:"chunk_id"`
	Text  string `json:"text"`
	Title string `json:"title,omitempty"`
	URL   string `json:"url,omitempty"`
}

// reader turns one request into another.
type reader struct {
	call   *Call
	chunks []chunk
	out    []any // messages of the chat completion
}

// Cited reports whether the client asked for citations: then the text has no markers.
func (c *Call) Cited() bool { return c.cited }

// Read turns the body of a request, which is sound JSON, into that of a chat completion.
func Read(body []byte) (*Call, []byte, *wire.Error) {
	c := &Call{places: map[string]place{}}
	var q request
	if err := json.Unmarshal(body, &q); err != nil {
		return c, nil, wire.NewError(400, "invalid_type", "The request is not as the interface has it: "+err.Error()+".")
	}
	r := &reader{call: c}
	if err := r.messages(&q); err != nil {
		return c, nil, err
	}
	chat := map[string]any{"model": q.Model, "messages": r.out}
	if err := q.settings(chat); err != nil {
		return c, nil, err
	}
	switch {
	case len(r.chunks) > 0 && q.Vouchsafe != nil:
		return c, nil, wire.BadRequest("vouchsafe", "invalid_value", "Chunks stand in document and search_result blocks, or in 'vouchsafe', not in both.")
	case len(r.chunks) > 0:
		chat["vouchsafe"] = map[string]any{"chunks": r.chunks}
	case q.Vouchsafe != nil:
		chat["vouchsafe"] = q.Vouchsafe
	}
	out, err := json.Marshal(chat)
	if err != nil {
		return c, nil, wire.NewError(400, "invalid_value", "The request cannot be read: "+err.Error()+".")
	}
	return c, out, nil
}

// settings adds everything but the messages.
func (q *request) settings(chat map[string]any) *wire.Error {
	set := func(name string, value any, there bool) {
		if there {
			chat[name] = value
		}
	}
	set("max_tokens", q.MaxTokens, q.MaxTokens > 0)
	set("temperature", q.Temperature, q.Temperature != nil)
	set("top_p", q.TopP, q.TopP != nil)
	set("stop", q.StopSequences, len(q.StopSequences) > 0)
	set("stream", true, q.Stream)
	set("stream_options", map[string]bool{"include_usage": true}, q.Stream)
	set("user", q.Metadata.UserID, q.Metadata.UserID != "")
	if format := first(q.OutputFormat, q.OutputConfig.Format); format != nil {
		var f struct {
			Schema json.RawMessage `json:"schema"`
		}
		if err := json.Unmarshal(format, &f); err != nil || f.Schema == nil {
			return wire.BadRequest("output_format", "invalid_value", "The output format has no schema.")
		}
		chat["response_format"] = map[string]any{"type": "json_schema",
			"json_schema": map[string]any{"name": "output", "strict": true, "schema": f.Schema}}
	}
	return q.tools(chat)
}

func first(all ...json.RawMessage) json.RawMessage {
	for _, raw := range all {
		if len(raw) > 0 && string(raw) != "null" {
			return raw
		}
	}
	return nil
}

// tools adds the tools that the client itself runs.
func (q *request) tools(chat map[string]any) *wire.Error {
	var tools []any
	for i, t := range q.Tools {
		if t.Type != "" && t.Type != "custom" {
			return wire.BadRequest("tools["+strconv.Itoa(i)+"].type", "not_enforceable",
				"What the tool "+t.Type+" brings in is known to the upstream only, so that an answer cannot be verified.")
		}
		tools = append(tools, map[string]any{"type": "function",
			"function": map[string]any{"name": t.Name, "description": t.Description, "parameters": t.InputSchema}})
	}
	if tools != nil {
		chat["tools"] = tools
	}
	if q.ToolChoice == nil {
		return nil
	}
	switch q.ToolChoice.Type {
	case "auto", "none":
		chat["tool_choice"] = q.ToolChoice.Type
	case "any":
		chat["tool_choice"] = "required"
	case "tool":
		chat["tool_choice"] = map[string]any{"type": "function", "function": map[string]string{"name": q.ToolChoice.Name}}
	default:
		return wire.BadRequest("tool_choice.type", "invalid_value", "The tool choice is auto, any, tool or none.")
	}
	if q.ToolChoice.DisableParallel {
		chat["parallel_tool_calls"] = false
	}
	return nil
}

// messages reads the system text and the turns.
func (r *reader) messages(q *request) *wire.Error {
	if system := q.System.text(); system != "" {
		r.out = append(r.out, map[string]any{"role": "system", "content": system})
	}
	for i, t := range q.Messages {
		at := fmt.Sprintf("messages[%d]", i)
		var err *wire.Error
		switch t.Role {
		case "user":
			err = r.user(t.Content, at)
		case "assistant":
			err = r.assistant(t.Content, at)
		default:
			err = wire.BadRequest(at+".role", "invalid_value", "The role is user or assistant.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// text joins the texts of blocks.
func (c content) text() string {
	var texts []string
	for _, b := range c {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// user reads a turn of the user: results of tools become messages of their own, in
// front of what the user says.
func (r *reader) user(blocks content, at string) *wire.Error {
	var parts []any
	for i, b := range blocks {
		at := fmt.Sprintf("%s.content[%d]", at, i)
		switch b.Type {
		case "tool_result":
			text, err := r.result(b.Content, at)
			if err != nil {
				return err
			}
			r.out = append(r.out, map[string]any{"role": "tool", "tool_call_id": b.ToolUseID, "content": text})
		case "text":
			parts = append(parts, map[string]any{"type": "text", "text": b.Text})
		case "document", "search_result":
			if err := r.material(&b, at); err != nil {
				return err
			}
		case "image":
			part, err := image(&b, at)
			if err != nil {
				return err
			}
			parts = append(parts, part)
		default:
			return unreadable(&b, at)
		}
	}
	if parts != nil {
		r.out = append(r.out, map[string]any{"role": "user", "content": parts})
	}
	return nil
}

func unreadable(b *block, at string) *wire.Error {
	return wire.BadRequest(at+".type", "not_enforceable", "A block of type "+strconv.Quote(b.Type)+" cannot be read, so that an answer from it cannot be verified.")
}

// assistant reads a turn of the model. Its thinking is not sent back: no chat completion
// has a place for it.
func (r *reader) assistant(blocks content, at string) *wire.Error {
	message := map[string]any{"role": "assistant"}
	var calls []any
	for i, b := range blocks {
		switch b.Type {
		case "text", "thinking", "redacted_thinking":
		case "tool_use":
			calls = append(calls, map[string]any{"id": b.ID, "type": "function",
				"function": map[string]string{"name": b.Name, "arguments": string(b.Input)}})
		default:
			return unreadable(&b, fmt.Sprintf("%s.content[%d]", at, i))
		}
	}
	if text := blocks.text(); text != "" || calls == nil {
		message["content"] = text
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	r.out = append(r.out, message)
	return nil
}

// result is what a tool brought, as text. Documents and search results in it stand in
// tags, under the ids by which they are cited.
func (r *reader) result(blocks content, at string) (string, *wire.Error) {
	from := len(r.chunks)
	var texts []string
	for i, b := range blocks {
		switch b.Type {
		case "text":
			texts = append(texts, b.Text)
		case "document", "search_result":
			if err := r.material(&b, fmt.Sprintf("%s.content[%d]", at, i)); err != nil {
				return "", err
			}
		default:
			return "", unreadable(&b, fmt.Sprintf("%s.content[%d]", at, i))
		}
	}
	for _, c := range r.chunks[from:] {
		texts = append(texts, fmt.Sprintf("<document id=%q title=%q>\n%s\n</document>", c.ID, c.Title, strings.ReplaceAll(c.Text, "</document", "&lt;/document")))
	}
	r.chunks = r.chunks[:from]
	return strings.Join(texts, "\n\n"), nil
}

// material takes the texts of a document or a search result as chunks.
func (r *reader) material(b *block, at string) *wire.Error {
	r.call.cited = r.call.cited || b.Citations.Enabled
	if b.Type == "search_result" {
		var url string
		if json.Unmarshal(b.Source, &url) != nil {
			return wire.BadRequest(at+".source", "invalid_type", "The source of a search result is a text.")
		}
		at := place{search: true, index: r.call.finds, title: b.Title, source: url}
		r.call.finds++
		r.blocks(b.Content, at, url)
		return nil
	}
	at0 := place{index: r.call.docs, block: -1, title: b.Title}
	r.call.docs++
	var s source
	if json.Unmarshal(b.Source, &s) != nil {
		return wire.BadRequest(at+".source", "invalid_type", "The source of a document is an object.")
	}
	switch s.Type {
	case "text":
		r.add(s.Data, at0, "")
	case "content":
		r.blocks(s.Content, at0, "")
	default:
		return wire.BadRequest(at+".source.type", "not_enforceable",
			"A document whose text is not in the request cannot be verified; send it as text, or as content.")
	}
	return nil
}

// blocks takes each text of a content as a chunk.
func (r *reader) blocks(blocks content, at place, url string) {
	for i, b := range blocks {
		if b.Type == "text" && b.Text != "" {
			at.block = i
			r.add(b.Text, at, url)
		}
	}
}

func (r *reader) add(text string, at place, url string) {
	id := "d" + strconv.Itoa(len(r.call.places)+1)
	r.call.places[id] = at
	c := chunk{ID: id, Text: text, Title: at.title}
	if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		c.URL = url
	}
	r.chunks = append(r.chunks, c)
}

// imageTypes are those that the interface takes.
var imageTypes = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// image is an image as a chat completion has it.
func image(b *block, at string) (any, *wire.Error) {
	var s source
	if json.Unmarshal(b.Source, &s) != nil {
		return nil, wire.BadRequest(at+".source", "invalid_type", "The source of an image is an object.")
	}
	url := s.URL
	switch {
	case s.Type == "base64" && slices.Contains(imageTypes, s.MediaType):
		url = "data:" + s.MediaType + ";base64," + s.Data
	case s.Type != "url":
		return nil, wire.BadRequest(at+".source.type", "invalid_value", "The source of an image is base64 of a known type, or a url.")
	}
	return map[string]any{"type": "image_url", "image_url": map[string]string{"url": url}}, nil
}
