package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync/atomic"
)

// scenario is a kind of request: how many chunks it carries and how long each
// of them is.
type scenario struct {
	name   string
	chunks int
	lines  int // of a chunk, about 100 bytes each
}

// scenarios are a chat without evidence, a usual RAG prompt, and a large one.
func scenarios() []scenario {
	return []scenario{{"chat-1k", 0, 0}, {"rag-8k", 5, 14}, {"rag-100k", 40, 24}}
}

// fresh is where a request differs from the one before: in each sentence of
// each chunk and in the question, so that nothing that the gateway keeps from
// an earlier call flatters it. It has as many digits as the counter.
const fresh = "00000000"

// request is a request body that many calls share. Its marks are the offsets
// of the digits that may differ from call to call.
type request struct {
	body  []byte
	marks []int
	calls atomic.Uint64
}

// newRequest makes a request. The model's name tells the upstream how to
// answer.
func newRequest(s scenario, model string, streamed bool) *request {
	var b strings.Builder
	fmt.Fprintf(&b, `{"model":%q,"stream":%t,"messages":[{"role":"system","content":"`, model, streamed)
	if s.chunks == 0 {
		b.WriteString("You are a helpful assistant. " +
			strings.Repeat("Be brief and friendly, and ask back where something is unclear. ", 12))
	} else {
		b.WriteString(`Answer from the documents.\n\n<documents>`)
		for i := range s.chunks {
			writeChunk(&b, i, s.lines)
		}
		b.WriteString(`</documents>`)
	}
	fmt.Fprintf(&b, `"},{"role":"user","content":"How high do the stations stand? (%s)"}]}`, fresh)
	r := &request{body: []byte(b.String())}
	for at := 0; ; {
		next := bytes.Index(r.body[at:], []byte(fresh))
		if next < 0 {
			return r
		}
		r.marks = append(r.marks, at+next)
		at += next + len(fresh)
	}
}

func writeChunk(b *strings.Builder, i, lines int) {
	fmt.Fprintf(b, `<document id=\"c%d\">Station %d stands %d m above the sea and was opened in %d. Its register has the number %s. `, i, i,
		100+i, 1900+i, fresh)
	for j := range lines {
		fmt.Fprintf(b, "The line from halt %d to halt %d is worked by train %d-%s on every weekday of the summer season. ", j, j+1,
			17*i+j, fresh)
	}
	b.WriteString(`</document>`)
}

// next is a body that no call had before, with a new question and new chunks.
func (r *request) next(into []byte) []byte {
	into = append(into[:0], r.body...)
	digits := fmt.Appendf(nil, "%0*d", len(fresh), r.calls.Add(1)%100_000_000)
	for _, at := range r.marks {
		copy(into[at:], digits)
	}
	return into
}
