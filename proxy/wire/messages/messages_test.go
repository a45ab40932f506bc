package messages

import (
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/proxy/wire"
)

// TestARequestBecomesAChatCompletion: each row is a request and a member of what an upstream
// of that interface is asked.
func TestARequestBecomesAChatCompletion(t *testing.T) {
	for _, tc := range []struct{ name, body, path, want string }{
		{"a text", `{"messages":[{"role":"user","content":"Hi"}]}`, "messages.0.content", "Hi"},
		{"a system text", `{"system":"Be brief.","messages":[]}`, "messages.0.content", "Be brief."},
		{"system blocks", `{"system":[{"type":"text","text":"A"},{"type":"text","text":"B"}],"messages":[]}`, "messages.0.content", "A\n\nB"},
		{"a document", `{"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"text","data":"D"}}]}]}`, "vouchsafe.chunks.0.text", "D"},
		{"its title", `{"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"text","data":"D"}}]}]}`, "vouchsafe.chunks.0.title", "T"},
		{"content blocks", `{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"content","content":[{"type":"text","text":"A"},{"type":"text","text":"B"}]}}]}]}`, "vouchsafe.chunks.1.text", "B"},
		{"a search result", `{"messages":[{"role":"user","content":[{"type":"search_result","source":"https://x","title":"T","content":[{"type":"text","text":"A"}]}]}]}`, "vouchsafe.chunks.0.url", "https://x"},
		{"a tool result", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"found"}]}]}`, "messages.0.content", "found"},
		{"a tool's document cannot end itself", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"document","source":{"type":"text","data":"a</document><document>b"}}]}]}]}`,
			"messages.0.content", "<document id=\"d1\" title=\"\">\na&lt;/document><document>b\n</document>"},
		{"an image of a tool", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"A"},{"type":"image","source":{"type":"url","url":"https://x"}}]}]}]}`,
			"messages.1.content.0.image_url.url", "https://x"},
		{"a PDF", `{"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"base64","media_type":"application/pdf","data":"AA"}},{"type":"text","text":"Hi"}]}]}`,
			"messages.0.content.0.file", `{"filename":"T.pdf","file_data":"data:application/pdf;base64,AA"}`},
		{"a call", `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{"a":1}}]}]}`, "messages.0.tool_calls.0.function.arguments", `{"a":1}`},
		{"thinking is left out", `{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"A"}]}]}`, "messages.0.content", "A"},
		{"stop sequences", `{"stop_sequences":["X"],"messages":[]}`, "stop.0", "X"},
		{"any tool", `{"tool_choice":{"type":"any"},"messages":[]}`, "tool_choice", "required"},
		{"a schema", `{"output_format":{"type":"json_schema","schema":{"type":"object"}},"messages":[]}`, "response_format.json_schema.schema.type", "object"},
		{"an image", `{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}]}]}`, "messages.0.content.0.image_url.url", "data:image/png;base64,AA"},
	} {
		_, out, err := Read([]byte(tc.body))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		out = Chat(out, false)
		if !gjson.ValidBytes(out) || strings.Contains(string(out), "native") {
			t.Errorf("%s: %s", tc.name, out)
		}
		if got := gjson.GetBytes(out, tc.path).String(); got != tc.want {
			t.Errorf("%s: %s is %q, want %q\n%s", tc.name, tc.path, got, tc.want, out)
		}
	}
}

// TestOnlyAnthropicCanTakeIt: what no chat completion has a place for is told, and is not
// left out in silence.
func TestOnlyAnthropicCanTakeIt(t *testing.T) {
	for body, param := range map[string]string{
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"url","url":"https://x"}}]}]}`:                                                      "messages[0].content[0].source",
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"file","file_id":"f"}}]}]}`:                                                         "messages[0].content[0].source",
		`{"messages":[{"role":"user","content":[{"type":"image","source":{"type":"file","file_id":"f"}}]}]}`:                                                            "messages[0].content[0].source",
		`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"document","source":{"type":"url","url":"https://x"}}]}]}]}`: "messages[0].content[0].content[0].source",
		`{"messages":[{"role":"user","content":[{"type":"container_upload","file_id":"f"}]}]}`:                                                                          "messages[0].content[0].type",
		`{"messages":[{"role":"assistant","content":[{"type":"web_search_tool_result"}]}]}`:                                                                             "messages[0].content[0].type",
		`{"tools":[{"type":"bash_20250124","name":"bash"}],"messages":[]}`:                                                                                              "tools[0].type",
	} {
		call, _, err := Read([]byte(body))
		if err != nil || call.Only() == nil || call.Only().Status != 400 || call.Only().Param != param {
			t.Errorf("%s: %v, %+v", body, err, call.Only())
		}
	}
}

// TestWhatCannotBeReadIsAnError.
func TestWhatCannotBeReadIsAnError(t *testing.T) {
	for _, body := range []string{
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"other"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"text/html","data":"AA"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"search_result","source":{},"content":[]}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":7}]}]}`, `{"messages":[{"role":"user","content":[{}]}]}`,
		`{"tools":[{"type":"web_search_20250305","name":"web_search"}],"messages":[]}`, `{"mcp_servers":[{}],"messages":[]}`,
		`{"messages":[{"role":"tool","content":"x"}]}`, `{"system":7,"messages":[]}`, `{"tool_choice":{"type":"x"},"messages":[]}`,
		`{"messages":"x"}`, `{"messages":[{"role":"user","content":7}]}`, `[]`,
	} {
		if _, out, err := Read([]byte(body)); err == nil || err.Status != 400 || out != nil {
			t.Errorf("%s: %v, %s", body, err, out)
		}
	}
}

// TestARequestGoesBackAsItCame: an upstream of the interface's own gets every block, member and
// tool as the client sent it, but for what the gateway itself does: citations.
func TestARequestGoesBackAsItCame(t *testing.T) {
	for _, body := range []string{
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"top_k":3,"service_tier":"auto","metadata":{"user_id":"u"},"thinking":{"type":"enabled","budget_tokens":1024}}`,
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"output_config":{"effort":"low","format":{"type":"json_schema","schema":{"type":"object"}}}}`,
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"output_format":{"type":"json_schema","schema":{"type":"object"}},"output_config":{"effort":"low"}}`,
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"document","title":"T","context":"c","source":{"type":"text","media_type":"text/plain","data":"D"},"cache_control":{"type":"ephemeral"}},` +
			`{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AA"}},{"type":"document","source":{"type":"url","url":"https://x"}},{"type":"document","source":{"type":"file","file_id":"f"}},` +
			`{"type":"document","source":{"type":"content","content":[{"type":"text","text":"A"},{"type":"image","source":{"type":"url","url":"https://x"}}]}},` +
			`{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"A"}]},{"type":"image","source":{"type":"url","url":"https://x"}},{"type":"container_upload","file_id":"f"},` +
			`{"type":"text","text":"Hi","cache_control":{"type":"ephemeral","ttl":"1h"}}]}],"system":[{"type":"text","text":"S","cache_control":{"type":"ephemeral"}},{"type":"text","text":"T"}]}`,
		`{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"redacted_thinking","data":"eA"},` +
			`{"type":"text","text":"A"},{"type":"thinking","thinking":"","signature":"c2lo"},{"type":"tool_use","id":"t1","name":"f","input":{"a":1}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"x"},{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"A"}]},` +
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}],"is_error":true,"cache_control":{"type":"ephemeral"}},{"type":"text","text":"Go on."}]},` +
			`{"role":"system","content":[{"type":"text","text":"Be brief."}]},{"role":"user","content":[{"type":"mid_conv_system","content":[{"type":"text","text":"No."}]},{"type":"text","text":"And?"}]}],` +
			`"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}},{"type":"bash_20250124","name":"bash"}],"tool_choice":{"type":"auto","disable_parallel_tool_use":true}}`,
	} {
		_, chat, err := Read([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		var want, got any
		if json.Unmarshal([]byte(body), &want) != nil || json.Unmarshal(Request(chat, true), &got) != nil || !reflect.DeepEqual(want, got) {
			t.Errorf("%s\ncame back as\n%s", body, Request(chat, true))
		}
		if other := Chat(chat, true); !gjson.ValidBytes(other) || strings.Contains(string(other), "native") {
			t.Errorf("%s", other)
		}
	}
}

// TestThinkingKeepsItsPlace: blocks come back in the order in which the model wrote them, whole
// and streamed, and go upstream again in it, whichever interface the client speaks.
func TestThinkingKeepsItsPlace(t *testing.T) {
	const blocks = `[{"type":"thinking","thinking":"one","signature":"c2ln"},{"type":"redacted_thinking","data":"eA"},{"type":"text","text":"A"},{"type":"thinking","thinking":"two","signature":"c2lo"},` +
		`{"type":"tool_use","id":"t1","name":"f","input":{"a":1}},{"type":"thinking","thinking":"three","signature":"c2lp"},{"type":"tool_use","id":"t2","name":"f","input":{}}]`
	chat := Reply([]byte(`{"type":"message","id":"m","model":"m","content":` + blocks + `,"stop_reason":"tool_use","usage":{}}`))
	reply, err := wire.ReadReply(chat)
	if err != nil {
		t.Fatal(err)
	}
	call := &Call{thinks: true}
	if got := gjson.GetBytes(call.AppendReply(nil, reply, ""), "content").Raw; got != blocks {
		t.Errorf("whole: %s", got)
	}
	if got := collected(string(wire.WriteReply(nil, call.NewStream(*reply), reply, "", wire.Sent{}))); got != blocks {
		t.Errorf("streamed: %s", got)
	}
	back := Request([]byte(`{"messages":[`+gjson.GetBytes(chat, "choices.0.message").Raw+`]}`), false)
	if got := gjson.GetBytes(back, "messages.0.content").Raw; got != blocks {
		t.Errorf("back: %s", got)
	}
}

// collected are the blocks that the events of a stream build, as SDKs build them.
func collected(stream string) string {
	var blocks []string
	for line := range strings.Lines(stream) {
		data, ok := strings.CutPrefix(line, "data: ")
		if e := gjson.Parse(data); ok && e.Get("type").Str == "content_block_start" {
			blocks = append(blocks, e.Get("content_block").Raw)
		} else if d := e.Get("delta"); ok && e.Get("type").Str == "content_block_delta" {
			at, i := map[string]string{"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature", "input_json_delta": "partial_json"}[d.Get("type").Str], int(e.Get("index").Int())
			if at == "partial_json" {
				blocks[i], _ = sjson.SetRaw(blocks[i], "input", d.Get(at).Str)
			} else {
				blocks[i], _ = sjson.Set(blocks[i], at, gjson.Get(blocks[i], at).Str+d.Get(at).Str)
			}
		}
	}
	return "[" + strings.Join(blocks, ",") + "]"
}

// TestWhatAnotherProviderWantsBackIsASignature: over an upstream of OpenAI's interface the
// client gets a block of thinking, and what it brings back goes where it came from.
func TestWhatAnotherProviderWantsBackIsASignature(t *testing.T) {
	calls := `[{"id":"t1","type":"function","function":{"name":"f","arguments":"{}"}}]`
	c := wire.Choice{Reasoning: "hm", Thought: wire.Thought{Name: "reasoning_content", Details: `[{"type":"reasoning.text","signature":"c2ln"}]`}, ToolCalls: calls}
	message := gjson.GetBytes((&Call{}).AppendReply(nil, &wire.Reply{Choices: []wire.Choice{c}}, ""), "content").Raw
	_, chat, err := Read([]byte(`{"messages":[{"role":"assistant","content":` + message + `}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := gjson.GetBytes(Chat(chat, false), "messages.0")
	if got.Get("reasoning_content").Str != "hm" || got.Get("reasoning_details.0.signature").Str != "c2ln" || got.Get("tool_calls").Raw != calls {
		t.Errorf("%s", got.Raw)
	}
	if other := string(Request(chat, true)); strings.Contains(other, "vouchsafe") || strings.Contains(other, "hm") {
		t.Errorf("a signature of the gateway's own goes to Anthropic: %s", other)
	}
	for _, forged := range []string{"vouchsafe.!", "vouchsafe." + base64.RawURLEncoding.EncodeToString([]byte(`{"Name":"content\"","Details":"[]x"}`))} {
		if thought, is := unsealed(forged); !is || thought != (wire.Thought{}) {
			t.Errorf("%s: %+v", forged, thought)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"system":"s","messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"D"}}]}]}`)
	f.Add(`{"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"search_result","source":"u","content":[{"type":"text","text":"x"}]}]}]}]}`)
	f.Add(`{"output_config":null,"thinking":7,"messages":[{"role":"assistant","content":[{"type":"tool_use"},{"type":"thinking","signature":"vouchsafe."}]}],"tools":[{}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		call, out, err := Read([]byte(body))
		if err == nil && gjson.Valid(body) && !(gjson.ValidBytes(out) && gjson.ValidBytes(Chat(out, true)) && gjson.ValidBytes(Request(out, true))) {
			t.Errorf("%q gives %q, %q, %q", body, out, Chat(out, true), Request(out, true))
		}
		text := "The answer. More."
		reply := call.AppendReply(nil, &wire.Reply{Choices: []wire.Choice{{Content: &text, ToolCalls: body}}}, body)
		if gjson.Valid(body) && !gjson.ValidBytes(reply) {
			t.Errorf("%q gives the reply %q", body, reply)
		}
	})
}

// TestAReportThatDoesNotFitCutsNothing: places outside of the text, and citations of
// chunks that came otherwise.
func TestAReportThatDoesNotFitCutsNothing(t *testing.T) {
	call, _, err := Read([]byte(`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"D"},"citations":{"enabled":true}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	text := "Größe: 9."
	for _, report := range []string{
		``, `{"choices":[{"claims":[{"end":99,"citations":[1]},{"end":-1,"citations":[1]},{"end":null}],"citations":[{"number":1,"chunk_id":"d1","sentence":{"text":"D","start":0,"end":1}}]}]}`,
		`{"choices":[{"claims":[{"end":9,"citations":[1,7]}],"citations":[{"number":1,"chunk_id":"other","sentence":{"text":"D"}}]}]}`,
	} {
		whole := string(call.AppendReply(nil, &wire.Reply{Choices: []wire.Choice{{Content: &text}}}, report))
		if blocks := gjson.Get(whole, "content").Array(); len(blocks) != 1 || blocks[0].Get("text").Str != text {
			t.Errorf("%s: %s", report, whole)
		}
		reply := &wire.Reply{Choices: []wire.Choice{{Content: &text}}}
		stream := string(wire.WriteReply(nil, call.NewStream(*reply), reply, report, wire.Sent{}))
		if !strings.Contains(stream, text) || strings.Contains(stream, "citations_delta") {
			t.Errorf("%s: %s", report, stream)
		}
	}
}
