package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/verify"
	"vouchsafe/trace/audit"
)

// line is one of the file: a model's answer, what it was given, and what people marked of
// it, in code points, end exclusive.
type line struct {
	SourceID string `json:"source_id"` // the same for all answers to one prompt
	Question string `json:"question"`
	Context  []struct {
		Text string `json:"text"`
	} `json:"context"`
	Response string `json:"response"`
	Spans    []struct {
		Start int `json:"start"`
		End   int `json:"end"`
	} `json:"spans"`
	Hallucinated bool `json:"hallucinated"` // people marked something
}

// sentence is one sentence of an answer with what the training needs of it.
type sentence struct {
	text    string
	kind    claim.Kind
	figures []float32
	alien   bool // it has nothing in common with its evidence and question
	words   []claim.Word
	marked  []bool // by word: it stands in a marked span
	finding bool   // the rules alone reject it
}

// answer is an answer of the file made ready.
type answer struct {
	line
	fold      int
	evidence  claim.Evidence
	sentences []sentence
	bad       bool
}

// load reads the file and cuts every answer into sentences.
func load(path string, folds int) ([]*answer, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out []*answer
	sources := map[string]*claim.Source{}
	for lines := json.NewDecoder(file); ; {
		a := &answer{}
		switch err := lines.Decode(&a.line); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("cannot read answer %d: %w", len(out)+1, err)
		}
		a.prepare(sources, folds)
		out = append(out, a)
	}
}

func (a *answer) prepare(sources map[string]*claim.Source, folds int) {
	h := fnv.New32a()
	h.Write([]byte(a.SourceID))
	a.fold = int(h.Sum32()>>8) % folds
	a.bad = a.Hallucinated
	for _, c := range a.Context {
		if sources[c.Text] == nil {
			sources[c.Text] = claim.Prepare(c.Text)
		}
		a.evidence.Sources = append(a.evidence.Sources, sources[c.Text])
	}
	a.evidence.Question = a.Question
	marked, given := a.markedBytes(), a.given()
	for _, s := range claim.Split(a.Response) {
		if given.Declines(a.Response[s.Start:s.End], verify.Rules{AgainstAll: true}) {
			continue
		}
		sent := sentence{text: a.Response[s.Start:s.End], kind: s.Kind}
		sent.words = claim.Words(sent.text, a.evidence)
		sent.marked = make([]bool, len(sent.words))
		for i, w := range sent.words {
			sent.marked[i] = marked[s.Start+w.Start] || marked[s.Start+w.End-1]
		}
		sent.figures, sent.alien = claim.Figures(sent.text, a.evidence)
		sent.finding = s.IsClaim(claim.All) && len(claim.Judge(sent.text, a.evidence, rulesOnly).Findings) > 0
		a.sentences = append(a.sentences, sent)
	}
}

// given is the evidence as package verify has it, which knows what declines.
func (a *answer) given() verify.Evidence {
	var chunks []evidence.Chunk
	for _, c := range a.Context {
		chunks = append(chunks, evidence.Chunk{Text: c.Text, Standing: evidence.Primary})
	}
	return audit.Evidence(chunks, a.Question, func(text string) *verify.Passage { return verify.NewPassage(text, nil) })
}

// rulesOnly judges by the findings that need no threshold.
var rulesOnly = claim.Rules{MaxRisk: 1}

// markedBytes tells which bytes of the response stand in a marked span.
func (a *answer) markedBytes() []bool {
	marked := make([]bool, len(a.Response)+1)
	n := 0
	for i := range a.Response {
		for _, s := range a.Spans {
			if n >= s.Start && n < s.End {
				marked[i] = true
			}
		}
		n++
	}
	for i := 1; i < len(a.Response); i++ { // continuation bytes
		if a.Response[i]&0xC0 == 0x80 {
			marked[i] = marked[i-1]
		}
	}
	return marked
}
