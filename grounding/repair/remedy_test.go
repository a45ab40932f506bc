package repair

import (
	"testing"

	"vouchsafe/grounding/report"
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

func TestAReaderIsToldInTheLanguageOfTheAnswer(t *testing.T) {
	t.Parallel()
	for want, written := range map[string]string{
		"en": "The shop is open on Sundays.", "it": "Il negozio è aperto la domenica.", "pl": "Klient może odstąpić od umowy w ciągu 14 dni.",
		"tr": "Yemekhane hafta içi açıktır ve ödeme kampüs kartıyla yapılır.", "sv": "Får jag grilla på balkongen?", "ko": "해지는 고객센터에 전화하여 할 수 있습니다.",
		"de": "Die Gäste müssen spätestens um elf Uhr abreisen.",
	} {
		if got := Notice(written); got != languages[want].Notice || got == "" {
			t.Errorf("%q: %q", written, got)
		}
	}
	if textsIn("K2", "Il negozio è aperto la domenica.") != languages["it"] || textsIn("K2") != languages["en"] {
		t.Error("what is too short to tell does not leave it to the next text")
	}
}
