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

func TestTheNoticeSpeaksTheReadersLanguage(t *testing.T) {
	seen := map[string]bool{}
	for _, language := range []string{"en", "de", "fr", "es", "it", "pt", "nl", "ru", "ar", "zh", "ja"} {
		text := Notice(strings.ToUpper(language))
		if seen[text] || text == "" {
			t.Errorf("%s has no notice of its own: %q", language, text)
		}
		seen[text] = true
	}
	if Notice("fi") != Notice("en") {
		t.Error("a language without a text gets another than English")
	}
}
