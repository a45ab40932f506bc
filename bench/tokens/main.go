// Command tokens counts what citing costs in tokens: what the instruction, the
// schema, and the index and blocks of 1, 5 and 40 chunks add to a prompt, and
// what citations add to an answer; then it compares dialects over whole exchanges.
// It counts with the vocabulary o200k_base.
//
//	cd bench && go run ./tokens
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/tiktoken-go/tokenizer"

	"vouchsafe/grounding/answer"
)

func main() {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tokens:", err)
		os.Exit(1)
	}
	tell(func(text string) int {
		ids, _, err := codec.Encode(text)
		if err != nil {
			fmt.Fprintln(os.Stderr, "tokens:", err)
			os.Exit(1)
		}
		return len(ids)
	})
}

// tell prints the counts as tables.
func tell(count func(string) int) {
	fmt.Printf("%-12s %16s %16s %8s\n", "dialect", "with schema", "in the prompt", "schema")
	for _, d := range []answer.Dialect{answer.Segments, answer.Sentences, answer.Snippet, answer.Claims, answer.Numbered, answer.Dagger,
		answer.AuthorYear} {
		fmt.Printf("%-12s %16d %16d %8d\n", d, count(answer.Instruction(d, answer.ByJSONSchema)), count(answer.Instruction(d, answer.ByPrompt)),
			count(answer.Schema(d)))
	}
	fmt.Printf("\n%-12s %16s %16s\n", "chunks", "index", "for each")
	for _, n := range []int{1, 5, 40} {
		tokens := count(answer.Index(entries(n)))
		fmt.Printf("%-12d %16d %16.1f\n", n, tokens, float64(tokens)/float64(n))
	}
	fmt.Printf("\n%-12s %16s %16s\n", "sentences", "added by citing", "for each")
	for _, n := range []int{1, 4, 12} {
		added := count(cited(n)) - count(plain(n))
		fmt.Printf("%-12d %16d %16.1f\n", n, added, float64(added)/float64(n))
	}
	compare(count)
}

// beginnings are how passages of several kinds begin.
var beginnings = []string{
	"Adults start on 5 mg twice daily", "Nightly backups start at 01:30", "The museum opens at nine", "Revenue rose by 5 % in 2023",
	"Refunds take 14 days after return", "A pack of apixaban costs 90 euros", "Children under twelve must not take",
	"In 2019 the committee decided that",
}

func entries(n int) []answer.IndexEntry {
	out := make([]answer.IndexEntry, n)
	for i := range out {
		start := beginnings[i%len(beginnings)]
		if page := i / len(beginnings); page > 0 {
			start = fmt.Sprintf("Page %d %s", page, start)
		}
		out[i] = answer.IndexEntry{Handle: fmt.Sprintf("c%d", i+1), Start: start}
	}
	return out
}

// plain is an answer of n sentences, and cited the same in the dialect segments.
func plain(n int) string { return strings.Repeat("The library opens at nine on weekdays. ", n) }

func cited(n int) string {
	a := answer.Answer{Mode: answer.ModeAnswer}
	for i := range n {
		a.Segments = append(a.Segments, answer.Segment{Text: "The library opens at nine on weekdays. ", Citations: []int{i}})
		a.Citations = append(a.Citations, answer.Citation{ChunkID: fmt.Sprintf("c%d", i+1), Snippet: "opens at nine on weekdays",
			Quoted: true})
	}
	return answer.WriteSegments(&a)
}
