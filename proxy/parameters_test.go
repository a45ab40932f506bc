package proxy

import (
	"os"
	"slices"
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

const absent = "" // of a member in a request upstream

const flatTools = `"tools":[{"type":"function","name":"f","parameters":{}}],`

// parameter is a member of a request that the gateway has a reason to look at, or
// that clients are known to send: as it is sent, what the upstream gets under
// enforce, and what an error says where it is one.
type parameter struct {
	name   string // as the page of the interface spells it
	sent   string // raw JSON
	got    string // the same under enforce, absent for nothing
	beside string // what has to be sent with it
	code   string // of the 400 under enforce
}

// The members that both interfaces have, and those that one of them has.
var (
	sharedParameters = []parameter{
		{name: "temperature", sent: `0.10`, got: `0.10`},
		{name: "top_p", sent: `1e0`, got: `1e0`},
		{name: "metadata", sent: `{"run":"7"}`, got: `{"run":"7"}`},
		{name: "service_tier", sent: `"flex"`, got: `"flex"`},
		{name: "user", sent: `"u1"`, got: `"u1"`},
		{name: "safety_identifier", sent: `"u1"`, got: `"u1"`},
		{name: "prompt_cache_key", sent: `"k"`, got: `"k"`},
		{name: "prompt_cache_retention", sent: `"24h"`, got: `"24h"`},
		{name: "documents", sent: `[{"text":"Nightly backups start at 01:30 UTC and are kept for 21 days."}]`, got: absent},
		{name: "vouchsafe", sent: `{"context_id":"x"}`, got: absent},
		{name: "anything_else", sent: `{"deep":[1,2.50e-7]}`, got: `{"deep":[1,2.50e-7]}`},
		{name: "model", sent: `"m"`, got: `"m"`},
		{name: "stream", sent: `false`, got: `false`},
		{name: "modalities", sent: `["text","audio"]`, code: "audio_not_enforceable"},
	}
	chatParameters = []parameter{
		{name: "n", sent: `2`, got: `2`},
		{name: "logprobs", sent: `true`, got: absent},
		{name: "top_logprobs", sent: `3`, got: absent, beside: `"logprobs":true,`},
		{name: "logit_bias", sent: `{"50256":-100}`, got: `{"50256":-100}`},
		{name: "stop", sent: `["\n\n"]`, got: absent},
		{name: "max_tokens", sent: `100`, got: `812`},
		{name: "max_completion_tokens", sent: `1000`, got: `3512`},
		{name: "seed", sent: `7`, got: `7`},
		{name: "presence_penalty", sent: `0.5`, got: `0.5`},
		{name: "frequency_penalty", sent: `-0.5`, got: `-0.5`},
		{name: "prediction", sent: `{"type":"content","content":"Backups"}`, got: absent},
		{name: "store", sent: `true`, got: `false`},
		{name: "modalities", sent: `["text"]`, got: absent},
		{name: "audio", sent: `{"voice":"alloy","format":"wav"}`, code: "audio_not_enforceable"},
		{name: "web_search_options", sent: `{"search_context_size":"low"}`, got: `{"search_context_size":"low"}`},
		{name: "reasoning_effort", sent: `"low"`, got: `"low"`},
		{name: "verbosity", sent: `"low"`, got: `"low"`},
		{name: "tools", sent: `[{"type":"function","function":{"name":"f","parameters":{}}}]`, got: `[{"type":"function","function":{"name":"f","parameters":{}}}]`},
		{name: "tool_choice", sent: `"auto"`, got: `"auto"`, beside: toolsMember},
		{name: "parallel_tool_calls", sent: `false`, got: `false`, beside: toolsMember},
		{name: "functions", sent: `[{"name":"f"}]`, got: `[{"name":"f"}]`},
		{name: "function_call", sent: `"none"`, got: `"none"`, beside: `"functions":[{"name":"f"}],`},
		{name: "stream_options", sent: `{"include_usage":false}`, got: `{"include_usage":true}`, beside: `"stream":true,`},
		{name: "response_format", sent: `{"type":"text"}`, got: "dialect"},
	}
	responseParameters = []parameter{
		{name: "stream_options", sent: `{"include_obfuscation":false}`, got: `{"include_obfuscation":false}`, beside: `"stream":true,`},
		{name: "store", sent: `true`, got: `false`},
		{name: "store", sent: `null`, got: `false`},
		{name: "text", sent: `{"verbosity":"low"}`, got: "dialect"},
		{name: "text", sent: `{"format":{"type":"text"}}`, got: "dialect"},
		{name: "max_output_tokens", sent: `100`, got: `812`},
		{name: "max_tool_calls", sent: `3`, got: `3`},
		{name: "parallel_tool_calls", sent: `false`, got: `false`, beside: flatTools},
		{name: "tools", sent: `[{"type":"function","name":"f","parameters":{}}]`, got: `[{"type":"function","name":"f","parameters":{}}]`},
		{name: "tool_choice", sent: `"auto"`, got: `"auto"`, beside: flatTools},
		{name: "include", sent: `["message.output_text.logprobs"]`, got: absent},
		{name: "include", sent: `["reasoning.encrypted_content"]`, got: `["reasoning.encrypted_content"]`},
		{name: "top_logprobs", sent: `2`, got: absent},
		{name: "context_management", sent: `[{"type":"compaction"}]`, got: absent},
		{name: "background", sent: `true`, code: "not_enforceable"},
		{name: "background", sent: `false`, got: `false`},
		{name: "conversation", sent: `"conv_1"`, code: "not_enforceable"},
		{name: "prompt", sent: `{"id":"pmpt_1"}`, code: "not_enforceable"},
		{name: "previous_response_id", sent: `null`, got: `null`},
		{name: "previous_response_id", sent: `"resp_1"`, code: "previous_response_not_found"},
		{name: "audio", sent: `{"voice":"alloy"}`, code: "audio_not_enforceable"},
		{name: "reasoning", sent: `{"effort":"low"}`, got: `{"effort":"low"}`},
		{name: "truncation", sent: `"auto"`, got: `"auto"`},
	}
)

func TestParameters(t *testing.T) {
	t.Parallel()
	for _, surface := range []struct {
		path, page string
		parameters []parameter
		ask        func(question, extra string) string
		text       func(t *testing.T, g got) string
	}{
		{chatPath, "parameters.md", chatParameters, ask, func(t *testing.T, g got) string {
			s := read(t, g)
			s.wellFormed(t)
			return s.text()
		}},
		{responsesPath, "responses.md", responseParameters, inputOf, func(t *testing.T, g got) string {
			h := hear(t, g)
			h.wellFormed(t)
			return h.text()
		}},
	} {
		page, err := os.ReadFile("../docs/" + surface.page)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range slices.Concat(surface.parameters, sharedParameters) {
			own := i < len(surface.parameters) // what is shared stands on one page
			if (own || surface.page == "parameters.md") && !strings.Contains(string(page), "`"+p.name+"`") && p.name != "anything_else" {
				t.Errorf("docs/%s says nothing of %s", surface.page, p.name)
			}
			body := surface.ask(howLong, p.beside+`"`+p.name+`":`+p.sent+`,`)
			if p.name == "model" {
				body = surface.ask(howLong, "")
			}
			t.Run("enforce, "+surface.path+" "+p.name+" "+p.sent, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, up.Extractive{}.Reply, inSegments, func(a *App) { a.Upstream.PassDocuments = false })
				g := r.post(surface.path, body)
				if p.code != "" {
					if code, _ := errorOf(t, g.body); g.status != 400 || code != p.code || len(r.upstream.Requests()) != 0 {
						t.Fatalf("%d %s", g.status, g.body)
					}
					return
				}
				got := r.asked(0).Get(p.name)
				form := got.Get("json_schema.schema.properties.segments").Raw + got.Get("format.schema.properties.segments").Raw
				if p.got == "dialect" && form == "" || p.got != "dialect" && got.Raw != p.got {
					t.Errorf("the upstream got %q", got.Raw)
				}
				if strings.Contains(p.sent, "verbosity") && got.Get("verbosity").Str != "low" {
					t.Errorf("the upstream got %q", got.Raw)
				}
				if text := surface.text(t, g); !strings.HasPrefix(text, "Nightly backups") {
					t.Errorf("%s", g.body)
				}
			})
			t.Run("observe, "+surface.path+" "+p.name+" "+p.sent, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy.Mode = policy.Observe })
				r.post(surface.path, body)
				switch got := r.asked(0); {
				case p.name == "vouchsafe": // the gateway's own: it is always taken out
					if got.Get("vouchsafe").Exists() {
						t.Errorf("%s", got.Body)
					}
				case string(got.Body) != body:
					t.Errorf("the upstream got %s", got.Body)
				}
			})
		}
	}
}

// What a client gets back for what it asked.
func TestParametersAsTheClientSeesThem(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, extra string
		script      up.Script
		check       func(s seen) bool
	}{
		{"n gives as many choices", `"n":2,`, nil, func(s seen) bool { return len(s.choices) == 2 }},
		{"logprobs are null", `"logprobs":true,`, nil, func(s seen) bool { return s.choices[0].logprobs == "null" }},
		{"stop cuts what is shown", `"stop":["21"],`, nil, func(s seen) bool {
			return s.text() == "" && s.choices[0].finish == "stop"
		}},
		{"stop does not cut a snippet", `"stop":["Nightly backups start"],`, says(goodAnswer), func(s seen) bool {
			return s.text() == "Backups are kept for 21 days. [1]"
		}},
		{"length is told", `"max_tokens":5,`, up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer[:30], Finish: "length"}}}), func(s seen) bool {
			return s.choices[0].finish == "length"
		}},
		{"the tier that served is told", `"service_tier":"auto",`, typed("application/json", `{"id":"x","object":"chat.completion","created":1,"model":"m","service_tier":"flex","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":`+encode(goodAnswer)+`}}]}`), func(s seen) bool {
			return strings.Contains(s.body, `"service_tier":"flex"`)
		}},
		{"addresses of an upstream's own search are not shown", `"web_search_options":{},`, typed("application/json", `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":`+encode(goodAnswer)+`,"annotations":[{"type":"url_citation","url_citation":{"start_index":0,"end_index":1,"url":"https://made.up","title":"t"}}]}}]}`), func(s seen) bool {
			return !strings.Contains(s.body, "made.up") && s.text() == "Backups are kept for 21 days. [1]"
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			script := tc.script
			if script == nil {
				script = up.Extractive{}.Reply
			}
			r := newRig(t, script)
			s := r.talk(ask(howLong, tc.extra), false)
			if s.wellFormed(t); !tc.check(s) {
				t.Errorf("%s", s.body)
			}
		})
	}
	t.Run("usage in a stream only where it was asked for", func(t *testing.T) {
		r := newRig(t, up.Extractive{}.Reply)
		for extra, want := range map[string]int{"": 0, `"stream_options":{"include_usage":true},`: 1, `"stream_options":{"include_usage":false},`: 0} {
			if s := r.talk(ask(howLong, extra), true); s.usages != want {
				t.Errorf("%s: %d chunks", extra, s.usages)
			}
		}
	})
	t.Run("a repair is asked for one choice, unseeded by a prediction", func(t *testing.T) {
		r := newRig(t, up.InTurn(says(badAnswer, goodAnswer), says(goodAnswer)))
		r.post(chatPath, ask(howLong, `"n":2,"seed":7,"prediction":{"type":"content","content":"x"},"metadata":{"a":"b"},`))
		if q := r.asked(1); q.Get("n").Exists() || q.Get("prediction").Exists() || q.Get("seed").Int() != 7 || q.Get("metadata.a").Str != "b" {
			t.Errorf("%s", q.Body)
		}
	})
}
