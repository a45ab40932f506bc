package proxy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
)

// portkeyPath is behind the guard's name in the webhookURL of Portkey's check
// default.webhook.
const portkeyPath = "/webhook"

// portkeyUnanswered are the types of requests that nobody answers in words.
var portkeyUnanswered = []string{"embed", "rerank", "moderate", "imageGenerate", "imageEdit", "createSpeech", "createTranscription", "createTranslation"}

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
			g.Unknown = fmt.Sprintf("The response has a form that Vouchsafe does not know for Portkey's type %q: nothing in it can be verified.", kind)
		}
		for i, choice := range choices.Array() {
			c := wire.Choice{Index: i, Role: "assistant", FinishReason: "tool_calls", ToolCalls: rawArray(choice.Get("message.tool_calls"))}
			if f := choice.Get("message.function_call"); f.IsObject() {
				c.FunctionCall = f.Raw
			}
			if c.Called() {
				g.Called = append(g.Called, c)
			}
		}
		for _, at := range portkeyTexts(g.document) {
			choice := "choices." + strings.Split(at, ".")[1]
			if g.OneText {
				choice = "choices.0"
			}
			g.Texts = append(g.Texts, strings.Join(textsIn(gjson.Parse(`{"content":`+gjson.Get(g.document, at).Raw+`}`)), ""))
			g.Calls = append(g.Calls, rawArray(gjson.Get(reply, choice+".message.tool_calls")))
			g.Ends = append(g.Ends, gjson.Get(reply, choice+".finish_reason").Str)
		}
		if len(g.Texts) == 0 {
			g.Texts = []string{""}
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
func writePortkey(g *guardCall, r guardReply) string {
	out := map[string]any{"verdict": r.Blocked == ""}
	changed := g.document
	switch {
	case r.Blocked != "":
		out["data"] = map[string]string{"reason": r.Blocked}
	case g.Response && r.Texts != nil:
		for i, choice := range gjson.Get(changed, "choices").Array() {
			for _, unread := range [...]string{"annotations", "audio", "reasoning", "reasoning_content"} {
				if thought := strings.HasPrefix(unread, "reasoning"); !thought || !choice.Get("message.tool_calls").Exists() { // calls take theirs back
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
	text, _ := json.Marshal(out) // texts and JSON that was read: encoding cannot fail
	return string(text)
}
