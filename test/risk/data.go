package main

import (
	"hash/fnv"
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/internal/answers"
)

// sentence is one sentence of an answer with what the training needs of it.
type sentence struct {
	text    string
	kind    claim.Kind
	bad     bool // it overlaps a marked span
	figures []float32
	words   []claim.Word
	marked  []bool          // by word: it stands in a marked span
	finding bool            // the rules alone reject it
	codes   map[string]bool // of those rules
}

// answer is an answer of the file made ready.
type answer struct {
	answers.Answer
	fold      int
	evidence  claim.Evidence
	sentences []sentence
	bad       bool
}

// alien reports whether a sentence has nothing in common with its evidence and
// question, as package claim tells it; the figures must be filled in.
func (s *sentence) alien() bool {
	at := func(name string) float32 { return s.figures[slices.Index(claim.FeatureNames[:], name)] }
	const fewest = 2 // content words
	return at("content") >= fewest && at("coverage") == 0 && at("echo") == 0 && at("alien-count") == at("content")
}

// load reads the file and cuts every answer into sentences.
func load(path string, folds int) ([]*answer, error) {
	var out []*answer
	sources := map[string]*claim.Source{}
	for read, err := range answers.Read(path) {
		if err != nil {
			return nil, err
		}
		a := &answer{Answer: read}
		a.prepare(sources, folds)
		out = append(out, a)
	}
	return out, nil
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
	marked := a.markedBytes()
	for _, s := range claim.Split(a.Response) {
		sent := sentence{text: a.Response[s.Start:s.End], kind: s.Kind}
		sent.words = claim.Words(sent.text, a.evidence)
		sent.marked = make([]bool, len(sent.words))
		for i, w := range sent.words {
			sent.marked[i] = marked[s.Start+w.Start] || marked[s.Start+w.End-1]
			sent.bad = sent.bad || sent.marked[i] && w.End-w.Start >= shortestMarked
		}
		sent.codes = map[string]bool{}
		if s.IsClaim(claim.All) {
			for _, f := range claim.Judge(sent.text, a.evidence, rulesOnly).Findings {
				sent.codes[f.Code] = true
			}
		}
		sent.finding = len(sent.codes) > 0
		a.sentences = append(a.sentences, sent)
	}
}

// shortestMarked is the length of a word, in bytes, that makes a sentence bad
// if it is marked: annotators' spans run a little over.
const shortestMarked = 4

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
