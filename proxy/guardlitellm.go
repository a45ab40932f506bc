package proxy

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// liteLLMPath is what LiteLLM adds to the api_base of a generic guardrail.
const liteLLMPath = "/beta/litellm_basic_guardrail_api"

// readLiteLLM reads a GenericGuardrailAPIRequest of LiteLLM's proxy.
func readLiteLLM(body []byte) (guardCall, *wire.Error) {
	call := gjson.ParseBytes(body)
	g := guardCall{
		ID: call.Get("litellm_call_id").Str, Model: call.Get("model").Str,
		Messages: rawArray(call.Get("structured_messages")), Tools: rawArray(call.Get("tools")),
	}
	for _, text := range call.Get("texts").Array() {
		g.Texts = append(g.Texts, text.Str)
	}
	switch call.Get("input_type").Str {
	case "response":
		// Of Anthropic's interface the texts are the blocks of one answer. LiteLLM tells it by the headers that it had.
		g.Response, g.OneText = true, call.Get("request_headers.anthropic-version").Exists()
		if len(g.Texts) == 0 {
			g.Texts = []string{""} // calls of tools alone
		}
		return g, nil
	case "request":
		if g.Answers = g.Messages != ""; !g.Answers { // an interface without messages: its texts are what the user says
			g.Messages = "[" + wire.TextMessage("user", strings.Join(g.Texts, "\n\n")) + "]"
		}
		return g, nil
	}
	return g, wire.BadRequest("input_type", "invalid_value", "'input_type' must be 'request' or 'response'.")
}

// rawArray is a list that is not empty, as JSON, or "".
func rawArray(v gjson.Result) string {
	if !v.IsArray() || v.Get("#").Int() == 0 {
		return ""
	}
	return v.Raw
}

// writeLiteLLM writes a GenericGuardrailAPIResponse.
func writeLiteLLM(r guardReply) string {
	out := map[string]any{"action": "NONE"}
	switch {
	case r.Blocked != "":
		out["action"], out["blocked_reason"] = "BLOCKED", r.Blocked
	case r.Texts != nil || r.Messages != "":
		out["action"] = "GUARDRAIL_INTERVENED"
		if r.Texts != nil {
			out["texts"] = r.Texts
			if r.Held != nil {
				out["stream_holdback_chars"] = r.Held
			}
		}
		if r.Messages != "" {
			out["structured_messages"] = json.RawMessage(r.Messages)
		}
	}
	text, _ := json.Marshal(out) // texts and JSON that was read: encoding cannot fail
	return string(text)
}

// messageTexts are the texts of a request's messages in LiteLLM's order: the
// content of each message, or each part of it that has a text. nil where they
// are not as many as LiteLLM has sent, for it replaces them one by one.
func messageTexts(body []byte, sent int) []string {
	var texts []string
	for _, m := range gjson.GetBytes(body, "messages").Array() {
		switch content := m.Get("content"); {
		case content.Type == gjson.String:
			texts = append(texts, content.Str)
		case content.IsArray():
			for _, part := range content.Array() {
				if text := part.Get("text"); text.Type == gjson.String {
					texts = append(texts, text.Str)
				}
			}
		}
	}
	if len(texts) != sent {
		return nil
	}
	return texts
}
