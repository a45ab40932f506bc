package verify

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// Claims of one sentence that words carry, refute and leave open.
const (
	copiedClaim = "Adults start on apixaban 5 mg twice daily."
	wrongClaim  = "Adults start on apixaban 50 mg twice daily."
	openClaim   = "People with an irregular heartbeat start on apixaban."
	strayClaim  = "Adults on apixaban in Norwegian nursing homes mostly slept better, ate breakfast earlier and fell 70 times."
)

func judged(text string, change func(*Rules)) Result {
	r := rules()
	if change != nil {
		change(&r)
	}
	return Check(said(text, "dose", "Adults start on apixaban 5 mg twice daily"), library(), r)
}

func TestWhatIsOpenFailsOnlyWhereTheRulesSaySo(t *testing.T) {
	hold := func(r *Rules) { r.HoldOpen = true }
	for _, c := range []struct {
		text   string
		change func(*Rules)
		want   report.Outcome
		stands bool
		by     report.Decider
	}{
		{copiedClaim, nil, report.Carried, true, report.ByWords},
		{copiedClaim, hold, report.Carried, true, report.ByWords},
		{wrongClaim, nil, report.Refuted, false, report.ByWords},
		{openClaim, nil, report.Open, true, report.ByRisk},
		{openClaim, hold, report.Open, false, report.ByRisk},
		{strayClaim, nil, report.Open, false, report.ByWords},
	} {
		res := judged(c.text, c.change)
		cl := res.Claims[0]
		if cl.Outcome != c.want || cl.Stands != c.stands || cl.By != c.by {
			t.Errorf("%q: %s, stands %t, by %s; want %s, %t, %s", c.text, cl.Outcome, cl.Stands, cl.By, c.want, c.stands, c.by)
		}
		if unproven := c.want == report.Open && c.stands; cl.Unproven() != unproven || (cl.Supported == nil) != unproven {
			t.Errorf("%q: unproven %t, supported %v", c.text, cl.Unproven(), cl.Supported)
		}
	}
}

// TestALanguageWithoutDataIsUnjudged: figures agree, and words say nothing more.
func TestALanguageWithoutDataIsUnjudged(t *testing.T) {
	for _, strict := range []bool{false, true} {
		res := judged("Fullorðnir byrja á 5 mg tvisvar á dag.", func(r *Rules) { r.HoldUnjudged, r.MinSupport = strict, 0 })
		if cl := res.Claims[0]; cl.Outcome == report.Carried || cl.Outcome == report.Unjudged && cl.Stands == strict {
			t.Errorf("strict %t: %s, stands %t", strict, cl.Outcome, cl.Stands)
		}
	}
}

func TestAnUnprovenClaimCanBeRejected(t *testing.T) {
	for text, want := range map[string]bool{copiedClaim: false, openClaim: true} {
		res := judged(text, nil)
		res.RejectUnproven("nothing can stand in its place")
		if got := slices.Contains(codes(res), report.ClaimUnsupported); got != want || res.Claims[0].Stands == want || res.Segments[0].Stands == want {
			t.Errorf("%q: rejected %t, want %t", text, got, want)
		}
	}
}

// TestAJudgeCarriesWhatIsOpenAndNeverWhatIsRefuted, and fails anything. A figure that
// nothing vouches for it carries no more, whatever else the claim speaks of.
func TestAJudgeCarriesWhatIsOpenAndNeverWhatIsRefuted(t *testing.T) {
	for _, c := range []struct {
		text            string
		carries, stands bool
		by              report.Decider
	}{
		{openClaim, true, true, report.ByJudge},
		{openClaim, false, false, report.ByJudge},
		{copiedClaim, false, false, report.ByJudge},
		{copiedClaim, true, true, report.ByJudge},
		{wrongClaim, true, false, report.ByWords},
		{wrongClaim, false, false, report.ByJudge},
		{strayClaim, true, false, report.ByWords},
		{strayClaim, false, false, report.ByJudge},
	} {
		res := judged(c.text, nil)
		res.Opine(0, report.Opinion{Name: "second", Score: 0.5}, c.carries, "the judge says no")
		cl := res.Claims[0]
		if cl.Stands != c.stands || cl.By != c.by || cl.Judge == nil || cl.Judge.Name != "second" || *cl.Supported != c.stands {
			t.Errorf("%q, carries %t: stands %t by %s, supported %v", c.text, c.carries, cl.Stands, cl.By, *cl.Supported)
		}
		if told := slices.Contains(codes(res), report.JudgeRejected); told == c.carries {
			t.Errorf("%q, carries %t: findings %v", c.text, c.carries, codes(res))
		}
	}
}

// TestAQuotationStandsWithItsSource: nothing of it is judged.
func TestAQuotationStandsWithItsSource(t *testing.T) {
	for snippet, stands := range map[string]bool{"Adults start on apixaban 5 mg": true, "Adults start on apixaban 9 mg": false} {
		a := said(" The source says: “Adults start on apixaban 5 mg twice daily.” ", "dose", snippet)
		a.Segments[0].Quotation = true
		res := Check(a, library(), rules())
		cl := res.Claims[0]
		if cl.Outcome != report.QuotedOutcome || cl.Stands != stands || res.Segments[0].Stands != stands || !res.Segments[0].Quotation {
			t.Errorf("%q: %s, stands %t, segment %+v", snippet, cl.Outcome, cl.Stands, res.Segments[0])
		}
		if cl.Start != 1 || cl.End != len(a.Segments[0].Text)-1 {
			t.Errorf("it spans %d to %d", cl.Start, cl.End)
		}
		if got := len(cl.Sources); got == 1 != stands {
			t.Errorf("%q: %d source sentences", snippet, got)
		}
	}
}

func TestTheModelsConfidenceGoesWithItsClaim(t *testing.T) {
	a := said(copiedClaim, "dose", "Adults start on apixaban 5 mg")
	a.Claims = []answer.DeclaredClaim{{Text: "Adults start on  apixaban 5 mg twice daily", Confidence: "high"}, {Text: "Something else", Confidence: "low"}}
	if got := Check(a, library(), rules()).Claims[0].Confidence; got != "high" {
		t.Errorf("confidence %q", got)
	}
	a.Claims = a.Claims[1:]
	if got := Check(a, library(), rules()).Claims[0].Confidence; got != "" {
		t.Errorf("confidence %q of a claim that was not listed", got)
	}
}

// TestASentenceIsFalsifiedByAnyEvidence: that decides whether it may be shown with a mark.
func TestASentenceIsFalsifiedByAnyEvidence(t *testing.T) {
	for text, want := range map[string]bool{
		"Nightly backups are kept for 99 days.":                                        true,
		"Apixaban must be combined with strong inhibitors of CYP3A4.":                  true,
		"Nightly backups are kept in the second vault.":                                false,
		"Keepers of the vault are proud of it.":                                        false,
		"Zanubrutinib must not be combined with strong inhibitors of CYP3A4 in Ghent.": true,
	} {
		if got := Falsified(text, library(), rules()); got != want {
			t.Errorf("%q: falsified %t, want %t", text, got, want)
		}
	}
}

func TestAStatementIsAClaimWithItsName(t *testing.T) {
	for want, c := range map[string]Claim{
		"max Dose: 40 mg":  {Text: "40 mg", Said: "max Dose: 40 mg"},
		"It opens at nine": {Text: "It opens at nine"},
	} {
		if got := c.Statement(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSourcesOfAClaimAreToldOnce: two snippets of one sentence have one source sentence.
func TestSourcesOfAClaimAreToldOnce(t *testing.T) {
	a := said(copiedClaim, "dose", "Adults start on apixaban")
	a.Citations = append(a.Citations, answer.Citation{ChunkID: "dose", Snippet: "apixaban 5 mg twice daily", Quoted: true},
		answer.Citation{ChunkID: "dose", Snippet: "Patients of 80 years or older", Quoted: true})
	a.Segments[0].Citations = []int{0, 1, 2}
	res := Check(a, library(), rules())
	if got := len(res.Claims[0].Sources); got != 2 {
		t.Errorf("%d source sentences, want 2", got)
	}
}

func TestAnAnswerWithoutEvidenceIsToldApart(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", Text: strings.Repeat("The gate is open. ", 3)})
	res := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: "Zebras graze on the plain."}}}, ev, rules())
	if want := []report.Code{report.ClaimUncited, report.MissingCitations}; !slices.Equal(codes(res), sorted(want)) {
		t.Errorf("findings %v, want %v", codes(res), want)
	}
	if cl := res.Claims[0]; cl.Judgement.Outcome != claim.Unjudged || cl.Judgement.Risk != 1 {
		t.Errorf("%+v", cl.Judgement)
	}
}

func sorted(codes []report.Code) []report.Code {
	slices.Sort(codes)
	return codes
}
