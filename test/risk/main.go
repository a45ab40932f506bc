// Command train fits the risk model of package claim: the document
// frequencies and the boosted trees. It reads answers with their evidence and
// the spans that people marked as unsupported, trains and cross-validates with
// the answers of one source always in one fold, and writes idf.txt and
// model.json of package claim, and the figures reached,
// claim/testdata/risk_cv.txt. The same input gives the same bytes.
//
//	go run ./test/risk -data answers.jsonl [-out grounding/claim]
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	data := flag.String("data", "", "answers to train on, one JSON object a line")
	out := flag.String("out", "grounding/claim", "directory of package claim")
	write := flag.Bool("write", true, "write the tables and weights, not only the figures to stdout")
	flag.Parse()
	if err := run(*data, *out, *write); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}
