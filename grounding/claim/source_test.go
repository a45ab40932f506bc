package claim

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

// TestNumbersAreThoseOfTheWholeText reads numbers sentence by sentence, in any order, and
// the whole text at once.
func TestNumbersAreThoseOfTheWholeText(t *testing.T) {
	for _, s := range []string{
		"", "½", "★ ½ ★", "No figure.",
		"It cost $5. More than 12 % of 1,000 people paid between 3 and 4 euros! About ten did not.",
		"# Prices of 2024\n\n1. Tea: 3.50 euros.\n2. Coffee: 4 euros, or 12 for three.\n\n| Cup | ½ litre |\n|---|---|\n| Pot | 1.5 l |",
		"Er wog 80 kg. Sie wog 60,5 kg und kam um 9 Uhr. 百分之十二の人は3時に来た。5人は帰った。",
	} {
		src := Prepare(s)
		for _, whole := range [][2]int{{len(s) / 2, len(s)}, {0, len(s)}} {
			var got []text.Number
			for n := range src.numbersIn(whole[0], whole[1]) {
				got = append(got, *n)
			}
			want := slices.DeleteFunc(text.Numbers(src.text), func(n text.Number) bool { return n.Start < whole[0] })
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%q from %d: %+v, want %+v", s, whole[0], got, want)
			}
		}
	}
}

func TestLettersOfATextThatStandTogether(t *testing.T) {
	for s, want := range map[string]string{
		"“Everything below” isn’t\u00a0TRUE – it's a Märchen.": "everything below isn t true it s a märchen",
		"":     "",
		"12 a": "a",
		"…":    "",
	} {
		var got []string
		for word := range lettersOf(s) {
			got = append(got, string(word))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", s, got)
		}
	}
	for _, plain := range lettersOf("the 错误 of it") {
		if plain {
			continue
		}
		return
	}
	t.Error("a script without spaces is read as letters")
}
