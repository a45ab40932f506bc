package upstreamtest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// responseID is the id of every response; replies are the same each time.
const responseID = "resp_scripted"

// IsResponse tells whether this asks for a response, the newer interface.
func (r *Request) IsResponse() bool { return strings.HasSuffix(r.Path, "/responses") }

// input returns the conversation of a Responses request as messages.
func (r *Request) input() []message {
	var out []message
	if s := r.Get("instructions").Str; s != "" {
		out = append(out, message{role: "system", text: s})
	}
	if in := r.Get("input"); in.Type == gjson.String {
		return append(out, message{role: "user", text: in.Str})
	}
	for _, item := range r.Get("input").Array() {
		switch kind := item.Get("type").Str; {
		case kind == "" || kind == "message":
			out = append(out, message{role: item.Get("role").Str, text: textOf(item.Get("content"))})
		case item.Get("output").Exists():
			out = append(out, message{role: "tool", text: textOf(item.Get("output"))})
		default:
			out = append(out, message{role: "assistant"})
		}
	}
	return out
}

// File is a passage of a file that the upstream holds itself, for hosted
// search.
type File struct{ ID, Name, Text string }

// searches tells whether the request lets the upstream search its files.
func (r *Request) searches() bool { return r.Get(`tools.#(type=="file_search")`).Exists() }

// shows tells whether the request wants to see something in the reply.
func (r *Request) shows(what string) bool { return r.Get(`include.#(=="` + what + `")`).Exists() }

// response lays the first choice out as a response.
func (a Answer) response(r *Request) Reply {
	if r.Streams() {
		return a.responseStream(r)
	}
	return Reply{Header: headers("application/json"), Body: encode(a.whole(r))}
}

// whole is the Response object when all is said.
func (a Answer) whole(r *Request) object {
	w := a.responseEnvelope(r)
	status := "completed"
	if c := a.Choices[0]; c.Finish == "length" || c.Finish == "content_filter" {
		status = "incomplete"
		reason := map[string]string{"length": "max_output_tokens", "content_filter": "content_filter"}[c.Finish]
		w["incomplete_details"] = object{"reason": reason}
	}
	w["status"], w["output"] = status, a.items(r)
	if !a.NoUsage {
		u := a.usage(r)
		w["usage"] = object{
			"input_tokens": u["prompt_tokens"], "input_tokens_details": object{"cached_tokens": 0},
			"output_tokens": u["completion_tokens"], "output_tokens_details": object{"reasoning_tokens": 0},
			"total_tokens": u["total_tokens"],
		}
	}
	return w
}

func (a Answer) responseEnvelope(r *Request) object {
	w := object{
		"id": responseID, "object": "response", "created_at": created, "status": "in_progress", "model": r.Model(),
		"output": []any{}, "error": nil, "incomplete_details": nil, "usage": nil, "metadata": object{},
		"parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{}, "temperature": 1, "top_p": 1,
		"store": !r.Get("store").Exists() || r.Get("store").Bool(),
	}
	for _, name := range []string{"instructions", "text", "previous_response_id"} {
		w[name] = r.Get(name).Value()
	}
	return w
}

// items are the output: reasoning, what was searched, what is said, what is
// called.
func (a Answer) items(r *Request) []any {
	c := a.Choices[0]
	out := []any{}
	if c.Reasoning != "" || c.Sealed != "" {
		item := object{"id": "rs_scripted", "type": "reasoning", "summary": []any{object{"type": "summary_text", "text": c.Reasoning}}}
		if c.Sealed != "" && r.shows("reasoning.encrypted_content") {
			item["encrypted_content"] = c.Sealed
		}
		out = append(out, item)
	}
	if r.searches() && len(c.Found) > 0 {
		out = append(out, c.search(r))
	}
	if c.Content != "" || c.Refusal != "" {
		part := object{"type": "output_text", "text": c.Content, "annotations": []any{}, "logprobs": []any{}}
		if c.Refusal != "" {
			part = object{"type": "refusal", "refusal": c.Refusal}
		}
		out = append(out, object{
			"id": "msg_scripted", "type": "message", "role": "assistant", "status": "completed", "content": []any{part},
		})
	}
	for i, t := range c.ToolCalls {
		out = append(out, object{
			"id": fmt.Sprintf("fc_scripted_%d", i), "type": "function_call", "status": "completed",
			"call_id": t.ID, "name": t.Name, "arguments": t.Arguments,
		})
	}
	return out
}

// search is the item of a search in the upstream's own files.
func (c Choice) search(r *Request) object {
	item := object{"id": "fs_scripted", "type": "file_search_call", "status": "completed", "queries": []any{"scripted"}, "results": nil}
	if r.shows("file_search_call.results") {
		results := []any{}
		for i, f := range c.Found {
			results = append(results, object{
				"file_id": f.ID, "filename": f.Name, "score": 0.9 - float64(i)/10, "text": f.Text, "attributes": object{},
			})
		}
		item["results"] = results
	}
	return item
}

// responseStream lays a response out as typed events.
func (a Answer) responseStream(r *Request) Reply {
	e := &typed{}
	begun := a.responseEnvelope(r)
	e.emit("response.created", object{"response": begun})
	e.emit("response.in_progress", object{"response": begun})
	for i, item := range a.items(r) {
		a.item(e, i, item.(object))
	}
	whole := a.whole(r)
	e.emit("response."+whole["status"].(string), object{"response": whole})
	events := e.events
	if a.NoDone {
		events = events[:len(events)-1]
	}
	if a.Split > 0 {
		events = slices.Collect(slices.Chunk(bytes.Join(events, nil), a.Split))
	}
	return Reply{Header: headers("text/event-stream"), Pieces: events, Pace: a.Pace}
}

// item lays one item out.
func (a Answer) item(e *typed, index int, item object) {
	with := func(more object) object {
		more["output_index"], more["item_id"] = index, item["id"]
		return more
	}
	open := maps.Clone(item)
	switch item["type"] {
	case "message":
		open["content"], open["status"] = []any{}, "in_progress"
		e.emit("response.output_item.added", object{"output_index": index, "item": open})
		part := item["content"].([]any)[0].(object)
		kind := part["type"].(string)
		text, _ := part["text"].(string)
		if kind == "refusal" {
			text = part["refusal"].(string)
		}
		e.emit("response.content_part.added", with(object{"content_index": 0, "part": emptyPart(part)}))
		for _, s := range a.pieces(text) {
			e.emit("response."+kind+".delta", with(object{"content_index": 0, "delta": s}))
		}
		e.emit("response."+kind+".done", with(object{"content_index": 0, strings.TrimPrefix(kind, "output_"): text}))
		e.emit("response.content_part.done", with(object{"content_index": 0, "part": part}))
	case "function_call":
		open["arguments"], open["status"] = "", "in_progress"
		e.emit("response.output_item.added", object{"output_index": index, "item": open})
		for _, s := range a.pieces(item["arguments"].(string)) {
			e.emit("response.function_call_arguments.delta", with(object{"delta": s}))
		}
		e.emit("response.function_call_arguments.done", with(object{"arguments": item["arguments"]}))
	default:
		e.emit("response.output_item.added", object{"output_index": index, "item": item})
	}
	e.emit("response.output_item.done", object{"output_index": index, "item": item})
}

// emptyPart is a part before anything is said.
func emptyPart(part object) object {
	if part["type"] == "refusal" {
		return object{"type": "refusal", "refusal": ""}
	}
	return object{"type": "output_text", "text": "", "annotations": []any{}, "logprobs": []any{}}
}

// typed collects events that have a type and a number.
type typed struct{ events [][]byte }

func (e *typed) emit(kind string, data object) {
	data["type"], data["sequence_number"] = kind, len(e.events)
	e.events = append(e.events, append([]byte("event: "+kind+"\n"), event(encode(data))...))
}
