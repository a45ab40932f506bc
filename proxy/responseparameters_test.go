package proxy

import (
	"os"
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

const flatTools = `"tools":[{"type":"function","name":"f","parameters":{}}],`

// responseParameters is parameters for the Responses interface.
var responseParameters = []struct {
	name, sent, got string
	beside          string
	code            string
}{
	{name: "model", sent: `"m"`, got: `"m"`},
	{name: "stream", sent: `false`, got: `false`},
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
	{name: "modalities", sent: `["text","audio"]`, code: "audio_not_enforceable"},
	{name: "audio", sent: `{"voice":"alloy"}`, code: "audio_not_enforceable"},
	{name: "temperature", sent: `0.10`, got: `0.10`},
	{name: "top_p", sent: `1e0`, got: `1e0`},
	{name: "reasoning", sent: `{"effort":"low"}`, got: `{"effort":"low"}`},
	{name: "truncation", sent: `"auto"`, got: `"auto"`},
	{name: "metadata", sent: `{"run":"7"}`, got: `{"run":"7"}`},
	{name: "service_tier", sent: `"flex"`, got: `"flex"`},
	{name: "user", sent: `"u1"`, got: `"u1"`},
	{name: "safety_identifier", sent: `"u1"`, got: `"u1"`},
	{name: "prompt_cache_key", sent: `"k"`, got: `"k"`},
	{name: "prompt_cache_retention", sent: `"24h"`, got: `"24h"`},
	{name: "documents", sent: `[{"text":"Nightly backups start at 01:30 UTC and are kept for 21 days."}]`, got: absent},
	{name: "vouchsafe", sent: `{"context_id":"x"}`, got: absent},
	{name: "anything_else", sent: `{"deep":[1,2.50e-7]}`, got: `{"deep":[1,2.50e-7]}`},
}

func TestResponseParameters(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/responses.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range responseParameters {
		if !strings.Contains(string(page), "`"+p.name+"`") && p.name != "anything_else" {
			t.Errorf("docs/responses.md says nothing of %s", p.name)
		}
		body := inputOf(howLong, p.beside+`"`+p.name+`":`+p.sent+`,`)
		if p.name == "model" {
			body = inputOf(howLong, "")
		}
		t.Run("enforce, "+p.name+" "+p.sent, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Upstream.PassDocuments = false })
			h := r.inquire(body, false)
			if p.code != "" {
				if code, _ := errorOf(t, h.body); h.status != 400 || code != p.code || len(r.upstream.Requests()) != 0 {
					t.Fatalf("%d %s", h.status, h.body)
				}
				return
			}
			got := r.asked(0).Get(p.name)
			if p.got == "dialect" {
				if got.Get("format.schema.properties.segments").Raw == "" || strings.Contains(p.sent, "low") && got.Get("verbosity").Str != "low" {
					t.Errorf("the upstream got %s", got.Raw)
				}
			} else if got.Raw != p.got {
				t.Errorf("the upstream got %q", got.Raw)
			}
			if p.name != "stream_options" {
				if h.wellFormed(t); !strings.HasPrefix(h.text(), "Nightly backups") {
					t.Errorf("%s", h.body)
				}
			}
		})
		t.Run("observe, "+p.name+" "+p.sent, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy.Mode = policy.Observe })
			r.post(responsesPath, body)
			if got := r.asked(0); p.name != "vouchsafe" && string(got.Body) != body {
				t.Errorf("the upstream got %s", got.Body)
			}
		})
	}
}
