package verify

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

func TestAClauseSplicedToACopiedSentenceFalls(t *testing.T) {
	r := rules()
	r.Accounted = true
	for text, stands := range map[string]bool{
		"Net debt fell to NOK 3.9 billion, and the chairman resigned over bribery.":  false,
		"Net debt fell to NOK 3.9 billion because auditors hid the losses.":          false,
		"Net debt fell to NOK 3.9 billion; investors should buy shares immediately.": false,
		"Net debt fell to NOK 3.9 billion, and the board proposes a dividend.":       true,
		"Net debt fell to NOK 3.9 billion, according to the report.":                 true,
		"It is worth remembering here, net debt fell to NOK 3.9 billion.":            true,
	} {
		res := Check(said(text, "q3", "Net debt fell to NOK 3.9 billion"), library(), r)
		if res.Segments[0].Stands != stands || !stands && !slices.Contains(codes(res), report.ClaimUnsupported) {
			t.Errorf("%s: stands %t, want %t (%+v)", text, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}

func TestANegationOnOneSideOnlyFails(t *testing.T) {
	for text, stands := range map[string]bool{
		"Backups are not kept for 21 days.":                   false,
		"Backups are kept for 21 days.":                       true,
		"Nightly backups are never kept in the second vault.": false,
		"Nightly backups start at 01:30 UTC.":                 true,
	} {
		res := Check(said(text, "run", "are kept for 21 days"), library(), rules())
		if res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", text, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}

// TestASentenceIsReadInItsPassagesLanguage: in Spanish a lone "no" denies.
func TestASentenceIsReadInItsPassagesLanguage(t *testing.T) {
	const passage = "A calagem deve ser feita antes do plantio. Para a soja no Cerrado recomenda-se elevar a saturação por bases. Isso não é tudo."
	res := Check(said("Para a soja no Cerrado, a recomendação é elevar a saturação por bases.", "a", "Para a soja no Cerrado"), given(evidence.Chunk{ID: "a", Text: passage}), rules())
	if !res.Segments[0].Stands {
		t.Error(res.Findings)
	}
}

// TestADenialInOtherFormsIsFound: the words of a denial may have other forms in the
// claim, and "does not cover" in a source is no phrase that states nothing.
func TestADenialInOtherFormsIsFound(t *testing.T) {
	const text = "Each vial contains ten doses. Do not freeze a thawed vial again. No deaths occurred in either group. " +
		"The guarantee does not cover damage by lightning. The test was not only quick but exact."
	for claim, stands := range map[string]bool{
		"A thawed vial may be frozen again.":                  false,
		"A thawed vial must not be frozen again.":             true,
		"Deaths occurred in both groups.":                     false,
		"No deaths occurred in the groups.":                   true,
		"Damage by lightning is covered under the guarantee.": false,
		"The quick test was exact.":                           true,
	} {
		res := Check(said(claim, "a", "Each vial contains ten doses"), given(evidence.Chunk{ID: "a", Text: text}), rules())
		if res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", claim, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}

// TestAFrameThatUndoesFails: words around a source's sentence that deny it as a whole, in
// the answer or in the source; a frame that affirms it does not count.
func TestAFrameThatUndoesFails(t *testing.T) {
	const text = "The maximum dose is 3 g per day. Warfarin is not recommended in pregnancy.\n\nMyths:\n\n- Garlic cures a cold within two days.\n"
	for said, stands := range map[string]bool{
		"It would be a mistake to think that the maximum dose is 3 g per day.": false,
		"It is a common misconception that the maximum dose is 3 g per day.":   false,
		"It is a myth that warfarin is not recommended in pregnancy.":          false,
		"Myth: the maximum dose is 3 g per day.":                               false,
		"Nobody claims that the maximum dose is 3 g per day.":                  false,
		"It is true that the maximum dose is 3 g per day.":                     true,
		"The leaflet says that the maximum dose is 3 g per day.":               true,
		"Please note that warfarin is not recommended in pregnancy.":           true,
		"Garlic cures a cold within two days.":                                 false,
		"It is a myth that garlic cures a cold within two days.":               true,
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said, Citations: []int{0, 1}}}, Citations: []answer.Citation{
			{ChunkID: "a", Snippet: "The maximum dose is 3 g", Quoted: true}, {ChunkID: "a", Snippet: "not recommended in pregnancy", Quoted: true},
			{ChunkID: "a", Snippet: "Garlic cures a cold", Quoted: true}}}
		if strings.Contains(strings.ToLower(said), "garlic") {
			a.Segments[0].Citations = []int{2}
		}
		res := Check(a, given(evidence.Chunk{ID: "a", Text: text}), rules())
		if res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", said, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}

// TestASentenceThatIsNotCitedDenies: an open claim falls where any sentence of the
// evidence has all its words and a denial; one that agrees with it keeps it.
func TestASentenceThatIsNotCitedDenies(t *testing.T) {
	ev := given(
		evidence.Chunk{ID: "a", Text: "Every request carries an API key. Keys are sent in the header of the request."},
		evidence.Chunk{ID: "b", Text: "API keys must never be sent in the URL. Tokens may be sent in the body."})
	for text, stands := range map[string]bool{
		"API keys may be sent in the URL.":              false,
		"**API keys may be sent in the URL.**":          false,
		"- API keys may be sent in the URL.":            false,
		"<mark>API keys may be sent in the URL</mark>.": false,
		"API keys must not be sent in the URL.":         true,
		"Keys are sent in the request header.":          true,
	} {
		res := Check(said(text, "a", "Keys are sent in the header"), ev, rules())
		if res.Segments[0].Stands != stands {
			t.Errorf("%s: stands %t, want %t (%+v)", text, res.Segments[0].Stands, stands, res.Findings)
		}
	}
}
