package wire

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var deltas = []string{
	`{"id":"c-1","object":"chat.completion.chunk","created":1760000000,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"aB3"}`,
	`{"choices":[{"index":0,"delta":{"content":"a \"b\" \\ \u00e9\n"}}]}`,
	`{"choices": [{"delta": {"content": "x"}, "index": 1}], "service_tier": "default"}`,
	`{"choices":[{"index":0,"delta":{"reasoning_content":"hm","content":null},"stop_reason":null,"token_ids":null}]}`,
	`{"choices":[{"index":0,"delta":{"refusal":"no"}}],"system_fingerprint":"fp"}`,
	`{"choices":[{"index":0,"delta":{}}]}`,
	`{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`,
	`{"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}`,
}

var notDeltas = []string{
	`{"choices":[]}`, `{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":{}}]}`,
	`{"choices":[{"index":0,"delta":{"content":"x"}},{"index":1,"delta":{"content":"y"}}]}`,
	`{"choices":[{"index":0,"delta":{"content":"x","content":"y"}}]}`, `{"choices":[{"index":0,"index":0,"delta":{}}]}`,
	`{"choices":[{"index":0,"delta":{"tool_calls":[]}}]}`, `{"choices":[{"index":0,"delta":{"content":["x"]}}]}`,
	`{"choices":[{"index":00,"delta":{}}]}`, `{"choices":[{"index":0.0,"delta":{}}]}`, `{"choices":[{"index":-1,"delta":{}}]}`,
	`{"choices":[{"index":0,"delta":{"content":"\ud834"}}]}`, `{"choices":[{"index":0,"delta":{"content":"\x"}}]}`,
	"{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\xff\"}}]}", "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\n\"}}]}",
	`{"choices":[{"index":0,"delta":{"content":"x"}}]} {}`, `{"choices":[{"index":0,"delta":{"content":"x"}}],}`,
	`{"choices":[{"index":0,"delta":{"content":"x"}}],"error":{"message":"m"}}`, `{"choices":[{"index":0}]}`, `{"id":"x"}`,
	`{"\u0063hoices":[{"index":0,"delta":{"content":"x"}}]}`, `{null:1}`, `{"choices":[{"index":0,"delta":{"content":"x`,
	`{"choices":[{"index":99999999999999999999,"delta":{}}]}`, `{"choices":[{"index":0,"delta":{"reasoning":"x","reasoning_content":"y"}}]}`,
}

// TestAnEventLikeTheLastIsTaken: one that differs in its text, and in its padding, alone.
func TestAnEventLikeTheLastIsTaken(t *testing.T) {
	for name, tt := range map[string]struct {
		first, second string
		taken         bool
	}{
		"another text":           {`{"choices":[{"index":0,"delta":{"content":"a"}}]}`, `{"choices":[{"index":0,"delta":{"content":"b \"c\" \u00e9"}}]}`, true},
		"a role":                 {`{"choices":[{"delta":{"role":"assistant","content":"a"},"finish_reason":null}]}`, `{"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]}`, true},
		"reasoning":              {`{"choices":[{"delta":{"content":null,"reasoning":"a"}}]}`, `{"choices":[{"delta":{"content":null,"reasoning":"b"}}]}`, true},
		"padding":                {`{"choices":[{"delta":{"content":"a"}}],"obfuscation":"x"}`, `{"choices":[{"delta":{"content":"b"}}],"obfuscation":"yz"}`, true},
		"padding in front":       {`{"obfuscation":"x","choices":[{"delta":{"content":"a"}}]}`, `{"obfuscation":"yz","choices":[{"delta":{"content":"b"}}]}`, true},
		"the time":               {`{"id":"c","created":1,"choices":[{"delta":{"content":"a"}}]}`, `{"id":"d","created":23,"choices":[{"delta":{"content":"b"}}]}`, true},
		"no time before":         {`{"created":0,"choices":[{"delta":{"content":"a"}}]}`, `{"created":23,"choices":[{"delta":{"content":"b"}}]}`, false},
		"a number that is none":  {`{"created":1,"choices":[{"delta":{"content":"a"}}]}`, `{"created":01,"choices":[{"delta":{"content":"b"}}]}`, false},
		"another choice":         {`{"choices":[{"index":0,"delta":{"content":"a"}}]}`, `{"choices":[{"index":1,"delta":{"content":"a"}}]}`, false},
		"two choices":            {`{"choices":[{"delta":{"content":"a"}},{"index":1,"delta":{"content":"b"}}]}`, `{"choices":[{"delta":{"content":"b"}},{"index":1,"delta":{"content":"b"}}]}`, false},
		"two texts":              {`{"choices":[{"delta":{"content":"a","reasoning":"b"}}]}`, `{"choices":[{"delta":{"content":"a","reasoning":"b"}}]}`, false},
		"an end":                 {`{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}`, `{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}`, false},
		"a call":                 {`{"choices":[{"delta":{"content":"a","tool_calls":[]}}]}`, `{"choices":[{"delta":{"content":"a","tool_calls":[]}}]}`, false},
		"half a pair":            {`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"\ud834"}}]}`, false},
		"bytes that are no text": {`{"choices":[{"delta":{"content":"a"}}]}`, "{\"choices\":[{\"delta\":{\"content\":\"\xff\"}}]}", false},
		"more behind the text":   {`{"choices":[{"delta":{"content":"a"}}]}`, `{"choices":[{"delta":{"content":"a","refusal":"no"}}]}`, false},
	} {
		g := NewGatherer(Limits{Choices: 2})
		if err := g.Feed(Event{Data: []byte(tt.first)}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, taken := g.last.textOf([]byte(tt.second)); taken != tt.taken {
			t.Errorf("%s: taken is %v", name, taken)
		}
	}
}

// FuzzAgain holds the short cut against the careful reader: where it takes an
// event, the other takes it too, and comes to the same.
func FuzzAgain(f *testing.F) {
	for _, data := range append(deltas, notDeltas...) {
		f.Add([]byte(data), []byte(data))
		f.Add([]byte(deltas[0]), []byte(data))
		f.Add([]byte(data), []byte(deltas[0]))
	}
	const frame = `{"id":"c","created":7,"choices":[{"index":0,"delta":{"content":"%s"%s}}]}`
	first := fmt.Appendf(nil, frame, "one", "")
	for _, text := range []string{"", "two", `\"`, `\`, `"`, `\u00e9`, `\ud834`, "\xff", "\n", `"}}]}`, `","content":"x`} {
		f.Add(first, fmt.Appendf(nil, frame, text, ""))
		f.Add(first, fmt.Appendf(nil, frame, text, `,"refusal":"no"`))
		f.Add(fmt.Appendf(nil, frame, text, `,"reasoning":"hm"`), fmt.Appendf(nil, frame, "two", `,"reasoning":"hm"`))
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		limits := Limits{Choices: 2, Bytes: 200}
		quick, careful := NewGatherer(limits), NewGatherer(limits)
		for _, data := range [][]byte{one, two, one, two} {
			data = bytes.TrimSpace(data)
			if len(data) == 0 || string(data) == "[DONE]" {
				return
			}
			got, want := quick.Feed(Event{Data: data}), careful.feedCarefully(Event{Data: data})
			if faultOf(got) != faultOf(want) {
				t.Fatalf("%s: %v, carefully: %v", data, got, want)
			}
			if got != nil {
				return // further events are of no use
			}
			this, _ := quick.Reply()
			that, _ := careful.Reply()
			if diff := cmp.Diff(that, this); diff != "" {
				t.Fatalf("%s: %s", data, diff)
			}
			if quick.size != careful.size {
				t.Fatalf("%s: %d bytes, carefully %d", data, quick.size, careful.size)
			}
		}
	})
}

func faultOf(err error) string {
	var b *BrokenReply
	if errors.As(err, &b) {
		return b.Error()
	}
	return ""
}

// BenchmarkAgain reads events whose padding differs as their text does.
func BenchmarkAgain(b *testing.B) {
	const frame = `{"id":"c-1","object":"chat.completion.chunk","created":1760000000,"model":"m","choices":[{"index":0,"delta":{"content":"%s"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"%s"}`
	events := [][]byte{fmt.Appendf(nil, frame, " the mill", "aB3"), fmt.Appendf(nil, frame, " was", "q")}
	b.SetBytes(int64(len(events[0])))
	b.ReportAllocs()
	g := NewGatherer(Limits{})
	for n := 0; b.Loop(); n++ {
		if err := g.Feed(Event{Data: events[n%2]}); err != nil {
			b.Fatal(err)
		}
		if n%1024 == 0 {
			g.choices[0].content.Reset()
		}
	}
}
