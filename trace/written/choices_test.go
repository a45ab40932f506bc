package written

import (
	"encoding/json"
	"reflect"
	"testing"

	"vouchsafe/grounding/report"
)

// TestNothingSaidOfOneChoiceStandsForAnother: the lists of a trace go on from one choice to the next, and so did what was told of it.
func TestNothingSaidOfOneChoiceStandsForAnother(t *testing.T) {
	var whole Trace
	if err := json.Unmarshal([]byte(`{"answer":"Nine. [1]\n\nNo.\n\nTen. [1]","verdict":"refused",
		"citations":[{"number":1},{"number":2},{"number":3}],
		"claims":[{"text":"Nine.","start":0,"end":5,"citations":[1]},{"text":"Two.","citations":[]},{"text":"Ten.","start":16,"end":20,"citations":[3]}],
		"findings":[{"code":"claim-number","claim":1},{"code":"snippet-not-found","citation":2},{"code":"unreadable-context"}],
		"choices":[{"index":0,"citations":1,"claims":1,"findings":0,"verdict":"grounded","answer":"Nine. [1]","start":0},
			{"index":1,"citations":1,"claims":1,"findings":2,"verdict":"refused","answer":"No.","start":11},
			{"index":2,"citations":1,"claims":1,"findings":0,"verdict":"grounded","answer":"Ten. [1]","start":16}],
		"attempts":[{"claims":[{"text":"Two."}],"findings":[{"code":"claim-number","claim":0}],"choices":[{"index":1,"claims":1,"findings":1}]}]}`), &whole); err != nil {
		t.Fatal(err)
	}
	parts := whole.Apart()
	if len(parts) != 3 {
		t.Fatalf("%d parts", len(parts))
	}
	for i, want := range []struct {
		answer, claim string
		start         *int
		cites         []int
		codes         []report.Code
		calls         int // claims that the attempt tells of it
	}{
		{"Nine. [1]", "Nine.", new(0), []int{1}, []report.Code{report.Unreadable}, 0},
		{"No.", "Two.", nil, []int{}, []report.Code{report.ClaimNumber, report.SnippetNotFound, report.Unreadable}, 1},
		{"Ten. [1]", "Ten.", new(0), []int{1}, []report.Code{report.Unreadable}, 0},
	} {
		p := &parts[i]
		if c := p.Claims[0]; p.Answer != want.answer || len(p.Claims) != 1 || c.Text != want.claim || !reflect.DeepEqual(c.Start, want.start) ||
			len(c.Citations) != len(want.cites) || len(p.Citations) != 1 || p.Citations[0].Number != 1 || !reflect.DeepEqual(report.CodesOf(p.Findings), want.codes) ||
			len(p.Attempts) != 1 || len(p.Attempts[0].Claims) != want.calls {
			t.Errorf("choice %d: %+v", i, p)
		}
	}
	if f := parts[1].Findings; *f[0].Claim != 0 || *f[1].Citation != 1 {
		t.Errorf("the findings of the second: %+v", f)
	}
	if *whole.Claims[2].Start != 16 || whole.Citations[2].Number != 3 {
		t.Error("the whole trace is changed")
	}
}
