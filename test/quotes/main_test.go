package main

import (
	"io"
	"os"
	"testing"

	"vouchsafe/internal/golden"
)

// TestQuality holds the figures of the own passages to the committed ones, and
// to the two limits the project promises.
func TestQuality(t *testing.T) {
	text, err := os.ReadFile("../../grounding/quote/testdata/passages.txt")
	if err != nil {
		t.Fatal(err)
	}
	quotes, err := generate(string(text))
	if err != nil {
		t.Fatal(err)
	}
	table := measure(quotes, 0, io.Discard)
	golden.Hold(t, "../../grounding/quote/testdata/quality.golden", table.String())
	if rate := table.Rate("faithful"); rate < 0.995 {
		t.Errorf("%.4f of the faithful quotes verify, want 0.995", rate)
	}
	if rate := table.Rate("tampered"); rate > 0.001 {
		t.Errorf("%.4f of the falsified quotes verify, want at most 0.001", rate)
	}
}
