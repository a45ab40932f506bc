package proxy

import (
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/trace/ledger"
)

// TestATraceTellsWhatItsFindingsSpeakOf: a repaired answer is not the one that
// the findings of its first attempt are about.
func TestATraceTellsWhatItsFindingsSpeakOf(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "repaired", func(t *testing.T, stream bool) {
		tr := recorded(t, stream, says(badAnswer), says(goodAnswer))
		first, second := tr.Attempts[0], tr.Attempts[1]
		if len(first.Findings) == 0 || len(first.Citations) == 0 || first.Citations[0].Verified || len(first.Claims) == 0 && !stream {
			t.Errorf("the failed attempt: %+v", first)
		}
		if len(second.Citations)+len(second.Claims) > 0 {
			t.Errorf("the attempt that passed is told twice: %+v", second)
		}
		if len(tr.Claims) != 1 || tr.Claims[0].Start == nil || len(tr.Citations) != 1 || !tr.Citations[0].Verified {
			t.Errorf("the answer: %+v %+v", tr.Claims, tr.Citations)
		}
	})
}

// A stream ends at a quote that fails, before the claim that was to follow.
func TestTheClaimsOfARefusedAnswerHaveNoPlaceInTheRefusal(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "refused", func(t *testing.T, stream bool) {
		tr := recorded(t, stream, says(badAnswer))
		if len(tr.Claims) == 0 && !stream {
			t.Fatal("no claims")
		}
		for _, c := range tr.Claims {
			if c.Start != nil || c.End != nil {
				t.Errorf("a place in the refusal: %+v", c)
			}
		}
	})
}

func recorded(t *testing.T, stream bool, scripts ...up.Script) *ledger.Trace {
	t.Helper()
	r := newRig(t, up.InTurn(scripts...))
	r.talk(ask(howLong, ""), stream)
	return r.trace(0)
}
