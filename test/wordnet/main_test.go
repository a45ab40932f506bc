package main

import (
	"errors"
	"strings"
	"testing"
)

// Two synsets of a database file: "hot" and "cold" are antonyms, the phrase is left out.
const adjectives = "  1 licence\n" +
	"00000001 00 a 02 hot 0 red_hot 0 002 ! 00000002 a 0101 ! 00000002 a 0201 | warm\n" +
	"00000002 00 s 01 cold(p) 0 001 ! 00000001 a 0101 | not warm\n"

// A place with an adjective that pertains to it, and a person with another one.
const places = "00000003 15 n 02 Holland 0 lowlands 0 000 | a country\n" +
	"00000004 18 n 01 Freud 0 000 | a person\n"

const pertaining = "00000005 01 a 01 Dutch 0 001 \\ 00000003 n 0101 | of Holland\n" +
	"00000006 01 a 01 Freudian 0 001 \\ 00000004 n 0101 | of Freud\n"

func TestWhatIsWritten(t *testing.T) {
	db := database{}
	for _, file := range []string{adjectives, places, pertaining} {
		if err := db.read(strings.NewReader(file)); err != nil {
			t.Fatal(err)
		}
	}
	var antonyms, names strings.Builder
	if err := errors.Join(writeAntonyms(&antonyms)(db), writeNames(&names)(db)); err != nil {
		t.Fatal(err)
	}
	if antonyms.String() != "cold / hot\n" || names.String() != "Dutch | Holland\n" {
		t.Errorf("got %q and %q", antonyms.String(), names.String())
	}
}
