package claim

import "testing"

// A marker alone does not let altered sentences pass that a quote would not: of
// the batteries' sentences, each held against its whole passage, 990 of 1,659
// altered ones were found when only a few of the checks of a quote were asked.
func TestMostAlteredSentencesAreNotLocated(t *testing.T) {
	honest, located, altered, caught := 0, 0, 0, 0
	for _, name := range []string{"quoted", "quoted_unseen", "quoted_clauses", "quoted_everyday", "quoted_answers", "quoted_fresh", "quoted_fields", "quoted_fields_held", "quoted_later", "quoted_retold", "quoted_retold_held"} {
		for _, p := range readPairs(t, "testdata/"+name+".txt") {
			text := p.passage
			if text == "" {
				text = p.quote
			}
			_, _, _, ok := Locate(p.claim, Prepare(text))
			if p.honest {
				honest++
				located += index(ok)
			} else {
				altered++
				caught += index(!ok)
			}
		}
	}
	t.Logf("located %d of %d honest ones, and all but %d of %d altered ones", located, honest, caught, altered)
	if float64(caught) < 0.715*float64(altered) || float64(located) < 0.9*float64(honest) {
		t.Errorf("%d of %d honest ones and all but %d of %d altered ones", located, honest, caught, altered)
	}
}
