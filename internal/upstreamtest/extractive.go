package upstreamtest

import (
	"slices"
	"strings"
	"time"
)

// Extractive is a small model that answers with sentences of the passages in
// its prompt: those that share most words with the question, in the form that
// the request asks for (a dialect's JSON schema or example, numbered prose, a
// client's own schema). Where no sentence fits it declines.
//
// It can be made to misbehave, by a trick in the model's name
// ("extractive:number") or by one that belongs to a question; several are
// joined by a plus sign ("extractive:invent-all+fenced-prose").
type Extractive struct {
	// Tricks gives questions their trick: the first that the request's
	// question contains is played. The model's name goes first.
	Tricks []QuestionTrick
	Pace   time.Duration // between events of a stream
	Runes  int           // of content in an event
	Files  []File        // what a hosted search finds, whatever is asked
}

// QuestionTrick is a trick for all questions that contain some words.
type QuestionTrick struct {
	Contains string
	Trick    Trick
}

// statement is one sentence of the answer and the evidence given for it.
type statement struct {
	text, snippet, id string
	uncited           bool
	numbered          bool // the id is the number of a sentence
}

// mostOf is how many sentences an answer has at most.
func mostOf(tricks []Trick) int {
	if slices.Contains(tricks, More) {
		return 4
	}
	return 2
}

// Reply answers a chat completion. It is a Script.
func (x Extractive) Reply(r *Request) Reply {
	p := readPrompt(r)
	tricks := x.tricks(r, p)
	if slices.Contains(tricks, CallTool) && !p.toolAnswered && r.Get("tools.0").Exists() {
		return x.answer(r, Choice{ToolCalls: []ToolCall{answerBy(r.Get("tools.0"), []statement{{text: "everything", id: "1"}})}})
	}
	if r.searches() {
		for _, f := range x.Files {
			p.passages = append(p.passages, passage{text: f.Text})
		}
	}
	said := p.answer(mostOf(tricks))
	for _, t := range tricks {
		said = t.cheat(said, p)
	}
	if tools := r.Get("tools").Array(); slices.Contains(tricks, AnswerTool) && len(tools) > 0 {
		return x.answer(r, Choice{ToolCalls: []ToolCall{answerBy(tools[len(tools)-1], said)}})
	}
	content, prose := p.say(said)
	for _, t := range tricks {
		content = t.disguise(content, prose)
	}
	c := Choice{Content: content, Found: x.Files}
	if slices.Contains(tricks, Reason) {
		c.Reasoning = thought
	}
	if slices.Contains(tricks, CutShort) {
		c.Finish = "length"
	}
	return x.answer(r, c)
}

func (x Extractive) answer(r *Request, c Choice) Reply {
	return Answer{Choices: repeat(c, r), Pace: x.Pace, Runes: x.Runes}.For(r)
}

// tricks returns what is to be played: in a repair, nothing that is played
// once.
func (x Extractive) tricks(r *Request, p promptRead) []Trick {
	_, named, _ := strings.Cut(r.Model(), ":")
	for _, q := range x.Tricks {
		if named == "" && strings.Contains(p.question, q.Contains) {
			named = string(q.Trick)
		}
	}
	var out []Trick
	for t := range strings.SplitSeq(named, "+") {
		t, once := strings.CutSuffix(t, onceSuffix)
		if !once || !p.repair {
			out = append(out, Trick(t))
		}
	}
	return out
}

// answer picks the sentences that share most words with the question, in the
// order of the passages. None is picked that shares less than half as much as
// the best one.
func (p promptRead) answer(most int) []statement {
	asked := words(p.question)
	type scored struct {
		statement
		score, at int
	}
	var found []scored
	sign := p.sign()
	for _, passage := range p.passages {
		for _, s := range sentences(passage.text) {
			id := passage.id
			if sign != "" {
				s, id = splitNumber(s, sign)
			}
			if n := overlap(words(s), asked); n > 0 {
				found = append(found, scored{statement{text: s, snippet: s, id: id, numbered: sign != ""}, n, len(found)})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return b.score - a.score })
	keep := min(len(found), most)
	for keep > 1 && 2*found[keep-1].score <= found[0].score {
		keep--
	}
	found = found[:keep]
	slices.SortFunc(found, func(a, b scored) int { return a.at - b.at })
	var out []statement
	for _, f := range found {
		out = append(out, f.statement)
	}
	return out
}
