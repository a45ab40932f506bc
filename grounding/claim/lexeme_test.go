package claim

import "testing"

func TestAListedWordHasTheHashesOfItsStem(t *testing.T) {
	for n := 1; n < len(listedWords.lexemes); n++ {
		word := listedWords.index.Word(n)
		stem, root := hashes(stem([]byte(word)))
		if x := listedWords.lexemes[n]; x.stem != stem || x.root != root {
			t.Errorf("%q has %x and %x, want %x and %x", word, x.stem, x.root, stem, root)
		}
	}
}
