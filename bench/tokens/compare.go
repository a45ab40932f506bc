package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/number"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
)

// compared are the dialects whose whole cost is compared.
var compared = []answer.Dialect{answer.Segments, answer.Numbered, answer.Sentences}

// cost is what one dialect adds up to over many prompts.
type cost struct{ input, output, citations, resolved int }

// compare counts the tokens of prompts of three sizes with answers of one to twelve
// sentences of their passages, each with one citation: what goes to a model and what
// it writes, and how many of the citations are verified when they are read back.
func compare(count func(string) int) {
	const each, seed = 67, 7 // three sizes: 201 prompts
	rng := rand.New(rand.NewPCG(seed, seed))
	fmt.Printf("\n%-8s %-10s %10s %8s %10s %8s %12s\n", "prompt", "dialect", "input", "times", "output", "times", "verified")
	for _, size := range []int{1 << 10, 8 << 10, 32 << 10} {
		bare := cost{}
		sums := map[answer.Dialect]*cost{}
		for range each {
			p := newPrompt(rng, size, 1+rng.IntN(12))
			bare.input += count(p.context) + count(p.question)
			bare.output += count(p.plain())
			for _, d := range compared {
				if sums[d] == nil {
					sums[d] = &cost{}
				}
				p.add(d, sums[d], count)
			}
		}
		fmt.Printf("%-8s %-10s %10d %8.2f %10d %8.2f %12s\n", fmt.Sprintf("%d KB", size>>10), "plain", bare.input/each, 1.0, bare.output/each,
			1.0, "")
		for _, d := range compared {
			c := sums[d]
			fmt.Printf("%-8s %-10s %10d %8.2f %10d %8.2f %6d of %d\n", "", d, c.input/each, float64(c.input)/float64(bare.input), c.output/each,
				float64(c.output)/float64(bare.output), c.resolved, c.citations)
		}
	}
}

// askedPrompt is a question with passages, and the sentences that answer it.
type askedPrompt struct {
	context, question string
	chat              *wire.Chat
	set               *evidence.Set
	passages          []*verify.Passage
	said              []saidSentence
}

// saidSentence is a sentence of the answer, and the passage that it stands in.
type saidSentence struct {
	text  string
	chunk int
}

// newPrompt makes passages of so many bytes, of which the answer says so many
// sentences.
func newPrompt(rng *rand.Rand, size, sentences int) *askedPrompt {
	var b strings.Builder
	b.WriteString("Answer from the documents.\n\n<documents>\n")
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, "<document id=\"d%d\">", i)
		for n := 3 + rng.IntN(10); n > 0 && b.Len() < size; n-- {
			b.WriteString(sentence(rng) + " ")
		}
		b.WriteString("</document>\n")
	}
	p := &askedPrompt{context: b.String() + "</documents>", question: "What do the documents say of the places?"}
	body, err := json.Marshal(map[string]any{"model": "m", "messages": []map[string]string{
		{"role": "system", "content": p.context}, {"role": "user", "content": p.question},
	}})
	if err != nil {
		panic(err) // texts always can be written
	}
	p.chat, _ = wire.Completions.Parse(body)
	p.set = evidence.NewSet(layout.Find(p.chat.Prompt(), layout.Defaults()).Chunks)
	for i := range p.set.Len() {
		p.passages = append(p.passages, verify.NewPassage(p.set.At(i).Text, nil))
	}
	for range sentences {
		i := rng.IntN(p.set.Len())
		cut := p.passages[i].Sentences()
		s := cut[rng.IntN(len(cut))]
		p.said = append(p.said, saidSentence{p.set.At(i).Text[s.Start:s.End], i})
	}
	return p
}

// What the passages speak of. The sentences need no sense: only their length counts.
var (
	subjects = []string{"The museum in Harwick", "A second committee of the council", "The northern ferry line",
		"Every household with a meter", "The research vessel", "An adult patient with normal weight", "The annual report of the fund",
		"The old signal tower"}
	verbs = []string{"was opened to the public in", "has used about the same amount of energy since",
		"may be repaired without a permit from", "must not be closed before the end of", "recorded its highest figures in",
		"is inspected by two independent engineers in"}
	ends = []string{"and costs %d euros for each visitor.", "although %d people had objected in writing.",
		"which is %d percent more than in the year before.", "if fewer than %d places are taken.",
		"and it remains so in %d of the districts."}
)

func sentence(rng *rand.Rand) string {
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	return fmt.Sprintf("%s %s %d "+pick(ends), pick(subjects), pick(verbs), 1900+rng.IntN(125), rng.IntN(9000))
}

func (p *askedPrompt) plain() string {
	var b strings.Builder
	for _, s := range p.said {
		b.WriteString(s.text + " ")
	}
	return b.String()
}

// add counts a prompt in one dialect.
func (p *askedPrompt) add(d answer.Dialect, c *cost, count func(string) int) {
	known := audit.KnownOf(p.set)
	context := p.context
	if d == answer.Sentences {
		sheet := number.Of(p.set, number.Sign(p.chat.Raw, p.set), func(i int) []text.Sentence { return p.passages[i].Sentences() })
		known.Numbers = &sheet.Numbers
		context = p.numbered(sheet)
	}
	c.input += count(context) + count(p.question) + count(answer.Ask(d, answer.Asking{How: answer.ByJSONSchema, Numbers: known.Numbers})) +
		count(answer.Schema(d))
	written := p.write(d, known)
	c.output += count(written)
	balanced, _ := policy.Builtin("balanced")
	rules := balanced.Rules(time.Time{})
	result := verify.Check(answer.Read(d, written, known), verify.Evidence{Set: p.set, Passages: p.passages, Question: p.question}, rules)
	for i := range result.Citations {
		c.citations++
		if result.Citations[i].Verified {
			c.resolved++
		}
	}
}

// numbered is the context as the model is shown it.
func (p *askedPrompt) numbered(sheet *number.Sheet) string {
	spots, _ := sheet.Places(p.chat.Raw, p.set, func(message int) (shown []text.Span) {
		for _, at := range p.chat.Texts(message, false) {
			shown = append(shown, text.Span(at))
		}
		return shown
	})
	edit := p.chat.Edit()
	edit.Insert(len(spots), func(i int) (int, string) { return spots[i].At, spots[i].Text })
	shown, _ := wire.Completions.Parse(edit.Bytes())
	return shown.Prompt().Messages[0].Parts[0]
}

// write is the answer as a model writes it that keeps to the form.
func (p *askedPrompt) write(d answer.Dialect, known answer.Known) string {
	a := answer.Answer{Mode: answer.ModeAnswer}
	for i, s := range p.said {
		c := answer.Citation{ChunkID: p.set.Handle(s.chunk), Snippet: snippet(s.text), Quoted: true, Marker: fmt.Sprintf("[%d]", s.chunk+1)}
		if d == answer.Sentences {
			for n := range known.Numbers.All {
				if one := &known.Numbers.All[n]; one.Text == s.text && one.Handle == c.ChunkID {
					c.Marker = known.Numbers.Mark(n + 1)
				}
			}
		}
		a.Citations = append(a.Citations, c)
		a.Segments = append(a.Segments, answer.Segment{Text: s.text + " ", Citations: []int{i}})
	}
	if d == answer.Segments {
		return answer.WriteSegments(&a)
	}
	return answer.WriteProse(&a)
}

// snippet is what a model quotes: the first eight words of the sentence.
func snippet(said string) string {
	words := strings.Fields(said)
	return strings.Join(words[:min(8, len(words))], " ")
}
