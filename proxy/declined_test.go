package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// A model that declines in its own words, in its text or where its interface has refusals, is
// not refused for it. What it states beside that is.
func TestTheModelsOwnDecliningPasses(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"The documents do not say how long backups are kept.":        "declined",
		"Leider enthalten die Dokumente dazu keine Angaben.":         "declined",
		"Do you mean backups or apixaban?":                           "declined",
		"The documents do not say why an overdose is harmless.":      "refused",
		"I don't know, but backups are kept for 90 days.":            "quoted",
		"Do you mean the backups that were deleted by the director?": "refused",
	} {
		for _, preset := range []string{"balanced", "verbatim", "strict"} {
			if preset == "strict" && want == "quoted" {
				want = "refused"
			}
			for _, refusal := range []bool{false, true} {
				model := up.Answering(up.Answer{Choices: []up.Choice{{Content: said}}})
				if refusal {
					model = up.Answering(up.Answer{Choices: []up.Choice{{Refusal: said}}})
				}
				plainAndStreamed(t, preset, func(t *testing.T, stream bool) {
					r := newRig(t, model, func(a *App) { a.Policy, _ = policy.Builtin(preset) })
					s := r.talk(ask(howLong, ""), stream)
					s.wellFormed(t)
					got := s.choices[0].content
					if refusal && want == "declined" {
						got = s.choices[0].refusal
					}
					if s.verdict() != want || (got == said) != (want == "declined") || want == "refused" && strings.Contains(s.body, "overdose") {
						t.Errorf("%q (as a refusal: %t): %s %q", said, refusal, s.verdict(), got)
					}
				})
			}
		}
	}
}
