package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// gather reads a whole stream.
func gather(limits Limits, body []byte) (*Reply, error) {
	g := NewGatherer(limits)
	events := NewEventReader(bytes.NewReader(body), 1<<20)
	for {
		event, err := events.Next()
		if err == io.EOF {
			return g.Reply()
		}
		if err == nil {
			err = g.Feed(event)
		}
		if err != nil {
			reply, _ := g.Reply()
			return reply, err
		}
	}
}

func TestGatherRecordings(t *testing.T) {
	recordings(t, "streams/*.sse", func(t *testing.T, path string, body []byte) {
		reply, err := gather(Limits{Choices: 1 + strings.Count(path, "two_choices")}, body)
		holdReply(t, path, reply, err)
	})
}

func TestGathererTellsWhatHasCome(t *testing.T) {
	g := NewGatherer(Limits{Choices: 1})
	feed := func(data string) {
		t.Helper()
		if err := g.Feed(Event{Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
	}
	feed(`{"id":"x","choices":[{"index":0,"delta":{"content":"one"}}]}`)
	first := g.Content()
	feed(`{"id":"x","choices":[{"index":0,"delta":{"content":" two"},"finish_reason":"stop"}]}`)
	if first != "one" || g.Content() != "one two" || g.choices[0].FinishReason != "stop" || g.head.ID != "x" || g.Done() {
		t.Errorf("%q, %q, %q", first, g.Content(), g.choices[0].FinishReason)
	}
	if (&Gatherer{choices: make([]*gathering, 1)}).Content() != "" {
		t.Error("a choice that never came has content")
	}
	feed("[DONE]")
	feed("garbage behind the end")
	if !g.Done() {
		t.Error("the end is not seen")
	}
}

func TestGathererIsBounded(t *testing.T) {
	g := NewGatherer(Limits{Choices: 1, Bytes: 1000})
	data := []byte(`{"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("x", 100) + `"}}]}`)
	var b *BrokenReply
	for range 20 {
		if err := g.Feed(Event{Data: data}); errors.As(err, &b) {
			break
		}
	}
	if b == nil || b.Fault != FaultTooLarge || len(g.Content()) > 1000 {
		t.Errorf("%v after %d bytes", b, len(g.Content()))
	}
	many := NewGatherer(Limits{})
	var err error
	for i := range maxCalls + 1 {
		err = many.Feed(Event{Data: fmt.Appendf(nil, `{"choices":[{"delta":{"tool_calls":[{"index":%d}]}}]}`, i)})
		if err != nil {
			break
		}
	}
	if !errors.As(err, &b) || b.Fault != FaultBadChoice {
		t.Errorf("endless tool calls: %v", err)
	}
}

func TestPartsOfCallsAddUpToTheCalls(t *testing.T) {
	g := NewGatherer(Limits{})
	var parts []string
	for _, delta := range []string{
		`{"content":""}`,
		`{"tool_calls":[{"index":0,"id":"a","type":"function","extra":{"sig":"s"},"function":{"name":"","arguments":""}}]}`,
		`{"tool_calls":[{"index":0,"function":{"name":"look","arguments":"{\"q\""}}]}`,
		`{"tool_calls":[{"index":1,"id":"b","type":"custom","custom":{"name":"run","input":"ls"}},{"index":0,"function":{"arguments":":1"}}]}`,
		`{"tool_calls":[{"index":1,"custom":{"input":" -l"}},{"index":0,"function":{"arguments":"}"}}]}`,
	} {
		if err := g.Feed(Event{Data: []byte(`{"choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}`)}); err != nil {
			t.Fatal(err)
		}
		if part := g.NewCalls(offered, asTheyCame); part != "" {
			parts = append(parts, part)
		}
	}
	again := NewGatherer(Limits{})
	for _, part := range parts {
		if err := again.Feed(Event{Data: []byte(`{"choices":[{"index":0,"delta":{"tool_calls":` + part + `},"finish_reason":null}]}`)}); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := g.Reply()
	got, _ := again.Reply()
	if len(parts) != 3 || got.Choices[0].ToolCalls != want.Choices[0].ToolCalls || g.NewCalls(offered, asTheyCame) != "" {
		t.Errorf("%d parts: %s\nwant %s", len(parts), got.Choices[0].ToolCalls, want.Choices[0].ToolCalls)
	}
}

// A reply whose reasoning stands there under both names, as some servers send it for older clients, said all of it twice.
func TestReasoningUnderTwoNamesIsReadOnce(t *testing.T) {
	delta := func(text string) string {
		return `data: {"choices":[{"index":0,"delta":{"reasoning_content":"` + text + `","reasoning":"` + text + `"}}]}` + "\n\n"
	}
	got, err := gather(Limits{Choices: 1}, []byte(delta("a b")+delta(" c")+`data: {"choices":[{"index":0,"delta":{"content":"d"},"finish_reason":"stop"}]}`+"\n\n"))
	if err != nil || got.Choices[0].Reasoning != "a b c" || *got.Choices[0].Content != "d" {
		t.Errorf("%+v, %v", got, err)
	}
}

// offered withholds no call, and asTheyCame tells arguments as they come.
func offered(string) bool { return false }

func asTheyCame(arguments string, from int, _ bool) (string, int) {
	return arguments[from:], len(arguments)
}
