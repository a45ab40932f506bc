package claim

import (
	"os"
	"strings"
	"testing"
)

// TestDifferences: what refutes a near copy, and what does not. Every kind of the table has an
// example of it.
func TestDifferences(t *testing.T) {
	table, err := os.ReadFile("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if line[0] == '#' || len(fields) != 4 {
			continue
		}
		j := judgedBy(fields[3], fields[2])
		shown[fields[0]] = shown[fields[0]] || j.Outcome == Refuted
		if string(j.Outcome) != fields[1] {
			t.Errorf("%s: %q of %q is %s, want %s (%v)", fields[0], fields[3], fields[2], j.Outcome, fields[1], j.Findings)
		}
	}
	for _, kind := range &differences {
		if !shown[kind.name] {
			t.Errorf("no example shows %q", kind.name)
		}
	}
}
