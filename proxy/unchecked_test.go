package proxy

import (
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// Under lenient a false sentence that nobody had checked left beside a true one as the source's own words.
func TestWhatNobodyCheckedIsNoProof(t *testing.T) {
	t.Parallel()
	const own = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	lenient := func(a *App) { a.Policy, _ = policy.Builtin("lenient") }
	for said, proof := range map[string]string{
		own:                               "own-words",
		"Sure! " + own:                    "own-words",
		"Restores are impossible. " + own: "none",
		own + "\n\nWiederherstellungen sind verboten.":            "none",
		"# Restores in Berlin\n\n" + own:                          "none",
		own + "\n\n```\nvault = \"burned down in Berlin\"\n```":   "none",
		own + "\n\n| Vault |\n|---|\n| burned down in Berlin |":   "none",
		own + " Did you know that the vault moved to Berlin?":     "none",
		own + " Would you like to know more about these backups?": "own-words",
	} {
		plainAndStreamed(t, said, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(said), lenient)
			s := r.talk(ask(howLong, ""), stream)
			told := s.report.Get(`choices.0.claims.#(by=="nobody").text`).Str
			if got := s.report.Get("proof").Str; got != proof || s.verdict() != "grounded" || (told != "") != (proof == "none") {
				t.Errorf("%s, proof %s, unchecked %q: %s", s.verdict(), got, told, s.text())
			}
			if tr := r.trace(0); string(tr.Proof) != proof {
				t.Errorf("the trace says %q", tr.Proof)
			}
		})
	}
}
