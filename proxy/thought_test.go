package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// thinks is a model of a provider that wants what was thought before calls back with them:
// in a turn with calls it looks for the members that it has sent (DeepSeek: reasoning_content,
// OpenRouter: reasoning_details), and answers 400 where one is missing.
func thinks(members string, wants []string, arguments ...string) up.Script {
	n := 0
	return func(q *up.Request) up.Reply {
		for _, m := range q.Get("messages").Array() {
			if !m.Get("tool_calls.0").Exists() {
				continue
			}
			for _, name := range wants {
				if !m.Get(name).Exists() || !strings.Contains(members, m.Get(name).Raw) {
					return up.Fails(400, "invalid_request_error", "Missing `"+name+"` field in the assistant message", nil)(q)
				}
			}
		}
		args := arguments[min(n, len(arguments)-1)]
		n++
		call := `"tool_calls":[{"id":"call_1","type":"function","note":"Take 50 mg of it.","extra_content":{"google":{"thought_signature":"c2ln"}},"function":{"name":"` + toolOf(q) + `","arguments":` + encode(args) + `,"comment":"Take 50 mg of it."}}]`
		if q.Streams() {
			body := `data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":null,` + members + `}}]}` + "\n\n" +
				`data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{` + strings.Replace(call, `"id"`, `"index":0,"id"`, 1) + `}}]}` + "\n\n" +
				`data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
			return up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Body: []byte(body)}
		}
		return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(
			`{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,` + members + `,` + call + `}}]}`)}
	}
}

// toolOf is the name of the last tool that a request offers.
func toolOf(q *up.Request) string {
	tools := q.Get("tools").Array()
	return tools[len(tools)-1].Get("function.name").Str
}

const (
	deepSeek     = `"reasoning_content":"Let me look."`
	openRouter   = `"reasoning":"Let me look.","reasoning_details":[{"type":"reasoning.text","text":"Let me look.","signature":"c2lnbmVk","format":"anthropic-claude-v1","index":0}]`
	offersLookUp = `"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}}}}}],`
)

func TestWhatWasThoughtBeforeCallsGoesWithThem(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		members string
		wants   []string
	}{
		"DeepSeek":           {deepSeek, []string{"reasoning_content"}},
		"DeepSeek, no words": {`"reasoning_content":""`, []string{"reasoning_content"}},
		"OpenRouter":         {openRouter, []string{"reasoning", "reasoning_details"}},
		"LiteLLM":            {`"reasoning_content":"Let me look.","thinking_blocks":[{"type":"thinking","thinking":"Let me look.","signature":"c2lnbmVk"}]`, []string{"reasoning_content", "thinking_blocks"}},
	} {
		for _, preset := range []string{"balanced", "strict"} {
			plainAndStreamed(t, name+", "+preset, func(t *testing.T, stream bool) {
				r := newRig(t, thinks(tc.members, tc.wants, `{"q":"x"}`), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
				s := r.talk(ask(howLong, offersLookUp), stream)
				if got := s.choices[0].tools; !strings.Contains(got, "look_up") || strings.Contains(s.body, "50 mg") || !strings.Contains(s.body, "thought_signature") {
					t.Fatalf("%s", s.body)
				}
				message := parse(s.body).Get("choices.0.message")
				if stream {
					message = parse("{}")
					for line := range strings.Lines(s.body) {
						if delta := parse(strings.TrimPrefix(line, "data: ")).Get("choices.0.delta"); delta.Get(tc.wants[0]).Exists() {
							message = delta
						}
					}
				}
				carried := ""
				for _, want := range tc.wants {
					if raw := message.Get(want).Raw; raw == "" || !strings.Contains(tc.members, raw) {
						t.Errorf("%s became %q: %s", want, raw, s.body)
					}
					carried += `"` + want + `":` + message.Get(want).Raw + ","
				}
				// The client sends them back with the tool's result, and the provider is content.
				next := strings.TrimSuffix(ask(howLong, offersLookUp), "]}") + `,{"role":"assistant","content":null,` + carried + `"tool_calls":[{"id":"call_1","type":"function","function":{"name":"look_up","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"Nightly backups are kept for 21 days."}]}`
				if s := r.talk(next, stream); strings.Contains(s.body, "Missing") {
					t.Errorf("%s", s.body)
				}
			})
		}
		// A repair of an answer in a tool's arguments is such a turn, too.
		plainAndStreamed(t, name+", repaired", func(t *testing.T, stream bool) {
			r := newRig(t, thinks(tc.members, tc.wants, enveloped(doseWrongAnswer, doseCitation), enveloped(doseRightAnswer, doseCitation)), namesAnswerTool)
			if s := r.talk(ask("What dose of apixaban do adults start on?", doseTools), stream); s.verdict() != "repaired" {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
		})
	}
}
