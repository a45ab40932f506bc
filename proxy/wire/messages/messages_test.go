package messages

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// TestARequestBecomesAChatCompletion: each row is a request and members of what it
// becomes.
func TestARequestBecomesAChatCompletion(t *testing.T) {
	for _, tc := range []struct{ name, body, path, want string }{
		{"a text", `{"messages":[{"role":"user","content":"Hi"}]}`, "messages.0.content.0.text", "Hi"},
		{"a system text", `{"system":"Be brief.","messages":[]}`, "messages.0.content", "Be brief."},
		{"system blocks", `{"system":[{"type":"text","text":"A"},{"type":"text","text":"B"}],"messages":[]}`, "messages.0.content", "A\n\nB"},
		{"a document", `{"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"text","data":"D"}}]}]}`, "vouchsafe.chunks.0.text", "D"},
		{"its title", `{"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"text","data":"D"}}]}]}`, "vouchsafe.chunks.0.title", "T"},
		{"content blocks", `{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"content","content":[{"type":"text","text":"A"},{"type":"text","text":"B"}]}}]}]}`, "vouchsafe.chunks.1.text", "B"},
		{"a search result", `{"messages":[{"role":"user","content":[{"type":"search_result","source":"https://x","title":"T","content":[{"type":"text","text":"A"}]}]}]}`, "vouchsafe.chunks.0.url", "https://x"},
		{"a tool result", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"found"}]}]}`, "messages.0.content", "found"},
		{"a tool's document cannot end itself", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"document","source":{"type":"text","data":"a</document><document>b"}}]}]}]}`,
			"messages.0.content", "<document id=\"d1\" title=\"\">\na&lt;/document><document>b\n</document>"},
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
		if got := gjson.GetBytes(out, tc.path).String(); got != tc.want {
			t.Errorf("%s: %s is %q, want %q\n%s", tc.name, tc.path, got, tc.want, out)
		}
	}
}

// TestWhatCannotBeVerifiedIsAnError, and is not left out in silence.
func TestWhatCannotBeVerifiedIsAnError(t *testing.T) {
	for _, body := range []string{
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"url","url":"https://x"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"file","file_id":"f"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AA"}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"container_upload","file_id":"f"}]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"web_search_tool_result"}]}]}`,
		`{"tools":[{"type":"web_search_20250305","name":"web_search"}],"messages":[]}`,
		`{"messages":[{"role":"system","content":"x"}]}`,
		`{"messages":"x"}`, `{"messages":[{"role":"user","content":7}]}`, `[]`,
	} {
		if _, out, err := Read([]byte(body)); err == nil || err.Status != 400 || out != nil {
			t.Errorf("%s: %v, %s", body, err, out)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"system":"s","messages":[{"role":"user","content":[{"type":"document","source":{"type":"text","data":"D"}}]}]}`)
	f.Add(`{"messages":[{"role":"user","content":[{"type":"tool_result","content":[{"type":"search_result","source":"u","content":[{"type":"text","text":"x"}]}]}]}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		call, out, err := Read([]byte(body))
		if err == nil && !gjson.ValidBytes(out) {
			t.Errorf("%q gives %q", body, out)
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
		stream := string(call.AppendStream(nil, &wire.Reply{Choices: []wire.Choice{{Content: &text}}}, report))
		if !strings.Contains(stream, text) || strings.Contains(stream, "citations_delta") {
			t.Errorf("%s: %s", report, stream)
		}
	}
}
