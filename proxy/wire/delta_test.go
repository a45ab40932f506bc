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

func TestDeltasAreTaken(t *testing.T) {
	for _, data := range deltas {
		if _, ok := new(deltaReader).read([]byte(data)); !ok {
			t.Errorf("not taken: %s", data)
		}
	}
	for _, data := range notDeltas {
		if _, ok := new(deltaReader).read([]byte(data)); ok {
			t.Errorf("taken: %s", data)
		}
	}
}

// FuzzDelta holds the short cut against the careful reader: where it takes an
// event, the other takes it too, and comes to the same, also behind another.
func FuzzDelta(f *testing.F) {
	for _, data := range append(deltas, notDeltas...) {
		f.Add([]byte(data), []byte(data))
		f.Add([]byte(deltas[0]), []byte(data))
		f.Add([]byte(data), []byte(deltas[0]))
	}
	const frame = `{"choices":[{"index":0,"delta":{"content":"%s"%s}}]}`
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

func BenchmarkDelta(b *testing.B) {
	data := []byte(deltas[0])
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var r deltaReader
	for b.Loop() {
		if _, ok := r.read(data); !ok {
			b.Fatal("not taken")
		}
	}
}
