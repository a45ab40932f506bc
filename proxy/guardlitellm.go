package proxy

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/proxy/wire"
)

// liteLLMPath is what LiteLLM adds to the api_base of a generic guardrail.
const liteLLMPath = "/beta/litellm_basic_guardrail_api"

// looseModels is what an app is told that asks several models at once: LiteLLM shows no guard what they answer.
const looseModels = "The answers of several models at once cannot be verified through this gateway; name one model."

// readLiteLLM reads a GenericGuardrailAPIRequest of LiteLLM's proxy.
func readLiteLLM(c *call, path string) (guardCall, *wire.Error) {
	if path != liteLLMPath {
		return guardCall{}, noGuardPath
	}
	call := gjson.ParseBytes(c.body)
	g := guardCall{
		ID: call.Get("litellm_call_id").Str, Model: call.Get("model").Str,
		Messages: rawArray(call.Get("structured_messages")), Tools: rawArray(call.Get("tools")),
	}
	for _, text := range call.Get("texts").Array() {
		g.Texts = append(g.Texts, text.Str)
	}
	switch call.Get("input_type").Str {
	case "response":
		// Of Anthropic's interface the texts are the blocks of one answer. LiteLLM tells it by the headers that it had, if it had them.
		g.Response, g.OneText = true, call.Get("request_headers.anthropic-version").Exists() || runOn(g.Texts)
		g.Whole = call.Get("additional_provider_specific_params.whole").Type == gjson.True // nothing else tells an answer from a piece of it
		if len(g.Texts) == 0 {
			g.Texts = []string{""} // calls of tools alone
		}
		if calls := rawArray(call.Get("tool_calls")); calls != "" { // of which text, is not told
			g.Calls = slices.Repeat([]string{calls}, len(g.Texts))
			g.Called = []wire.Choice{{Role: "assistant", FinishReason: "tool_calls", ToolCalls: calls}}
		}
		g.MayBeOne = !g.OneText && len(g.Texts) > 1
		return g, nil
	case "request":
		if g.Answers = g.Messages != ""; !g.Answers { // an interface without messages: its texts are what the user says
			g.Messages = "[" + wire.TextMessage("user", strings.Join(g.Texts, "\n\n")) + "]"
		}
		g.Messages, g.Fixed = withHidden(g.Messages, g.Texts)
		if strings.Contains(g.Model, ",") {
			g.Loose = looseModels
		}
		return g, nil
	}
	return g, wire.BadRequest("input_type", "invalid_value", "'input_type' must be 'request' or 'response'.")
}

// runOn reports whether a text goes on in the midst of a sentence of the one before it.
func runOn(texts []string) bool {
	for i := 1; i < len(texts); i++ {
		first, _ := utf8.DecodeRuneInString(texts[i])
		begins := first == utf8.RuneError || unicode.IsUpper(first) || unicode.IsDigit(first) || strings.ContainsRune("{[<`#*\"-", first)
		if last := strings.TrimRightFunc(texts[i-1], unicode.IsSpace); !begins && answer.WholeSentences(last) != last {
			return true
		}
	}
	return false
}

// rawArray is a list that is not empty, as JSON, or "".
func rawArray(v gjson.Result) string {
	if !v.IsArray() || v.Get("#").Int() == 0 {
		return ""
	}
	return v.Raw
}

// writeLiteLLM writes a GenericGuardrailAPIResponse.
func writeLiteLLM(g *guardCall, r guardReply) string {
	out := map[string]any{"action": "NONE"}
	if r.Messages != "" {
		r.Texts = messageTexts(g.Messages, r.Messages, len(g.Texts))
		if showsAll(g.Messages, r.Messages) {
			out["structured_messages"] = json.RawMessage(r.Messages)
		}
	}
	switch {
	case r.Blocked != "":
		out["action"], out["blocked_reason"] = "BLOCKED", r.Blocked
	case r.Texts != nil || out["structured_messages"] != nil:
		out["action"] = "GUARDRAIL_INTERVENED"
		if r.Texts != nil {
			out["texts"] = r.Texts
		}
		if r.Held != nil {
			out["stream_holdback_chars"] = r.Held
		}
	}
	text, _ := json.Marshal(out) // texts and JSON that was read: encoding cannot fail
	return string(text)
}

// withHidden are messages with the parts that LiteLLM knows no type of: it does not show these, and
// has their words among the texts, at their place. Beside a part that it shows they are material. It
// reports whether there are any.
func withHidden(messages string, texts []string) (string, bool) {
	last, out := -1, messages // the last message in parts
	parts := map[int][]string{}
	for i, m := range gjson.Parse(messages).Array() {
		for _, text := range textsIn(m) {
			at := slices.Index(texts, text)
			if at < 0 {
				return messages, false
			}
			if m.Get("content").IsArray() {
				last = i
			}
			parts[last] = append(parts[last], texts[:at]...)
			texts = texts[at+1:]
		}
	}
	parts[last] = append(parts[last], texts...)
	hidden := false
	for i, found := range parts {
		for _, text := range found {
			if i < 0 {
				return messages, false
			}
			part, _ := json.Marshal(map[string]string{"type": "grounding_source", "text": text}) // cannot fail
			out, _ = sjson.SetRaw(out, strconv.Itoa(i)+".content.-1", string(part))              // nor can this: the place was found there
			hidden = true
		}
	}
	return out, hidden
}

// showsAll reports whether the messages that were changed are sure to be whole. Of a
// message in parts LiteLLM shows those whose type it knows, and takes a changed message
// for all of it: a document in it would never reach the model.
func showsAll(before, after string) bool {
	was := gjson.Parse(before).Array()
	for i, m := range gjson.Parse(after).Array() {
		if i < len(was) && was[i].Raw != m.Raw && m.Get("role").Str == "user" && m.Get("content").IsArray() {
			return false
		}
	}
	return true
}

// messageTexts are the texts of messages in LiteLLM's order: the content of each, or each
// part of it that has a text. What has joined a message as a part of its own goes with the
// part before it. nil where they are not as many as LiteLLM has sent, for it replaces them
// one by one.
func messageTexts(before, after string, sent int) []string {
	var texts []string
	was := gjson.Parse(before).Array()
	for i, m := range gjson.Parse(after).Array() {
		now := textsIn(m)
		if i >= len(was) {
			return nil
		}
		if had := len(textsIn(was[i])); had < len(now) {
			if had == 0 {
				return nil
			}
			now = append(now[:had-1:had-1], strings.Join(now[had-1:], "\n\n"))
		}
		texts = append(texts, now...)
	}
	if len(texts) != sent {
		return nil
	}
	return texts
}

// textsIn are the texts of one message.
func textsIn(m gjson.Result) (texts []string) {
	content := m.Get("content")
	if content.Type == gjson.String {
		return []string{content.Str}
	}
	for _, part := range content.Array() {
		if text := part.Get("text"); text.Type == gjson.String {
			texts = append(texts, text.Str)
		}
	}
	return texts
}
