package proxy

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

const responsesPath = "/v1/responses"

// heard is what a client has understood of a response, plain or streamed.
type heard struct {
	got
	whole  gjson.Result // the Response object
	fault  string
	deltas string // texts that came piece by piece
	kinds  []string
}

// inquire posts a Responses request, streamed or not, and reads the reply.
func (r *rig) inquire(body string, stream bool, header ...string) heard {
	r.t.Helper()
	if stream {
		body = strings.Replace(body, "{", `{"stream":true,`, 1)
	}
	return hear(r.t, r.post(responsesPath, body, header...))
}

// hear understands a reply. A stream is held to be consistent: numbers without
// a gap, items that end as the whole response has them, deltas that add up.
func hear(t testing.TB, g got) heard {
	t.Helper()
	h := heard{got: g}
	if !strings.HasPrefix(g.header.Get("Content-Type"), "text/event-stream") {
		h.whole = gjson.Parse(g.body)
		h.fault = h.whole.Get("error.message").Str
		return h
	}
	said, done := map[string]string{}, map[int64]string{}
	for n, data := range events(g.body) {
		e := gjson.Parse(data)
		kind := e.Get("type").Str
		h.kinds = append(h.kinds, kind)
		if e.Get("sequence_number").Raw != strconv.Itoa(n) {
			t.Errorf("event %d is numbered %s: %s", n, e.Get("sequence_number").Raw, data)
		}
		switch {
		case kind == "error":
			h.fault = e.Get("message").Str
		case strings.HasSuffix(kind, ".delta"):
			said[e.Get("item_id").Str] += e.Get("delta").Str
			if kind == "response.output_text.delta" || kind == "response.refusal.delta" {
				h.deltas += e.Get("delta").Str
			}
		case kind == "response.output_item.done":
			done[e.Get("output_index").Int()] = e.Get("item").Raw
		case kind == "response.completed" || kind == "response.incomplete":
			h.whole = e.Get("response")
		}
	}
	for i, item := range h.whole.Get("output").Array() {
		if item.Raw != done[int64(i)] {
			t.Errorf("item %d ended as %s and is %s", i, done[int64(i)], item.Raw)
		}
		if want := spokenIn(item); said[item.Get("id").Str] != want {
			t.Errorf("the deltas of item %d are %q, not %q", i, said[item.Get("id").Str], want)
		}
	}
	return h
}

// spokenIn is what the deltas of an item add up to.
func spokenIn(item gjson.Result) string {
	switch item.Get("type").Str {
	case "message":
		return item.Get("content.0.text").Str + item.Get("content.0.refusal").Str
	case "reasoning":
		return item.Get("summary.0.text").Str
	}
	return item.Get("arguments").Str + item.Get("input").Str
}

// item is the first item of a type.
func (h heard) item(kind string) gjson.Result {
	for _, item := range h.whole.Get("output").Array() {
		if item.Get("type").Str == kind {
			return item
		}
	}
	return gjson.Result{}
}

// text is what the response says, in text or as a refusal.
func (h heard) text() string { return spokenIn(h.item("message")) }

func (h heard) verdict() string { return h.whole.Get("vouchsafe.verdict").Str }

// wellFormed checks what holds of every whole response.
func (h heard) wellFormed(t testing.TB) {
	t.Helper()
	w := h.whole
	if h.status != 200 || h.broken != nil || h.fault != "" || w.Get("object").Str != "response" || w.Get("error").Raw != "null" {
		t.Fatalf("not a whole response: %d, %v, %q\n%s", h.status, h.broken, h.fault, h.body)
	}
	for _, name := range []string{"id", "created_at", "status", "model", "output", "usage", "incomplete_details", "tools", "tool_choice", "metadata", "parallel_tool_calls"} {
		if !w.Get(name).Exists() {
			t.Errorf("the response has no %q", name)
		}
	}
	reason := w.Get("incomplete_details.reason").Str
	if !strings.HasPrefix(w.Get("id").Str, "resp_") || (w.Get("status").Str == "completed") != (reason == "" || reason == "content_filter") {
		t.Errorf("id %s, status %s, incomplete_details %s", w.Get("id"), w.Get("status"), w.Get("incomplete_details").Raw)
	}
	if len(h.kinds) > 0 && (h.kinds[0] != "response.created" || h.kinds[1] != "response.in_progress" || h.deltas != h.text()) {
		t.Errorf("the stream is %v", h.kinds)
	}
}

// inputOf is a Responses request about the two documents.
func inputOf(question, extra string) string {
	return `{"model":"m",` + extra + `"instructions":"` + documents + `","input":"` + question + `"}`
}
