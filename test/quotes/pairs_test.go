package quotes

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"vouchsafe/grounding/quote"
	"vouchsafe/internal/golden"
)

// TestPairs holds the figures of quotes that were written in one go, before the
// matcher was tried on them, to the committed ones, with all that is misjudged.
func TestPairs(t *testing.T) {
	for _, name := range []string{"pairs", "retrieved", "retrieved_later", "fields", "fields_held", "fields_later", "users", "users_held", "users_later"} {
		t.Run(name, func(t *testing.T) { judgePairs(t, "../../grounding/quote/testdata/"+name) })
	}
}

// judgePairs judges the quotes of path.txt and holds path.golden.
func judgePairs(t *testing.T, path string) {
	var byLanguage, byKind Table
	var misses strings.Builder
	for _, p := range readPairs(t, path+".txt") {
		r := quote.Prepare(p.source).Find(quote.Prepare(p.snippet), quote.Fuzzy)
		verified := r.Outcome == quote.Verified
		byLanguage.Add(p.label, p.language, verified)
		byKind.Add(p.label, p.kind, verified)
		if verified == (p.label == "tampered") {
			fmt.Fprintf(&misses, "%s %s %s: %q\n", p.label, p.language, p.kind, p.snippet)
		}
	}
	golden.Hold(t, path+".golden", byLanguage.String()+"\n"+byKind.String()+"\n"+misses.String())
}

// written is a quote with the source that it was written for.
type written struct {
	language, source, kind, snippet, label string
}

// labels are what a quote's first character says of it. A quote that is only cut
// short of what bounds it is in its source's words: it verifies, and the claim is
// judged against the whole sentence.
var labels = map[byte]string{'+': "faithful", '-': "tampered", '/': "cut"}

// readPairs reads a file in the form that testdata/pairs.txt tells.
func readPairs(t *testing.T, path string) (out []written) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := written{}
	opened := false // the next line is a source
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		head, isHead := strings.CutPrefix(line, "== ")
		switch {
		case opened:
			p.source, opened = unescape(t, line), false
		case line == "" || line[0] == '#':
		case isHead:
			p.language, _, _ = strings.Cut(head, " ")
			opened = true
		default:
			p.label = labels[line[0]]
			kind, snippet, _ := strings.Cut(line[1:], " ")
			p.kind, p.snippet = kind, unescape(t, snippet)
			out = append(out, p)
		}
	}
	return out
}

// unescape reads \n, \t, \\ and \uXXXX.
func unescape(t *testing.T, s string) string {
	t.Helper()
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("cannot read %q: %v", s, err)
	}
	return text
}
