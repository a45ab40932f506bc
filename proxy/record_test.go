package proxy

import (
	"slices"
	"strings"
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

// TestAFindingOfOneChoiceStandsAtNoOther: those of a second choice were told of the first one's repair, and with numbers and places as
// if nothing stood before.
func TestAFindingOfOneChoiceStandsAtNoOther(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.InTurn(says(badAnswer, badAnswer), says(goodAnswer)))
	r.talk(ask(howLong, `"n":2,`), false)
	tr := r.trace(0)
	a := tr.Attempts[0]
	half := len(a.Findings) / 2
	if half == 0 || 2*half != len(a.Findings) || len(a.Claims) != 2 || len(a.Citations) != 2 || a.Citations[1].Number != 2 || len(tr.Attempts[1].Findings) > 0 {
		t.Fatalf("%+v", tr.Attempts)
	}
	for i, first := range a.Findings[:half] {
		second := a.Findings[half+i]
		if first.Citation != nil && (*first.Citation != 1 || *second.Citation != 2) || first.Claim != nil && (*first.Claim != 0 || *second.Claim != 1) {
			t.Errorf("%+v and %+v", first, second)
		}
	}
	answer := []rune(tr.Answer)
	for i, c := range tr.Claims {
		if !slices.Equal(c.Citations, []int{i + 1}) || tr.Citations[i].Number != i+1 || !strings.HasPrefix(string(answer[*c.Start:*c.End]), c.Text[:20]) {
			t.Errorf("choice %d: %+v, %q", i, c, string(answer[*c.Start:*c.End]))
		}
	}
}
