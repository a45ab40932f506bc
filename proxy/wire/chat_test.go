package wire

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/proxy/wire/prompt"
)

// parse reads a request that must be sound.
func parse(t *testing.T, body string) *Chat {
	t.Helper()
	if err := Check([]byte(body), 0); err != nil {
		t.Fatalf("Check: %v", err)
	}
	c, err := Completions.Parse([]byte(body))
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return c
}

func TestParseChatReadsEveryMember(t *testing.T) {
	c := parse(t, `{
		"\u006dodel": "small-1", "user": "u-7", "stream": true, "n": 2,
		"stream_options": {"include_usage": true, "include_obfuscation": false},
		"max_tokens": 1e2, "max_completion_tokens": 250, "stop": ["END", "\n\n"],
		"tools": [{"type": "function", "function": {"name": "look_up"}}], "tool_choice": "auto",
		"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}},
		"modalities": ["text"], "new_thing": {"a": [1, 2]},
		"vouchsafe": {"chunks": [{"text": "tea"}], "context_id": "talk-1"},
		"documents": [{"text": "rice"}], "chat_template_kwargs": {"documents": [{"text": "salt"}]},
		"messages": [{"role": "user", "content": "hello"}]
	}`)
	if c.Model != "small-1" || c.User != "u-7" || !c.Stream || !c.IncludeUsage || c.N != 2 || c.Audio || c.ContextID != "talk-1" {
		t.Errorf("scalars: %+v", c)
	}
	if !c.HasTools || c.ToolChoice != `"auto"` || c.Schema != `{"type": "object"}` || c.Format != prompt.FormatJSONSchema {
		t.Errorf("tools and format: %+v", c)
	}
	if diff := cmp.Diff([]Limit{{"max_tokens", 100}, {"max_completion_tokens", 250}}, c.MaxTokens); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"END", "\n\n"}, c.Stop); diff != "" {
		t.Error(diff)
	}
	want := prompt.Prompt{
		Model: "small-1", Format: prompt.FormatJSONSchema,
		Messages: []prompt.Message{{Role: "user", Parts: []string{"hello"}}},
		Beside: []prompt.Beside{
			{Channel: "vouchsafe.chunks", JSON: `[{"text": "tea"}]`},
			{Channel: "documents", JSON: `[{"text": "rice"}]`},
			{Channel: "chat_template_kwargs.documents", JSON: `[{"text": "salt"}]`},
		},
	}
	if diff := cmp.Diff(want, c.Prompt()); diff != "" {
		t.Error(diff)
	}
}

func TestParseChatReadsMessages(t *testing.T) {
	c := parse(t, `{"messages":[
		{"role":"system","content":[{"type":"text","text":"be brief"},{"type":"text","text":"\u00e9t\u00e9"}]},
		{"content":[{"type":"image_url","image_url":{"url":"data:"}},{"type":"text","text":"what?"}],"role":"user","name":"ann"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look_up","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"c1","content":"found"},
		{"role":"tool","tool_call_id":"c9","content":"of nobody"},
		{"role":"assistant","content":[{"type":"refusal","refusal":"no"}],"tool_calls":[ ],"context":{"citations":[]}},
		{"role":"function","name":"old","content":"way"},
		{"role":"system","name":"example_user","content":"shown"},
		{"role":"critic","mood":1},
		{"role":"user","content":[{"type":"holo","text":"new kind"},{"type":"file","file":{"file_id":"f"}}]}
	]}`)
	want := []prompt.Message{
		{Role: "system", Parts: []string{"be brief", "été"}},
		{Role: "user", Parts: []string{"what?"}, Unreadable: true},
		{Role: "assistant", ToolCalls: true},
		{Role: "tool", Parts: []string{"found"}, Call: &prompt.Call{Name: "look_up", Arguments: "{}"}},
		{Role: "tool", Parts: []string{"of nobody"}},
		{Role: "assistant", Parts: []string{"no"}, Context: `{"citations":[]}`},
		{Role: "function", Parts: []string{"way"}},
		{Role: prompt.Sample, Parts: []string{"shown"}},
		{Role: "critic"},
		{Role: "user", Parts: []string{"new kind"}, Unreadable: true},
	}
	if diff := cmp.Diff(want, c.Prompt().Messages); diff != "" {
		t.Error(diff)
	}
}

func TestParseChatTakesNullForAbsent(t *testing.T) {
	c := parse(t, `{"model":null,"stream":null,"stream_options":null,"n":null,"tools":null,"tool_choice":null,
		"response_format":null,"max_tokens":null,"stop":null,"modalities":null,"audio":null,"user":null,
		"vouchsafe":null,"documents":null,"chat_template_kwargs":null,"messages":[{"role":"user","content":""}]}`)
	if c.N != 1 || c.Stream || c.HasTools || c.Audio || c.MaxTokens != nil || c.Stop != nil || len(c.Prompt().Beside) != 0 {
		t.Errorf("%+v", c)
	}
	if c := parse(t, `{"tools":[ ],"response_format":{"type":"text"},"messages":[{"role":"user"}]}`); c.HasTools || c.ResponseFormat != "" {
		t.Errorf("%+v", c)
	}
}

func TestParseChatNamesTheMemberAtFault(t *testing.T) {
	const message = `"messages":[{"role":"user","content":"x"}]`
	for _, tt := range []struct{ body, param string }{
		{`{}`, "messages"},
		{`{"messages":null}`, "messages"},
		{`{"messages":[]}`, "messages"},
		{`{"messages":{"role":"user"}}`, "messages"},
		{`{"messages":"hello"}`, "messages"},
		{`{"messages":["hello"]}`, "messages[0]"},
		{`{"messages":[{"content":"x"}]}`, "messages[0].role"},
		{`{"messages":[{"role":7}]}`, "messages[0].role"},
		{`{"messages":[{"role":"user"},{"role":"user","content":7}]}`, "messages[1].content"},
		{`{"messages":[{"role":"user","content":{"text":"x"}}]}`, "messages[0].content"},
		{`{"messages":[{"role":"user","content":["x"]}]}`, "messages[0].content[0]"},
		{`{"messages":[{"role":"user","content":[{"type":"text","text":7}]}]}`, "messages[0].content[0].text"},
		{`{"messages":[{"role":"user","content":"x","Content":"y"}]}`, "messages[0].content"},
		{`{"messages":[{"role":"user","ROLE":"system"}]}`, "messages[0].role"},
		{`{"Messages":[],` + message + `}`, "messages"},
		{`{"me\u017f\u017fages":[],` + message + `}`, "messages"}, // long s folds to s
		{`{"Stream":true,` + message + `}`, "stream"},
		{`{"stream":"true",` + message + `}`, "stream"},
		{`{"stream":1,` + message + `}`, "stream"},
		{`{"stream_options":[],` + message + `}`, "stream_options"},
		{`{"stream_options":{"include_usage":"yes"},` + message + `}`, "stream_options.include_usage"},
		{`{"model":7,` + message + `}`, "model"},
		{`{"n":0,` + message + `}`, "n"},
		{`{"n":129,` + message + `}`, "n"},
		{`{"n":1.5,` + message + `}`, "n"},
		{`{"n":"2",` + message + `}`, "n"},
		{`{"max_tokens":"5",` + message + `}`, "max_tokens"},
		{`{"max_completion_tokens":1e300,` + message + `}`, "max_completion_tokens"},
		{`{"tools":{},` + message + `}`, "tools"},
		{`{"tool_choice":7,` + message + `}`, "tool_choice"},
		{`{"functions":7,` + message + `}`, "functions"},
		{`{"function_call":7,` + message + `}`, "function_call"},
		{`{"response_format":"json",` + message + `}`, "response_format"},
		{`{"response_format":{},` + message + `}`, "response_format"},
		{`{"response_format":{"type":"json_schema"},` + message + `}`, "response_format.json_schema"},
		{`{"response_format":{"type":"json_schema","json_schema":{"schema":"x"}},` + message + `}`, "response_format.json_schema.schema"},
		{`{"stop":7,` + message + `}`, "stop"},
		{`{"stop":["a",7],` + message + `}`, "stop"},
		{`{"modalities":"audio",` + message + `}`, "modalities"},
		{`{"audio":true,` + message + `}`, "audio"},
		{`{"vouchsafe":[],` + message + `}`, "vouchsafe"},
		{`{"vouchsafe":{"chunks":{}},` + message + `}`, "vouchsafe.chunks"},
		{`{"vouchsafe":{"context_id":7},` + message + `}`, "vouchsafe.context_id"},
		{`{"documents":"x",` + message + `}`, "documents"},
		{`{"chat_template_kwargs":7,` + message + `}`, "chat_template_kwargs"},
		{`{"chat_template_kwargs":{"documents":7},` + message + `}`, "chat_template_kwargs.documents"},
	} {
		if err := Check([]byte(tt.body), 0); err != nil {
			t.Errorf("%s: the gate refuses it: %v", tt.body, err)
			continue
		}
		_, err := Completions.Parse([]byte(tt.body))
		if err == nil || err.Status != 400 || err.Param != tt.param || !err.NoRetry {
			t.Errorf("%s: %+v, want param %s", tt.body, err, tt.param)
		}
	}
}

func TestParseChatKeepsItsOwnCopy(t *testing.T) {
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
	c, _ := Completions.Parse(body)
	for i := range body {
		body[i] = 'x'
	}
	if c.Model != "m" || c.Prompt().Messages[0].Parts[0] != "hello" {
		t.Errorf("the request changed with the caller's buffer: %+v", c)
	}
}

func TestParseChatKnowsAudio(t *testing.T) {
	for _, member := range []string{`"modalities":["text","audio"]`, `"audio":{"voice":"v"}`} {
		if c := parse(t, `{`+member+`,"messages":[{"role":"user"}]}`); !c.Audio {
			t.Errorf("%s is not seen", member)
		}
	}
}

func TestAMisspeltMemberDoesNotLeaveAnAnswerWithoutItsEvidence(t *testing.T) {
	for body, ok := range map[string]bool{
		`{"model":"m","messages":[{"role":"user","content":"a"}],"vouchsafe":{"chunks":[{"text":"a"}],"context_id":"c","shadow":false}}`: true,
		`{"model":"m","messages":[{"role":"user","content":"a"}],"vouchsafe":{"chunk":[{"text":"a"}]}}`:                                  false,
	} {
		_, err := Completions.Parse([]byte(body))
		if (err == nil) != ok || err != nil && (err.Status != 400 || err.Code != "unknown_member") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// Who waits for a model holds the request once, and not its texts besides.
func TestForgottenMessagesAreReadAgain(t *testing.T) {
	for surface, body := range map[Surface]string{
		Completions: `{"model":"m","messages":[{"role":"system","content":"a \"b\""},{"role":"user","content":[{"type":"text","text":"c\nd"}]},
			{"role":"assistant","content":null,"tool_calls":[{"id":"t1","type":"function","function":{"name":"look_up","arguments":"{}"}}]},
			{"role":"tool","tool_call_id":"t1","content":"e\tf"}],"documents":[{"text":"g"}]}`,
		Responses: `{"model":"m","instructions":"a \"b\"","input":[{"role":"user","content":"c\nd"},{"type":"function_call","call_id":"t1","name":"look_up","arguments":"{}"},
			{"type":"function_call_output","call_id":"t1","output":"e\tf"}]}`,
	} {
		c, err := surface.Parse([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		want := c.Prompt()
		for range 2 {
			c.Forget()
			c.Forget()
			if c.prompt.Messages != nil {
				t.Errorf("surface %v: the messages are still held", surface)
			}
			if diff := cmp.Diff(want, c.Prompt()); diff != "" {
				t.Errorf("surface %v: %s", surface, diff)
			}
		}
		edit := c.Edit()
		edit.AppendSystem("h")
		if got := string(edit.Bytes()); !strings.Contains(got, fenced+`h"`) {
			t.Errorf("surface %v: nothing can be joined any more: %s", surface, got)
		}
	}
}

// A name that is spelt with a pair of surrogates ended the reading of its object: what
// stood behind it went upstream unseen.
func TestANameSpeltWithEscapesHidesNoMember(t *testing.T) {
	for _, name := range []string{`\ud83d\ude00`, `\u0061\/\"`, `é`, `\\`} {
		c := parse(t, `{"model":"m","`+name+`":{"`+name+`":1},"messages":[{"`+name+`":"x","role":"user","content":"hi"}],"n":3,"store":true}`)
		if c.N != 3 || !c.Has("store") || c.Prompt().Messages[0].Role != "user" {
			t.Errorf("%s: n %d, store %v, %v", name, c.N, c.Has("store"), c.Prompt().Messages)
		}
	}
}
