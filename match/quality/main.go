// Command quality measures how many faithful quotes are verified and how many
// falsified ones, by kind of change, on a file of labelled quotes:
//
//	go run ./match/quality -data quotes.jsonl
//
// Each line is an object with chunk_text, snippet, label ("faithful" or
// "tampered") and mutation. The table goes to stdout; with -misses N the first
// N misjudged rows of every kind follow.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"

	"vouchsafe/match"
	"vouchsafe/match/quality/rates"
)

// row is one labelled quote.
type row struct {
	ID       any    `json:"id"`
	Chunk    string `json:"chunk_text"`
	Snippet  string `json:"snippet"`
	Label    string `json:"label"`
	Mutation string `json:"mutation"`
}

func main() {
	data := flag.String("data", os.Getenv("VOUCHSAFE_QUOTES"), "file of labelled quotes, JSON lines")
	misses := flag.Int("misses", 0, "misjudged rows to show of every kind")
	flag.Parse()
	if err := run(*data, *misses, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string, misses int, out io.Writer) error {
	rows, err := read(path)
	if err != nil {
		return err
	}
	var table rates.Table
	shown := map[string]int{}
	for _, r := range rows {
		result := match.Find(match.Prepare(r.Chunk), r.Snippet, match.Fuzzy)
		verified := result.Outcome == match.Verified
		table.Add(r.Label, r.Mutation, verified)
		if key := r.Label + r.Mutation; verified != (r.Label == "faithful") && shown[key] < misses {
			shown[key]++
			fmt.Fprintf(out, "%s %s %v: %s %s %.4f\n  snippet %q\n  source  %q\n  detail  %s\n", r.Label, r.Mutation, r.ID,
				result.Outcome, result.Kind, result.Similarity, r.Snippet, result.Source, result.Detail)
		}
	}
	_, err = io.WriteString(out, table.String())
	return err
}

func read(path string) ([]row, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the quotes: %w", err)
	}
	defer file.Close()
	var rows []row
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 16<<20)
	for scanner.Scan() {
		var r row
		if err := json.Unmarshal(scanner.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("cannot read row %d: %w", len(rows)+1, err)
		}
		rows = append(rows, r)
	}
	sort.SliceStable(rows, func(i, j int) bool {
		return rows[i].Label+rows[i].Mutation < rows[j].Label+rows[j].Mutation
	})
	return rows, scanner.Err()
}
