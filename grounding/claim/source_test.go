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
			want := slices.DeleteFunc(text.Numbers(src.page.text), func(n text.Number) bool { return n.Start < whole[0] })
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("%q from %d: %+v, want %+v", s, whole[0], got, want)
			}
		}
	}
}

func TestLettersOfATextThatStandTogether(t *testing.T) {
	for s, want := range map[string]string{
		"“Everything below” isn’t\u00a0TRUE – it's a Märchen.": "Everything below isn t TRUE it s a Märchen",
		"":     "",
		"12 a": "a",
		"…":    "",
	} {
		var got []string
		for word := range lettersOf(s) {
			got = append(got, word)
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

// FuzzWordsOfASource enters the words of a source as they come, and as tokensOf tells them.
func FuzzWordsOfASource(f *testing.F) {
	for _, s := range []string{
		"Take 5mg of Aspirin, 1,000.5 times; don't, l'eau v.5 a.b 3.x 4,y 5's c0 [1] x_y USA's «no» 100ème", "’tis ÉTÉ was 3½ km² 5٣ 1.٣ it—is Ⅷ ａb",
		strings.Repeat("word", 3000) + " " + strings.Repeat("5", 5000) + ".1", "薬は 5mg です。 Die Straße\u00a0misst 5 km.\tTab\vand\fform", "a\u0301b e\u0301 İstanbul ſ \xff\xfe bad",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		type entry struct{ stem, root uint32 }
		src, got, want := Prepare(s), []entry(nil), []entry(nil)
		src.page.sents = []text.Sentence{{Span: text.Span{End: len(src.page.text)}}}
		table := &wordTable{heads: make([]int32, 16), roots: make([]uint64, 8)}
		for from := 0; from < len(src.page.text); {
			end := src.page.together(from, len(src.page.text))
			table.enter(&src.page, from, end, 0)
			from = end
		}
		whole := &wordTable{heads: make([]int32, 16), roots: make([]uint64, 8)}
		src.page.stretches(0, len(src.page.text), func(_ *text.Text, tokens []token) bool {
			for k := range tokens {
				whole.add(tokens[k].stem, tokens[k].root, 0)
			}
			return true
		})
		for _, p := range table.posts {
			got = append(got, entry{p.stem, 0})
		}
		for _, p := range whole.posts {
			want = append(want, entry{p.stem, 0})
		}
		if !slices.Equal(got, want) || !slices.Equal(table.roots, whole.roots) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	})
}
