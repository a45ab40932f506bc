package text

import "testing"

// TestASentenceThatRestrictsTheOneBeforeItIsTold by its form, in scripts without spaces, too.
func TestASentenceThatRestrictsTheOneBeforeItIsTold(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"Allerdings nur für Erwachsene.": true, "However, this is disputed.": true, "儿童除外。": true, "ただし子供は除きます。": true,
		"Children excepted.": true, "Кроме детей.": true, "This does not apply to guests.": true,
		"However, the shop is open.": false, "This is a shop.": false, "Guests pay nothing.": false, "": false,
	} {
		if got := Restricts(said, Span{End: len(said)}); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
