package proxy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
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
		Messages: wire.RawArray(call.Get("structured_messages")), Tools: wire.RawArray(call.Get("tools")),
	}
	for _, text := range call.Get("texts").Array() {
		g.Texts = append(g.Texts, text.Str)
	}
	switch call.Get("input_type").Str {
	case "response":
		// Of Anthropic's interface the texts are the blocks of one answer. LiteLLM tells it by the headers that it had, if it had them.
		g.Response, g.OneText = true, call.Get("request_headers.anthropic-version").Exists() || runOn(g.Texts)
		// nothing else tells an answer from a piece of it
		g.Whole = call.Get("additional_provider_specific_params.whole").Type == gjson.True
		if calls := wire.RawArray(call.Get("tool_calls")); calls != "" { // of which text, is not told
			g.Calls = slices.Repeat([]string{calls}, max(1, len(g.Texts)))
			g.Called = []wire.Choice{{FinishReason: "tool_calls", ToolCalls: calls}}
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

// writeLiteLLM writes a GenericGuardrailAPIResponse.
func writeLiteLLM(g *guardCall, r guardReply) any {
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
	return out
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

// readAgentgateway reads a call of agentgateway's prompt guard webhook: a
// GuardrailsPromptRequest at /request, a GuardrailsResponseRequest at /response. What they
// leave out of the client's request the webhook's headers tell.
func readAgentgateway(c *call, path string) (guardCall, *wire.Error) {
	body := gjson.GetBytes(c.body, "body")
	g := guardCall{ID: c.header.Get(guardCallHeader), Whole: true}
	switch path {
	case "/request":
		g.Messages = wire.RawArray(body.Get("messages"))
		g.Answers, g.Loose = g.Messages != "", looseAgentgateway(c.header.Get(guardStreamHeader))
		g.Fixed = c.header.Get(guardPlainHeader) != "true"
	case "/response":
		g.Response = true
		for _, choice := range body.Get("choices").Array() {
			g.Texts = append(g.Texts, choice.Get("message.content").Str)
		}
	default:
		return g, noGuardPath
	}
	return g, nil
}

// Headers in which agentgateway is told to name the exchange, and to tell whether it is a
// stream, and whether the messages are roles and texts alone: where a webhook changes
// messages, agentgateway makes all of them anew of role and text, without calls of tools,
// images and documents.
const (
	guardCallHeader   = "X-Vouchsafe-Call"
	guardStreamHeader = "X-Vouchsafe-Stream"
	guardPlainHeader  = "X-Vouchsafe-Plain"
)

// looseAgentgateway is why an answer may leave unverified: agentgateway shows no guard a
// stream, unless it is told to, and then it replaces nothing of it.
func looseAgentgateway(stream string) string {
	switch stream {
	case "false":
		return ""
	case "true":
		return looseStream
	}
	return "The guard is not told whether this is a stream: the webhook lacks the header " + guardStreamHeader + " (true or false)."
}

// writeAgentgateway writes the action: what has a status is a rejection, what has a body
// a changed text, and what has neither passes.
func writeAgentgateway(g *guardCall, r guardReply) any {
	action := map[string]any{}
	switch {
	case r.Blocked != "":
		refusal := wire.NewError(400, "answer_refused", r.Blocked)
		action["status_code"], action["body"], action["reason"] = refusal.Status, string(refusal.Body()), r.Blocked
	case r.Messages != "":
		action["body"] = map[string]any{"messages": json.RawMessage(r.Messages)}
	case r.Texts != nil:
		choices := make([]any, len(r.Texts))
		for i, text := range r.Texts {
			choices[i] = map[string]any{"message": map[string]string{"role": "assistant", "content": text}}
		}
		action["body"] = map[string]any{"choices": choices}
	}
	return map[string]any{"action": action}
}

// portkeyPath is behind the guard's name in the webhookURL of Portkey's check
// default.webhook.
const portkeyPath = "/webhook"

// portkeyUnanswered are the types of requests that nobody answers in words.
var portkeyUnanswered = []string{"embed", "rerank", "moderate", "imageGenerate", "imageEdit", "createSpeech",
	"createTranscription", "createTranslation"}

// readPortkey reads the context of a hook: a response comes with its request.
func readPortkey(c *call, path string) (guardCall, *wire.Error) {
	if path != portkeyPath {
		return guardCall{}, noGuardPath
	}
	hook := gjson.ParseBytes(c.body)
	asked, kind := hook.Get("request.json"), hook.Get("requestType").Str
	g := guardCall{Model: asked.Get("model").Str, Whole: true, Resent: true, document: asked.Raw}
	g.Response = hook.Get("eventType").Str == "afterRequestHook"
	var fault *wire.Error
	switch {
	case kind == "chatComplete":
		g.Body, g.Answers = []byte(asked.Raw), true
	case kind == "messages":
		_, g.Body, fault = messages.Read([]byte(asked.Raw))
		g.Answers, g.OneText = true, true
	case asked.Get("prompt").Exists():
		g.Messages = "[" + wire.TextMessage("user", asked.Get("prompt").String()) + "]"
		g.Body = g.chat()
		g.Answers = true
	case slices.Contains(portkeyUnanswered, kind):
		g.Response = false
		return g, nil
	default:
		g.Unknown = fmt.Sprintf("Vouchsafe knows no requests of Portkey's type %q, and cannot verify what answers them.", kind)
		return g, nil
	}
	if hook.Get("request.isStreamingRequest").Bool() || asked.Get("stream").Bool() {
		g.Loose = looseStream
	}
	if g.Response {
		g.document = hook.Get("response.json").Raw
		reply := g.document
		if g.OneText {
			reply = string(messages.Reply([]byte(reply)))
		}
		choices := gjson.Get(reply, "choices")
		strange := func(c gjson.Result) bool { return !c.Get("message").IsObject() && !c.Get("text").Exists() }
		if !choices.IsArray() || slices.ContainsFunc(choices.Array(), strange) {
			g.Unknown = fmt.Sprintf(
				"The response has a form that Vouchsafe does not know for Portkey's type %q: nothing in it can be verified.", kind)
		}
		for i, choice := range choices.Array() {
			c := wire.Choice{Index: i, FinishReason: "tool_calls"}
			if c.ReadMessage(choice.Get("message")); c.Called() {
				g.Called = append(g.Called, c)
			}
		}
		for _, at := range portkeyTexts(g.document) {
			choice := "choices." + strings.Split(at, ".")[1]
			if g.OneText {
				choice = "choices.0"
			}
			g.Texts = append(g.Texts, strings.Join(textsIn(gjson.Parse(`{"content":`+gjson.Get(g.document, at).Raw+`}`)), ""))
			g.Calls = append(g.Calls, wire.RawArray(gjson.Get(reply, choice+".message.tool_calls")))
			g.Ends = append(g.Ends, gjson.Get(reply, choice+".finish_reason").Str)
		}
	}
	return g, fault
}

// portkeyTexts are the places of a response's texts, some of which are in parts: of a chat completion, a
// completion or a message of Anthropic's.
func portkeyTexts(response string) (at []string) {
	for i, choice := range gjson.Get(response, "choices").Array() {
		for _, member := range [...]string{"message.content", "message.refusal", "text"} {
			if text := choice.Get(member); text.Type == gjson.String || text.IsArray() {
				at = append(at, "choices."+strconv.Itoa(i)+"."+member)
			}
		}
	}
	for i, block := range gjson.Get(response, "content").Array() {
		if block.Get("type").Str == "text" {
			at = append(at, "content."+strconv.Itoa(i)+".text")
		}
	}
	return at
}

// writePortkey writes the verdict, and what has changed of the request or the response.
func writePortkey(g *guardCall, r guardReply) any {
	out := map[string]any{"verdict": r.Blocked == ""}
	changed := g.document
	switch {
	case r.Blocked != "":
		out["data"] = map[string]string{"reason": r.Blocked}
	case g.Response && r.Texts != nil:
		for i, choice := range gjson.Get(changed, "choices").Array() {
			for _, unread := range [...]string{"annotations", "audio", "reasoning", "reasoning_content"} {
				// calls take theirs back
				if thought := strings.HasPrefix(unread, "reasoning"); !thought || !choice.Get("message.tool_calls").Exists() {
					changed, _ = sjson.Delete(changed, "choices."+strconv.Itoa(i)+".message."+unread)
				}
			}
		}
		for i, at := range slices.Backward(portkeyTexts(g.document)) { // places that were found there
			if block, isBlock := strings.CutSuffix(at, ".text"); isBlock {
				changed, _ = sjson.Delete(changed, block+".citations")
			}
			if block, isBlock := strings.CutSuffix(at, ".text"); isBlock && g.OneText && r.Texts[i] == "" {
				changed, _ = sjson.Delete(changed, block) // Anthropic's interface takes no empty one back
			} else {
				changed, _ = sjson.Set(changed, at, r.Texts[i])
			}
		}
		out["transformedData"] = map[string]any{"response": map[string]any{"json": json.RawMessage(changed)}}
	case r.Messages != "" && gjson.Get(g.document, "messages.0.role").Exists() && !g.OneText:
		changed, _ = sjson.SetRaw(changed, "messages", r.Messages) // as above
		out["transformedData"] = map[string]any{"request": map[string]any{"json": json.RawMessage(changed)}}
	}
	return out
}
