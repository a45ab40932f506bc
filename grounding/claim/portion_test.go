package claim

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	lexis "vouchsafe/grounding/text"
)

// portioned reads the numbers of a text as those of a source are.
func portioned(text string) (all []lexis.Number, portions int) {
	s := Prepare(text)
	for n := range s.numbers() {
		all = append(all, *n)
	}
	return all, len(s.portions)
}

// TestNumbersReadByPortionsAreThoseOfTheWhole mixes all that numbers are read
// and mended by, with full stops between.
func TestNumbersReadByPortionsAreThoseOfTheWhole(t *testing.T) {
	words := strings.Fields("5 12 1,500 2.5 1/2 10:30 13:0 2024 0 3 31 - – : / ( % $ € ° ½ < st th de of del am pm a.m. p.m. and a half per hour the it there to or " +
		"mg miles grams percent percentage inch 12-inch USD EUR two three twenty-five hundred million Mio. mln. dozen half halbes March May 5th at least more than about wenige sieben Januar " +
		"reservoir water nobody church walls river station weather")
	random := rand.New(rand.NewPCG(3, 4))
	most := 0
	for range 2000 {
		var b strings.Builder
		for range 20 + random.IntN(200) {
			b.WriteString(words[random.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", " ", "", ". ", ".\n", "-", "  ", "\n"}[random.IntN(10)])
		}
		text := b.String()
		got, portions := portioned(text)
		if want := lexis.Numbers(text); !slices.Equal(got, want) {
			t.Fatalf("%q\n%+v, want\n%+v", text, got, want)
		}
		most = max(most, portions)
	}
	if most < 3 {
		t.Errorf("at most %d portions, which shows nothing", most)
	}
}

func TestNumbersAreReadWhereTheyAreAskedFor(t *testing.T) {
	text := strings.Repeat("The walls of the church have stood there for 300 years and 7 days. ", 20)
	s := Prepare(text)
	from, to := 400, 460
	for n := range s.numbersIn(from, to) {
		if n.Start < from || n.Start >= to || text[n.Start:n.End] != n.Text {
			t.Errorf("%+v is not in %d to %d", n, from, to)
		}
	}
	read := 0
	for i := range s.portions {
		if s.portions[i].numbers != nil {
			read++
		}
	}
	if len(s.portions) < 5 || read == 0 || read > 2 {
		t.Errorf("%d portions of %d were read", read, len(s.portions))
	}
}

func FuzzPortions(f *testing.F) {
	f.Add(strings.Repeat("They paid 5 and a half miles. Per hour it was 3 p.m. here. 2 1/2 were left. On March 5 it cost 3 mln. Euro. Two. Dozen. ", 5))
	f.Fuzz(func(t *testing.T, text string) {
		if got, _ := portioned(text); !slices.Equal(got, lexis.Numbers(text)) {
			t.Errorf("%q\n%+v, want\n%+v", text, got, lexis.Numbers(text))
		}
	})
}
