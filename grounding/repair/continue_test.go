package repair

import (
	"strings"
	"testing"

	"vouchsafe/grounding/report"
)

func TestAContinuationNamesWhatFailedAndForbidsToSayAgain(t *testing.T) {
	got := Request(More, []Fault{{Code: report.SnippetAltered, Handle: "c2", Snippet: "take 50 mg", Detail: "the source says 5 mg"}, {Code: report.StaleSource}})
	for _, want := range []string{`the snippet "take 50 mg" cited from chunk "c2" changes the source's words (the source says 5 mg).`, "only the segments that follow", "Do not repeat"} {
		if !strings.Contains(got, want) {
			t.Errorf("the request lacks %q:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n- "); n != 1 {
		t.Errorf("%d faults are named, want 1:\n%s", n, got)
	}
}
