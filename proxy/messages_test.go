package proxy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
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

// TestABegunAnswerIsJudgedWithItsBeginning: what the client has begun and what the model goes on with are one answer,
// of which the client gets the model's part, or a refusal where that cannot go on.
func TestABegunAnswerIsJudgedWithItsBeginning(t *testing.T) {
	t.Parallel()
	const source = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	for begun, goes := range map[string][2]string{
		"Nightly backups start at 01:30 UTC":  {" and are kept for 21 days.", " and are kept for 21 days."},
		"It is false that":                    {" nightly backups start at 01:30 UTC and are kept for 21 days.", "I can't answer that from the provided sources."},
		"Nightly backups are never made. So:": {" " + source, "I can't answer that from the provided sources."},
	} {
		plainAndStreamed(t, begun, func(t *testing.T, stream bool) {
			g := behindAnthropic(t, goes[0]).post("/v1/messages", fmt.Sprintf(`{"model":"m","max_tokens":400,"stream":%t,"messages":[{"role":"user","content":[`+
				`{"type":"document","source":{"type":"text","media_type":"text/plain","data":"%s"},"citations":{"enabled":true}},{"type":"text","text":"%s"}]},`+
				`{"role":"assistant","content":"%s"}]}`, stream, source, howLong, begun))
			text := gjson.Get(g.body, "content.0.text").Str
			for _, event := range strings.Split(g.body, "\ndata: ") {
				text += gjson.Get(strings.TrimPrefix(event, "data: "), "delta.text").Str
			}
			if text != goes[1] {
				t.Errorf("%q: %s", text, g.body)
			}
		})
	}
}

// TestErrorsHaveTheFormOfTheClientWhateverItsPath: a path that is spelt oddly, or that nothing serves.
func TestErrorsHaveTheFormOfTheClientWhateverItsPath(t *testing.T) {
	t.Parallel()
	r := behindAnthropic(t, "unused")
	for path, version := range map[string]string{"/V1/Messages": "", "/v1/%6dessages": "", "/v1/./messages": "", "/v1/complete": "2023-06-01", "/anthropic/v1/messages": "2023-06-01"} {
		if g := r.post(path, `{}`, "anthropic-version", version); g.status < 400 || gjson.Get(g.body, "type").Str != "error" {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
	for _, path := range []string{"/v1/complete", "/v1/threads/t1/messages", "/v1/%63hat/completions"} {
		if g := r.post(path, `{}`); g.status < 400 || gjson.Get(g.body, "type").Exists() || gjson.Get(g.body, "error.code").Str == "" {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
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

// TestTheClientsStopSequenceIsNotNamed: an answer that the gateway ended at one says so, whichever interface the upstream speaks.
func TestTheClientsStopSequenceIsNotNamed(t *testing.T) {
	t.Parallel()
	const sentence = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	plainAndStreamed(t, "messages", func(t *testing.T, stream bool) {
		for name, r := range map[string]*rig{"anthropic": behindAnthropic(t, sentence+" The vault is read daily."), "openai": newRig(t, up.Say(sentence+" The vault is read daily."))} {
			for sequence, want := range map[string]string{"vault": `"stop_reason":"stop_sequence","stop_sequence":"vault"`, "crypt": `"stop_reason":"end_turn","stop_sequence":null`} {
				body := fmt.Sprintf(`{"model":"m","max_tokens":400,"stream":%t,"stop_sequences":[%q],"messages":[{"role":"user","content":[{"type":"document","source":`+
					`{"type":"text","media_type":"text/plain","data":"%s The vault is read daily."}},{"type":"text","text":"%s"}]}]}`, stream, sequence, sentence, howLong)
				if g := r.post("/v1/messages", body); !strings.Contains(g.body, want) || !strings.Contains(g.body, sentence) {
					t.Errorf("%s, %s: %s", name, sequence, g.body)
				}
			}
		}
	})
}

// claude answers in Anthropic's interface with blocks, whole or as events: those of a turn of
// calls while no tool has answered, and the last ones then.
func claude(turns ...string) up.Script {
	return func(r *up.Request) up.Reply {
		all := r.Get("messages").Array()
		blocks, stop := turns[0], "end_turn"
		if all[len(all)-1].Get(`content.#(type=="tool_result")`).Exists() {
			blocks = turns[len(turns)-1]
		}
		if gjson.Get(blocks, `#(type=="tool_use")`).Exists() {
			stop = "tool_use"
		}
		if !r.Streams() {
			return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`{"id":"msg_1","type":"message","role":"assistant","model":"m","content":` +
				blocks + `,"stop_reason":"` + stop + `","usage":{"input_tokens":9,"output_tokens":7}}`)}
		}
		events := []string{`{"type":"message_start","message":{"id":"msg_1","model":"m","content":[],"usage":{"input_tokens":9,"output_tokens":1}}}`}
		for i, b := range gjson.Parse(blocks).Array() {
			at := fmt.Sprintf(`"index":%d`, i)
			begin, deltas := b.Raw, []string{}
			switch b.Get("type").Str {
			case "text":
				begin, deltas = `{"type":"text","text":""}`, []string{`{"type":"text_delta","text":` + b.Get("text").Raw + `}`}
			case "thinking":
				begin = `{"type":"thinking","thinking":"","signature":""}`
				deltas = []string{`{"type":"thinking_delta","thinking":` + b.Get("thinking").Raw + `}`, `{"type":"signature_delta","signature":` + b.Get("signature").Raw + `}`}
			case "tool_use":
				begin, _ = sjson.SetRaw(b.Raw, "input", "{}")
				deltas = []string{`{"type":"input_json_delta","partial_json":` + encode(b.Get("input").Raw) + `}`}
			}
			events = append(events, `{"type":"content_block_start",`+at+`,"content_block":`+begin+`}`)
			for _, d := range deltas {
				events = append(events, `{"type":"content_block_delta",`+at+`,"delta":`+d+`}`)
			}
			events = append(events, `{"type":"content_block_stop",`+at+`}`)
		}
		events = append(events, `{"type":"message_delta","delta":{"stop_reason":"`+stop+`"},"usage":{"output_tokens":7}}`, `{"type":"message_stop"}`)
		var pieces [][]byte
		for _, event := range events {
			pieces = append(pieces, []byte("event: "+gjson.Get(event, "type").Str+"\ndata: "+event+"\n\n"))
		}
		return up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: pieces}
	}
}

// behindClaude is a gateway whose upstream speaks Anthropic's interface.
func behindClaude(t *testing.T, script up.Script, adjust ...func(*App)) *rig {
	t.Helper()
	return newRig(t, script, append(adjust, func(a *App) { a.Upstream.Anthropic, a.Upstream.Structured = true, "prompt" })...)
}

// message are the blocks that a client reads in a reply, whole or streamed.
func message(body string) string {
	if strings.HasPrefix(body, "{") {
		return gjson.Get(body, "content").Raw
	}
	var blocks []string
	for line := range strings.Lines(body) {
		data, _ := strings.CutPrefix(line, "data: ")
		e := gjson.Parse(data)
		switch d, i := e.Get("delta"), int(e.Get("index").Int()); d.Get("type").Str {
		case "text_delta":
			blocks[i], _ = sjson.Set(blocks[i], "text", gjson.Get(blocks[i], "text").Str+d.Get("text").Str)
		case "thinking_delta":
			blocks[i], _ = sjson.Set(blocks[i], "thinking", gjson.Get(blocks[i], "thinking").Str+d.Get("thinking").Str)
		case "signature_delta":
			blocks[i], _ = sjson.Set(blocks[i], "signature", d.Get("signature").Str)
		case "input_json_delta":
			blocks[i], _ = sjson.SetRaw(blocks[i], "input", d.Get("partial_json").Str)
		default:
			if e.Get("type").Str == "content_block_start" {
				blocks = append(blocks, e.Get("content_block").Raw)
			}
		}
	}
	return "[" + strings.Join(blocks, ",") + "]"
}

// messageOf is a request of Anthropic's interface: what the user says, and other members.
func messageOf(content, more string, stream bool) string {
	return fmt.Sprintf(`{"model":"m","max_tokens":4000,"stream":%t,%s"messages":[{"role":"user","content":%s}]}`, stream, more, content)
}

const (
	nightlySource = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	vaultDocument = `{"type":"document","title":"Vault","source":{"type":"text","media_type":"text/plain","data":"` + nightlySource + ` Tapes are read daily."},"citations":{"enabled":true},"cache_control":{"type":"ephemeral"}}`
	asksHowLong   = `{"type":"text","text":"` + howLong + `"}`
	asksThinking  = `"thinking":{"type":"enabled","budget_tokens":1024},`
	claudeTools   = `"tools":[{"name":"search","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],`
	thoughtBlocks = `{"type":"thinking","thinking":"Let me look.","signature":"c2lnbmVk"},{"type":"redacted_thinking","data":"ZW5jcnlwdGVk"}`
	searchCall    = `{"type":"tool_use","id":"tu1","name":"search","input":{"q":"x"}}`
)

// TestThinkingComesBackInItsOrder: with a call, which Anthropic refuses to go on from without
// it; and goes upstream again as it came.
func TestThinkingComesBackInItsOrder(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "a call", func(t *testing.T, stream bool) {
		for _, text := range []string{"", `{"type":"text","text":"I shall look it up."},`} {
			wrote := "[" + thoughtBlocks + "," + text + searchCall + "]"
			r := behindClaude(t, claude(wrote, `[{"type":"thinking","thinking":"Aha.","signature":"YWhh"},{"type":"text","text":"`+nightlySource+`"}]`))
			g := r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", asksThinking+claudeTools, stream))
			blocks := message(g.body)
			if !strings.HasPrefix(blocks, "["+thoughtBlocks+",") || !strings.HasSuffix(blocks, ","+searchCall+"]") {
				t.Fatalf("%s", g.body)
			}
			turns := fmt.Sprintf(`{"model":"m","max_tokens":4000,"stream":%t,%s%s"messages":[{"role":"user","content":"%s"},{"role":"assistant","content":%s},`+
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"tu1","content":[{"type":"search_result","source":"https://x/y","title":"Vault","content":[{"type":"text","text":"%s"}],"citations":{"enabled":true}}]}]}]}`,
				stream, asksThinking, claudeTools, howLong, blocks, nightlySource)
			g = r.post("/v1/messages", turns)
			if got := gjson.Get(message(g.body), "0.text").Str; got != nightlySource {
				t.Errorf("%s", g.body)
			}
			if !stream && gjson.Get(g.body, "content.0.citations.0.type").Str != "search_result_location" {
				t.Errorf("%s", g.body)
			}
			asked := r.asked(1)
			if got := asked.Get("messages.1.content").Raw; got != blocks || asked.Get("thinking.budget_tokens").Int() != 1024 || !asked.Get("tools.0.cache_control").Exists() {
				t.Errorf("asked with %s, not %s", asked.Body, blocks)
			}
			found := asked.Get("messages.2.content.0.content.0")
			if found.Get("type").Str != "search_result" || strings.TrimPrefix(found.Get("content.0.text").Str, "§1 ") != nightlySource || found.Get("citations").Exists() {
				t.Errorf("asked with %s", asked.Body)
			}
		}
	})
	for _, passes := range []bool{false, true} {
		plainAndStreamed(t, fmt.Sprintf("an answer, passes %t", passes), func(t *testing.T, stream bool) {
			r := behindClaude(t, claude("["+thoughtBlocks+`,{"type":"text","text":"`+nightlySource+`"}]`), func(a *App) {
				if passes {
					a.Policy.Reasoning = policy.PassReasoning
				}
			})
			blocks := message(r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", asksThinking, stream)).body)
			if begins := strings.HasPrefix(blocks, "["+thoughtBlocks+`,{"type":"text","text":"Nightly`); begins != passes || strings.Contains(blocks, "look") != passes {
				t.Errorf("%s", blocks)
			}
		})
	}
	plainAndStreamed(t, "a refusal", func(t *testing.T, stream bool) {
		r := behindClaude(t, claude("["+thoughtBlocks+`,{"type":"text","text":"The mayor opened 7731 museums."}]`), func(a *App) { a.Policy.Reasoning = policy.PassReasoning })
		g := r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", asksThinking, stream))
		if strings.Contains(g.body, "7731") || strings.Contains(g.body, "look") {
			t.Errorf("%s", g.body)
		}
	})
}

// TestDocumentsGoUpstreamAsTheyCame, to an upstream of Anthropic's interface: what can be read of
// them is evidence, and the model is told by which id it cites it.
func TestDocumentsGoUpstreamAsTheyCame(t *testing.T) {
	t.Parallel()
	pdf := `{"type":"document","title":"Manual","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjQ="}}`
	url := `{"type":"document","source":{"type":"url","url":"https://vault.example/manual.pdf"}}`
	file := `{"type":"document","source":{"type":"file","file_id":"file_011"}}`
	chunks := `{"type":"document","source":{"type":"content","content":[{"type":"text","text":"Tapes are read daily."},{"type":"text","text":"` + nightlySource + `"}]}}`
	inBoth(t, "all kinds", func(t *testing.T, in func(*App), d answer.Dialect) {
		plainAndStreamed(t, "", func(t *testing.T, stream bool) {
			r := behindClaude(t, claude(`[{"type":"text","text":"`+nightlySource+`"}]`), in)
			g := r.post("/v1/messages?beta=true", messageOf("["+vaultDocument+","+pdf+","+url+","+file+","+chunks+","+asksHowLong+"]", "", stream), "anthropic-beta", "files-api-2025-04-14", "anthropic-version", "2023-06-01")
			if got := gjson.Get(message(g.body), "0.text").Str; got != nightlySource {
				t.Fatalf("%s", g.body)
			}
			if strings.Contains(g.body, `"input_tokens":0`) { // AI SDK reads the beginning of a stream
				t.Errorf("%s", g.body)
			}
			if tr := r.trace(0); g.header.Get("X-Vouchsafe-Context") != "unreadable-context" && !stream || !strings.Contains(encode(tr.Findings), "unreadable-context") {
				t.Errorf("%v %+v", g.header, tr.Findings)
			}
			asked := r.asked(0)
			for i, block := range []string{vaultDocument, pdf, url, file, chunks} {
				want := strings.Replace(block, `"citations":{"enabled":true},`, "", 1)
				if d == answer.Sentences { // the numbers stand in the blocks
					want = strings.NewReplacer(`"data":"N`, `"data":"§1 N`, `. Tapes`, `. §2 Tapes`, `"Tapes`, `"§3 Tapes`, `"Nightly`, `"§4 Nightly`).Replace(want)
				}
				if got := asked.Get(fmt.Sprintf("messages.0.content.%d", i)).Raw; got != want {
					t.Errorf("%s came as %s", block, got)
				}
			}
			said, ids := string(asked.Body), 3
			if d == answer.Sentences {
				ids = 0
			}
			if strings.Count(said, "begins \\\"") != ids || strings.Contains(said, "<chunk") {
				t.Errorf("the ids are told %d times, not %d: %s", strings.Count(said, "begins \\\""), ids, said)
			}
			if asked.Header.Get("anthropic-beta") != "files-api-2025-04-14" || asked.Query != "beta=true" && asked.Query != "" {
				t.Errorf("%v %s", asked.Header, asked.Query)
			}
		})
	})
	plainAndStreamed(t, "only what cannot be read", func(t *testing.T, stream bool) {
		r := behindClaude(t, claude("["+thoughtBlocks+`,{"type":"text","text":"It says 21 days."}]`))
		body := messageOf("["+pdf+","+url+","+asksHowLong+"]", asksThinking, stream)
		g := r.post("/v1/messages", body, "x-api-key", "sk-ant-own")
		if g.header.Get("X-Vouchsafe-Context") != "unreadable-context" || !strings.Contains(message(g.body), "ZW5jcnlwdGVk") || string(r.asked(0).Body) != body {
			t.Errorf("%v %s, asked %s", g.header, g.body, r.asked(0).Body)
		}
		if r.asked(0).Header.Get("x-api-key") != "sk-ant-own" || r.asked(0).Path != "/v1/messages" {
			t.Errorf("%v", r.asked(0).Header)
		}
		if tr := r.trace(0); tr.Verdict != "skipped" || tr.Answer != "It says 21 days." || len(tr.Findings) == 0 {
			t.Errorf("%+v", tr)
		}
		r = behindClaude(t, claude(`[{"type":"text","text":"unused"}]`), func(a *App) { a.Policy.WhenNoContext = policy.RefuseNoContext })
		if g := r.post("/v1/messages", body); strings.Contains(g.body, "unused") || len(r.upstream.Requests()) != 0 {
			t.Errorf("%s", g.body)
		}
	})
}

// TestDocumentsAreCitedByNumber: the citations point at the client's own blocks.
func TestDocumentsAreCitedByNumber(t *testing.T) {
	t.Parallel()
	result := `{"type":"search_result","source":"https://x/y","title":"Tapes","content":[{"type":"text","text":"Tapes are kept in Bern."},{"type":"text","text":"Disks are read weekly. They never leave."}],"citations":{"enabled":true}}`
	plainAndStreamed(t, "by number", func(t *testing.T, stream bool) {
		r := behindClaude(t, claude(`[{"type":"text","text":"Backups are kept for 21 days §1. Disks are read weekly §4."}]`), bySentence)
		g := r.post("/v1/messages", messageOf("["+vaultDocument+","+result+","+asksHowLong+"]", "", stream))
		if asked := string(r.asked(0).Body); !strings.Contains(asked, "§4 Disks are read weekly. §5 They never") || strings.Contains(asked, "<chunk") {
			t.Errorf("%s", asked)
		}
		for _, want := range []string{`"start_char_index":0,"end_char_index":60,"document_index":0,"document_title":"Vault"`, `"cited_text":"` + nightlySource + `"`,
			`"type":"search_result_location","search_result_index":0,"source":"https://x/y"`, `"start_block_index":1,"end_block_index":2,"cited_text":"Disks are read weekly."`} {
			if !strings.Contains(g.body, want) {
				t.Errorf("%s is not in %s", want, g.body)
			}
		}
		if strings.Contains(g.body, "§") {
			t.Errorf("%s", g.body)
		}
	})
}

// TestAFallbackOfAnotherInterfaceReadsTheDocuments: an upstream that has no blocks of documents
// is shown them as text, with their numbers.
func TestAFallbackOfAnotherInterfaceReadsTheDocuments(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
		r := behindClaude(t, up.Fails(529, "overloaded_error", "Later.", nil), in, func(a *App) {
			a.Upstream.Fallbacks, a.Upstream.FallbackOn = []*Route{route}, []string{"5xx"}
		})
		g := r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", "", false))
		cited := gjson.Get(g.body, "content.0.citations.0")
		if gjson.Get(g.body, "content.0.text").Str != nightlySource || cited.Get("cited_text").Str != nightlySource || cited.Get("start_char_index").Raw != "0" {
			t.Errorf("%s", g.body)
		}
		if asked := string(backup.Requests()[0].Body); strings.Count(asked, "Tapes are read daily.") != 1 || strings.Contains(asked, "§2 Tapes") != (d == answer.Sentences) {
			t.Errorf("%s", asked)
		}
	})
}

// TestDocumentsOverOpenAI: a PDF goes as a file; what names something at Anthropic is an error that
// says so, in Anthropic's form.
func TestDocumentsOverOpenAI(t *testing.T) {
	t.Parallel()
	pdf := `{"type":"document","title":"Manual","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0xLjQ="}}`
	r := newRig(t, up.Say(nightlySource))
	g := r.post("/v1/messages", messageOf("["+vaultDocument+","+pdf+","+asksHowLong+"]", asksThinking, false), "anthropic-beta", "x")
	asked := r.asked(0)
	if gjson.Get(g.body, "content.0.text").Str != nightlySource || asked.Get("messages.0.content.0.file.file_data").Str != "data:application/pdf;base64,JVBERi0xLjQ=" {
		t.Errorf("%s, asked %s", g.body, asked.Body)
	}
	if strings.Contains(string(asked.Body), "native") || strings.Contains(string(asked.Body), "cache_control") || asked.Header.Get("anthropic-beta") != "" {
		t.Errorf("%v %s", asked.Header, asked.Body)
	}
	for _, source := range []string{`{"type":"url","url":"https://x"}`, `{"type":"file","file_id":"f"}`} {
		g := r.post("/v1/messages", messageOf(`[{"type":"document","source":`+source+`},`+asksHowLong+`]`, "", false))
		if g.status != 400 || gjson.Get(g.body, "error.type").Str != "invalid_request_error" || !strings.Contains(g.body, "kind anthropic") {
			t.Errorf("%d %s", g.status, g.body)
		}
	}
}

// TestReasoningOfAnotherProviderGoesBackToIt: DeepSeek and OpenRouter want what their model thought
// back with its calls, whatever interface the client speaks.
func TestReasoningOfAnotherProviderGoesBackToIt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		members string
		wants   []string
	}{
		"DeepSeek": {deepSeek, []string{"reasoning_content"}}, "OpenRouter": {openRouter, []string{"reasoning", "reasoning_details"}},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, thinks(tc.members, tc.wants, `{"q":"x"}`))
			tools := strings.ReplaceAll(claudeTools, "search", "look_up")
			blocks := message(r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", tools, stream)).body)
			if gjson.Get(blocks, "0.type").Str != "thinking" || gjson.Get(blocks, "0.thinking").Str != "Let me look." || gjson.Get(blocks, "1.type").Str != "tool_use" {
				t.Fatalf("%s", blocks)
			}
			turns := fmt.Sprintf(`{"model":"m","max_tokens":4000,"stream":%t,%s"messages":[{"role":"user","content":[%s,%s]},{"role":"assistant","content":%s},`+
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"nothing"}]}]}`, stream, tools, vaultDocument, asksHowLong, blocks)
			if g := r.post("/v1/messages", turns); g.status != 200 {
				t.Errorf("%d %s", g.status, g.body)
			}
		})
	}
}

// TestAnAnthropicErrorStaysOne: as the upstream told it.
func TestAnAnthropicErrorStaysOne(t *testing.T) {
	t.Parallel()
	const body = `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}`
	r := behindClaude(t, up.Raw(up.Reply{Status: 529, Header: map[string]string{"Content-Type": "application/json", "request-id": "req_1"}, Body: []byte(body)}))
	if g := r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", "", false)); g.status != 529 || g.body != body || g.header.Get("request-id") != "req_1" {
		t.Errorf("%d %s %v", g.status, g.body, g.header)
	}
}

// TestAnOverloadInsideAStreamWasAnErrorOfTheGateway: it keeps its type, and has a status that clients try again for.
func TestAnOverloadInsideAStreamWasAnErrorOfTheGateway(t *testing.T) {
	t.Parallel()
	const broken = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n" +
		"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"
	events := up.Raw(up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Body: []byte(broken)})
	for _, stream := range [...]bool{false, true} {
		g := behindClaude(t, events).post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", "", stream))
		if !strings.Contains(g.body, `"overloaded_error"`) || !stream && g.status != 503 {
			t.Errorf("stream %t: %d %s", stream, g.status, g.body)
		}
	}
}

// TestATaskWithDocumentsShowsThem: nothing is added to it, and nothing is lost of it.
func TestATaskWithDocumentsShowsThem(t *testing.T) {
	t.Parallel()
	more := `"system":"You are a grader. Decide whether the document helps. Return 'yes' or 'no'.",`
	r := newRig(t, up.Say("yes"))
	if g := r.post("/v1/messages", messageOf("["+vaultDocument+`,{"type":"text","text":"Does it help?"}]`, more, false)); gjson.Get(g.body, "content.0.text").Str != "yes" ||
		!strings.Contains(string(r.asked(0).Body), nightlySource) {
		t.Errorf("%s, asked %s", g.body, r.asked(0).Body)
	}
}

// TestTokensAreCounted: by Anthropic's upstream itself, and roughly for any other.
func TestTokensAreCounted(t *testing.T) {
	t.Parallel()
	body := messageOf("["+vaultDocument+","+asksHowLong+"]", claudeTools, false)
	r := newRig(t, up.Fails(404, "invalid_request_error", "unknown_url", nil))
	if g := r.post("/v1/messages/count_tokens", body); g.status != 200 || gjson.Get(g.body, "input_tokens").Int() < 30 {
		t.Errorf("%d %s", g.status, g.body)
	}
	if g := r.post("/v1/messages/count_tokens", `{"messages":7}`); g.status != 400 || gjson.Get(g.body, "type").Str != "error" {
		t.Errorf("%d %s", g.status, g.body)
	}
	r = behindClaude(t, func(q *up.Request) up.Reply {
		return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`{"input_tokens":7}`)}
	})
	if g := r.post("/v1/messages/count_tokens", body); g.body != `{"input_tokens":7}` || r.asked(0).Path != "/v1/messages/count_tokens" {
		t.Errorf("%d %s", g.status, g.body)
	}
	if g := r.post("/v1/messages/batches", `{}`); g.status != 403 || gjson.Get(g.body, "error.type").Str != "permission_error" {
		t.Errorf("%d %s", g.status, g.body)
	}
}

// TestACitationPointsBehindLeadingWhiteSpace: it was off by what was trimmed.
func TestACitationPointsBehindLeadingWhiteSpace(t *testing.T) {
	t.Parallel()
	const lead = "\n\n \u00a0Intro.\n"
	document := `{"type":"document","source":{"type":"text","media_type":"text/plain","data":` + jsonOf(lead+nightlySource) + `},"citations":{"enabled":true}}`
	g := behindClaude(t, up.Say(nightlySource)).post("/v1/messages", messageOf("["+document+","+asksHowLong+"]", "", false))
	cited, begins := gjson.Get(g.body, "content.0.citations.0"), len([]rune(lead))
	if cited.Get("start_char_index").Int() != int64(begins) || cited.Get("end_char_index").Int() != int64(begins+len(nightlySource)) {
		t.Errorf("%s", g.body)
	}
}

// TestAnObservedMessageIsVerified: through Anthropic's interface nothing was looked at, and the record did not say so.
func TestAnObservedMessageIsVerified(t *testing.T) {
	t.Parallel()
	body := func(stream bool) string { return messageOf("["+vaultDocument+","+asksHowLong+"]", "", stream) }
	for said, verdict := range map[string]report.Verdict{nightlySource: report.Grounded, "Nightly backups are kept for 7731 days.": report.Ungrounded} {
		for _, native := range []bool{true, false} { // some servers of OpenAI's interface have this one, too
			plainAndStreamed(t, string(verdict), func(t *testing.T, stream bool) {
				r := newRig(t, anthropicModel(said), func(a *App) { a.Upstream.Anthropic, a.Policy.Mode = native, policy.Observe })
				g := r.post("/v1/messages?beta=true", body(stream), "anthropic-version", "2023-06-01", "anthropic-beta", "x")
				if g.status != 200 || !strings.Contains(g.body, said) || strings.Contains(g.body, "vouchsafe") {
					t.Errorf("the client got %d %s", g.status, g.body)
				}
				if a := r.asked(0); string(a.Body) != body(stream) || a.Path != "/v1/messages" || a.Header.Get("anthropic-beta") != "x" || a.Query != "beta=true" {
					t.Errorf("sent on %s?%s %s %v", a.Path, a.Query, a.Body, a.Header)
				}
				tr := r.trace(0)
				if tr.Verdict != verdict || tr.Question != howLong || tr.Answer != said || len(tr.Chunks) != 1 || len(tr.Claims) != 1 {
					t.Errorf("%s (%s): question %q, answer %q, %d chunks, claims %+v", tr.Verdict, tr.Reason, tr.Question, tr.Answer, len(tr.Chunks), tr.Claims)
				}
			})
		}
	}
}

// TestAnObservedMessageThatCannotBeReadPasses: what is wrong with it is the upstream's to tell, and the record says that nobody read it.
func TestAnObservedMessageThatCannotBeReadPasses(t *testing.T) {
	t.Parallel()
	r := newRig(t, anthropicModel("Yes."), func(a *App) { a.Upstream.Anthropic, a.Policy.Mode = true, policy.Observe })
	for i, body := range []string{
		messageOf(`"Is it open?"`, `"mcp_servers":[{}],`, false), messageOf(`"Is it open?"`, `"temperature":7,"temperature":8,`, false),
		messageOf(`"Is it open?"`, `"tools":[{"type":"web_search_20250305","name":"x"}],`, false),
	} {
		g := r.post("/v1/messages", body, "anthropic-version", "2023-06-01")
		if tr := r.trace(i); g.status != 200 || string(r.asked(i).Body) != body || tr.Verdict != report.Skipped || tr.Reason != "unreadable-request" || tr.Question != "Is it open?" {
			t.Errorf("%d %s: sent on %s, %s (%s) of %q", g.status, g.body, r.asked(i).Body, tr.Verdict, tr.Reason, tr.Question)
		}
	}
}

// TestTheShadowOfAnObservedMessageIsAsked as that of any other call.
func TestTheShadowOfAnObservedMessageIsAsked(t *testing.T) {
	t.Parallel()
	var enforced *App
	r := newRig(t, anthropicModel(nightlySource), func(a *App) { a.Upstream.Anthropic, a.Upstream.Structured = true, "prompt" }, func(a *App) {
		own := *a
		enforced = &own
		a.Policy.Mode, a.Shadow = policy.Observe, &Shadow{App: enforced, Sample: 1}
	})
	r.post("/v1/messages", messageOf("["+vaultDocument+","+asksHowLong+"]", "", false), "anthropic-version", "2023-06-01")
	if tr := r.trace(1); tr.ShadowOf != r.trace(0).QueryID || tr.Verdict != report.Grounded {
		t.Errorf("%s (%s): %+v", tr.Verdict, tr.Reason, tr.Attempts)
	}
}
