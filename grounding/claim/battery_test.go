package claim

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/text"
	"vouchsafe/internal/golden"
)

// pair is a sentence under a true quote.
type pair struct {
	language, passage, quote, question, claim string
	kind                                      string // what was changed, or how it is told
	honest                                    bool
}

// readPairs reads a battery: "[xx]" names the language, "<" a passage, "=" a
// quote out of it (or the passage itself), "?" the question, "+" an honest
// sentence for it, "-" one that says something else; "kind | " may precede
// either.
func readPairs(t *testing.T, path string) (out []pair) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var p pair
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		body := strings.TrimSpace(strings.TrimLeft(line, "<=?+-"))
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			p = pair{language: strings.Trim(line, "[]")}
		case line[0] == '<':
			p.passage = body
		case line[0] == '=':
			p.quote = body
		case line[0] == '?':
			p.question = body
		default:
			p.honest, p.kind, p.claim = line[0] == '+', "", body
			if kind, claim, ok := strings.Cut(body, " | "); ok {
				p.kind, p.claim = kind, claim
			}
			out = append(out, p)
		}
	}
	return out
}

// tally counts what came of some sentences.
type tally struct{ carried, refuted, open, unjudged, failed, total int }

func (c *tally) add(j Judgement) {
	c.total++
	c.carried += count(j.Outcome == Carried)
	c.refuted += count(j.Outcome == Refuted)
	c.open += count(j.Outcome == Open)
	c.unjudged += count(j.Outcome == Unjudged)
	c.failed += count(len(j.Findings) > 0)
}

// What comes of every battery is a golden: counts by outcome, every honest
// sentence that is refuted and every altered one that is carried. The sentences
// were written beside rules that are gone; they show what changes, and are no
// measure of quality.
func TestBatteries(t *testing.T) {
	paths, err := filepath.Glob("testdata/quoted*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		golden.Hold(t, strings.TrimSuffix(path, ".txt")+".golden", battery(readPairs(t, path)))
	}
}

// battery judges all pairs as `balanced` would and counts the outcomes.
func battery(pairs []pair) string {
	counts, names := map[string]*tally{}, []string{}
	var wrong strings.Builder
	for _, p := range pairs {
		name := p.language + " altered"
		if p.honest {
			name = p.language + " honest"
		}
		for _, j := range p.judgements() {
			if counts[name] == nil {
				counts[name] = new(tally)
				names = append(names, name)
			}
			counts[name].add(j)
			switch {
			case p.honest && j.Outcome == Refuted:
				fmt.Fprintf(&wrong, "refuted, but honest: %s %s (%s)\n", p.language, p.claim, j.Findings[0].Detail)
			case !p.honest && j.Outcome == Carried:
				fmt.Fprintf(&wrong, "carried, but altered: %s %s\n", p.language, p.claim)
			}
		}
	}
	var out strings.Builder
	out.WriteString("            sentences  carried  refuted  open  unjudged  failed\n")
	for _, name := range names {
		c := counts[name]
		fmt.Fprintf(&out, "%-12s %8d %8d %8d %5d %9d %7d\n", name, c.total, c.carried, c.refuted, c.open, c.unjudged, c.failed)
	}
	return out.String() + "\n" + wrong.String()
}

// judgements are those of all claims of an answer; "\n" stands for the end of a line.
func (p pair) judgements() (all []Judgement) {
	answer := strings.ReplaceAll(p.claim, `\n`, "\n")
	for _, s := range Split(answer) {
		if s.IsClaim(Factual) {
			p.claim = answer[s.Start:s.End]
			all = append(all, p.judge())
		}
	}
	return all
}

func (p pair) judge() Judgement {
	passage := p.passage
	if passage == "" {
		passage = p.quote
	}
	before, _, _ := strings.Cut(passage, p.quote)
	start := utf8.RuneCountInString(before)
	shown := text.Show(passage)
	ev := Evidence{Sources: []*Source{Prepare(shown.Text)}, Quotes: []Quote{{0, shown.ToPlain(start), shown.ToPlain(start + utf8.RuneCountInString(p.quote))}}, Question: p.question}
	return Judge(p.claim, ev, Rules{MinSupport: 0.15, MaxRisk: 0.8})
}

// A quote is copied whole: nothing was changed, whatever the language.
func TestACopyOfItsSourceIsCarried(t *testing.T) {
	for _, p := range readPairs(t, "testdata/quoted.txt") {
		p.claim = p.quote
		for _, j := range p.judgements() {
			if j.Outcome != Carried {
				t.Errorf("%q: %s %+v", p.quote, j.Outcome, j.Findings)
			}
		}
	}
}
