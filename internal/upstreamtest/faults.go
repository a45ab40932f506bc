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
