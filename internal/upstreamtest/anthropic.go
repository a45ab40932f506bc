package upstreamtest

import "strings"

// IsMessages tells whether this asks through Anthropic's interface.
func (r *Request) IsMessages() bool { return strings.HasSuffix(r.Path, "/messages") }

// messagesReply answers POST /v1/messages in Anthropic's form, for clients
// whose calls only pass: the text says back what the user said last.
func messagesReply(r *Request) Reply {
	said := ""
	for _, m := range r.Get("messages").Array() {
		if m.Get("role").Str == "user" {
			said = m.Get("content").String()
		}
	}
	return Answer{Choices: []Choice{{Content: "You said: " + said}}}.message(r)
}

// message lays the first choice's text out as a message.
func (a Answer) message(r *Request) Reply {
	text := a.Choices[0].Content
	usage := object{"input_tokens": (len(r.Body) + 3) / 4, "output_tokens": len(text)}
	message := object{
		"id": "msg_scripted", "type": "message", "role": "assistant", "model": r.Model(),
		"content": []any{object{"type": "text", "text": text}}, "stop_reason": "end_turn", "stop_sequence": nil, "usage": usage,
	}
	if !r.Streams() {
		return Reply{Header: headers("application/json"), Body: encode(message)}
	}
	message["content"], message["stop_reason"] = []any{}, nil
	events := []object{
		{"type": "message_start", "message": message},
		{"type": "content_block_start", "index": 0, "content_block": object{"type": "text", "text": ""}},
	}
	for _, piece := range a.pieces(text) {
		events = append(events, object{"type": "content_block_delta", "index": 0, "delta": object{"type": "text_delta", "text": piece}})
	}
	events = append(events, object{"type": "content_block_stop", "index": 0},
		object{"type": "message_delta", "delta": object{"stop_reason": "end_turn", "stop_sequence": nil}, "usage": usage},
		object{"type": "message_stop"})
	var pieces [][]byte
	for _, e := range events {
		name, _ := e["type"].(string)
		pieces = append(pieces, []byte("event: "+name+"\ndata: "+string(encode(e))+"\n\n"))
	}
	return Reply{Header: headers("text/event-stream"), Pieces: pieces, Pace: a.Pace}
}

// isCompletion tells whether this asks for the completion of a text, the oldest interface.
func (r *Request) isCompletion() bool {
	return strings.HasSuffix(r.Path, "/completions") && !r.IsChat()
}

// completion lays the first choice's text out as the completion of a text.
func (a Answer) completion(r *Request) Reply {
	text := a.Choices[0].Content
	body := func(text string, finish any) []byte {
		choice := object{"index": 0, "text": text, "finish_reason": finish, "logprobs": nil}
		return encode(object{"id": "cmpl_scripted", "object": "text_completion", "created": created,
			"model": r.Model(), "choices": []any{choice}, "usage": a.usage(r)})
	}
	if !r.Streams() {
		return Reply{Header: headers("application/json"), Body: body(text, "stop")}
	}
	var events [][]byte
	for _, piece := range a.pieces(text) {
		events = append(events, event(body(piece, nil)))
	}
	events = append(events, event(body("", "stop")), event([]byte("[DONE]")))
	return Reply{Header: headers("text/event-stream"), Pieces: events, Pace: a.Pace}
}
