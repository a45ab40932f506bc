package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// altered cites its source rightly and says something else.
var altered = passage{"Adults start on 50 mg of apixaban twice daily.", doseRight.chunk, doseRight.snippet}

const (
	doseQuoted = "The source says: “Adults with atrial fibrillation start on apixaban 5 mg twice daily.” [2]"
	keptShown  = "Backups are kept for 21 days. [1]"
)

// TestTheSourcesWordsTakeThePlaceOfWhatFails: a sentence whose snippet stands is
// repaired first, then quoted; the rest of the answer stays.
func TestTheSourcesWordsTakeThePlaceOfWhatFails(t *testing.T) {
	t.Parallel()
	last := passage{"Nightly backups start at 01:30 UTC.", backups.chunk, backups.snippet}
	for _, tc := range []struct {
		name          string
		scripts       []up.Script
		text, verdict string
		attempts      int
	}{
		{"repaired", []up.Script{says(segmented(backups, altered)), says(segmented(backups, doseRight))}, keptShown + " " + doseRight.text + " [2]", "repaired", 2},
		{"quoted", []up.Script{says(segmented(backups, altered))}, keptShown + " " + doseQuoted, "quoted", 2},
		{"and goes on", []up.Script{says(segmented(backups, altered, last))}, keptShown + " " + doseQuoted + " " + last.text + " [1]", "quoted", 2},
		{"not with a false quote", []up.Script{says(segmented(backups, doseWrong))}, keptShown + "\n\n" + repair.Notice("en"), "redacted", 2},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...))
			s := r.talk(ask(howLong+" What dose of apixaban do adults start on?", ""), stream)
			s.wellFormed(t)
			if s.text() != tc.text || s.verdict() != tc.verdict || len(r.upstream.Requests()) != tc.attempts {
				t.Errorf("%s after %d attempts: %q, want %q", s.verdict(), len(r.upstream.Requests()), s.text(), tc.text)
			}
			tr := r.trace(0)
			if string(tr.Verdict) != tc.verdict || tr.Answer != tc.text {
				t.Errorf("trace: %s, %q", tr.Verdict, tr.Answer)
			}
			if !tr.Counts().Fails() {
				t.Errorf("%s counts as %s", tr.Verdict, tr.Counts())
			}
			if tc.verdict != "quoted" {
				return
			}
			claim := s.report.Get("choices.0.claims.1")
			span := string([]rune(s.text())[claim.Get("start").Int():claim.Get("end").Int()])
			if claim.Get("judgement").Str != "quoted" || !claim.Get("supported").Bool() || !strings.Contains(doseQuoted, span) {
				t.Errorf("claim %s spans %q", claim.Raw, span)
			}
		})
	}
}

func TestOpenClaimsAreQuotedWithoutARepair(t *testing.T) {
	t.Parallel()
	copied := passage{"Nightly backups start at 01:30 UTC and are kept for 21 days.", backups.chunk, backups.snippet}
	retold := passage{"People with an irregular heartbeat take apixaban.", doseRight.chunk, doseRight.snippet}
	plainAndStreamed(t, "verbatim", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(copied, retold)), func(a *App) { a.Policy, _ = policy.Builtin("verbatim") })
		s := r.talk(ask(howLong+" What dose of apixaban do adults start on?", ""), stream)
		s.wellFormed(t)
		if s.text() != copied.text+" [1] "+doseQuoted || s.verdict() != "quoted" || len(r.upstream.Requests()) != 1 {
			t.Errorf("%s after %d attempts: %q", s.verdict(), len(r.upstream.Requests()), s.text())
		}
		if counts := r.trace(0).Counts(); counts != report.AsVerbatim {
			t.Errorf("what the policy asks for counts as %s", counts)
		}
	})
	plainAndStreamed(t, "quoted at once, and refuted", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(copied, altered)), func(a *App) {
			a.Policy, _ = policy.Builtin("verbatim")
			a.Policy.Repair.Attempts = 0
		})
		s := r.talk(ask(howLong+" What dose of apixaban do adults start on?", ""), stream)
		if counts := r.trace(0).Counts(); s.verdict() != "quoted" || counts != report.AsChanged {
			t.Errorf("%s counts as %s", s.verdict(), counts)
		}
	})
	plainAndStreamed(t, "a policy that asks for no quotations", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(copied, altered)), func(a *App) { a.Policy.Repair.Attempts = 0 })
		s := r.talk(ask(howLong+" What dose of apixaban do adults start on?", ""), stream)
		if counts := r.trace(0).Counts(); s.verdict() != "quoted" || counts != report.AsChanged {
			t.Errorf("%s counts as %s", s.verdict(), counts)
		}
	})
}

// TestARefusalTellsWhatCouldNotBeQuoted: a sentence of many lines has no place in an answer.
func TestARefusalTellsWhatCouldNotBeQuoted(t *testing.T) {
	t.Parallel()
	long := "Adults start on apixaban 5 mg twice daily" + strings.Repeat(", or as their doctor has told them", 30) + "."
	body := `{"model":"m","vouchsafe":{"chunks":[{"chunk_id":"d1","text":"` + long + `"}]},"messages":[{"role":"user","content":"What dose of apixaban do adults start on?"}]}`
	plainAndStreamed(t, "verbatim", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(passage{"Most people begin with 5 mg of apixaban.", "d1", "start on apixaban 5 mg"})), func(a *App) { a.Policy, _ = policy.Builtin("verbatim") })
		s := r.talk(body, stream)
		s.wellFormed(t)
		if found := s.report.Get("choices.0.findings.#.code").Raw; s.verdict() != "refused" || !strings.Contains(found, "claim-unsupported") {
			t.Errorf("%s with %s: %q", s.verdict(), found, s.text())
		}
	})
}

func TestResponsesQuoteToo(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "quoted", func(t *testing.T, stream bool) {
		h := newRig(t, says(segmented(backups, altered))).inquire(inputOf(howLong+" What dose of apixaban do adults start on?", ""), stream)
		h.wellFormed(t)
		if h.text() != keptShown+" "+doseQuoted || h.verdict() != "quoted" {
			t.Errorf("%s: %q", h.verdict(), h.text())
		}
	})
}
