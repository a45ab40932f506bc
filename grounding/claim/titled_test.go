package claim

import "testing"

// The number of a chunk's id, of a file or of a chapter vouched for any quantity
// of that value: 5 mg passed for 50 mg where the chunk was the fifth.
func TestNumberOfAnIDIsNoQuantity(t *testing.T) {
	for _, c := range []struct{ source, title, claim, code string }{
		{"The dose is 50 mg.", "5", "The dose is 5 mg.", CodeNumber},
		{"The dose is 1 mg.", "c1", "The dose is 1 g.", CodeNumber},
		{"The dose is 50 mg.", "chapter5.pdf", "The dose is 5 mg.", CodeNumber},
		{"The share was 50 % in spring.", "doc-5", "The share was 5 % in spring.", CodeNumber},
		{"The lot holds 50 cars and bikes.", "Chapter 5: Lots", "The lot holds 5 cars and bikes.", CodeNumber},
		{"The lot holds 50 cars and bikes.", "5", "According to document 5, the lot holds 50 cars and bikes.", ""},
		{"The menu was redrawn for the release.", "Windows 11", "The menu of Windows 11 was redrawn for the release.", ""},
		{"The menu was redrawn for the release.", "2024", "The menu was redrawn for the release in 2024.", ""},
	} {
		ev := Evidence{Sources: []*Source{Prepare(c.source)}, Titles: []string{c.title}}
		if got := codes(Judge(c.claim, ev, Rules{MaxRisk: 1})); got != c.code {
			t.Errorf("%q by %q of %q: got %q, want %q", c.claim, c.source, c.title, got, c.code)
		}
	}
}

// A place may have another name in the evidence, and capitals may be a part of a code.
func TestNamesInAnotherForm(t *testing.T) {
	for claim, want := range map[string]Outcome{
		"Today American firms buy these tests.":       Refuted,
		"Today the Turks buy these tests.":            Refuted,
		"These tests find RNA with the PCR.":          Open,
		"These tests find DNA in the blood.":          Refuted,
		"These tests began between 1930 and 1931.":    Open,
		"These tests began between 1930 and 1932.":    Refuted,
		"These tests began in October 1952.":          Refuted,
		"These tests cost more than 1.7 million now.": Open,
		"These tests cost more than 1.8 million now.": Refuted,
	} {
		if got := outcomeOf("In the 1930–31 season the Dutch, the UK and Greece paid: tell us that the September "+
			"tests of 1952 found mRNA and a qPCR for 1,780,159 euros.", claim); got != want {
			t.Errorf("%q: %s, want %s", claim, got, want)
		}
	}
}

// An option that nobody has told a model of passed, since it has no capital.
func TestAnIdentifierThatNoSourceHasIsRefuted(t *testing.T) {
	for claim, want := range map[string]Outcome{
		"Pass --reload while you develop, and set docs_url to hide the page.":   Open,
		"Pass --watch while you develop, and set docs_url to hide the page.":    Refuted,
		"Pass --reload while you develop, and set redoc_url to hide the page.":  Refuted,
		"The developer -- the rule is old -- passes --reload while developing.": Open,
	} {
		if got := outcomeOf("For the developer: pass --reload while developing. The page is hidden if docs_url is set.", claim); got != want {
			t.Errorf("%q: %s, want %s", claim, got, want)
		}
	}
}
