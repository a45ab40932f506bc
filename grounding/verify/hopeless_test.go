package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

func TestASnippetIsGivenUpOnlyOnceItCanNoLongerStand(t *testing.T) {
	const text = "Nightly backups of the ledger start at 01:30 UTC and are kept for 21 days, after which they are moved to the archive in Oslo."
	ev := Evidence{Set: evidence.NewSet([]evidence.Chunk{{ID: "a", Text: text, Standing: evidence.Primary}})}
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
		if got := Hopeless(answer.Citation{ChunkID: "a", Snippet: c.snippet}, ev, Rules{MaxChars: 600}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for i := range text {
		if Hopeless(answer.Citation{Snippet: text[:i]}, ev, Rules{}) {
			t.Fatalf("the source's own words are given up after %d bytes", i)
		}
	}
}

// TestAnHonestQuoteIsLookedForWhereItSays: the other chunks are not even made
// ready for it.
func TestAnHonestQuoteIsLookedForWhereItSays(t *testing.T) {
	texts := []string{
		"The archive in Oslo is open on weekdays from nine to four and closed in July.",
		"Nightly backups of the ledger start at 01:30 UTC and are kept for 21 days before they move to the archive.",
		"Whoever asks for a copy of the ledger is told the price of it beforehand.",
	}
	var chunks []evidence.Chunk
	ready := make([]bool, len(texts))
	ev := Evidence{}
	for i, text := range texts {
		chunks = append(chunks, evidence.Chunk{ID: "d" + string(rune('1'+i)), Text: text, Standing: evidence.Primary})
		ev.Passages = append(ev.Passages, NewPassage(text, func(int) { ready[i] = true }))
	}
	ev.Set = evidence.NewSet(chunks)
	if Hopeless(answer.Citation{ChunkID: "d2", Snippet: texts[1]}, ev, Rules{}) {
		t.Error("the source's own words are given up")
	}
	if ready[0] || !ready[1] || ready[2] {
		t.Errorf("made ready: %v, want d2 alone", ready)
	}
	if Hopeless(answer.Citation{ChunkID: "d1", Snippet: texts[1]}, ev, Rules{}) {
		t.Error("words of another chunk are given up: a heal may relink them")
	}
}
