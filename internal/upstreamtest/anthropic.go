package upstreamtest

// messagesReply answers POST /v1/messages in Anthropic's form, for clients
// whose calls only pass: the text says back what the user said last.
func messagesReply(r *Request) Reply {
	said := ""
	for _, m := range r.Get("messages").Array() {
		if m.Get("role").Str == "user" {
			said = m.Get("content").String()
		}
	}
	text := "You said: " + said
	usage := object{"input_tokens": len(said), "output_tokens": len(text)}
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
	for _, piece := range (Answer{}).cut(text) {
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
	return Reply{Header: headers("text/event-stream"), Pieces: pieces}
}
