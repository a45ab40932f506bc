package audit

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/wire/prompt"
)

// subject is what is audited: the evidence, and the choices that rest on it.
type subject struct {
	evidence  verify.Evidence
	noContext bool // there was no evidence to be had
	task      bool // a program reads the reply, and it has the form demanded
	choices   []choice
	trace     *Trace // that the line is; nil for any other line
}

// Evidence makes the evidence of some chunks.
func Evidence(chunks []evidence.Chunk, question string, prepare func(text string) *verify.Passage) verify.Evidence {
	set := evidence.NewSet(chunks)
	ev := verify.Evidence{Set: set, Question: question, Passages: make([]*verify.Passage, set.Len())}
	for i := range ev.Passages {
		ev.Passages[i] = prepare(set.At(i).Text)
	}
	return ev
}

func (s *subject) known() answer.Known { return KnownOf(s.evidence.Set) }

// readEvidence reads an array of chunks, in the forms in which they are understood
// beside a request. A chunk without a word keeps its place, for others may be
// cited by their number.
func readEvidence(array string) ([]evidence.Chunk, error) {
	found := readChunks(array)
	elements := gjson.Parse(array).Array()
	if len(found) == len(elements) {
		return found, nil
	}
	out := make([]evidence.Chunk, len(elements))
	for i, e := range elements {
		one := readChunks("[" + e.Raw + "]")
		switch {
		case len(one) == 1:
			out[i] = one[0]
		case e.Type != gjson.String && !e.IsObject():
			return nil, fmt.Errorf("chunks[%d] is %s, not an object", i, kindOf(e))
		case e.IsObject() && e.Get("text").Type != gjson.String:
			return nil, fmt.Errorf("chunks[%d] has no text", i)
		default:
			out[i] = wordless(e)
		}
	}
	return out, nil
}

func readChunks(array string) []evidence.Chunk {
	p := prompt.Prompt{Beside: []prompt.Beside{beside(array)}}
	return layout.Find(p, layout.Options{Beside: evidence.Primary}).Chunks
}

// wordless is a chunk whose text is empty: it can be named and proves nothing.
func wordless(e gjson.Result) evidence.Chunk {
	id := e.Get("chunk_id")
	if !id.Exists() {
		id = e.Get("id")
	}
	return evidence.Chunk{
		ID: strings.TrimSpace(id.String()), DocID: e.Get("doc_id").String(), Title: e.Get("title").String(),
		Message: evidence.Beside, Kind: evidence.Passage, Standing: evidence.Primary,
	}
}
