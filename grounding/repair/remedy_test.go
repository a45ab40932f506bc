package repair

import (
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

func TestEveryCodeHasARemedy(t *testing.T) {
	t.Parallel()
	fatal := map[report.Code]bool{report.MalformedOutput: true, report.TruncatedOutput: true, report.EchoedExample: true}
	for _, code := range report.Codes() {
		if got := RemedyFor(code) == Fatal; got != fatal[code] {
			t.Errorf("%s is fatal: %v", code, got)
		}
	}
	for _, code := range []report.Code{report.SnippetAltered, report.SnippetNotFound, report.ClaimNumber, report.ClaimEntity, report.ClaimNegation, report.SourceConflict} {
		if RemedyFor(code) != Drop {
			t.Errorf("%s may be marked", code)
		}
	}
	if RemedyFor("something-new") != Fatal {
		t.Error("an unknown code is not fatal")
	}
}

func TestMarksInElevenLanguages(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for l := text.English; l <= text.Japanese; l++ {
		if text := MarkText(l); seen[text] || text == "" {
			t.Errorf("%s: %q", l, text)
		}
		seen[MarkText(l)] = true
	}
	if MarkText(text.Unknown) != MarkText(text.English) {
		t.Error("an unknown language has no mark")
	}
}
