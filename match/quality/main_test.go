package main

import (
	"flag"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden figures anew")

// TestQuality holds the figures of the own passages to the committed ones, and
// to the two limits the project promises.
func TestQuality(t *testing.T) {
	text, err := os.ReadFile("../testdata/passages.txt")
	if err != nil {
		t.Fatal(err)
	}
	quotes, err := generate(string(text))
	if err != nil {
		t.Fatal(err)
	}
	table := measure(quotes, 0, io.Discard)
	const golden = "../testdata/quality.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), table.String()); diff != "" {
		t.Errorf("figures changed (-want +got):\n%s", diff)
	}
	if rate := table.Rate("faithful"); rate < 0.995 {
		t.Errorf("%.4f of the faithful quotes verify, want 0.995", rate)
	}
	if rate := table.Rate("tampered"); rate > 0.001 {
		t.Errorf("%.4f of the falsified quotes verify, want at most 0.001", rate)
	}
}
