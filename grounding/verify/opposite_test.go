package verify

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// standsQuoted tells whether an answer of which the last sentence quotes a chunk stands whole, held as strict holds it.
func standsQuoted(question, source, cited, snippet string) bool {
	ev := given(evidence.Chunk{ID: "a", Text: source})
	ev.Question = question
	r := rules()
	r.Accounted, r.Near = true, true
	a := said(cited, "a", snippet)
	res := Check(a, ev, r)
	for _, s := range res.Segments {
		if !s.Stands {
			return false
		}
	}
	return true
}

// TestTheOppositeOfASourceIsNoDecline: a tester's, who got "Applicants must not bring two documents" through as one.
func TestTheOppositeOfASourceIsNoDecline(t *testing.T) {
	const source = "Applicants must bring two documents. The contract specifies a notice period of three months. The package includes breakfast."
	for said, snippet := range map[string]string{
		"Applicants must not bring two documents.":                 "Applicants must bring two documents",
		"The contract does not specify a notice period.":           "specifies a notice period of three months",
		"No document includes breakfast.":                          "The package includes breakfast",
		"It is not stated whether the package includes breakfast.": "The package includes breakfast",
	} {
		if standsQuoted("What must applicants do?", source, said, snippet) {
			t.Errorf("%q stands", said)
		}
	}
}

// TestATitleThatTakesBackWhatStandsBelowIsNoDecline: "# False statements" above a true one.
func TestATitleThatTakesBackWhatStandsBelowIsNoDecline(t *testing.T) {
	const source = "Backups are kept for 21 days."
	if !standsQuoted("How long?", source, source, source) {
		t.Fatal("the source's own sentence fails")
	}
	for _, title := range []string{"# False statements\n\n", "# False information\n\n"} {
		if standsQuoted("How long?", source, title+source, source) {
			t.Errorf("%q stands above a sentence", title)
		}
	}
}

// TestACourtesyThatSaysYesIsAYes where the evidence answers no.
func TestACourtesyThatSaysYesIsAYes(t *testing.T) {
	const source, cited = "Aspirin is not safe for children under twelve. Adults take 100 mg daily.", "Adults take 100 mg daily."
	for _, yes := range []string{"Yes, certainly.", "Of course.", "Sure!", "✅"} {
		if standsQuoted("Is aspirin safe for children?", source, yes+" "+cited, cited) {
			t.Errorf("%q stands", yes)
		}
		if !standsQuoted("How much do adults take?", source, yes+" "+cited, cited) && yes == "Sure!" {
			t.Errorf("%q fails where nothing is asked that it answers", yes)
		}
	}
}

// TestASourcesOwnWordsAreNotRefutedByAnother: the report said that no source has a figure, which stands in the one that was not cited, and
// showed a red sign under a copy whose marker names no passage. Where risk decides nothing, such a copy was not called one.
func TestASourcesOwnWordsAreNotRefutedByAnother(t *testing.T) {
	const copied = "The library opens at nine on weekdays."
	quoted := said(copied, "b", "The pool opens at ten on Sundays")
	inline := quoted
	inline.Dialect, inline.Citations = answer.Numbered, []answer.Citation{{ChunkID: "b", Candidates: []string{"b"}}}
	unknown := inline
	unknown.Citations = []answer.Citation{{Marker: "[9]", Candidates: []string{"9"}}}
	open := inline
	open.Segments = []answer.Segment{{Text: "Cards are valid for a year.", Citations: []int{0}}}
	for _, said := range []answer.Answer{quoted, inline, unknown, open} {
		r := rules()
		if said.Segments[0].Text == open.Segments[0].Text {
			r.MinSupport, r.MaxRisk = 0, 1
		}
		source := copied + " Cards are valid for a year."
		res := Check(said, given(evidence.Chunk{ID: "a", Text: source}, evidence.Chunk{ID: "b", Text: "The pool opens at ten on Sundays."}), r)
		if len(res.Claims) != 1 || res.Claims[0].Stands || res.Claims[0].Outcome == report.Refuted {
			t.Fatalf("%+v", res.Claims)
		}
		if !slices.ContainsFunc(res.Findings, func(f Finding) bool { return f.Claim == 0 && f.Code == report.WrongChunk }) {
			t.Errorf("%+v", res.Findings)
		}
		for _, f := range res.Findings {
			if f.Claim >= 0 && (f.Code != report.WrongChunk || !strings.Contains(f.Detail, "a does, word for word")) {
				t.Errorf("%s: %s", f.Code, f.Detail)
			}
		}
	}
}
