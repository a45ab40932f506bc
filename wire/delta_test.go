package wire

import (
	"bytes"
	"errors"
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

func TestReadDelta(t *testing.T) {
	for _, data := range deltas {
		if _, ok := readDelta([]byte(data)); !ok {
			t.Errorf("not taken: %s", data)
		}
	}
	for _, data := range notDeltas {
		if _, ok := readDelta([]byte(data)); ok {
			t.Errorf("taken: %s", data)
		}
	}
}

// FuzzReadDelta holds the short cut against the careful reader: where it takes
// an event, the other takes it too, and comes to the same.
func FuzzReadDelta(f *testing.F) {
	for _, data := range append(deltas, notDeltas...) {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.TrimSpace(data)
		if _, ok := readDelta(data); !ok {
			return
		}
		quick, careful := NewGatherer(Limits{Choices: 2, Bytes: 200}), NewGatherer(Limits{Choices: 2, Bytes: 200})
		for range 3 {
			got, want := quick.Feed(Event{Data: data}), careful.feedCarefully(Event{Data: data})
			if faultOf(got) != faultOf(want) {
				t.Fatalf("%s: %v, carefully: %v", data, got, want)
			}
			one, _ := quick.Reply()
			other, _ := careful.Reply()
			if diff := cmp.Diff(other, one); diff != "" {
				t.Fatalf("%s: %s", data, diff)
			}
			if quick.size != careful.size && got == nil {
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

func BenchmarkReadDelta(b *testing.B) {
	data := []byte(deltas[0])
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := readDelta(data); !ok {
			b.Fatal("not taken")
		}
	}
}
