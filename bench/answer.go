package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"vouchsafe/grounding/answer"
)

// passage is a sentence of an answer with its citation.
type passage struct {
	text, chunk, snippet string
}

// station is a sentence of a station's chunk as it stands there, found by its first words.
func station(i int) passage {
	snippet := fmt.Sprintf("Station %d stands %d m above the sea", i, 100+i)
	return passage{fmt.Sprintf("%s and was opened in %d.", snippet, 1900+i), fmt.Sprintf("c%d", i), snippet}
}

// segments is what the model writes: segments with their citations, evidence
// first.
func segments(said ...passage) string {
	a := answer.Answer{Mode: answer.ModeAnswer}
	for i, p := range said {
		a.Citations = append(a.Citations, answer.Citation{ChunkID: p.chunk, Snippet: p.snippet})
		a.Segments = append(a.Segments, answer.Segment{Text: p.text, Citations: []int{i}})
	}
	return answer.WriteSegments(&a)
}

// marshal encodes what always can be.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // a bug: only our own plain structures come here
	}
	return bytes.TrimSpace(b.Bytes())
}

// reply is one answer in both of its forms, in bytes.
type reply struct {
	plain  []byte
	events [][]byte // of a stream, [DONE] included
	stream []byte   // the events together
}

// eventRunes is how many characters an event of a stream carries: some four
// tokens, which makes forty events of the usual answer.
const eventRunes = 16

// newReply makes both forms of an answer.
func newReply(content string) reply {
	const head = `{"id":"chatcmpl-bench","object":%q,"created":1700000000,"model":"bench","choices":`
	const usage = `,"usage":{"prompt_tokens":2000,"completion_tokens":160,"total_tokens":2160}}`
	r := reply{plain: fmt.Appendf(nil, head+`[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}]%s`,
		"chat.completion", marshal(content), usage)}
	event := func(format string, a ...any) {
		r.events = append(r.events, []byte("data: "+fmt.Sprintf(head, "chat.completion.chunk")+fmt.Sprintf(format, a...)+"\n\n"))
	}
	event(`[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`)
	for rest := []rune(content); len(rest) > 0; {
		n := min(eventRunes, len(rest))
		event(`[{"index":0,"delta":{"content":%s},"finish_reason":null}]}`, marshal(string(rest[:n])))
		rest = rest[n:]
	}
	event(`[{"index":0,"delta":{},"finish_reason":"stop"}]}`)
	event(`[]%s`, usage)
	r.events = append(r.events, []byte("data: [DONE]\n\n"))
	r.stream = bytes.Join(r.events, nil)
	return r
}

// prose is what the model writes where nobody asked it for segments: the same
// sentences, each with the mark of its chunk.
func prose(said ...passage) string {
	var b strings.Builder
	for _, p := range said {
		fmt.Fprintf(&b, "%s [%s]. ", strings.TrimSuffix(p.text, "."), p.chunk)
	}
	return strings.TrimSpace(b.String())
}

// said are the replies to one kind of call: asked for segments, and not asked.
type said struct{ segments, prose reply }

func newSaid(passages ...passage) said {
	return said{newReply(segments(passages...)), newReply(prose(passages...))}
}

// reworded is the same fact in other words than the chunk's.
func reworded(i int) passage {
	p := station(i)
	p.text = fmt.Sprintf("At %d m above the sea lies station %d, which was opened in %d.", 100+i, i, 1900+i)
	p.snippet = fmt.Sprintf("stands %d m above the sea and was opened in %d", 100+i, 1900+i)
	return p
}

// answers are the upstream's replies by the first word of the model's name;
// where there are several, the second is the reply to a repair, and the third
// to a continuation.
func answers() map[string][]said {
	good := newSaid(station(0), station(1), station(2), station(3))
	lie := station(3)
	lie.text, lie.snippet = strings.ReplaceAll(lie.text, "103", "930"), strings.ReplaceAll(lie.snippet, "103", "930")
	chat := newReply("Hello! What would you like to know? " + strings.Repeat("I am happy to help with that. ", 20))
	return map[string][]said{
		"own":       {good},
		"rewritten": {newSaid(reworded(0), reworded(1), reworded(2), reworded(3))},
		"repair":    {newSaid(station(0), station(1), station(2), lie), good, newSaid(station(3))},
		"chat":      {{chat, chat}},
	}
}
