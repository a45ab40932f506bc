package quotes

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/quote"
	"vouchsafe/internal/golden"
)

// edit is a snippet made of a sentence by hand: a few words of it are others.
type edit struct {
	language, chunk, kind, snippet string
	faithful, cut                  bool
}

func (e edit) label() string {
	switch {
	case e.cut:
		return "cut"
	case e.faithful:
		return "faithful"
	}
	return "tampered"
}

// TestEdits holds what becomes of small changes to sentences in eleven
// languages to the committed figures: tamperings of kinds that the other tests
// do not have, and what honest writers do. The misses are listed.
func TestEdits(t *testing.T) {
	var byLanguage, byKind Table
	var misses strings.Builder
	for _, e := range readEdits(t) {
		r := quote.Prepare(e.chunk).Find(quote.Prepare(e.snippet), quote.Fuzzy)
		verified := r.Outcome == quote.Verified
		label := e.label()
		byLanguage.Add(label, e.language, verified)
		byKind.Add(label, e.kind, verified)
		if label == "tampered" {
			byLanguage.Add("snapped", e.language, r.Outcome == quote.Drifted)
		}
		switch {
		case verified == (label == "tampered"):
			fmt.Fprintf(&misses, "%s, %s, %s, %s: %s (%s)\n", label, e.language, e.kind, r.Outcome, e.snippet, r.Detail)
		case label == "tampered" && r.Outcome == quote.Drifted:
			fmt.Fprintf(&misses, "snapped, %s, %s: %s\n", e.language, e.kind, e.snippet)
		}
	}
	golden.Hold(t, "../../grounding/quote/testdata/edits.golden", byLanguage.String()+"\n"+byKind.String()+"\n"+misses.String())
}

// readEdits reads testdata/edits.txt, and adds to every sentence two changes
// that are honest in any language.
func readEdits(t *testing.T) (out []edit) {
	t.Helper()
	data, err := os.ReadFile("../../grounding/quote/testdata/edits.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(data), "\n[") {
		head, body, ok := strings.Cut(block, "]\n")
		if !ok {
			continue
		}
		language, chunk := strings.Fields(head)[0], chunkOf(body)
		sentence := ""
		for line := range strings.Lines(body) {
			line = strings.TrimSuffix(line, "\n")
			if rest, ok := strings.CutPrefix(line, "= "); ok {
				sentence = rest
				out = append(out, edit{language: language, chunk: chunk, kind: "no-break space", snippet: strings.ReplaceAll(rest, " ", "\u00a0"), faithful: true},
					edit{language: language, chunk: chunk, kind: "zero width", snippet: "\u200b" + rest + "\ufeff", faithful: true})
			} else if kind, snippet, ok := strings.Cut(line, ": "); ok && strings.IndexByte("!~/", line[0]) >= 0 && !strings.Contains(line, " => ") {
				out = append(out, edit{language: language, chunk: chunk, kind: kind[2:], snippet: strings.ReplaceAll(snippet, `\n`, "\n"), faithful: line[0] == '~', cut: line[0] == '/'})
			} else if line != "" && line[0] != '#' {
				out = append(out, readEdit(t, edit{language: language, chunk: chunk}, sentence, line))
			}
		}
	}
	return out
}

// chunkOf joins the sentences of a block.
func chunkOf(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		if rest, ok := strings.CutPrefix(line, "= "); ok {
			out.WriteString(rest)
		}
	}
	return out.String()
}

// readEdit reads "- kind: words => other words".
func readEdit(t *testing.T, e edit, sentence, line string) edit {
	t.Helper()
	kind, change, ok := strings.Cut(line[2:], ": ")
	from, to, found := strings.Cut(change, " => ")
	if !ok || !found || strings.Count(sentence, from) == 0 {
		t.Fatalf("no such edit: %q of %q", line, sentence)
	}
	e.kind, e.faithful, e.cut = kind, line[0] == '+', line[0] == '/'
	e.snippet = strings.Replace(sentence, from, strings.ReplaceAll(to, `\n`, "\n"), 1)
	return e
}
