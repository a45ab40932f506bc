package wire

import (
	"fmt"
	"strings"
	"testing"
)

// chatBody returns a request of about size bytes: a system message with
// chunks, a few turns and a tool.
func chatBody(size int) []byte {
	const head = `{"model":"gpt-4o-mini","temperature":0.1,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"Answer from the sources.\n\n`
	const tail = `"},{"role":"user","content":"Who opened the \"old\" mill?"},{"role":"assistant","content":"Let me see."},{"role":"user","content":"Well?"}],"tools":[{"type":"function","function":{"name":"look_up","parameters":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}}}],"max_tokens":400,"user":"u-1"}`
	var chunks strings.Builder
	for i := 0; len(head)+len(tail)+chunks.Len() < size; i++ {
		fmt.Fprintf(&chunks, `[%d] The mill at the lower weir was opened in %d by the brothers Anstey and ground oats until the flood.\n`, i, 1700+i)
	}
	return []byte(head + chunks.String() + tail)
}

func eachSize(b *testing.B, run func(b *testing.B, body []byte)) {
	for _, kib := range []int{1, 8, 100} {
		body := chatBody(kib << 10)
		b.Run(fmt.Sprintf("%dKiB", kib), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			run(b, body)
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	eachSize(b, func(b *testing.B, body []byte) {
		for b.Loop() {
			if err := Check(body, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	eachSize(b, func(b *testing.B, body []byte) {
		for b.Loop() {
			if _, err := Completions.Parse(body); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRequest is all that a request costs here: gate, reading, and the
// edits of an enforced exchange.
func BenchmarkRequest(b *testing.B) {
	instruction := strings.Repeat("Quote the source in its own words. ", 30)
	eachSize(b, func(b *testing.B, body []byte) {
		for b.Loop() {
			if err := Check(body, 0); err != nil {
				b.Fatal(err)
			}
			c, err := Completions.Parse(body)
			if err != nil {
				b.Fatal(err)
			}
			e := c.Edit()
			e.AppendSystem(instruction)
			e.AppendUser("c1: first source")
			e.SetResponseFormat(`{"type":"json_object"}`)
			e.SetStream(true)
			e.RaiseMaxTokens(QuoteRoom)
			e.SetStoreFalse()
			e.Drop("vouchsafe", "documents", "stop", "prediction", "logprobs", "top_logprobs")
			e.Bytes()
		}
	})
}

func BenchmarkEightMegabytesOfBrackets(b *testing.B) {
	body := []byte(strings.Repeat("[", 8<<20))
	b.ReportAllocs()
	for b.Loop() {
		if Check(body, 0) == nil {
			b.Fatal("accepted")
		}
	}
}

// BenchmarkGather reads a streamed answer of 400 pieces.
func BenchmarkGather(b *testing.B) {
	s := NewStream(Reply{ID: "chatcmpl-1", Created: 1760000000, Model: "small-1"}, true)
	stream := s.Role(nil, 0)
	for range 400 {
		stream = s.Content(stream, 0, " the mill")
	}
	stream = s.Done(s.Finish(stream, &Choice{FinishReason: "stop"}, Ending{}), "")
	b.SetBytes(int64(len(stream)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := gather(Limits{Choices: 1}, stream); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadReply(b *testing.B) {
	reply := fullReply()
	*reply.Choices[0].Content = strings.Repeat("The mill was opened in 1731 [1].\n\"Well.\" ", 60)
	body := BuildReply(reply, "")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadReply(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildReply(b *testing.B) {
	reply := fullReply()
	*reply.Choices[0].Content = strings.Repeat("The mill was opened in 1731 [1]. ", 60)
	b.ReportAllocs()
	for b.Loop() {
		BuildReply(reply, `{"verdict":"grounded"}`)
	}
}

func BenchmarkRoute(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if Route("POST", "/v1/chat/completions").Kind != KindChat {
			b.Fatal("not chat")
		}
	}
}

func BenchmarkResponseRequest(b *testing.B) {
	body := []byte(`{"model":"m","stream":true,"instructions":"` + strings.Repeat("The ferry leaves at 22:15. ", 400) + `","input":[{"role":"user","content":[{"type":"input_text","text":"When?"}]}]}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if Check(body, 0) != nil {
			b.Fatal("refused")
		}
		c, err := Responses.Parse(body)
		if err != nil {
			b.Fatal(err)
		}
		enforced(c)
	}
}

func BenchmarkGatherResponse(b *testing.B) {
	text := strings.Repeat("The ferry leaves at 22:15. ", 40)
	c := &Chat{Surface: Responses, Raw: "{}"}
	s := c.NewStream(Reply{ID: "resp_1", Model: "m"})
	stream := s.Role(nil, 0)
	for i := 0; i < len(text); i += 4 {
		stream = s.Content(stream, 0, text[i:i+4])
	}
	stream = s.Done(s.Finish(stream, &Choice{FinishReason: "stop"}, Ending{}), "")
	b.SetBytes(int64(len(stream)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := gatherResponse(stream, 0); err != nil {
			b.Fatal(err)
		}
	}
}
