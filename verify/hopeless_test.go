package verify

import (
	"strings"
	"testing"

	"vouchsafe/chunk"
	"vouchsafe/cite"
)

func TestASnippetIsGivenUpOnlyOnceItCanNoLongerStand(t *testing.T) {
	const text = "Nightly backups of the ledger start at 01:30 UTC and are kept for 21 days, after which they are moved to the archive in Oslo."
	ev := Evidence{Set: chunk.NewSet([]chunk.Chunk{{ID: "a", Text: text, Standing: chunk.Primary}})}
	ev.Passages = []*Passage{NewPassage(text, nil)}
	for name, c := range map[string]struct {
		snippet string
		want    bool
	}{
		"the source's words":     {text, false},
		"with a changed number":  {strings.Replace(text, "21", "31", 1), false}, // altered, and told so when it is whole
		"with an ellipsis":       {"Nightly backups of the ledger … are moved to the archive in Oslo without any delay at all", false},
		"too short to tell":      {"The mayor opened the new town hall", false},
		"made up":                {"The mayor of the town opened the new hall with a long speech about the price of bread and butter", true},
		"longer than any may be": {strings.Repeat("Nightly backups of the ledger ", 30), true},
	} {
		if got := Hopeless(cite.Citation{ChunkID: "a", Snippet: c.snippet}, ev, Rules{MaxChars: 600}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for i := range text {
		if Hopeless(cite.Citation{Snippet: text[:i]}, ev, Rules{}) {
			t.Fatalf("the source's own words are given up after %d bytes", i)
		}
	}
}
