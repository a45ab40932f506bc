package quote

import (
	"strings"
	"testing"

	"vouchsafe/grounding/text"
)

// TestThePlaceOfAMisquote: the place is found by the words that are rare, wherever it
// is, and the detail names what differs there.
func TestThePlaceOfAMisquote(t *testing.T) {
	filler := strings.Repeat("The house stands by the road and the river runs by the house. ", 40)
	chunk := Prepare(filler + "The Ferrant pump delivers 40 litres at a pressure of 6 bar. " + filler)
	for snippet, want := range map[string]struct{ source, detail string }{
		"The Ferrant pump delivers 50 litres at a pressure": {"The Ferrant pump delivers 40 litres at a pressure", "the source says 40 litres, the snippet 50 litres"},
		"The Ferrant pump delivers 40 litres at pressure":   {"The Ferrant pump delivers 40 litres at a pressure", "the source says a, the snippet nothing there"},
	} {
		r := Find(chunk, snippet, Fuzzy)
		if r.Outcome != Falsified || r.Source != want.source || r.Detail != want.detail {
			t.Errorf("%q: %+v", snippet, r)
		}
		if r.Similarity < 0.9 || r.Similarity >= 1 {
			t.Errorf("%q: similarity %v", snippet, r.Similarity)
		}
	}
	if r := Find(chunk, "Nobody in the whole valley owned a boat", Fuzzy); r.Outcome != Absent || r.Start != -1 {
		t.Errorf("a place for what is not there: %+v", r)
	}
}

// TestAlign holds the edits between a snippet and its place.
func TestAlign(t *testing.T) {
	for _, c := range []struct{ source, snippet, edits string }{
		{"one two three four", "one two three four", "one=one two=two three=three four=four"},
		{"one two three four", "one three four", "one=one two>- three=three four=four"},
		{"one two four", "one two three four", "one=one two=two ->three four=four"},
		{"one twice three", "one twise three", "one=one twice>twise three=three"},
		{"zero one two three nine", "one two three", "one=one two=two three=three"},
	} {
		s := search{text: Prepare(c.source), snippet: Prepare(c.snippet), mode: Fuzzy}
		_, edits := s.align(strings.Count(c.source[:strings.Index(c.source, "one")], " "))
		var got []string
		for _, e := range edits {
			sign := ">"
			if e.equal {
				sign = "="
			}
			got = append(got, orDash(s.text.Passage(e.source))+sign+orDash(s.snippet.Passage(e.snippet)))
		}
		if strings.Join(got, " ") != c.edits {
			t.Errorf("%q of %q: %s, want %s", c.snippet, c.source, strings.Join(got, " "), c.edits)
		}
	}
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// TestSizeCountsWhatIsHeld: markup and tokens are part of a prepared text's size.
func TestSizeCountsWhatIsHeld(t *testing.T) {
	plain, marked := Prepare("the old house"), Prepare("the <b>old</b> house")
	if plain.Size() <= len(plain.Original) || marked.Size() <= plain.Size() {
		t.Errorf("sizes %d and %d", plain.Size(), marked.Size())
	}
	if got := marked.Passage(text.Run{First: 0, End: 3}); got != "the old house" {
		t.Errorf("shown as %q", got)
	}
}

// FuzzMayStandIn holds that what does not look as if it stood in a page is not found there.
func FuzzMayStandIn(f *testing.F) {
	for _, c := range [][2]string{
		{"Station 3 stands 103 m above the sea.", "Station 3 stands 930 m above the sea"}, {"It has 136 000 members, and 1,200 more.", "136,000 members, and 1200 more"},
		{"Account 1234 5678 9012 is closed.", "Account 123456789012 is closed"}, {"They paid $<b>9</b>30 and &#53; more.", "They paid $930 and 5 more"},
		{"It took ten days [1] in 2004.", "It took 10 days in 2004"}, {"Es waren 1.200 Leute und ５ Hunde.", "Es waren 1200 Leute und 5 Hunde"},
		{"See [9](x.y)30 of them, 10² or 5%.", "See 930 of them, 102 or 5"}, {"9 30 and 9\u200b31", "930 and 931"}, {"Take 5-\n10 of 12\\%.", "Take 510 of 12"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, page, snippet string) {
		prepared := Prepare(snippet)
		if prepared.MayStandIn(page) {
			return
		}
		for _, mode := range []Mode{Exact, Normalized, Fuzzy} {
			if r := Prepare(page).Find(prepared, mode); r.Outcome == Verified || r.Outcome == Drifted && r.Similarity >= 1 {
				t.Errorf("%q is found in %q: %+v", snippet, page, r)
			}
		}
	})
}
