package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/internal/golden"
)

// text returns a pointer to s.
func text(s string) *string { return &s }

// fullReply has every member that a reply can carry.
func fullReply() *Reply {
	return &Reply{
		ID: "chatcmpl-1", Model: "small-1", SystemFingerprint: "fp", ServiceTier: "default",
		Created: 1760000000, Usage: `{"total_tokens":9}`,
		Choices: []Choice{
			{Index: 0, FinishReason: "stop", Content: text("Rye & <oats> [1]\n"), Reasoning: "secret",
				Annotations: `[{"type":"url_citation"}]`, Context: `{"hidden":true}`},
			{Index: 1, FinishReason: "tool_use",
				ToolCalls: "[\n{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},{\"id\":\"b\"}]"},
			{Index: 2, FinishReason: "stop", Refusal: text("No.")},
			{Index: 3, FinishReason: "function_call", ToolCalls: `[{"type":"function","function":{"name":"f","arguments":""}}]`, Older: true},
		},
	}
}

func TestBuildReply(t *testing.T) {
	body := BuildReply(fullReply(), `{"verdict":"grounded"}`)
	if !json.Valid(body) {
		t.Fatalf("no JSON: %s", body)
	}
	golden.Hold(t, "testdata/built.json", string(body)+"\n")
}

func TestBuildReplyLeavesOutWhatIsNotVerified(t *testing.T) {
	body := string(BuildReply(fullReply(), ""))
	for _, hidden := range []string{"secret", "hidden", "vouchsafe"} {
		if strings.Contains(body, hidden) {
			t.Errorf("%s leaves with the reply: %s", hidden, body)
		}
	}
	shown := fullReply()
	shown.ShowReasoning = true
	if body := string(BuildReply(shown, "")); !strings.Contains(body, `"reasoning_content":"secret"`) {
		t.Errorf("the reasoning is not shown: %s", body)
	}
}

func TestStreamReply(t *testing.T) {
	stream := appendStream(&Chat{IncludeUsage: true}, fullReply(), `{"verdict":"grounded"}`)
	golden.Hold(t, "testdata/built.sse", string(stream))
	for line := range strings.Lines(string(stream)) {
		if line != "\n" && !strings.HasPrefix(line, "data: ") {
			t.Errorf("a line that is no data: %q", line)
		}
	}
}

func TestStreamReplyIsGatheredBack(t *testing.T) {
	want := fullReply()
	for _, usage := range []bool{true, false} {
		got, err := gather(Limits{Choices: 4}, appendStream(&Chat{IncludeUsage: usage}, want, ""))
		if err != nil {
			t.Fatal(err)
		}
		if (got.Usage != "") != usage {
			t.Errorf("usage asked for: %v, sent: %q", usage, got.Usage)
		}
		if got.ID != want.ID || got.Created != want.Created || len(got.Choices) != 4 {
			t.Fatalf("%+v", got)
		}
		first, second, third := got.Choices[0], got.Choices[1], got.Choices[2]
		if *first.Content != *want.Choices[0].Content || first.Annotations != want.Choices[0].Annotations || first.Reasoning != "" {
			t.Errorf("%+v", first)
		}
		if second.FinishReason != "tool_calls" || second.Content != nil || !json.Valid([]byte(second.ToolCalls)) {
			t.Errorf("%+v", second)
		}
		if *third.Refusal != "No." {
			t.Errorf("%+v", third)
		}
		if last := got.Choices[3]; !last.Older || len(last.Calls()) != 1 || last.Calls()[0].Name != "f" {
			t.Errorf("%+v", last)
		}
	}
}

func TestStreamChunksShareIdAndTime(t *testing.T) {
	s := NewStream(Reply{ID: "x", Created: 7, Model: "m"}, false)
	var stream []byte
	stream = s.Role(stream, 0)
	for range 6 {
		stream = s.Heartbeat(stream)
	}
	stream = s.Content(stream, 0, "Rye.")
	stream = s.Finish(stream, &Choice{FinishReason: "content_filter"}, Ending{})
	golden.Hold(t, "testdata/heartbeat.sse", string(s.Done(stream, `{"total_tokens":1}`)))
}

func TestStreamErrorIsAPlainFrame(t *testing.T) {
	s := NewStream(Reply{}, false)
	got := string(s.Error(nil, NewError(502, "upstream_broken_reply", "Broken.")))
	want := `data: {"error":{"message":"Broken. ` + "`vouchsafe docs upstreams#when-an-upstream-does-not-answer`" + ` tells more.","type":"upstream_error","param":null,"code":"upstream_broken_reply"}}` + "\n\n"
	if got != want {
		t.Error(got)
	}
}

func TestFinishReason(t *testing.T) {
	for reason, want := range map[string]string{
		"stop": "stop", "": "stop", "eos": "stop", "MAX_TOKENS": "length", "length": "length",
		"tool_use": "tool_calls", "content_filter": "content_filter", "function_call": "function_call",
	} {
		if got := FinishReason(reason); got != want {
			t.Errorf("FinishReason(%q) = %q, want %q", reason, got, want)
		}
	}
}
