package main

import (
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/grounding/claim"
)

const lines = `{"evidence":"The dose is 5 mg.","claim":"The dose is 5 mg.","label":"supported","source":"A"}
{"evidence":"The dose is 5 mg.","claim":"The dose is 50 mg.","label":"contradicted","source":"A"}
`

func write(t *testing.T, name string, packed bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !packed {
		_, err = file.WriteString(lines)
	} else {
		zip := gzip.NewWriter(file)
		_, err = zip.Write([]byte(lines))
		if closed := zip.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTableOfAFile(t *testing.T) {
	for _, packed := range []bool{false, true} {
		name := "pairs.jsonl"
		if packed {
			name += ".gz"
		}
		var out strings.Builder
		if err := (options{data: write(t, name, packed)}).run(&out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"A                      contradicted       1", "A                      supported          1", "~ all"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s lacks %q:\n%s", name, want, out.String())
			}
		}
	}
}

func TestRowsNameEachOutcome(t *testing.T) {
	var out strings.Builder
	if err := (options{data: write(t, "pairs.jsonl", false), rows: true}).run(&out); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(rows) != 2 || !strings.HasPrefix(rows[0], "0 A supported carried") || !strings.HasPrefix(rows[1], "1 A contradicted refuted") {
		t.Errorf("got %q", rows)
	}
}

func TestAFileThatIsNoneIsAnError(t *testing.T) {
	if err := (options{data: filepath.Join(t.TempDir(), "none")}).run(&strings.Builder{}); err == nil {
		t.Error("no error")
	}
}

// The interval is Wilson's: 1 of 100 lies between 0.18 % and 5.45 %.
func TestInterval(t *testing.T) {
	low, high := wilson(1, 100)
	if math.Abs(low-0.0018) > 1e-4 || math.Abs(high-0.0545) > 1e-4 {
		t.Errorf("got %.4f to %.4f", low, high)
	}
	if low, _ := wilson(0, 10); low != 0 {
		t.Errorf("none of 10 begins at %.4f", low)
	}
}

func TestHalvesAreApartAndWhole(t *testing.T) {
	for _, evidence := range []string{"a", "b", "c", "The dose is 5 mg."} {
		if inHalf(evidence, "work") == inHalf(evidence, "check") || !inHalf(evidence, "") {
			t.Errorf("%q is in both halves or in none", evidence)
		}
	}
}

func TestFailedCountsFindings(t *testing.T) {
	var tab table
	tab.add(pair{Source: "A", Label: "supported"}, claim.Judgement{Outcome: claim.Open, Findings: []claim.Finding{{}}})
	if c := tab[key{"A", "supported"}]; c.failed != 1 || c.outcomes[claim.Open] != 1 {
		t.Errorf("got %+v", c)
	}
}
