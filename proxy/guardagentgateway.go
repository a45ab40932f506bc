package proxy

import (
	"encoding/json"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// readAgentgateway reads a call of agentgateway's prompt guard webhook: a
// GuardrailsPromptRequest at /request, a GuardrailsResponseRequest at /response. What they
// leave out of the client's request the webhook's headers tell.
func readAgentgateway(c *call, path string) (guardCall, *wire.Error) {
	body := gjson.GetBytes(c.body, "body")
	g := guardCall{ID: c.header.Get(guardCallHeader), Whole: true}
	switch path {
	case "/request":
		g.Messages = rawArray(body.Get("messages"))
		g.Answers, g.Loose = g.Messages != "", looseAgentgateway(c.header.Get(guardStreamHeader))
		g.Fixed = c.header.Get(guardPlainHeader) != "true"
	case "/response":
		g.Response = true
		for _, choice := range body.Get("choices").Array() {
			g.Texts = append(g.Texts, choice.Get("message.content").Str)
		}
		if len(g.Texts) == 0 {
			g.Texts = []string{""}
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
func writeAgentgateway(g *guardCall, r guardReply) string {
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
	text, _ := json.Marshal(map[string]any{"action": action}) // texts and JSON that was read: encoding cannot fail
	return string(text)
}
