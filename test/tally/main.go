// Command tally reads what `go test -json` prints and shows what a person needs
// of it: a line for each package, the whole output of each test that failed,
// why tests were skipped, and one line of counts at the end.
//
//	go test -json ./... | go run ./test/tally
//
// tally exits with 1 if a test or a package failed, or if no test ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// event is one line of `go test -json`.
type event struct {
	Action     string
	Package    string
	ImportPath string // of a package that does not build
	Test       string
	Output     string
	Elapsed    float64 // seconds
}

// tally is what the events add up to.
type tally struct {
	passed, failed, skipped int
	brokenPackages          int
	output                  map[string][]string // of each test that still runs, and of each package
	reasons                 map[string]int      // why tests were skipped, with how many
	out                     io.Writer
}

func main() {
	t := &tally{output: map[string][]string{}, reasons: map[string]int{}, out: os.Stdout}
	if err := t.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "tally:", err)
		os.Exit(2)
	}
	t.finish()
	if t.failed+t.brokenPackages > 0 || t.passed == 0 {
		os.Exit(1)
	}
}

// read takes in each event. A line that is no event is shown as it is.
func (t *tally) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				fmt.Fprint(t.out, line)
			} else {
				t.take(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// take counts one event, and shows it where a person wants to see it.
func (t *tally) take(e event) {
	name := e.Package + e.ImportPath + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		t.output[name] = append(t.output[name], e.Output)
		return
	case "pass", "fail", "skip":
	default:
		return
	}
	if e.Test == "" {
		t.takePackage(e, name)
	} else {
		t.takeTest(e, name)
	}
	delete(t.output, name)
}

func (t *tally) takePackage(e event, name string) {
	switch e.Action {
	case "pass":
		fmt.Fprintf(t.out, "ok    %-40s %6.1fs\n", e.Package, e.Elapsed)
	case "fail":
		t.brokenPackages++
		t.show(name)
		for other := range t.output { // a package that does not build tells it under a name of its own
			if strings.HasPrefix(other, e.Package+" ") {
				t.show(other)
			}
		}
		fmt.Fprintf(t.out, "FAIL  %-40s %6.1fs\n", e.Package, e.Elapsed)
	}
}

func (t *tally) takeTest(e event, name string) {
	switch e.Action {
	case "pass":
		t.passed++
	case "fail":
		t.failed++
		t.show(name)
	case "skip":
		t.skipped++
		t.reasons[reason(t.output[name])]++
	}
}

func (t *tally) show(name string) {
	fmt.Fprint(t.out, strings.Join(t.output[name], ""))
	delete(t.output, name)
}

// reason is what a skipped test said last before its closing line.
func reason(output []string) string {
	for _, line := range slices.Backward(output) {
		line = strings.TrimSpace(line)
		if _, said, ok := strings.Cut(line, ".go:"); ok {
			_, said, _ = strings.Cut(said, ": ")
			return said
		}
	}
	return "no reason given"
}

// finish shows why tests were skipped, then the counts.
func (t *tally) finish() {
	reasons := make([]string, 0, len(t.reasons))
	for why := range t.reasons {
		reasons = append(reasons, why)
	}
	slices.Sort(reasons)
	for _, why := range reasons {
		fmt.Fprintf(t.out, "skipped %d: %s\n", t.reasons[why], why)
	}
	fmt.Fprintf(t.out, "%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
}
