package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
)

// TestClaimOfAPageWhoseLayoutCutItsWords holds claims in whole words that were
// refused, because the page has them divided, with ligatures or with soft hyphens.
func TestClaimOfAPageWhoseLayoutCutItsWords(t *testing.T) {
	const page = "The ﬁrst survey was ﬁnished in 1887. No fatali-\nties oc-\ncurred at own sites. Scope 3 emis\u00adsions are not\nincluded in these ﬁgures. The long-\nterm loan was obtained at 95\\% of par. The scheme paid 1\u2009284 owners 12\u00a0500 euros each."
	ev := given(evidence.Chunk{ID: "page", Text: page})
	for _, c := range [][2]string{
		{"The first survey was finished in 1887.", "The first survey was finished in 1887."},
		{"No fatalities occurred at own sites.", "No fatalities occurred at own sites."},
		{"Scope 3 emissions are not included in these figures.", "Scope 3 emissions are not included in these figures."},
		{"The scheme paid 1,284 owners 12500 euros each.", "The scheme paid 1\u2009284 owners 12\u00a0500 euros each."},
		{"The long-term loan was obtained at 95% of par.", "The long-term loan was obtained at 95% of par."},
	} {
		for _, quote := range []string{c[1], ""} {
			answer := said(c[0], "page", quote)
			answer.Citations[0].Quoted = quote != ""
			if r := Check(answer, ev, rules()); len(r.Findings) > 0 || !r.Segments[0].Stands {
				t.Errorf("%q under %q: %+v", c[0], quote, r.Findings)
			}
		}
	}
	for _, text := range []string{"Fatalities occurred at own sites.", "The first survey was finished in 1878.", "The scheme paid 284 owners 12500 euros each.", "The long-term loan was obtained at 59% of par."} {
		answer := said(text, "page", "")
		answer.Citations[0].Quoted = false
		if r := Check(answer, ev, rules()); len(r.Findings) == 0 {
			t.Errorf("%q passes", text)
		}
	}
}

// TestLocatedPlaceIsOfThePageItself: what a citation without a quote points at is told
// in the page's own characters.
func TestLocatedPlaceIsOfThePageItself(t *testing.T) {
	const page = "The oﬃce is shut on Sundays. The emis\u00adsions of the plant were mea-\nsured in May. The gates open at nine."
	answer := said("The emissions of the plant were measured in May.", "page", "")
	answer.Citations[0].Quoted = false
	r := Check(answer, given(evidence.Chunk{ID: "page", Text: page}), rules())
	if got := r.Citations[0].Match.Source; !strings.HasPrefix(got, "The emis") || !strings.HasSuffix(strings.TrimSuffix(got, "."), "in May") {
		t.Errorf("located %q", got)
	}
}
