package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// guardingAs is a gateway with a guard of a kind.
func guardingAs(t *testing.T, kind string, dialect ...answer.Dialect) *rig {
	t.Helper()
	asks := func(a *App) {
		for _, d := range dialect {
			a.Policy.Citations.Dialect = d
		}
	}
	return plan{script: up.Say("unused"), app: asks, setup: func(s *Setup) { s.Guards = map[string]Guard{"g": {Kind: kind, App: "default"}} }}.start(t)
}

// promptMessages are the messages of agentgateway's GuardrailsPromptRequest: role and content.
func promptMessages() string {
	return `{"body":{"messages":` + gjson.Get(ask(howLong, ""), "messages").Raw + `}}`
}

// choices is its GuardrailsResponseRequest.
func choices(texts ...string) string {
	var all []any
	for _, text := range texts {
		all = append(all, map[string]any{"message": map[string]string{"role": "assistant", "content": text}})
	}
	body, _ := json.Marshal(map[string]any{"body": map[string]any{"choices": all}})
	return string(body)
}

func TestAgentgatewaysWebhookIsAnswered(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "agentgateway")
	asked := parse(r.post("/guard/g/request", promptMessages(), plainly("a1")...).body)
	if !strings.Contains(asked.Get("action.body.messages").Raw, answer.Headings[0][:20]) || asked.Get("action.status_code").Exists() {
		t.Errorf("%s", asked.Raw)
	}
	if n, sent := asked.Get("action.body.messages.#").Int(), gjson.Get(promptMessages(), "body.messages.#").Int(); n != sent {
		t.Errorf("%d messages for %d", n, sent)
	}
	told := parse(r.post("/guard/g/response", choices(segmented(backups)), guardCallHeader, "a1").body)
	if told.Get("action.body.choices.0.message.content").Str != shown || told.Get("action.body.choices.0.message.role").Str != "assistant" {
		t.Errorf("%s", told.Raw)
	}
	r.post("/guard/g/request", promptMessages(), plainly("a2")...)
	for id, reason := range map[string]string{"a2": "provided sources", "unseen": "unknown-request", "": "unknown-request"} {
		const lie = `{"mode":"answer","segments":[{"citations":[],"text":"Backups are kept for 7731 days."}],"unanswered_aspects":[]}`
		refused := parse(r.post("/guard/g/response", choices(lie), guardCallHeader, id).body)
		if body := refused.Get("action.body").Str; refused.Get("action.status_code").Int() != 400 || !strings.Contains(gjson.Get(body, "error.message").Str, reason) || strings.Contains(body, "7731") {
			t.Errorf("%q: %s", id, refused.Raw)
		}
	}
}

// plainly are the headers of agentgateway's call for a request of plain messages and no stream.
func plainly(id string) []string {
	return []string{guardCallHeader, id, guardStreamHeader, "false", guardPlainHeader, "true"}
}

// TestAgentgatewaysStreamsAreRefused: it shows them to no guard, unless it is told to, and
// then in windows that it does not replace.
func TestAgentgatewaysStreamsAreRefused(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "agentgateway")
	for _, stream := range []string{"true", "", "yes"} {
		refused := parse(r.post("/guard/g/request", promptMessages(), guardCallHeader, "a1", guardStreamHeader, stream).body)
		if refused.Get("action.status_code").Int() != 400 || !strings.Contains(refused.Get("action.reason").Str, "stream") {
			t.Errorf("%q: %s", stream, refused.Raw)
		}
	}
	// Where it is told wrongly, a stream's windows are no answer.
	r.post("/guard/g/request", promptMessages(), plainly("a2")...)
	if first := parse(r.post("/guard/g/response", choices(segmented(backups)[:60]), guardCallHeader, "a2").body); first.Get("action.status_code").Int() != 400 {
		t.Errorf("%s", first.Raw)
	}
	if second := r.post("/guard/g/response", choices(segmented(backups)[30:]), guardCallHeader, "a2"); second.status != 400 {
		t.Errorf("%d %s", second.status, second.body)
	}
}

// TestMessagesThatAgentgatewayWouldCutStayAsTheyAre: where a webhook changes one, it makes
// all of them anew of role and text, and the calls of tools are gone. The answer is verified.
func TestMessagesThatAgentgatewayWouldCutStayAsTheyAre(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "agentgateway")
	const turns = `{"body":{"messages":[{"role":"user","content":"How long are backups kept?"},{"role":"assistant","content":""},` +
		`{"role":"tool","content":"Nightly backups are kept for 21 days."}]}}`
	for _, plain := range []string{"false", ""} {
		id := "plain" + plain
		if g := r.post("/guard/g/request", turns, guardCallHeader, id, guardStreamHeader, "false", guardPlainHeader, plain); g.body != `{"action":{}}` {
			t.Errorf("%s", g.body)
		}
		if g := parse(r.post("/guard/g/response", choices("Nightly backups are kept for 21 days."), guardCallHeader, id).body); g.Get("action.body.choices.0.message.content").Str != "Nightly backups are kept for 21 days. [1]" {
			t.Errorf("%s", g.Raw)
		}
		r.post("/guard/g/request", turns, guardCallHeader, id+"2", guardStreamHeader, "false")
		if g := parse(r.post("/guard/g/response", choices("Nightly backups are kept for 7731 days."), guardCallHeader, id+"2").body); g.Get("action.status_code").Int() != 400 {
			t.Errorf("%s", g.Raw)
		}
	}
}

// TestABlankBlockIsNoRefusal: of a message of Anthropic's agentgateway shows each block, a
// thought and a call of a tool as nothing.
func TestABlankBlockIsNoRefusal(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "agentgateway")
	for id, blocks := range map[string][]string{"thought": {"", segmented(backups)}, "call": {segmented(backups), ""}} {
		r.post("/guard/g/request", promptMessages(), plainly(id)...)
		g := parse(r.post("/guard/g/response", choices(blocks...), guardCallHeader, id).body)
		for i, block := range g.Get("action.body.choices.#.message.content").Array() {
			if want := map[bool]string{true: "", false: shown}[blocks[i] == ""]; block.Str != want {
				t.Errorf("%s: %s", id, g.Raw)
			}
		}
		if n := g.Get("action.body.choices.#").Int(); n != 2 {
			t.Errorf("%d blocks", n)
		}
	}
}

func TestAgentgatewaysOtherPathsAreUnknown(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "agentgateway")
	if g := r.post("/guard/g/other", promptMessages()); g.status != 404 {
		t.Errorf("%d %s", g.status, g.body)
	}
	if g := r.post("/guard/g/response", `{"body":{}}`, guardCallHeader, "x"); !strings.Contains(g.body, "unknown-request") {
		t.Errorf("%s", g.body)
	}
	if g := r.post("/guard/g/request", `{"body":{"messages":[]}}`, guardCallHeader, "x"); g.body != `{"action":{}}` {
		t.Errorf("%s", g.body)
	}
}

// hook is the body of Portkey's check default.webhook.
func hook(event, kind, request, response string) string {
	return `{"request":{"json":` + request + `,"text":"…","isStreamingRequest":` + map[bool]string{true: "true", false: "false"}[gjson.Get(request, "stream").Bool()] +
		`,"isTransformed":false},"response":{"json":` + response + `,"text":"","statusCode":200,"isTransformed":false},"provider":"openai","requestType":"` + kind +
		`","metadata":{},"eventType":"` + event + `"}`
}

func completion(text string) string {
	content, _ := json.Marshal(text)
	return `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":` + string(content) + `},"finish_reason":"stop"}],"usage":{"total_tokens":9}}`
}

func TestPortkeysWebhookIsAnswered(t *testing.T) {
	t.Parallel()
	for _, d := range []answer.Dialect{policy.AutoDialect, answer.Sentences} { // numbers would come back as a part of the sources
		t.Run(string(d), func(t *testing.T) { portkeyIsAnswered(t, d) })
	}
}

func portkeyIsAnswered(t *testing.T, d answer.Dialect) {
	t.Helper()
	r := guardingAs(t, "portkey", d)
	request := ask(howLong, `"temperature":0.2,"seed":7,`)
	before := parse(r.post("/guard/g/webhook", hook("beforeRequestHook", "chatComplete", request, "{}")).body)
	changed := before.Get("transformedData.request.json")
	if !before.Get("verdict").Bool() || !strings.Contains(changed.Get("messages").Raw, answer.Headings[0][:20]) || changed.Get("temperature").Num != 0.2 || changed.Get("seed").Int() != 7 {
		t.Fatalf("%s", before.Raw)
	}
	if changed.Get("stream").Exists() || changed.Get("response_format").Exists() {
		t.Errorf("more than the messages was changed: %s", changed.Raw)
	}
	for _, asked := range []string{request, changed.Raw} { // the response comes with the request as it was changed, or as it came
		after := parse(r.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", asked, completion(segmented(backups)))).body)
		if now := after.Get("transformedData.response.json"); !after.Get("verdict").Bool() || now.Get("choices.0.message.content").Str != shown || now.Get("usage.total_tokens").Int() != 9 {
			t.Errorf("%s", after.Raw)
		}
	}
	lie := parse(r.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", request, completion("Nightly backups are kept for 7731 days."))).body)
	if strings.Contains(lie.Get("transformedData").Raw, "7731") || lie.Get("verdict").Bool() && !lie.Get("transformedData").Exists() {
		t.Errorf("%s", lie.Raw)
	}
	if trace := r.trace(0); trace.Answer != shown {
		t.Errorf("%+v", trace)
	}
}

// TestWhatPortkeyCannotHoldIsDenied: of a stream its hooks see nothing.
func TestWhatPortkeyCannotHoldIsDenied(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "portkey")
	if g := parse(r.post("/guard/g/webhook", hook("beforeRequestHook", "chatComplete", ask(howLong, `"stream":true,`), "{}")).body); g.Get("verdict").Bool() || g.Get("data.reason").Str != looseStream {
		t.Errorf("%s", g.Raw)
	}
	for _, event := range []string{"beforeRequestHook", "afterRequestHook"} {
		g := parse(r.post("/guard/g/webhook", hook(event, "createModelResponse", `{"model":"m","input":"How long?"}`, `{"output":[{"type":"message","content":[{"type":"output_text","text":"7731 days."}]}]}`)).body)
		if g.Get("verdict").Bool() || !strings.Contains(g.Get("data.reason").Str, "createModelResponse") {
			t.Errorf("%s: %s", event, g.Raw)
		}
	}
	for _, response := range []string{`{"output_text":"7731 days."}`, `"7731 days."`, `null`, `{"choices":{"0":{"message":{"content":"7731 days."}}}}`, `{"choices":[{"delta":{"content":"7731 days."}}]}`} {
		if g := parse(r.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", ask(howLong, ""), response)).body); g.Get("verdict").Bool() {
			t.Errorf("%s: %s", response, g.Raw)
		}
	}
	for _, tc := range [][3]string{
		{"beforeRequestHook", "embed", `{"model":"e","input":"Backups are kept for 21 days."}`},
		{"beforeRequestHook", "chatComplete", `{"model":"m","messages":[{"role":"user","content":"Hello there."}],"stream":true}`},
	} {
		if g := r.post("/guard/g/webhook", hook(tc[0], tc[1], tc[2], "{}")); g.body != `{"verdict":true}` {
			t.Errorf("%v: %d %s", tc, g.status, g.body)
		}
	}
}

// TestPortkeysOtherInterfacesAreVerified: a message of Anthropic's, and the completion of a text.
func TestPortkeysOtherInterfacesAreVerified(t *testing.T) {
	t.Parallel()
	r := guardingAs(t, "portkey")
	message := `{"model":"claude","max_tokens":99,"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","media_type":"text/plain","data":"Nightly backups are kept for 21 days."}},{"type":"text","text":"How long are backups kept?"}]}]}`
	told := parse(r.post("/guard/g/webhook", hook("afterRequestHook", "messages", message, `{"type":"message","content":[{"type":"text","text":"Nightly backups are kept"},{"type":"text","text":" for 21 days."}]}`)).body)
	if now := told.Get("transformedData.response.json.content"); now.Get("0.text").Str != "Nightly backups are kept for 21 days. [1]" || now.Get("#").Int() != 1 {
		t.Errorf("%s", told.Raw)
	}
	text := `{"model":"m","prompt":"<document id=\"d2\">Nightly backups are kept for 21 days.</document>\n\nHow long are backups kept?"}`
	told = parse(r.post("/guard/g/webhook", hook("afterRequestHook", "complete", text, `{"choices":[{"text":"Nightly backups are kept for 21 days."}]}`)).body)
	if told.Get("transformedData.response.json.choices.0.text").Str != "Nightly backups are kept for 21 days. [1]" {
		t.Errorf("%s", told.Raw)
	}
}

func FuzzGuardDialects(f *testing.F) {
	f.Add("/webhook", hook("afterRequestHook", "chatComplete", ask(howLong, ""), completion("x")))
	f.Add("/request", promptMessages())
	f.Add("/response", choices("a", "b"))
	f.Add(liteLLMPath, liteResponse("c1", "x", "y"))
	f.Fuzz(func(t *testing.T, path, body string) {
		for kind, d := range guardDialects {
			g, err := d.read(&call{body: []byte(body)}, path)
			if err != nil {
				continue
			}
			for _, r := range []guardReply{{}, {Blocked: "no"}, {Texts: make([]string, len(g.Texts))}, {Messages: `[{"role":"user","content":"x"}]`}} {
				if _, err := json.Marshal(d.write(&g, r)); err != nil && gjson.Valid(body) {
					t.Errorf("%s: %s", kind, err)
				}
			}
		}
	})
}

// TestAGuardKnowsTheInstructionOfAGatewayInFront: it adds none, reads no form of the app's
// into it, and hands the answer back in the form that the gateway reads.
func TestAGuardKnowsTheInstructionOfAGatewayInFront(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	instructed := gjson.Get(r.post(guardURL, liteRequest("c0")).body, "structured_messages").Raw
	again := `{"input_type":"request","litellm_call_id":"c1","structured_messages":` + instructed + `,"texts":[],"model":"m"}`
	if g := r.post(guardURL, again); g.body != `{"action":"NONE"}` {
		t.Errorf("%s", g.body)
	}
	if g := parse(r.post(guardURL, liteResponse("c1", segmented(backups))).body); g.Get("texts.0").Str != segmented(backups) {
		t.Errorf("%s", g.Raw)
	}
	if trace := r.trace(0); trace.Verdict != "grounded" || len(trace.Chunks) != 2 {
		t.Errorf("%s of %d chunks", trace.Verdict, len(trace.Chunks))
	}
	r.post(guardURL, strings.Replace(again, `"c1"`, `"c2"`, 1))
	if g := r.post(guardURL, liteResponse("c2", segmented(doseWrong))); strings.Contains(g.body, doseWrong.text) {
		t.Errorf("%s", g.body)
	}
}

// TestAMessageInPartsKeepsThemAll: LiteLLM does not show each part, and takes a message
// that comes back for all of it.
func TestAMessageInPartsKeepsThemAll(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	body := `{"input_type":"request","litellm_call_id":"c1","structured_messages":[{"role":"user","content":[` +
		`{"type":"document","title":"Backups","context":"","source":{"type":"text","media_type":"text/plain","data":"Nightly backups are kept for 21 days."}},` +
		`{"type":"text","text":"How long are backups kept?"}]}],"texts":["How long are backups kept?"],"model":"m"}`
	g := parse(r.post(guardURL, body).body)
	if g.Get("structured_messages").Exists() || !strings.HasPrefix(g.Get("texts.0").Str, "How long are backups kept?\n\n========") || g.Get("texts.#").Int() != 1 {
		t.Errorf("%s", g.Raw)
	}
	if g := parse(r.post(guardURL, liteResponse("c1", "Nightly backups are kept for 21 days.")).body); g.Get("texts.0").Str != "Nightly backups are kept for 21 days. [1]" {
		t.Errorf("%s", g.Raw)
	}
}

// TestAGatewayKnowsTheInstructionOfAGuardInFront: it asks once, and in its own words; where
// it only observes, the other's reach the model as they came.
func TestAGatewayKnowsTheInstructionOfAGuardInFront(t *testing.T) {
	t.Parallel()
	instructed := gjson.Get(guarding(t).post(guardURL, liteRequest("c0")).body, "structured_messages").Raw
	body := `{"model":"m","messages":` + instructed + `}`
	r := newRig(t, says(segmented(backups)))
	if s := r.talk(body, false); s.verdict() != "grounded" || len(r.upstream.Requests()) != 1 || strings.Count(string(r.asked(0).Body), answer.Headings[0][:20]) != 1 {
		t.Errorf("%s after %s", s.verdict(), r.asked(0).Body)
	}
	r = newRig(t, says(segmented(backups)), func(a *App) { a.Policy.Mode = policy.Observe })
	r.talk(body, false)
	if sent := gjson.GetBytes(r.asked(0).Body, "messages").Raw; sent != instructed {
		t.Errorf("%s", sent)
	}
}
