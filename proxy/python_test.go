package proxy

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
)

// pythonRequest is a request as openai-python or LangChain puts it on the wire:
// the headers and members of testdata/python, with the length that belongs to
// them. The files follow the public source of openai-python (_base_client.py)
// and of langchain-openai.
func pythonRequest(t *testing.T, name string) (raw, body string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "python", name+".http"))
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "\n\n")
	body = strings.TrimSpace(body)
	head = strings.ReplaceAll(head, "\n", "\r\n")
	return fmt.Sprintf("%s\r\nContent-Length: %d\r\n\r\n%s", head, len(body), body), body
}

// TestPythonClientsWire sends what Python's clients send, and looks at what they
// read of the reply.
func TestPythonClientsWire(t *testing.T) {
	t.Parallel()
	const right, wrong = `{"days":21,"what":"Nightly backups"}`, `{"days":31,"what":"Nightly backups"}`
	citation := `{"chunk_id":"d2","path":"","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."}`
	lie := segmented(passage{"Backups are kept for 31 days.", "d2", "kept for 31 days"})
	call := func(name, arguments string) up.Script {
		return up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{{ID: "call_1", Name: name, Arguments: arguments}}}}})
	}
	found := segmented(passage{"Backups are kept for 21 days.", "d1", backups.snippet})
	for name, tc := range map[string]struct {
		script          up.Script
		finish, content string
	}{
		"openai-plain":               {says(goodAnswer), "stop", shown},
		"openai-stream":              {says(goodAnswer), "stop", shown},
		"openai-parse":               {says(enveloped(right, citation)), "stop", right},
		"openai-tools":               {call("search", `{"query":"backups"}`), "tool_calls", `{"query":"backups"}`},
		"openai-tools-answer":        {says(found), "stop", shown},
		"openai-responses":           {says(goodAnswer), "completed", shown},
		"langchain-plain":            {says(goodAnswer), "stop", shown},
		"langchain-stream":           {says(goodAnswer), "stop", shown},
		"langchain-function-calling": {call("Retention", enveloped(right, citation)), "tool_calls", right},
		"langchain-json-schema":      {says(enveloped(right, citation)), "stop", right},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			finish, content, refusal := pythonReply(t, newRig(t, tc.script), name)
			if finish != tc.finish || content != tc.content || refusal != "" {
				t.Errorf("%s %q, refusal %q; want %s %q", finish, content, refusal, tc.finish, tc.content)
			}
		})
	}
	for name, tc := range map[string]struct {
		script                   up.Script
		finish, content, refusal string
	}{
		"openai-plain":          {says(lie), "stop", refused, ""},
		"openai-stream":         {says(lie), "stop", refused, ""},
		"openai-parse":          {says(enveloped(wrong, citation)), "stop", "", refused}, // at content_filter parse throws
		"openai-tools-answer":   {says(lie), "stop", refused, ""},                        // and so it does with strict tools
		"langchain-json-schema": {says(enveloped(wrong, citation)), "stop", "", refused},
	} {
		t.Run(name+", refused", func(t *testing.T) {
			t.Parallel()
			refuses := func(a *App) { a.Policy.OnFailure = "refuse" }
			finish, content, refusal := pythonReply(t, newRig(t, tc.script, refuses), name)
			if finish != tc.finish || content != tc.content || refusal != tc.refusal {
				t.Errorf("%s %q, refusal %q; want %s %q %q", finish, content, refusal, tc.finish, tc.content, tc.refusal)
			}
		})
	}
}

// pythonReply sends a request, and reads of the reply what Python's clients read:
// the finish reason, the text or the arguments of the call, and the refusal.
func pythonReply(t *testing.T, r *rig, name string) (finish, content, refusal string) {
	t.Helper()
	raw, body := pythonRequest(t, name)
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, raw)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("%d %v %s", resp.StatusCode, err, text)
	}
	sent := r.asked(0)
	if sent.Header.Get("Authorization") != "Bearer sk-test" || sent.Header.Get("X-Stainless-Lang") != "python" || sent.Get("model").Str != "gpt-4o-mini" {
		t.Errorf("the upstream got %v %s", sent.Header, sent.Body)
	}
	if whole := parse(string(text)); whole.Get("object").Str == "response" {
		return whole.Get("status").Str, whole.Get("output.0.content.0.text").Str, ""
	}
	s := read(t, got{status: 200, header: resp.Header, body: string(text)})
	if parse(body).Get("stream").Bool() && (!s.done || !strings.Contains(s.body, `"usage":{`)) {
		t.Errorf("the stream has no end or no usage:\n%s", s.body)
	}
	choice := s.choices[0]
	if calls := parse(choice.tools); calls.Get("0").Exists() {
		return choice.finish, calls.Get("0.function.arguments").Str, choice.refusal
	}
	return choice.finish, choice.content, choice.refusal
}
