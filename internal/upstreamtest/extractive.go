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
// ("extractive:number") or by one that belongs to a question.
type Extractive struct {
	// Tricks gives questions their trick: the first that the request's
	// question contains is played. The model's name goes first.
	Tricks []QuestionTrick
	Pace   time.Duration // between events of a stream
	Runes  int           // of content in an event
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
}

// most is how many sentences an answer has at most.
const most = 2

// Reply answers a chat completion. It is a Script.
func (x Extractive) Reply(r *Request) Reply {
	p := readPrompt(r)
	trick := x.trick(r, p)
	if trick == CallTool && !p.toolAnswered && r.Get("tools.0").Exists() {
		return x.answer(r, Choice{ToolCalls: []ToolCall{callOf(r.Get("tools.0"))}})
	}
	said := p.answer()
	content := trick.disguise(p.say(trick.cheat(said, p)))
	c := Choice{Content: content}
	switch trick {
	case Reason:
		c.Reasoning = "The passages are read one by one."
	case CutShort:
		c.Finish = "length"
	}
	return x.answer(r, c)
}

func (x Extractive) answer(r *Request, c Choice) Reply {
	return Answer{Choices: repeat(c, r), Pace: x.Pace, Runes: x.Runes}.For(r)
}

// trick returns what is to be played: none in a repair of a trick that is
// played once.
func (x Extractive) trick(r *Request, p promptRead) Trick {
	_, name, _ := strings.Cut(r.Model(), ":")
	t := Trick(name)
	for _, q := range x.Tricks {
		if t == "" && strings.Contains(p.question, q.Contains) {
			t = q.Trick
		}
	}
	first, once := strings.CutSuffix(string(t), onceSuffix)
	if once && p.repair {
		return Honest
	}
	return Trick(first)
}

// answer picks the sentences that share most words with the question, in the
// order of the passages. None is picked that shares less than half as much as
// the best one.
func (p promptRead) answer() []statement {
	asked := words(p.question)
	type scored struct {
		statement
		score, at int
	}
	var found []scored
	for _, passage := range p.passages {
		for _, s := range sentences(passage.text) {
			if n := overlap(words(s), asked); n > 0 {
				found = append(found, scored{statement{text: s, snippet: s, id: passage.id}, n, len(found)})
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
