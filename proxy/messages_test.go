package proxy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	up "vouchsafe/internal/upstreamtest"
)

// anthropicModel speaks Anthropic's interface: it calls the first tool that is offered,
// unless a tool has answered, and says text otherwise.
func anthropicModel(text string) up.Script {
	return func(r *up.Request) up.Reply {
		if r.Path != "/v1/messages" || r.Header.Get("anthropic-version") == "" || r.Get("max_tokens").Int() == 0 {
			return up.Fails(400, "invalid_request_error", r.Path, nil)(r)
		}
		turns := r.Get("messages").Array()
		answered := turns[len(turns)-1].Get(`content.#(type=="tool_result")`).Exists()
		said, _ := json.Marshal(text)
		block, stop := fmt.Sprintf(`{"type":"text","text":%s}`, said), "end_turn"
		empty, delta := `{"type":"text","text":""}`, fmt.Sprintf(`{"type":"text_delta","text":%s}`, said)
		if tool := r.Get("tools.0.name").Str; tool != "" && !answered {
			block, stop = `{"type":"tool_use","id":"tu1","name":"`+tool+`","input":{"q":"x"}}`, "tool_use"
			empty, delta = `{"type":"tool_use","id":"tu1","name":"`+tool+`","input":{}}`, `{"type":"input_json_delta","partial_json":"{\"q\":\"x\"}"}`
		}
		if !r.Streams() {
			return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[` +
				block + `],"stop_reason":"` + stop + `","usage":{"input_tokens":9,"output_tokens":7}}`)}
		}
		var pieces [][]byte
		for _, event := range []string{
			`{"type":"message_start","message":{"id":"msg_1","model":"m","content":[],"usage":{"input_tokens":9,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":` + empty + `}`, `{"type":"ping"}`,
			`{"type":"content_block_delta","index":0,"delta":` + delta + `}`, `{"type":"content_block_stop","index":0}`,
			`{"type":"message_delta","delta":{"stop_reason":"` + stop + `"},"usage":{"output_tokens":7}}`, `{"type":"message_stop"}`,
		} {
			pieces = append(pieces, []byte("event: "+gjson.Get(event, "type").Str+"\ndata: "+event+"\n\n"))
		}
		return up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: pieces}
	}
}

// behindAnthropic is a gateway whose upstream speaks Anthropic's interface.
func behindAnthropic(t *testing.T, text string) *rig {
	t.Helper()
	return newRig(t, anthropicModel(text), func(a *App) { a.Upstream.Anthropic, a.Upstream.Structured = true, "prompt" })
}

// TestAnUpstreamOfAnthropicsInterface is asked and read in it, by clients of OpenAI's.
func TestAnUpstreamOfAnthropicsInterface(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "an answer", func(t *testing.T, stream bool) {
		r := behindAnthropic(t, "Nightly backups start at 01:30 UTC and are kept for 21 days.")
		s := r.talk(ask(howLong, ""), stream)
		if s.wellFormed(t); s.verdict() != "grounded" || !strings.HasPrefix(s.text(), "Nightly backups start at 01:30 UTC and are kept for 21 days. [1]") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
		if usage := string(r.trace(0).Usage); !strings.Contains(usage, "16") {
			t.Errorf("usage %s", usage)
		}
	})
	plainAndStreamed(t, "a lie", func(t *testing.T, stream bool) {
		s := behindAnthropic(t, "Nightly backups are kept for 7731 days.").talk(ask(howLong, ""), stream)
		if s.wellFormed(t); strings.Contains(s.body, "7731") {
			t.Errorf("%s", s.body)
		}
	})
	plainAndStreamed(t, "a call", func(t *testing.T, stream bool) {
		tools := `"tools":[{"type":"function","function":{"name":"search","parameters":{"type":"object"}}}],`
		s := behindAnthropic(t, "unused").talk(ask(howLong, tools), stream)
		if s.wellFormed(t); !strings.Contains(s.body, `"search"`) || !strings.Contains(s.body, `tool_calls`) {
			t.Errorf("%s", s.body)
		}
	})
	plainAndStreamed(t, "nothing to verify", func(t *testing.T, stream bool) {
		body := `{"model":"m","messages":[{"role":"user","content":"Good morning!"}]}`
		s := behindAnthropic(t, "Good morning to you.").talk(body, stream)
		if s.wellFormed(t); s.text() != "Good morning to you." {
			t.Errorf("%s", s.body)
		}
	})
	if g := behindAnthropic(t, "unused").post("/v1/responses", inputOf(howLong, "")); g.status != 400 || !strings.Contains(g.body, "not_supported") {
		t.Errorf("responses: %d %s", g.status, g.body)
	}
}

// TestMessagesOverBothInterfaces: a client of Anthropic's gets the same message whatever
// the upstream speaks.
func TestMessagesOverBothInterfaces(t *testing.T) {
	t.Parallel()
	const sentence = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	body := `{"model":"m","max_tokens":400,"messages":[{"role":"user","content":[{"type":"document","title":"Vault","source":{"type":"text","media_type":"text/plain","data":"` +
		sentence + ` Tapes are read daily."},"citations":{"enabled":true}},{"type":"text","text":"` + howLong + `"}]}]}`
	for name, r := range map[string]*rig{"anthropic": behindAnthropic(t, sentence), "openai": newRig(t, up.Say(sentence))} {
		g := r.post("/v1/messages", body, "x-api-key", "sk-ant-own")
		text := gjson.Get(g.body, "content.0")
		if g.status != 200 || text.Get("text").Str != sentence || text.Get("citations.0.cited_text").Str != sentence || text.Get("citations.0.document_title").Str != "Vault" {
			t.Errorf("%s: %d %s", name, g.status, g.body)
		}
		if asked := r.asked(0); asked.Header.Get("x-api-key") != "sk-ant-own" && asked.Header.Get("Authorization") != "Bearer sk-ant-own" {
			t.Errorf("%s: the client's key did not arrive: %v", name, asked.Header)
		}
		if g := r.post("/v1/messages", `{"messages":7}`); g.status != 400 || gjson.Get(g.body, "type").Str != "error" || gjson.Get(g.body, "error.type").Str != "invalid_request_error" {
			t.Errorf("%s: %d %s", name, g.status, g.body)
		}
		if tr := r.trace(0); tr.Verdict != "grounded" || tr.Question == "" || len(tr.Chunks) != 1 {
			t.Errorf("%s: trace %+v", name, tr)
		}
	}
}
