package main

import (
	"strings"
	"testing"
)

// Two synsets of the database: "hot" and "cold" are antonyms, the phrase is left out.
const adjectives = "  1 licence\n" +
	"00000001 00 a 02 hot 0 red_hot 0 002 ! 00000002 a 0101 ! 00000002 a 0201 | warm\n" +
	"00000002 00 a 01 cold(p) 0 001 ! 00000001 a 0101 | not warm\n"

func TestAntonymsOfADatabaseFile(t *testing.T) {
	pairs := map[string]map[string]bool{}
	if err := addAntonyms(pairs, strings.NewReader(adjectives)); err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 1 || !pairs["cold"]["hot"] || len(pairs["cold"]) != 1 {
		t.Errorf("got %v", pairs)
	}
}
