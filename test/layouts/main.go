// Command layouts tells how the passages of prompts are found, case by case, so that
// two versions of the rules can be compared with diff:
//
//	go run ./test/layouts                        the cases of grounding/evidence/layout/testdata
//	go run ./test/layouts FILE.jsonl …           files of cases (test/layouts/cases)
//
// One line for each case goes to stdout, and at the end the sum of each file.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/test/layouts/cases"
)

func main() {
	files := os.Args[1:]
	if len(files) == 0 {
		for _, pattern := range [...]string{"*.jsonl", "collected/*.jsonl"} {
			own, _ := filepath.Glob("grounding/evidence/layout/testdata/" + pattern)
			files = append(files, own...)
		}
	}
	if err := score(files); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// score prints the lines of all cases, sorted, and the sums.
func score(files []string) error {
	var lines, sums []string
	for _, file := range files {
		list, err := cases.Read(file)
		if err != nil {
			return fmt.Errorf("cannot read the cases: %w", err)
		}
		base := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		var sum cases.Figures
		for n := range list {
			figures, line := outcome(&list[n])
			sum.Add(figures)
			lines = append(lines, fmt.Sprintf("%s %03d %s", base, n, line))
		}
		sums = append(sums, fmt.Sprintf("%-12s %v", base, sum))
	}
	slices.Sort(lines)
	fmt.Println(strings.Join(append(lines, sums...), "\n"))
	return nil
}

// outcome finds the passages of a case and compares them with those sent.
func outcome(c *cases.Case) (cases.Figures, string) {
	found := layout.Find(c.Prompt, layout.Defaults())
	figures, _ := cases.Measure(found.Chunks, c.Wants)
	figures.Forged = c.ForgedPrimary(found.Chunks)
	if !c.Asked(found.Question) {
		figures.Misasked = 1
	}
	leaked := len(c.Leaks(found.Chunks))
	return figures, fmt.Sprintf("%s/%s %v leaked=%d marker=%q", c.Family, c.Name, figures, leaked, found.Marker)
}
