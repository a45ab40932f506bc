// Command quotes measures how many faithful quotes are verified and how many
// falsified ones, by kind of change:
//
//	go run ./test/quotes                             the passages of grounding/quote/testdata
//	go run ./test/quotes -data quotes.jsonl          a file of labelled quotes
//	go run ./test/quotes -data quotes.jsonl -chunks  new quotes of its chunks
//
// Each line of such a file is an object with chunk_text, snippet, label
// ("faithful" or "tampered") and mutation. The table goes to stdout; with
// -misses N the first N misjudged quotes of every kind come before it.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"vouchsafe/grounding/quote"
	"vouchsafe/test/quotes/mutate"
	"vouchsafe/test/quotes/rates"
)

func main() {
	data := flag.String("data", "", "file of labelled quotes, JSON lines; the own passages if empty")
	own := flag.String("passages", "grounding/quote/testdata/passages.txt", "the own passages")
	chunks := flag.Bool("chunks", false, "make quotes of the chunks in -data instead of taking its snippets")
	misses := flag.Int("misses", 0, "misjudged quotes to show of every kind")
	flag.Parse()
	if err := run(source{*data, *own, *chunks}, *misses); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// source tells where the quotes come from.
type source struct {
	data, passages string
	chunks         bool
}

func run(from source, misses int) error {
	quotes, err := load(from)
	if err != nil {
		return err
	}
	table := measure(quotes, misses, os.Stdout)
	_, err = io.WriteString(os.Stdout, table.String())
	return err
}

func load(from source) ([]mutate.Quote, error) {
	if from.data != "" {
		quotes, err := readQuotes(from.data)
		if from.chunks {
			quotes = remake(quotes)
		}
		return quotes, err
	}
	text, err := os.ReadFile(from.passages)
	if err != nil {
		return nil, fmt.Errorf("cannot read the passages: %w", err)
	}
	return generate(string(text))
}

// generate makes the quotes of all passages.
func generate(text string) ([]mutate.Quote, error) {
	passages, err := mutate.Parse(text)
	if err != nil {
		return nil, err
	}
	var quotes []mutate.Quote
	for _, p := range passages {
		quotes = append(append(quotes, mutate.Faithful(p)...), mutate.Tampered(p)...)
	}
	return quotes, nil
}

// remake makes new quotes of the chunks of some, each chunk once.
func remake(quotes []mutate.Quote) []mutate.Quote {
	seen := map[string]bool{}
	var out []mutate.Quote
	for _, q := range quotes {
		if seen[q.Chunk] {
			continue
		}
		seen[q.Chunk] = true
		p := mutate.Passage{Language: "en", Text: q.Chunk}
		out = append(append(out, mutate.Faithful(p)...), mutate.Tampered(p)...)
	}
	return out
}

// measure looks every quote up and counts those that are verified.
func measure(quotes []mutate.Quote, misses int, out io.Writer) *rates.Table {
	var table rates.Table
	shown := map[string]int{}
	for _, q := range quotes {
		r := quote.Find(quote.Prepare(q.Chunk), q.Snippet, quote.Fuzzy)
		verified := r.Outcome == quote.Verified
		label := "tampered"
		if q.Faithful {
			label = "faithful"
		}
		table.Add(label, q.Mutation, verified)
		if key := label + q.Mutation; verified != q.Faithful && shown[key] < misses {
			shown[key]++
			fmt.Fprintf(out, "MISS %s %s %s: %s %s %.4f\n  snippet %q\n  source  %q\n  detail  %s\n", label, q.Mutation, q.Language,
				r.Outcome, r.Kind, r.Similarity, q.Snippet, r.Source, r.Detail)
		}
	}
	return &table
}

// readQuotes reads a file of labelled quotes.
func readQuotes(path string) ([]mutate.Quote, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the quotes: %w", err)
	}
	defer file.Close()
	var quotes []mutate.Quote
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var row struct {
			Chunk    string `json:"chunk_text"`
			Snippet  string `json:"snippet"`
			Label    string `json:"label"`
			Mutation string `json:"mutation"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("cannot read quote %d: %w", len(quotes)+1, err)
		}
		quotes = append(quotes, mutate.Quote{Faithful: row.Label == "faithful", Mutation: row.Mutation, Chunk: row.Chunk, Snippet: row.Snippet})
	}
	return quotes, scanner.Err()
}
