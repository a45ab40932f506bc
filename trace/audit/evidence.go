package audit

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/ask"
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
	ev := verify.Evidence{Set: set, Question: question, Orders: ask.OrdersCode, Passages: make([]*verify.Passage, set.Len())}
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

// KnownOf lists evidence for the reader of inline markers.
func KnownOf(set *evidence.Set) answer.Known {
	k := answer.Known{Sources: make([]answer.Source, set.Len())}
	for i := range k.Sources {
		c := set.At(i)
		k.Sources[i] = answer.Source{
			Handle: set.Handle(i), Number: Number(c.ID), Title: c.Title, URL: c.URL,
			Filename: c.Filename, Page: c.Page, Authors: c.Authors, Year: c.Year,
		}
		for _, alias := range []string{c.DocID, c.ID, c.Shown} {
			if alias != "" && alias != set.Handle(i) {
				k.Sources[i].Aliases = append(k.Sources[i].Aliases, alias)
			}
		}
		for _, m := range c.Inside {
			k.Sources[i].Aliases = append(k.Sources[i].Aliases, m.ID)
		}
	}
	return k
}

var numberedID = regexp.MustCompile(`^[A-Za-z]{1,12}[-_ #:]?(\d{1,4})$`)

// ShownNumber is the number by which an app knows a chunk: the one in its
// visible id ("4", "doc4"), or its place where ids show no numbers.
func ShownNumber(set *evidence.Set, i int) int {
	id := set.At(i).ID
	if found := numberedID.FindStringSubmatch(id); found != nil {
		id = found[1]
	}
	if n, err := strconv.ParseUint(id, 10, 20); err == nil {
		return int(n)
	}
	return i + 1
}

// Number reads a visible id that is a plain number; 0 for any other.
func Number(id string) int {
	n, err := strconv.ParseUint(id, 10, 20) // a million and a few
	if err != nil {
		return 0
	}
	return int(n)
}
