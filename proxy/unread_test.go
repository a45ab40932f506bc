package proxy

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// TestWhatPassesUnreadIsRecorded: a reply that nobody verifies is in the trace, with its tokens, whatever path it came by.
func TestWhatPassesUnreadIsRecorded(t *testing.T) {
	t.Parallel()
	stream := "data: {\"choices\":[{\"index\":0,\"text\":\"Two \"}]}\n\ndata: {\"choices\":[{\"index\":0,\"text\":\"days.\"}]}\n\n"
	message := "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}}\n\n" +
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Two days.\"}}\n\n" +
		"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":4}}\n\n"
	for name, of := range map[string]struct {
		path, body, kind, reply           string
		question, user, answer, in, outOf string
	}{
		"a text completion": {"/v1/completions", `{"model":"m","user":"u1","prompt":"How long?"}`, "application/json",
			`{"choices":[{"index":0,"text":"Two days."},{"index":1,"text":"Three."}],"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}}`,
			"How long?", "u1", "Two days.\n\nThree.", "3", "5"},
		"its stream": {"/v1/completions", `{"model":"m","prompt":["How","long?"],"stream":true}`, "text/event-stream",
			stream + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":5}}\n\ndata: [DONE]\n\n",
			"How\n\nlong?", "", "Two days.", "3", "5"},
		"embeddings": {"/v1/embeddings", `{"model":"m","user":"u1","input":"secret"}`, "application/json",
			`{"data":[{"embedding":[0.1]}],"usage":{"prompt_tokens":3,"total_tokens":3}}`, "", "u1", "", "3", ""},
		"a message": {"/v1/messages", `{"model":"m","metadata":{"user_id":"u1"},"messages":[]}`, "application/json",
			`{"content":[{"type":"text","text":"Two days."}],"usage":{"input_tokens":9,"output_tokens":4}}`, "", "u1", "Two days.", "9", "4"},
		"its stream of events": {"/v1/messages", `{"model":"m","messages":[],"stream":true}`, "text/event-stream", message, "", "", "Two days.", "9", "4"},
		"what was heard":       {"/v1/audio/transcriptions", `x`, "application/json", `{"text":"Two days."}`, "", "", "Two days.", "1", "3"},
		"what was heard, bare": {"/v1/audio/transcriptions", `x`, "text/plain", `Two days.`, "", "", "Two days.", "1", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, up.Raw(up.Reply{Header: map[string]string{"Content-Type": of.kind}, Body: []byte(of.reply)}), func(a *App) { a.Policy.Mode = policy.Observe })
			g := r.post(of.path, of.body)
			if g.status != 200 || g.body != of.reply {
				t.Fatalf("%d %s", g.status, g.body)
			}
			tr := r.trace(0)
			usage := gjson.ParseBytes(tr.Usage)
			in, out := usage.Get("prompt_tokens").Raw+usage.Get("input_tokens").Raw, usage.Get("completion_tokens").Raw+usage.Get("output_tokens").Raw
			if tr.Question != of.question || tr.User != of.user || tr.Answer != of.answer || tr.Attempts[0].Reply != of.answer || in != of.in || out != of.outOf {
				t.Errorf("question %q, user %q, answer %q, reply %q, usage %s", tr.Question, tr.User, tr.Answer, tr.Attempts[0].Reply, tr.Usage)
			}
			if estimated := tr.Attempts[0].Guessed; estimated != strings.HasPrefix(of.path, "/v1/audio") {
				t.Errorf("estimated: %v", estimated)
			}
		})
	}
}
