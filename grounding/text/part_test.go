package text

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// byParts reads the numbers of a text part by part.
func byParts(text string) (all []Number) {
	language := func() Language { return LanguageOf(text) }
	for from := 0; from < len(text); {
		end := EndOfPart(text, from)
		for _, n := range NumbersOf(text[from:end], language) {
			n.Start, n.End = n.Start+from, n.End+from
			all = append(all, n)
		}
		from = end
	}
	return all
}

func TestTheNumbersOfTheParts(t *testing.T) {
	for _, text := range []string{
		"It weighs 5 kilos. It is 20 to 30 years old. On March 5 it left.",
		"It cost 5 Mio. Euro or 5 mln. Euro. It was sold for 3 mil. dollars or 2 tsd. dollars. He has half. Dozen of them.",
		"It came on March 5th. 2024 was late. It left in May. 2025 was better. On the 3rd. March came.",
		"At least. 5 mg. More than. -7 percent. USD. 12 went. Twenty. Five hundred. Two thousand years. Three million. Euro are due.",
		"Es wog 5 kg. Der 3. März war kalt. Ein halbes. Dutzend kam mit 4 Tsd. Gästen. Sieben Pferde. Zwei.",
		"He has 2. 1/2 is left. Version 1.2.3 came. It took 5 miles. Per hour it was 60. And a half. 3 p.m. it was. 5:30 o'clock. Pm.",
		"There were 5 or. 10 percent. Between ten and. Twenty percent.\n20. 30. Then there came. (40 more). It was nice.\n- 5 mg",
	} {
		if got, want := byParts(text), Numbers(text); !slices.Equal(got, want) {
			t.Errorf("%q\n%+v, want\n%+v", text, got, want)
		}
	}
}

func TestAPartEndsNoNumber(t *testing.T) {
	for text, ends := range map[string]bool{
		"He took 5 grams. 7": true, "It was hot.\n7": true,
		"Sold for 3 mln. 7": false, "In May. 7": false, "The 5th. 7": false, "A media. 7": false, "It is 5. 7": false,
		"So. 7": false, "Größe. 7": false, "It was so.7": false,
	} {
		if got := EndOfPart(text, 0) < len(text); got != ends {
			t.Errorf("%q ends a part: %t, want %t", text, got, ends)
		}
	}
}

// TestTheNumbersOfTheirPartsInAnyOrder mixes all words that numbers are read
// by, with full stops between.
func TestTheNumbersOfTheirPartsInAnyOrder(t *testing.T) {
	words := strings.Fields("5 12 1,500 2.5 1/2 10:30 2024 0 3 31 . . . . . , - – : / ( % $ € ° ° x ^ ² ½ < ~ st th er º de of del di am pm p a and half per the it there " +
		"百 分 之 年 月 日 二 十 个 小时 回 USD EUR + one two three twenty-five hundred thousand dozen media half halbes vierzig sept dix")
	for _, lists := range []map[string]bool{units, unitWords, percents, points, halves, dozens, rangeWords} {
		words = append(words, wordsOf(lists)...)
	}
	for _, list := range []map[string]string{comparisons, currencies, lexicons[Unknown].values} {
		words = append(words, wordsOf(list)...)
	}
	words = append(append(words, wordsOf(scales)...), wordsOf(lexicons[Unknown].months)...)
	random := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		var b strings.Builder
		for range 3 + random.IntN(30) {
			b.WriteString(strings.ReplaceAll(words[random.IntN(len(words))], "_", " "))
			b.WriteString([]string{" ", " ", " ", "", ". ", ". ", ".\n", "-", "  "}[random.IntN(9)])
		}
		text := b.String()
		if got, want := byParts(text), Numbers(text); !slices.Equal(got, want) {
			t.Fatalf("%q\n%+v, want\n%+v", text, got, want)
		}
	}
}

// wordsOf are the words of a list, in order.
func wordsOf[V any](list map[string]V) []string {
	return slices.Sorted(maps.Keys(list))
}

// FuzzNumbersOfParts holds the numbers of a text's parts to those of the whole.
func FuzzNumbersOfParts(f *testing.F) {
	for _, seed := range []string{
		"It cost 5 Mio. Euro. On March 5th. 2024 at least. 5 mg. Half. A dozen. Twenty. Five. - 3 to. 5 percent. 5 miles. Per hour.",
		"Der 3. März. Vier Tsd. Euro. 1.2.3. USD. 12. 百分之五. 3 p.m. it was. 5 ½. And a half. They came.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := byParts(text), Numbers(text); !slices.Equal(got, want) {
			t.Errorf("%q\n%+v, want\n%+v", text, got, want)
		}
	})
}
