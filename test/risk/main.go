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
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"vouchsafe/grounding/claim"
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

// folds is how many parts the sources are divided into.
const folds = 5

// settings of the trees: found by hand on cross-validated figures, which move
// by less than half a point for twice or half of any of them.
func settings() boosting {
	return boosting{trees: 100, rate: 0.07, lambda: 5, minWeight: 8, rows: 0.7, cols: 0.5}
}

// run trains and writes. The frequencies count no labels and leave out stems
// of fewer than three contexts, so they are made once, not once a fold. A
// change in them is seen only by the next build of package claim: run twice.
func run(data, out string, write bool) error {
	answers, err := load(data, folds)
	if err != nil {
		return err
	}
	all := crossValidate(answers, folds)
	points := calibrate(answers, all)
	text := measured{answers, all, claim.Factual, points.doubt}.figures(points)
	fmt.Print(text)
	if !write {
		return nil
	}
	m := train(answers)
	m.Calibration = points.calibration()
	return save(out, map[string]string{
		"idf.txt":              frequencies(answers),
		"model.json":           modelText(m),
		"testdata/risk_cv.txt": text,
	})
}

func save(out string, files map[string]string) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("cannot write the model: %w", err)
		}
	}
	return nil
}

// modelText writes the model as JSON, one tree a line.
func modelText(m *claim.Model) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\"features\":%s,\n\"base\":%s,\n\"calibration\":%s,\n\"trees\":[",
		text(m.Features), text(m.Base), text(m.Calibration))
	for i, t := range m.Trees {
		if i > 0 {
			b.WriteByte(',')
		}
		numbers := make([]int, len(t.Feature))
		for k, f := range t.Feature {
			numbers[k] = int(f)
		}
		fmt.Fprintf(&b, "\n{\"f\":%s,\"t\":%s,\"l\":%s}", text(numbers), text(t.Threshold), text(t.Leaf))
	}
	b.WriteString("\n]}\n")
	return b.String()
}

// text renders plain data, of which every form can be written, as JSON.
func text(v any) string {
	j, _ := json.Marshal(v)
	return string(j)
}
