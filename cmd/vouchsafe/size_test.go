package main

import (
	"bytes"
	"os"
	"testing"

	"vouchsafe/internal/need"
)

// TestLinkerLeavesOutWhatNobodyCalls looks for what calls methods by names that
// only a running program knows. Where it is in a program, the linker keeps every
// method of every type: the binary had 43 MB instead of 28, and 4 more of it
// were in memory.
func TestLinkerLeavesOutWhatNobodyCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	binary, err := need.Gateway(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if templates := "text/template.(*state).evalField"; bytes.Contains(program, []byte(templates)) {
		t.Errorf("%s is in the program", templates)
	}
}
