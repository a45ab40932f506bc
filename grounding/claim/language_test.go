package claim

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A "not" was lost unseen where a page in one language holds a sentence in
// another that is quoted: the claim was taken for one in another language than
// its evidence, of which nothing can be told.
func TestQuoteInAnotherLanguageThanItsPageIsHeldToIt(t *testing.T) {
	const before, behind = "The rooms are open to all guests of the house and the garden is too. ", " The halls are clean and so are the rooms of the house."
	for _, c := range []struct{ quote, claim, code string }{
		{"Das Fenster darf in der Nacht nicht geöffnet werden.", "Das Fenster darf in der Nacht geöffnet werden.", CodeNegation},
		{"Das Fenster darf in der Nacht nicht geöffnet werden.", "In der Nacht darf das Fenster nicht geöffnet werden.", ""},
		{"La fenêtre ne doit pas être ouverte pendant la nuit.", "La fenêtre doit être ouverte pendant la nuit.", CodeNegation},
		{"La fenêtre ne doit pas être ouverte pendant la nuit.", "La fenêtre ne doit pas être ouverte la nuit.", ""},
		{"Заявление подаётся не позднее 15 мая.", "Заявление подаётся позднее 15 мая.", CodeNegation},
		{"Заявление подаётся не позднее 15 мая.", "Заявление подаётся не позднее 15 мая.", ""},
	} {
		src := Prepare(before + c.quote + behind)
		start := utf8.RuneCountInString(before)
		ev := Evidence{Sources: []*Source{src}, Quotes: []Quote{{Start: start, End: start + utf8.RuneCountInString(c.quote)}}}
		j := Judge(c.claim, ev, Rules{MinSupport: 0.15, MaxRisk: 0.8})
		if got := codes(j); got != c.code && !(c.code != "" && strings.Contains(got, c.code)) {
			t.Errorf("%q: got %q, want %q", c.claim, got, c.code)
		}
	}
}
