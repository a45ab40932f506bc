package messages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// place is where a chunk stands in the request, as citations name it.
type place struct {
	search bool // of a search result; otherwise of a document
	index  int  // of the document or search result in the request, from 0
	block  int  // in its content, from 0; -1: the document is one text
	lead   int  // code points of white space before what is kept of its text
	title  string
	source string
}

// Call is one call through this interface: what its reply, and a call upstream, need to
// know of its request.
type Call struct {
	cited  bool // citations are asked for
	thinks bool // thinking is asked for
	unread bool // a document cannot be read
	length int  // of the texts, in bytes
	only   *wire.Error
	places map[string]place
	docs   int
	finds  int
}

// Cited reports whether the client asked for citations: then the text has no markers.
func (c *Call) Cited() bool { return c.cited }

// Only is the error for an upstream of another interface, which has no place for something
// in the request; nil where any upstream can be asked.
func (c *Call) Only() *wire.Error { return c.only }

// Unread reports whether a document came that cannot be read: what it says is no evidence.
func (c *Call) Unread() bool { return c != nil && c.unread }

// Shows reports whether a request of this interface's own shows a chunk in a block, without its id.
func (c *Call) Shows(chunk string) bool {
	_, ok := c.places[chunk]
	return ok
}

// needs notes what only an upstream of this interface can take.
func (c *Call) needs(param, text string) {
	if c.only == nil {
		c.only = wire.BadRequest(param, "not_supported", text+" Only an upstream of kind anthropic can take it.")
	}
}

// reader turns one request into another. What a chat completion has no place for goes with
// it in members called native: see native.go.
type reader struct {
	call   *Call
	chunks []chunk  // evidence beside the messages
	out    []string // messages of the chat completion
}

// chunk is a passage of a document or a search result.
type chunk struct{ id, text, title, url string }

// IsRequest reports whether a body, which may be of a chat completion, has what only requests of this interface
// have: the system prompt beside the messages, a block of their content, or a tool of theirs.
func IsRequest(body []byte) bool {
	root := gjson.ParseBytes(body)
	if !root.Get("messages").IsArray() {
		return false
	}
	own := root.Get("system").Exists() || root.Get("tools.#.input_schema|0").Exists()
	for _, kind := range root.Get("messages.#.content.#.type|@flatten").Array() {
		own = own || slices.Contains(blocks, kind.Str)
	}
	return own
}

// blocks are those of a message that chat completions do not have.
var blocks = []string{"document", "search_result", "tool_use", "tool_result"}

// Read turns the body of a request, which is sound JSON, into that of a chat completion.
func Read(body []byte) (*Call, []byte, *wire.Error) {
	r := &reader{call: &Call{places: map[string]place{}}}
	root := gjson.ParseBytes(body)
	if !root.IsObject() || !root.Get("messages").IsArray() {
		return r.call, nil, wire.BadRequest("messages", "invalid_type", "The request needs 'messages', a list.")
	}
	if err := r.messages(root); err != nil {
		return r.call, nil, err
	}
	chat := jsonwriter.JSON("{")
	chat.Text("model", root.Get("model").Str)
	chat.Given("messages", array(r.out))
	if err := r.settings(&chat, root); err != nil {
		return r.call, nil, err
	}
	own := root.Get("vouchsafe")
	switch {
	case len(r.chunks) > 0 && own.Exists():
		return r.call, nil, wire.BadRequest("vouchsafe", "invalid_value",
			"Chunks stand in document and search_result blocks, or in 'vouchsafe', not in both.")
	case len(r.chunks) > 0:
		var chunks []string
		for _, c := range r.chunks {
			chunks = append(chunks, object("chunk_id", quote(c.id), "text", quote(c.text), "title", quoteAny(c.title),
				"url", quoteAny(c.url)))
		}
		chat.Given("vouchsafe", object("chunks", array(chunks)))
	case own.Exists():
		chat.Given("vouchsafe", own.Raw)
	}
	return r.call, append(chat, '}'), nil
}

// read are the members that have a place in a chat completion; the others go along.
var read = []string{"model", "messages", "system", "max_tokens", "temperature", "top_p", "stop_sequences", "stream", "tools",
	"tool_choice", "output_format", "vouchsafe"}

// hidden are members whose work the gateway cannot see.
var hidden = []string{"mcp_servers"}

// settings adds everything but the messages.
func (r *reader) settings(chat *jsonwriter.JSON, root gjson.Result) *wire.Error {
	var native jsonwriter.JSON
	var fault *wire.Error
	root.ForEach(func(key, v gjson.Result) bool {
		switch {
		case slices.Contains(hidden, key.Str) && v.Type != gjson.Null:
			fault = wire.BadRequest(key.Str, "not_enforceable",
				"What '"+key.Str+"' brings in is known to the upstream only, so that an answer cannot be verified.")
		case key.Str == "output_config":
			if rest := without(v.Raw, "format"); rest != "{}" {
				appendMember(&native, key, rest)
			}
		case key.Str == "output_format" && v.IsObject():
			appendMember(&native, key, "{}") // the older name of the format's place
		case !slices.Contains(read, key.Str) && key.Str != "context_management":
			appendMember(&native, key, v.Raw)
		}
		return fault == nil
	})
	if fault != nil {
		return fault
	}
	r.call.thinks = root.Get("thinking.type").Exists() && root.Get("thinking.type").Str != "disabled"
	if native != nil {
		chat.Given("native", "{"+string(native)+"}")
	}
	for _, same := range [...][2]string{{"max_tokens", "max_tokens"}, {"temperature", "temperature"}, {"top_p", "top_p"},
		{"stop_sequences", "stop"}} {
		if v := root.Get(same[0]); v.Exists() && v.Type != gjson.Null && !(same[0] == "stop_sequences" && v.Get("#").Int() == 0) {
			chat.Given(same[1], v.Raw)
		}
	}
	if root.Get("stream").Bool() {
		chat.Given("stream", "true")
		chat.Given("stream_options", `{"include_usage":true}`)
	}
	chat.Named("user", root.Get("metadata.user_id").Str)
	for _, name := range [...]string{"output_format", "output_config.format"} {
		format := root.Get(name)
		if !format.Exists() || format.Type == gjson.Null {
			continue
		}
		if !format.Get("schema").IsObject() {
			return wire.BadRequest(name, "invalid_value", "The output format has no schema.")
		}
		chat.Given("response_format",
			`{"type":"json_schema","json_schema":{"name":"output","strict":true,"schema":`+format.Get("schema").Raw+`}}`)
		break
	}
	return r.tools(chat, root)
}

// clientTools are the tools of the interface's own that the client runs: what they bring in
// comes back in the request.
var clientTools = []string{"bash_", "text_editor_", "memory_", "computer_"}

// tools adds the tools that the client itself runs.
func (r *reader) tools(chat *jsonwriter.JSON, root gjson.Result) *wire.Error {
	var tools []string
	for i, t := range root.Get("tools").Array() {
		at, kind := fmt.Sprintf("tools[%d].type", i), t.Get("type").Str
		if kind != "" && kind != "custom" {
			if !slices.ContainsFunc(clientTools, func(name string) bool { return strings.HasPrefix(kind, name) }) {
				return wire.BadRequest(at, "not_enforceable",
					"What the tool "+kind+" brings in is known to the upstream only, so that an answer cannot be verified.")
			}
			r.call.needs(at, "The tool "+kind+" is one of Anthropic's own.")
		}
		function := object("name", quote(t.Get("name").Str), "description", quoteAny(t.Get("description").Str),
			"parameters", t.Get("input_schema").Raw)
		tools = append(tools, object("type", `"function"`, "function", function, "native", t.Raw))
	}
	if tools != nil {
		chat.Given("tools", array(tools))
	}
	choice := root.Get("tool_choice")
	if !choice.Exists() || choice.Type == gjson.Null {
		return nil
	}
	switch kind := choice.Get("type").Str; kind {
	case "auto", "none":
		chat.Text("tool_choice", kind)
	case "any":
		chat.Text("tool_choice", "required")
	case "tool":
		chat.Given("tool_choice", object("type", `"function"`, "function", object("name", quote(choice.Get("name").Str))))
	default:
		return wire.BadRequest("tool_choice.type", "invalid_value", "The tool choice is auto, any, tool or none.")
	}
	if choice.Get("disable_parallel_tool_use").Bool() {
		chat.Given("parallel_tool_calls", "false")
	}
	return nil
}

// messages reads the system text and the turns.
func (r *reader) messages(root gjson.Result) *wire.Error {
	if system := root.Get("system"); system.Exists() && system.Type != gjson.Null {
		if err := r.system(system, "system", ""); err != nil {
			return err
		}
	}
	for i, t := range root.Get("messages").Array() {
		at := fmt.Sprintf("messages[%d]", i)
		content, err := t.Get("content"), (*wire.Error)(nil)
		switch t.Get("role").Str {
		case "user":
			err = r.user(content, at)
		case "assistant":
			err = r.assistant(content, at)
		case "system":
			err = r.system(content, at+".content", `{"role":"system"}`)
		default:
			err = wire.BadRequest(at+".role", "invalid_value", "The role is user, assistant or system.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// each calls do for every block of a content, which may be a text.
func each(content gjson.Result, at string, do func(block gjson.Result, at string) *wire.Error) *wire.Error {
	switch {
	case content.Type == gjson.String:
		return do(gjson.Parse(`{"type":"text","text":`+content.Raw+`}`), at)
	case !content.IsArray():
		return wire.BadRequest(at, "invalid_type", "The content is a text or a list of blocks.")
	}
	for i, b := range content.Array() {
		at := fmt.Sprintf("%s[%d]", at, i)
		if !b.IsObject() || b.Get("type").Str == "" {
			return wire.BadRequest(at, "invalid_type", "A block is an object with a type.")
		}
		if err := do(b, at); err != nil {
			return err
		}
	}
	return nil
}

// parts are the parts of a message's content.
type parts struct {
	all    []string
	plain  gjson.Result // the text, where the content is one text and nothing else
	length int          // of the texts, in bytes
}

// add adds a part, given as JSON.
func (p *parts) add(raw string) { p.all, p.plain = append(p.all, raw), gjson.Result{} }

// text adds a block of text as it came.
func (p *parts) text(b gjson.Result, at string) *wire.Error {
	text := b.Get("text")
	if text.Type != gjson.String {
		return wire.BadRequest(at+".text", "invalid_type", "The text of a block is a string.")
	}
	p.add(b.Raw)
	p.length += len(text.Str)
	if len(p.all) == 1 && len(b.Map()) == 2 {
		p.plain = text
	}
	return nil
}

// native adds what has no place in a chat completion, or only another one.
func (p *parts) native(kind, text, raw string) {
	p.add(object("type", quote(kind), "text", quoteAny(text), "native", raw))
}

// say adds a message; more are its further members, each with a comma in front.
func (r *reader) say(role string, p *parts, more string) {
	content := ""
	r.call.length += p.length
	switch {
	case p.plain.Exists():
		content = p.plain.Raw
	case len(p.all) > 0 || more == "":
		content = array(p.all)
	}
	r.out = append(r.out, strings.TrimSuffix(object("role", quote(role), "content", content), "}")+more+"}")
}

// system reads what the app itself says, in front of the conversation or within it.
func (r *reader) system(content gjson.Result, at, native string) *wire.Error {
	var p parts
	err := each(content, at, func(b gjson.Result, at string) *wire.Error {
		if b.Get("type").Str != "text" {
			return wire.BadRequest(at+".type", "invalid_value", "A system text has blocks of text only.")
		}
		return p.text(b, at)
	})
	more := ""
	if native != "" {
		more = `,"native":` + native
	}
	r.say("system", &p, more)
	return err
}

// user reads a turn of the user: results of tools become messages of their own, in
// front of what the user says.
func (r *reader) user(content gjson.Result, at string) *wire.Error {
	var p parts
	err := each(content, at+".content", func(b gjson.Result, at string) *wire.Error {
		switch b.Get("type").Str {
		case "tool_result":
			return r.result(b, at)
		case "mid_conv_system":
			if len(p.all) > 0 {
				r.say("user", &p, "")
				p = parts{}
			}
			return r.system(b.Get("content"), at+".content", b.Raw)
		case "document", "search_result":
			kind, err := r.material(b, at)
			p.native(kind, "", b.Raw)
			return err
		}
		return r.part(&p, b, at)
	})
	if len(p.all) > 0 {
		r.say("user", &p, "")
	}
	return err
}

// The types of parts that say nothing in a chat completion: a document or search result
// that was read as evidence or is no context, and one that cannot be read.
const (
	readable   = wire.NativePart
	unreadable = "file"
)

// part reads a block of a content that is no material.
func (r *reader) part(p *parts, b gjson.Result, at string) *wire.Error {
	switch kind := b.Get("type").Str; kind {
	case "text":
		return p.text(b, at)
	case "image":
		p.native("image_url", "", b.Raw)
		return r.image(b, at)
	default:
		r.call.needs(at+".type", "A block of type "+strconv.Quote(kind)+" has no place in a chat completion.")
		p.native(unreadable, "", b.Raw)
	}
	return nil
}

// assistant reads a turn of the model.
func (r *reader) assistant(content gjson.Result, at string) *wire.Error {
	var p parts
	var calls []string
	var thought wire.Thought
	thinking := ""
	err := each(content, at+".content", func(b gjson.Result, at string) *wire.Error {
		switch kind := b.Get("type").Str; kind {
		case "text":
			return p.text(gjson.Parse(without(b.Raw, "citations")), at) // of documents that are cited anew
		case "thinking", "redacted_thinking":
			if own, is := unsealed(b.Get("signature").Str); is {
				thought, thinking = own, b.Get("thinking").Str
				return nil
			}
			p.native(readable, "", b.Raw)
		case "tool_use":
			calls = append(calls, functionCall(b))
			p.native(readable, "", b.Raw)
		default:
			r.call.needs(at+".type", "A block of type "+strconv.Quote(kind)+" has no place in a chat completion.")
			p.native(readable, "", b.Raw)
		}
		return nil
	})
	more := ""
	if calls != nil {
		c := wire.Choice{Reasoning: thinking, Thought: thought, ToolCalls: array(calls)}
		more = c.Members() + `,"tool_calls":` + c.ToolCalls
	}
	r.say("assistant", &p, more)
	return err
}

// functionCall is a call as a chat completion has it.
func functionCall(b gjson.Result) string {
	return object("id", quote(b.Get("id").Str), "type", `"function"`, "function",
		object("name", quote(b.Get("name").Str), "arguments", quote(b.Get("input").Raw)))
}

// result is what a tool brought. Documents and search results in it stand in tags, under
// the ids by which they are cited.
func (r *reader) result(b gjson.Result, at string) *wire.Error {
	from := len(r.chunks)
	var p parts
	var err *wire.Error
	if content := b.Get("content"); content.Exists() && content.Type != gjson.Null {
		err = each(content, at+".content", func(b gjson.Result, at string) *wire.Error {
			switch b.Get("type").Str {
			case "document", "search_result":
				kind, err := r.material(b, at)
				text := tagged(r.chunks[from:])
				if r.chunks = r.chunks[:from]; text == "" {
					p.native(kind, "", b.Raw)
					return err
				}
				if p.native("text", text, b.Raw); kind == unreadable {
					p.native(unreadable, "", "") // what else is in it
				}
				return err
			}
			return r.part(&p, b, at)
		})
	}
	if len(p.all) == 0 {
		p.plain = gjson.Parse(`""`)
	}
	r.say("tool", &p, `,"tool_call_id":`+quote(b.Get("tool_use_id").Str)+`,"native":`+without(b.Raw, "content"))
	return err
}

// tagged shows chunks in tags.
func tagged(chunks []chunk) string {
	texts := make([]string, 0, len(chunks))
	for _, c := range chunks {
		texts = append(texts, fmt.Sprintf("<document id=%q title=%q>\n%s\n</document>", c.id, c.title,
			strings.ReplaceAll(c.text, "</document", "&lt;/document")))
	}
	return strings.Join(texts, "\n\n")
}

// material takes the texts of a document or a search result as chunks, and tells whether
// all of it can be read.
func (r *reader) material(b gjson.Result, at string) (kind string, err *wire.Error) {
	r.call.cited = r.call.cited || b.Get("citations.enabled").Bool()
	src, title := b.Get("source"), strings.Clone(b.Get("title").String())
	if b.Get("type").Str == "search_result" {
		if src.Type != gjson.String {
			return readable, wire.BadRequest(at+".source", "invalid_type", "The source of a search result is a text.")
		}
		found := place{search: true, index: r.call.finds, title: title, source: strings.Clone(src.Str)}
		r.call.finds++
		return r.blocks(b.Get("content"), at+".content", found, src.Str)
	}
	document := place{index: r.call.docs, block: -1, title: title}
	r.call.docs++
	switch kind := src.Get("type").Str; {
	case !src.IsObject():
		return readable, wire.BadRequest(at+".source", "invalid_type", "The source of a document is an object.")
	case kind == "text" && src.Get("data").Type != gjson.String:
		return readable, wire.BadRequest(at+".source.data", "invalid_type", "The data of a text is a string.")
	case kind == "text":
		r.add(src.Get("data").Str, document, "")
		return readable, nil
	case kind == "content":
		return r.blocks(src.Get("content"), at+".source.content", document, "")
	case kind == "base64" && src.Get("media_type").Str == "application/pdf":
	case kind == "url":
		r.call.needs(at+".source", "A document at a URL is fetched by Anthropic; send it as text, as content, or a PDF as base64.")
	case kind == "file":
		r.call.needs(at+".source", "A file id names a file at Anthropic; send the document as text, as content, or a PDF as base64.")
	default:
		return readable, wire.BadRequest(at+".source.type", "invalid_value",
			"The source of a document is text, content, a PDF as base64, a url or a file.")
	}
	r.call.unread = true
	return unreadable, nil
}

// blocks takes each text of a content as a chunk.
func (r *reader) blocks(content gjson.Result, at string, where place, url string) (kind string, err *wire.Error) {
	kind, i := readable, -1
	err = each(content, at, func(b gjson.Result, at string) *wire.Error {
		i++
		switch b.Get("type").Str {
		case "text":
			if where.block = i; b.Get("text").Str != "" {
				r.add(b.Get("text").Str, where, url)
			}
		case "image":
			kind = unreadable
			return r.image(b, at)
		default:
			kind = unreadable
		}
		return nil
	})
	return kind, err
}

func (r *reader) add(text string, at place, url string) {
	id := "d" + strconv.Itoa(len(r.call.places)+1)
	at.lead = utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeftFunc(text, unicode.IsSpace))
	r.call.places[id] = at
	c := chunk{id: id, text: text, title: at.title}
	if strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		c.url = url
	}
	r.chunks = append(r.chunks, c)
	r.call.length += len(text)
}

// imageTypes are those that the interface takes.
var imageTypes = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

// image looks at where the bytes of an image are.
func (r *reader) image(b gjson.Result, at string) *wire.Error {
	src := b.Get("source")
	switch src.Get("type").Str {
	case "base64":
		if slices.Contains(imageTypes, src.Get("media_type").Str) {
			return nil
		}
	case "url":
		return nil
	case "file":
		r.call.needs(at+".source", "A file id names a file at Anthropic.")
		return nil
	}
	return wire.BadRequest(at+".source.type", "invalid_value", "The source of an image is base64 of a known type, a url or a file.")
}
