package upstreamtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Raw answers with a reply as it stands.
func Raw(p Reply) Script { return func(*Request) Reply { return p } }

// Fails answers with an error in OpenAI's form, and further headers.
func Fails(status int, code, text string, header map[string]string) Script {
	h := headers("application/json")
	maps.Copy(h, header)
	body := encode(object{"error": object{"message": text, "type": "invalid_request_error", "param": nil, "code": code}})
	return Raw(Reply{Status: status, Header: h, Body: body})
}

// HTML answers as a load balancer does whose servers are down.
func HTML(status int) Script {
	page := fmt.Sprintf("<html><head><title>%d</title></head><body><h1>The server is not to be had</h1></body></html>", status)
	return Raw(Reply{Status: status, Header: headers("text/html"), Body: []byte(page)})
}

// ErrorInside answers 200 with an error for a body; streamed, as an event.
func ErrorInside(text string) Script {
	body := encode(object{"error": object{"message": text, "type": "server_error", "param": nil, "code": "overloaded"}})
	return func(r *Request) Reply {
		if r.Streams() {
			if r.IsResponse() {
				body = encode(object{"type": "error", "code": "overloaded", "message": text, "param": nil, "sequence_number": 0})
			}
			return Reply{Header: headers("text/event-stream"), Pieces: [][]byte{event(body)}}
		}
		return Reply{Header: headers("application/json"), Body: body}
	}
}

// Silent never answers.
func Silent() Script { return Raw(Reply{Silent: true}) }

// Slow waits before the first byte.
func Slow(wait time.Duration, next Script) Script {
	return next.but(func(p *Reply) { p.Wait = wait })
}

// Paced waits between the pieces of a stream, as models do.
func Paced(wait time.Duration, next Script) Script {
	return next.but(func(p *Reply) { p.Pace = wait })
}

// Dies lets next begin its reply and ends it half way in the given manner.
func Dies(how Ending, next Script) Script {
	return next.but(func(p *Reply) { p.Ending, p.Pieces = how, p.Pieces[:len(p.Pieces)/2] })
}

// Zipped compresses what next answers, asked or not.
func Zipped(next Script) Script {
	return next.but(func(p *Reply) { p.Gzip = true })
}

// but is the script whose replies are changed before they are sent.
func (s Script) but(change func(*Reply)) Script {
	return func(r *Request) Reply {
		p := s(r)
		change(&p)
		return p
	}
}

// Huge answers with a body of so many bytes; below zero without end.
func Huge(size int64) Script {
	head := `{"id":"chatcmpl-scripted","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"`
	return func(r *Request) Reply {
		if r.Streams() {
			return Endless(size, 0)(r)
		}
		filler := []byte(strings.Repeat("more and more ", 4<<10))
		return Reply{Header: headers("application/json"), Pieces: [][]byte{[]byte(head), filler}, Flood: size}
	}
}

// Endless streams content events for so many bytes, below zero for ever.
func Endless(size int64, pace time.Duration) Script {
	return func(r *Request) Reply {
		if r.IsResponse() {
			piece := event(encode(object{
				"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "again and again ",
			}))
			return Reply{Header: headers("text/event-stream"), Pieces: [][]byte{piece}, Pace: pace, Flood: size}
		}
		delta := object{"index": 0, "delta": object{"content": "again and again "}, "finish_reason": nil}
		e := event(encode(Answer{}.envelope(r, "chat.completion.chunk", []any{delta})))
		return Reply{Header: headers("text/event-stream"), Pieces: [][]byte{e}, Pace: pace, Flood: size}
	}
}

// Rejects refuses some types of response_format as servers do that do not know
// them, and leaves all else to next.
func Rejects(next Script, formats ...string) Script {
	return func(r *Request) Reply {
		if f := r.Format(); slices.Contains(formats, f) {
			name := "response_format"
			if r.IsResponse() {
				name = "text.format"
			}
			text := fmt.Sprintf("Invalid parameter: '%s' of type '%s' is not supported with this model.", name, f)
			return Fails(400, "unsupported_parameter", text, nil)(r)
		}
		return next(r)
	}
}

// Vanishes takes the request and resets the connection without an answer.
func Vanishes() Script { return Raw(Reply{Silent: true, Ending: Reset}) }

// Menu is the script of the stand-alone scripted upstream: the model's name
// says how it behaves. "fault:NAME" is one of Faults, "paced" writes at a pace;
// any other model is Extractive, with its trick behind a colon, through each of the
// interfaces for answers; but through Anthropic's other names say back what they are told.
// Model lists and embeddings are answered too.
func Menu() Script {
	honest := Extractive{Files: shelf}.Reply
	faults, paced := Faults(honest), Paced(3*time.Millisecond, honest)
	return func(r *Request) Reply {
		switch {
		case strings.HasSuffix(r.Path, "/models"):
			return modelList()
		case strings.HasSuffix(r.Path, "/embeddings"):
			return embeddings(r)
		case r.IsMessages() && !strings.HasPrefix(r.Model(), "extractive"):
			return messagesReply(r)
		case !r.IsChat() && !r.IsResponse() && !r.IsMessages() && !r.isCompletion():
			return Fails(404, "unknown_url", "Unknown request URL: "+r.Method+" "+r.Path, nil)(r)
		}
		if name, ok := strings.CutPrefix(r.Model(), "fault:"); ok {
			if script, ok := faults[name]; ok {
				return script(r)
			}
			return Fails(404, "model_not_found", "There is no fault "+name+".", nil)(r)
		}
		if r.Model() == "paced" {
			return paced(r)
		}
		return honest(r)
	}
}

// shelf is what the stand-alone upstream's hosted search finds.
var shelf = []File{
	{"file-kiln", "kiln.pdf",
		"The kiln at Brackwater is fired for 14 hours at 1180 degrees. Glazes with copper are fired on the lower shelf."},
	{"file-gate", "gate.pdf", "The studio gate closes at 21:30 on weekdays."},
}

// Faults are the ways in which upstreams fail, by name. What they spoil is the
// answer of next.
func Faults(next Script) map[string]Script {
	retry := map[string]string{"Retry-After": "1", "X-Ratelimit-Remaining-Requests": "0"}
	return map[string]Script{
		"400":             Fails(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens.", nil),
		"401":             Fails(401, "invalid_api_key", "Incorrect API key provided.", nil),
		"429":             Fails(429, "rate_limit_exceeded", "Rate limit reached.", retry),
		"500":             Fails(500, "server_error", "The server had an error.", nil),
		"503":             Fails(503, "overloaded", "The engine is overloaded.", nil),
		"html":            HTML(502),
		"error-inside":    ErrorInside("The engine is overloaded."),
		"cut":             Dies(Cut, next),
		"reset":           Dies(Reset, next),
		"hang":            Dies(Hang, next),
		"vanish":          Vanishes(),
		"silent":          Silent(),
		"huge":            Huge(100 << 20),
		"gzip":            Zipped(next),
		"rejects-formats": Rejects(next, "json_schema", "json_object"),
	}
}

func modelList() Reply {
	var list []any
	for _, name := range []string{"extractive", "extractive:invent-once", "extractive:invent-all"} {
		list = append(list, object{"id": name, "object": "model", "created": created, "owned_by": "scripted"})
	}
	return Reply{Header: headers("application/json"), Body: encode(object{"object": "list", "data": list})}
}

// embeddings gives every input the same short vector.
func embeddings(r *Request) Reply {
	inputs := len(r.Get("input").Array())
	var data []any
	for i := range max(inputs, 1) {
		data = append(data, object{"object": "embedding", "index": i, "embedding": []float64{0.6, 0.8}})
	}
	usage := object{"prompt_tokens": inputs, "total_tokens": inputs}
	return Reply{Header: headers("application/json"), Body: encode(object{
		"object": "list", "model": r.Model(), "data": data, "usage": usage,
	})}
}
