package quotes

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"vouchsafe/grounding/quote"
	"vouchsafe/internal/golden"
)

// handmade is a chunk with quotes that were written by hand for it, in eleven
// languages: what honest writers do to a quote, and what falsifies it.
type handmade struct {
	Language string
	Chunk    string
	Quotes   []struct {
		Faithful bool
		Cut      bool // it is in the source's words, only short of what bounds it
		Kind     string
		Snippet  string
	}
}

// TestHandmade holds the figures of the quotes written by hand to the committed
// ones. None that is falsified may verify; "snapped" counts those whose place
// is certain enough for the source's own words to take theirs.
func TestHandmade(t *testing.T) {
	var byLanguage, byKind Table
	for _, chunk := range readHandmade(t) {
		source := quote.Prepare(chunk.Chunk)
		for _, q := range chunk.Quotes {
			r := source.Find(quote.Prepare(q.Snippet), quote.Fuzzy)
			label := "tampered"
			switch {
			case q.Cut:
				label = "cut"
			case q.Faithful:
				label = "faithful"
			default:
				byLanguage.Add("snapped", chunk.Language, r.Outcome == quote.Drifted)
			}
			byLanguage.Add(label, chunk.Language, r.Outcome == quote.Verified)
			byKind.Add(label, q.Kind, r.Outcome == quote.Verified)
			if label == "tampered" && r.Outcome == quote.Verified {
				t.Errorf("%s, %s: %q verified in %q", chunk.Language, q.Kind, q.Snippet, chunk.Chunk)
			}
		}
	}
	golden.Hold(t, "../../grounding/quote/testdata/redteam.golden", byLanguage.String()+"\n"+byKind.String())
}

func readHandmade(t *testing.T) []handmade {
	t.Helper()
	data, err := os.ReadFile("../../grounding/quote/testdata/redteam.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var chunks []handmade
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var chunk handmade
		if err := json.Unmarshal(lines.Bytes(), &chunk); err != nil {
			t.Fatalf("cannot read line %d: %v", len(chunks)+1, err)
		}
		chunks = append(chunks, chunk)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return chunks
}
