package quote

import (
	"strings"
	"testing"
)

// agrees holds what StandsIn finds of a snippet in a page against what Find does.
func agrees(t *testing.T, page, snippet string) {
	t.Helper()
	got, found := Prepare(snippet).StandsIn(page)
	if !found {
		return
	}
	if want := Find(Prepare(page), snippet, Fuzzy); want.Outcome != Verified || want.Kind == KindExact && got != want {
		t.Errorf("%q of %q: %+v, want %+v", snippet, page, got, want)
	}
}

func TestAnExactQuoteIsFoundInItsSurroundings(t *testing.T) {
	filler := strings.Repeat("The mill on the river grinds rye and wheat for five villages – no other does. ", 40)
	page := filler + "Visitors pay 9.50 euros for a tour, which takes an hour and a half. " + filler
	r, found := Prepare("Visitors pay 9.50 euros for a tour").StandsIn(page)
	if want := Find(Prepare(page), "Visitors pay 9.50 euros for a tour", Fuzzy); !found || r != want {
		t.Errorf("%v %+v, want %+v", found, r, want)
	}
	for _, snippet := range []string{"pay 9.50 euros for a tour", "isitors pay 9.50 euros", "Visitors pay 9", "other does", "grinds rye"} {
		agrees(t, page, snippet)
	}
	for _, struck := range []string{"~~", "<del>", "<!-- ", "\\"} {
		if _, found := Prepare("Visitors pay 9.50 euros for a tour").StandsIn(filler + struck + page); found && struck != "\\" {
			agrees(t, filler+struck+page, "Visitors pay 9.50 euros for a tour")
		}
	}
}

// FuzzStandsIn holds that a quote which is found where it stands is found in the whole page, too.
func FuzzStandsIn(f *testing.F) {
	f.Add("It is not true that the dose is 5 mg. Take 10–12 mg.", 12, 20, "filler words stand here, ")
	f.Add("~~struck out~~ and [a link](http://a.b) no longer applies to 5 kW", 3, 30, "~~ ")
	f.Fuzz(func(t *testing.T, s string, from, length int, filler string) {
		if from < 0 || length < 1 || from+length > len(s) || from+length < 0 || len(filler) > 200 {
			return
		}
		filler = strings.Repeat(filler, 40)
		agrees(t, s, s[from:from+length])
		agrees(t, filler+s+filler, s[from:from+length])
	})
}
