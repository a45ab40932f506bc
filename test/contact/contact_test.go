// Package contact holds claims that testers wrote who knew no rule, as regression tests.
package contact

import (
	"testing"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

type line struct {
	Source, Claim, Label, Lang, Kind string
	First                            []string // what it passed at first contact: policies, and "proven"
}

// outcome holds a claim against the whole of its source.
func (l *line) outcome() claim.Outcome {
	shown := text.Show(l.Source)
	src := claim.Prepare(shown.Text)
	return claim.Judge(l.Claim, claim.Evidence{Sources: []*claim.Source{src}}, claim.Rules{MaxRisk: 1}).Outcome
}

func readLines(t *testing.T, name string) []line { return readRows[line](t, name) }

// TestTheThirdSetIsNoWorse: nothing was mended with it, so some false claims are carried.
func TestTheThirdSetIsNoWorse(t *testing.T) {
	const mostCarried, leastCopies, mostRefuted = 6, 44, 2
	carried, copies, refuted := 0, 0, 0
	for _, l := range readLines(t, "third.jsonl") {
		switch got := l.outcome(); {
		case l.Label == "false" && got == claim.Carried:
			carried++
		case l.Label == "copy" && got == claim.Carried:
			copies++
		case l.Label == "honest" && got == claim.Refuted:
			refuted++
		}
	}
	if carried > mostCarried || copies < leastCopies || refuted > mostRefuted {
		t.Errorf("%d false claims and %d copies carried, %d honest claims refuted", carried, copies, refuted)
	}
}

// TestNoFalseClaimIsCarried: nor are fewer copies carried, or more honest claims refuted.
func TestNoFalseClaimIsCarried(t *testing.T) {
	const copies, honest = 104, 1
	carried, refuted := 0, 0
	for _, l := range append(readLines(t, "claims.jsonl"), readLines(t, "second.jsonl")...) {
		switch got := l.outcome(); {
		case l.Label == "false" && got == claim.Carried:
			t.Errorf("%s, %s: %q is carried by %q", l.Lang, l.Kind, l.Claim, l.Source)
		case l.Label == "copy" && got == claim.Carried:
			carried++
		case l.Label == "honest" && got == claim.Refuted:
			refuted++
		}
	}
	if carried < copies || refuted > honest {
		t.Errorf("%d copies carried, at least %d were; %d honest claims refuted, at most %d were", carried, copies, refuted, honest)
	}
	t.Logf("%d copies carried, %d honest claims refuted", carried, refuted)
}
