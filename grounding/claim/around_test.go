package claim

import (
	"os"
	"strings"
	"testing"
)

// TestNoLieIsCarried: a source takes back, limits or says of several things together what
// the claim says as it stands.
func TestNoLieIsCarried(t *testing.T) {
	lies, err := os.ReadFile("testdata/lies.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lies)) {
		source, claim, found := strings.Cut(strings.TrimSpace(line), " => ")
		if found && carriedBy(claim, strings.ReplaceAll(source, `\n`, "\n")) {
			t.Errorf("%q carries %q", source, claim)
		}
	}
}

// TestWhatStandsAroundIsNoLimit: a heading that names a topic, and sentences before and behind
// that speak of something else.
func TestWhatStandsAroundIsNoLimit(t *testing.T) {
	const claim = "The museum opens at nine."
	for _, source := range []string{
		"# Museum\n\n## Opening hours\n\nThe museum opens at nine.",
		"Opening hours:\nThe museum opens at nine.",
		"Section 17: Hours\nThe museum opens at nine.",
		"# Before 2010\n\nIt was shut.\n\n# Hours\n\nThe museum is free. The museum opens at nine.",
		"Before 2010:\n\nIt was shut.\n\nThe museum opens at nine.",
		"The museum opens at nine. This museum was built in 1900. That was in May.",
		"The museum opens at nine. It has 12 rooms.",
	} {
		if !carriedBy(claim, source) {
			t.Errorf("%q does not carry %q", source, claim)
		}
	}
}

// TestACopyUnderALimitIsOpen: it is not proven, but nothing refutes it.
func TestACopyUnderALimitIsOpen(t *testing.T) {
	source := "## Rejected motions\n\nThe fee is 5 euros. The fee is 6 euros for adults."
	if got := judgedBy("The fee is 5 euros.", source).Outcome; got != Open {
		t.Errorf("it is %s", got)
	}
}

// TestAHeadingThatNamesAThingTakesNothingBack: a participle in front of a noun only limits, one
// that stands alone tells what was done with the text below.
func TestAHeadingThatNamesAThingTakesNothingBack(t *testing.T) {
	t.Parallel()
	const said = "The first bag costs 35 euros at the airport."
	for heading, want := range map[string]Judgement{
		"Checked luggage\n":             {Suspect: true},
		"Fees in winter\n":              {},
		"## Deprecated\n":               {TakenBack: true},
		"Clause 9 (deleted in March)\n": {TakenBack: true},
		"Myths\n":                       {TakenBack: true},
	} {
		source := Prepare(heading + said + " Bags above 32 kg are not accepted.")
		j := Judge(said, Evidence{Sources: []*Source{source}}, Rules{MaxRisk: 1, Near: true})
		if j.TakenBack != want.TakenBack || want.Suspect && !j.Suspect {
			t.Errorf("%q: taken back %v, suspect %v", heading, j.TakenBack, j.Suspect)
		}
	}
}

// TestOnlyWhatTakesACopyBackFailsIt: a copy under a heading that names its topic, or limits it, is
// passed by its risk; under one that says that it is not so, it is not.
func TestOnlyWhatTakesACopyBackFailsIt(t *testing.T) {
	for heading, fails := range map[string]bool{
		"Frequently asked questions": false, "Recommendations": false, "Cancel your booking": false, "How to make a claim": false,
		"If you miss a dose": false, "Recommended dose": false, "Terms and provisions": false, "What is not covered": true,
		"Myths": true, "Rejected motions": true, "Common misconceptions": true, "Retracted": true,
	} {
		j := judgedBy("The office opens at nine in the morning.", "## "+heading+"\n\nThe office opens at nine in the morning.")
		if got := j.Risk == 1; got != fails || fails && j.Outcome != Open {
			t.Errorf("under %q: %s with risk %v", heading, j.Outcome, j.Risk)
		}
	}
}

// TestAWrongThingNearbyTakesNoStatementBack: a word that doubts takes the sentence beside it back where
// it says so of what is stated, and not where it is said of some thing.
func TestAWrongThingNearbyTakesNoStatementBack(t *testing.T) {
	t.Parallel()
	const claim = "The refund arrives within five working days."
	for around, carried := range map[string]bool{
		"After three wrong attempts online banking is locked. =": true, "The wrong amount can be corrected in the app. =": true,
		"In case of a false alarm the card is unlocked again. =": true, "An incorrect booking is reversed. =": true,
		"A rejected direct debit costs 3 euros. =": true, "= A wrong IBAN delays it.": true,

		"= This is false.": false, "= That is wrong.": false, "= Wrong!": false, "= False, it takes ten.": false, "= It is a wrong figure.": false,
		"= This statement is incorrect.": false, "= A wrong refund was told.": false, "= The claim is untrue.": false, "= The figure was wrong.": false,
		"A false statement follows. =": false, "This is wrong: =": false, "The following is incorrect. =": false, "Wrong answer. =": false,
		"= That was a false promise.": false, "= This was rejected.": false, "= It is a myth.": false, "Rejected. =": false, "= Rejected claims.": false,
		"= Wrong information.": false, "= False claims circulate.": false, "False rumours say so. =": false, "= That false claim was withdrawn.": false,
	} {
		if source := strings.Replace(around, "=", claim, 1); carriedBy(claim, source) != carried {
			t.Errorf("%q: carried is %v", source, !carried)
		}
	}
}
