package upstreamtest

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"
)

// Request is one request as it arrived.
type Request struct {
	Method     string
	Path       string // as escaped on the wire
	Query      string
	Host       string
	RemoteAddr string // tells connections apart
	Header     http.Header
	Body       []byte

	gone chan struct{}
}

// Gone is closed when the client closes its connection before the reply is
// over.
func (r *Request) Gone() <-chan struct{} { return r.gone }

// Get reads the body at a gjson path.
func (r *Request) Get(path string) gjson.Result { return gjson.GetBytes(r.Body, path) }

// Model is the model asked for.
func (r *Request) Model() string { return r.Get("model").Str }

// Streams tells whether the reply is to be a stream of events.
func (r *Request) Streams() bool { return r.Get("stream").Bool() }

// Format is the type of the response_format or text.format, "" where there is
// none.
func (r *Request) Format() string {
	if r.IsResponse() {
		return r.Get("text.format.type").Str
	}
	return r.Get("response_format.type").Str
}

// schema is the JSON schema asked for. Some servers take it beside the type
// json_object.
func (r *Request) schema() gjson.Result {
	if r.IsResponse() {
		return r.Get("text.format.schema")
	}
	if beside := r.Get("response_format.schema"); beside.Exists() {
		return beside
	}
	return r.Get("response_format.json_schema.schema")
}

// IsChat tells whether this is a chat completion, in the Azure form too.
func (r *Request) IsChat() bool { return strings.HasSuffix(r.Path, "/chat/completions") }

// record is the request as JSON tells it: the body as text, and whether the
// client left before the reply was over.
func (r *Request) record() any {
	left := false
	select {
	case <-r.gone:
		left = true
	default:
	}
	return object{
		"method": r.Method, "path": r.Path, "query": r.Query, "headers": r.Header, "body": string(r.Body), "gone": left,
	}
}

// message is one message as the small model reads it.
type message struct {
	role, text string
}

// messages returns the messages with the text parts of each joined.
func (r *Request) messages() []message {
	if r.IsResponse() {
		return r.input()
	}
	if r.isCompletion() {
		return []message{{role: "user", text: r.Get("prompt").String()}}
	}
	var out []message
	if system := r.Get("system"); system.Exists() {
		out = append(out, message{role: "system", text: textOf(system)})
	}
	for _, m := range r.Get("messages").Array() {
		out = append(out, message{role: m.Get("role").Str, text: textOf(m.Get("content"))})
	}
	return out
}

func textOf(content gjson.Result) string {
	if !content.IsArray() {
		return content.Str
	}
	var parts []string
	for _, p := range content.Array() {
		if t := p.Get("text"); t.Exists() {
			parts = append(parts, t.Str)
		}
		for _, inner := range [...]string{"content", "source.content"} { // of a block that holds others
			if c := p.Get(inner); c.Exists() {
				parts = append(parts, textOf(c)+"\n")
			}
		}
		if t := p.Get("source.data"); t.Exists() && p.Get("type").Str == "document" {
			parts = append(parts, t.Str+"\n")
		}
	}
	return strings.Join(parts, "\n")
}
