package proxy

import (
	"strings"
	"testing"

	"vouchsafe/policy"
)

// TestAnAnswerThatFoundNothingWasRefused although the gateway asks for exactly that where the
// sources say nothing. A value that says so is a claim.
func TestAnAnswerThatFoundNothingWasRefused(t *testing.T) {
	t.Parallel()
	schema := formatOf(`{"type":"object","properties":{"effects":{"type":["array","null","string"]},"found":{"type":"boolean"}}}`)
	for answer, want := range map[string]string{`{"effects":[]}`: "declined", `{"effects":null}`: "declined", `{"effects":""}`: "declined", `{"found":false,"effects":[]}`: "refused"} {
		for _, preset := range []string{"balanced", "strict"} {
			if preset == "balanced" && want == "refused" {
				continue // words cannot judge it
			}
			plainAndStreamed(t, preset+answer, func(t *testing.T, stream bool) {
				r := newRig(t, says(enveloped(answer)), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
				s := r.talk(ask("What are the side effects?", schema), stream)
				s.wellFormed(t)
				if got := s.choices[0].content; s.verdict() != want || (got == answer) != (want == "declined") {
					t.Errorf("%s %q", s.verdict(), got)
				}
			})
		}
	}
}

// TestAScoreAloneWasCalledADecline: the model answered, by what is no claim about the sources. One beside an
// empty value is the grade of finding nothing.
func TestAScoreAloneWasCalledADecline(t *testing.T) {
	t.Parallel()
	schema := formatOf(`{"type":"object","properties":{"score":{"type":"integer"},"text":{"type":["string","null"]}}}`)
	for answer, want := range map[string]string{`{"score":3}`: "skipped", `{"score":0,"text":null}`: "declined"} {
		for _, preset := range []string{"balanced", "strict"} {
			plainAndStreamed(t, preset+answer, func(t *testing.T, stream bool) {
				r := newRig(t, says(enveloped(answer)), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
				s := r.talk(ask("What is the score?", schema), stream)
				s.wellFormed(t)
				if got := s.choices[0].content; s.verdict() != want || got != answer {
					t.Errorf("%s %q", s.verdict(), got)
				}
			})
		}
	}
}

// TestAForcedToolWithoutArgumentsWasRefused without a call. A forced answer that is refused is
// told in words, which clients show.
func TestAForcedToolWithoutArgumentsWasRefused(t *testing.T) {
	t.Parallel()
	forced := func(name string) string {
		return `"tool_choice":{"type":"function","function":{"name":"` + name + `"}},"tools":[{"type":"function","function":{"name":"` + name + `","parameters":{"type":"object","properties":{"title":{"type":"string"},"text":{"type":"string"}}}}}],`
	}
	const args = `{"title":"Tapes burn at 90 degrees"}`
	plainAndStreamed(t, "no arguments", func(t *testing.T, stream bool) {
		s := newRig(t, calls("", "transfer_to_billing", `{}`)).talk(ask(howLong, forced("transfer_to_billing")), stream)
		if s.wellFormed(t); !strings.Contains(s.choices[0].tools, "transfer_to_billing") {
			t.Errorf("%s", s.body)
		}
	})
	plainAndStreamed(t, "an answer", func(t *testing.T, stream bool) {
		s := newRig(t, calls("", "Facts", enveloped(args))).talk(ask(howLong, forced("Facts")), stream)
		if s.wellFormed(t); s.choices[0].content != refused || s.choices[0].tools != "" {
			t.Errorf("%s", s.body)
		}
	})
}

// TestAQuotationStoodInTheFieldOfAName where a program takes a value.
func TestAQuotationStoodInTheFieldOfAName(t *testing.T) {
	t.Parallel()
	schema := formatOf(`{"type":"object","properties":{"city":{"type":"string"}}}`)
	cited := `{"chunk_id":"d2","path":"/city","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."}`
	for _, preset := range []string{"balanced", "verbatim"} {
		r := newRig(t, says(enveloped(`{"city":"Zug"}`, cited)), func(a *App) { a.Policy, _ = policy.Builtin(preset) })
		if s := r.talk(ask(howLong, schema), false); s.verdict() != "refused" || s.choices[0].refusal != refused {
			t.Errorf("%s: %s", preset, s.body)
		}
	}
}
