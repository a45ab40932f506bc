package proxy

import (
	"testing"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// A model that copies its source and sets no marker was refused (a real small one did so in a
// quarter of its plain sentences).
func TestOwnWordsLeaveWithTheCitationThatTheGatewayFinds(t *testing.T) {
	t.Parallel()
	const own = "Hello! Nightly backups start at 01:30 UTC and are kept for 21 days. Adults with atrial fibrillation start on apixaban 5 mg twice daily."
	for _, preset := range []string{"balanced", "strict", "verbatim", "lenient"} {
		for _, dialect := range []answer.Dialect{"auto", answer.Segments, answer.Snippet, answer.Claims, answer.Numbered, answer.Dagger, answer.AuthorYear, answer.Client} {
			with := func(a *App) {
				a.Policy, _ = policy.Builtin(preset)
				a.Policy.Citations.Dialect = dialect
			}
			plainAndStreamed(t, preset+", "+string(dialect), func(t *testing.T, stream bool) {
				r := newRig(t, up.Say(own), with)
				s := r.talk(ask(howLong, ""), stream)
				s.wellFormed(t)
				cit := s.report.Get("choices.0.citations.0")
				if s.verdict() != "grounded" || len(s.text()) <= len(own) || cit.Get("match").Str != "located" || !cit.Get("verified").Bool() {
					t.Errorf("%s %q %s", s.verdict(), s.text(), string([]rune(s.report.Raw)[:min(300, len(s.report.Raw))]))
				}
				r = newRig(t, up.Say("Nightly backups start at 01:30 UTC and are kept for 22 days."), with)
				if s := r.talk(ask(howLong, ""), stream); s.verdict() == "grounded" {
					t.Errorf("a changed figure: %s", s.body)
				}
			})
		}
	}
}
