package proxy

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// A model's reply comes out the same however it is asked for: plain, as a stream that is
// held, as a stream that leaves sentence by sentence, and as a response.

// labelled is a passage with a quote of it, and sentences that cite the quote.
type labelled struct {
	passage, quote, question string
	honest, altered          []string
}

// readLabelled reads some of the labelled answers of package claim: every nth passage.
func readLabelled(t *testing.T, nth int) (out []labelled) {
	t.Helper()
	data, err := os.ReadFile("../grounding/claim/testdata/quoted_answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	for n, block := range strings.Split(string(data), "\n< ")[1:] {
		if n%nth > 1 {
			continue
		}
		l := labelled{question: "What do the documents say?"}
		passage, rest, _ := strings.Cut(block, "\n")
		l.passage = passage
		for line := range strings.Lines(rest) {
			line = strings.TrimSpace(line)
			_, said, _ := strings.Cut(line, " | ")
			switch {
			case strings.HasPrefix(line, "= "):
				l.quote = line[2:]
			case strings.HasPrefix(line, "? "):
				l.question = line[2:]
			case strings.HasPrefix(line, "+ "):
				l.honest = append(l.honest, said)
			case strings.HasPrefix(line, "- "):
				l.altered = append(l.altered, said)
			}
		}
		out = append(out, l)
	}
	return out
}

// shapes are answers as models write them, over two passages: "+" stands for what is
// true of the first, "-" for what is altered, "2" and "x" for the same of the second;
// each segment is its text, with "@" in the place of such a sentence.
var shapes = map[string][]string{
	"both are true":           {"+@", "2@"},
	"the first is altered":    {"-@", "2@"},
	"the second is altered":   {"+@", "x@", "2@"},
	"the last is altered":     {"+@", "2@", "-@"},
	"headings":                {"## Summary\n\n", "+@", "\n\n## More\n\n", "2@"},
	"a made-up heading":       {"## Why the mayor resigned\n\n", "+@", "2@"},
	"a list":                  {"Here is what the documents say:\n\n", "+- @\n", "2- @"},
	"a list, one altered":     {"The following holds:\n", "+1. @\n", "-2. @\n", "23. @"},
	"a list that is denied":   {"None of the following is true:\n", "+- @\n", "2- @"},
	"courtesies":              {"Great question! ", "+@", "I hope this helps!"},
	"an uncited sentence":     {"+@", "The committee also praised the friendly people in the canteen.", "2@"},
	"it begins with one":      {"The committee also praised the friendly people in the canteen.", "+@", "2@"},
	"yes":                     {"Yes.", "+@"},
	"paragraphs":              {"+@\n\n", "2@"},
	"a question":              {"+@", "Do you want to know more about the mayor?"},
	"it leans on the altered": {"-@", "2However, @"},
	"a sentence twice":        {"+@", "2@", "+@"},
	"a table":                 {"| what | says |\n|---|---|\n", "+| first | @ |\n", "2| second | @ |"},
	"code":                    {"+@", "\n```\nx = 12 # the mayor resigned yesterday\n```\n", "2@"},
	"a heading alone":         {"## Summary"},
	"a sentence in two":       {"+@,", "+ and 8", "+,400 people", "2@"},
	"a remark":                {"+@", "The documents do not say more about this."},
	"what limits what was":    {"+@", "2This does not apply to children.", "However, that is all."},
	"a link":                  {"+@", "+See https://example.org/x for more.", "2@"},
}

// fill writes an answer of a shape. Prose cites by number.
func fill(shape []string, a, b labelled, n int, prose bool) string {
	var said []passage
	for _, s := range shape {
		p := passage{text: s}
		for sign, of := range map[byte]struct {
			list         []string
			chunk, quote string
		}{'+': {a.honest, "d1", a.quote}, '-': {a.altered, "d1", a.quote}, '2': {b.honest, "d2", b.quote}, 'x': {b.altered, "d2", b.quote}} {
			if s[0] == sign {
				p = passage{strings.ReplaceAll(s[1:], "@", of.list[n%len(of.list)]), of.chunk, of.quote}
			}
		}
		said = append(said, p)
	}
	if !prose {
		return segmented(said...)
	}
	var written answer.Answer
	for _, p := range said {
		words := strings.TrimRight(p.text, " \n")
		if text := words + " [" + strings.TrimPrefix(p.chunk, "d") + "]" + p.text[len(words):]; p.chunk != "" {
			p.text = text
		}
		written.Append(answer.Answer{Segments: []answer.Segment{{Text: p.text}}})
	}
	return written.Text()
}

func TestAnAnswerComesOutTheSameInEveryForm(t *testing.T) {
	t.Parallel()
	all := readLabelled(t, 30)
	for _, name := range []string{"balanced", "verbatim", "strict", "lenient", "prose"} {
		for attempts := range 2 {
			t.Run(fmt.Sprintf("%s, %d repairs", name, attempts), func(t *testing.T) {
				said := ""
				with := func(mode policy.StreamMode) *rig {
					return newRig(t, func(r *up.Request) up.Reply { return says(said)(r) }, func(a *App) {
						if p, ok := policy.Builtin(name); ok {
							a.Policy = p
						} else {
							a.Policy.Citations.Dialect = answer.Numbered
						}
						a.Policy.Repair.Attempts, a.Policy.Stream.Mode = attempts, mode
					})
				}
				r, held := with(policy.Progressive), with(policy.Buffered)
				for n := 0; n+1 < len(all); n += 2 {
					a, b := all[n], all[n+1]
					documents := fmt.Sprintf("Answer from the documents.\n\n<document id=\"d1\">%s</document>\n<document id=\"d2\">%s</document>", a.passage, b.passage)
					chat := jsonOf(map[string]any{"model": "m", "messages": []any{
						map[string]string{"role": "system", "content": documents}, map[string]string{"role": "user", "content": a.question}}})
					for shape, segments := range shapes {
						said = fill(segments, a, b, n, name == "prose")
						plain, streamed, buffered := r.talk(chat, false), r.talk(chat, true), held.talk(chat, true)
						response := r.inquire(jsonOf(map[string]any{"model": "m", "instructions": documents, "input": a.question}), false)
						if plain.verdict() != buffered.verdict() || plain.text() != buffered.text() {
							t.Errorf("%s\nplain %s: %q\nheld %s: %q", shape, plain.verdict(), plain.text(), buffered.verdict(), buffered.text())
						}
						if plain.verdict() != response.verdict() || plain.text() != response.text() {
							t.Errorf("%s\nplain %s: %q\nresponse %s: %q", shape, plain.verdict(), plain.text(), response.verdict(), response.text())
						}
						if plain.verdict() == streamed.verdict() && plain.text() == streamed.text() || streamed.stopsShort(plain, shape) {
							continue
						}
						t.Errorf("%s\nplain %s: %q\nstreamed %s: %q", shape, plain.verdict(), plain.text(), streamed.verdict(), streamed.text())
					}
				}
			})
		}
	}
}

// stopsShort reports whether a stream ends, with a note that says so, since a later sentence takes back what had
// left: one that limits it and fails, or repeats it in a continuation.
func (s seen) stopsShort(plain seen, shape string) bool {
	takesBack := map[string]bool{"what limits what was": true, "code": true, "a link": true, "yes": true, "a sentence twice": true}
	text, noted := strings.CutSuffix(s.text(), "\n\n"+repair.Notice("en"))
	return takesBack[shape] && noted && s.verdict() == "redacted" && len(text) < len(plain.text())
}

func jsonOf(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
