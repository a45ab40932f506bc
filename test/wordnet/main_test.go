package main

import (
	"strings"
	"testing"
)

// Two synsets of a database file: "hot" and "cold" are antonyms, the phrase is left out.
const adjectives = "  1 licence\n" +
	"00000001 00 a 02 hot 0 red_hot 0 002 ! 00000002 a 0101 ! 00000002 a 0201 | warm\n" +
	"00000002 00 s 01 cold(p) 0 001 ! 00000001 a 0101 | not warm\n"

func TestWhatIsWritten(t *testing.T) {
	db := database{}
	if err := db.read(strings.NewReader(adjectives)); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := writeAntonyms(&out, func(word string) bool { return word == "cold" })(db); err != nil || out.String() != "cold / hot\n" {
		t.Errorf("got %q (%v)", out.String(), err)
	}
}
