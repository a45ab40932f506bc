package quotes

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"vouchsafe/grounding/quote"
	"vouchsafe/internal/golden"
)

// TestQuality holds the figures of the own passages to the committed ones, and
// to the two limits the project promises.
func TestQuality(t *testing.T) {
	text, err := os.ReadFile("../../grounding/quote/testdata/passages.txt")
	if err != nil {
		t.Fatal(err)
	}
	passages, err := Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var quotes []Quote
	for _, p := range passages {
		quotes = append(append(quotes, Faithful(p)...), Tampered(p)...)
	}
	table := measure(t, quotes)
	golden.Hold(t, "../../grounding/quote/testdata/quality.golden", table.String())
	if rate := table.Rate("faithful"); rate < 0.995 {
		t.Errorf("%.4f of the faithful quotes verify, want 0.995", rate)
	}
	if rate := table.Rate("tampered"); rate > 0.001 {
		t.Errorf("%.4f of the falsified quotes verify, want at most 0.001", rate)
	}
}

// TestLabelledQuotes measures a file of one's own.
func TestLabelledQuotes(t *testing.T) {
	path := os.Getenv("VOUCHSAFE_QUOTES")
	if path == "" {
		t.Skip("VOUCHSAFE_QUOTES names no file of labelled quotes")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var quotes []Quote
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var row struct {
			Chunk    string `json:"chunk_text"`
			Snippet  string `json:"snippet"`
			Label    string `json:"label"`
			Mutation string `json:"mutation"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("cannot read quote %d: %v", len(quotes)+1, err)
		}
		quotes = append(quotes, Quote{Faithful: row.Label == "faithful", Mutation: row.Mutation, Chunk: row.Chunk, Snippet: row.Snippet})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + measure(t, quotes).String())
}

// measure looks every quote up and counts those that are verified. What is misjudged is
// told with -v.
func measure(t *testing.T, quotes []Quote) *Table {
	t.Helper()
	var table Table
	for _, q := range quotes {
		r := quote.Prepare(q.Chunk).Find(quote.Prepare(q.Snippet), quote.Fuzzy)
		verified := r.Outcome == quote.Verified
		label := "tampered"
		if q.Faithful {
			label = "faithful"
		}
		table.Add(label, q.Mutation, verified)
		if verified != q.Faithful {
			t.Logf("%s %s: %s %s %.4f, snippet %q, source %q, %s", label, q.Mutation, r.Outcome, r.Kind, r.Similarity, q.Snippet, r.Source, r.Detail)
		}
	}
	return &table
}
