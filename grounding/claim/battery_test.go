package claim

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	lexis "vouchsafe/grounding/text"
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

// The batteries' figures and every sentence that is misjudged are a golden: a
// change that lets one more through shows in the diff. UPDATE_QUOTED=1 writes
// it anew.
func TestBatteriesOfQuotedSentences(t *testing.T) {
	for _, name := range []string{"quoted", "quoted_unseen", "quoted_clauses", "quoted_everyday", "quoted_answers", "quoted_fresh", "quoted_fields", "quoted_fields_held", "quoted_later", "quoted_retold", "quoted_retold_held", "quoted_retold_later", "quoted_plain", "quoted_plain_later"} {
		got := battery(readPairs(t, "testdata/"+name+".txt"))
		path := "testdata/" + name + ".golden"
		if os.Getenv("UPDATE_QUOTED") != "" {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(path)
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// battery judges all pairs as `balanced` would and renders the outcome.
func battery(pairs []pair) string {
	type count struct{ honest, passed, altered, caught int }
	counts, languages, kinds := map[string]*count{}, []string{"all"}, []string{}
	counted := func(name string, names *[]string) *count {
		if counts[name] == nil {
			counts[name] = new(count)
			*names = append(*names, name)
		}
		return counts[name]
	}
	counts["all"] = new(count)
	var misses strings.Builder
	for _, p := range pairs {
		in := []*count{counts["all"], counted(p.language, &languages)}
		if p.kind != "" {
			in = append(in, counted(p.kind, &kinds))
		}
		findings := p.findings()
		for _, c := range in {
			if p.honest {
				c.honest++
				c.passed += index(len(findings) == 0)
			} else {
				c.altered++
				c.caught += index(len(findings) > 0)
			}
		}
		switch {
		case p.honest && len(findings) > 0:
			fmt.Fprintf(&misses, "refused %s: %s (%s: %s)\n", p.label(), p.claim, findings[0].Code, findings[0].Detail)
		case !p.honest && len(findings) == 0:
			fmt.Fprintf(&misses, "passed  %s: %s\n", p.label(), p.claim)
		}
	}
	var out strings.Builder
	out.WriteString("        honest passed   altered caught\n")
	slices.Sort(kinds)
	for _, l := range append(languages, kinds...) {
		c := counts[l]
		fmt.Fprintf(&out, "%-4s %8d / %d %12d / %d\n", l, c.passed, c.honest, c.caught, c.altered)
	}
	return out.String() + "\n" + misses.String()
}

// findings are those of all claims of an answer; "\n" stands for the end of a line.
func (p pair) findings() (all []Finding) {
	answer := strings.ReplaceAll(p.claim, `\n`, "\n")
	for _, s := range Split(answer) {
		if s.IsClaim(Factual) {
			p.claim = answer[s.Start:s.End]
			all = append(all, p.judge().Findings...)
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
	shown := lexis.Show(passage)
	ev := Evidence{Sources: []*Source{Prepare(shown.Text)}, Quotes: []Quote{{0, shown.ToPlain(start), shown.ToPlain(start + utf8.RuneCountInString(p.quote))}}, Question: p.question}
	return Judge(p.claim, ev, Rules{MinSupport: 0.15, MaxRisk: 0.8})
}

func (p pair) label() string { return strings.TrimSpace(p.language + " " + p.kind) }

func index(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// A quote is copied whole: nothing was changed, whatever the language.
func TestAQuoteCopiedWholePasses(t *testing.T) {
	for _, p := range readPairs(t, "testdata/quoted.txt") {
		if j := judgeQuoted(quotedCase{p.quote, p.quote, ""}); len(j.Findings) > 0 {
			t.Errorf("%q: %+v", p.quote, j.Findings)
		}
		if !utf8.ValidString(p.claim) {
			t.Errorf("%q is no text", p.claim)
		}
	}
}
