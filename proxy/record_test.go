package proxy

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
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

// TestEachChoiceIsTold: of several choices, of which one was refused, nothing said which part of the answer was whose.
func TestEachChoiceIsTold(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
		r := newRig(t, up.InTurn(says(goodAnswer, badAnswer, goodAnswer), says(badAnswer)), func(a *App) { a.Policy.Mode = mode })
		r.talk(ask(howLong, `"n":3,`), false)
		tr := r.trace(0)
		if len(tr.Choices) != 3 {
			t.Fatalf("%s: %+v", mode, tr.Choices)
		}
		answer, claims := []rune(tr.Answer), 0
		for i, c := range tr.Choices {
			if c.Index != i || (c.Verdict == report.Grounded) != (i != 1) || (c.Findings > 0) != (i == 1) || c.Answer == "" ||
				string(answer[c.Start:c.Start+len([]rune(c.Answer))]) != c.Answer {
				t.Errorf("%s, choice %d: %+v of %q", mode, i, c, tr.Answer)
			}
			claims += c.Claims
		}
		if claims != len(tr.Claims) {
			t.Errorf("%s: %d of %d claims are told", mode, claims, len(tr.Claims))
		}
		if parts := tr.Attempts[0].Parts; mode == policy.Enforce && (len(parts) != 1 || parts[0].Index != 1) {
			t.Errorf("what failed in the first attempt: %+v", parts)
		}
	}
}

// TestTheWordsThatAQuotationReplacesAreTold: where words alone leave a statement open nothing is found wrong with it, and its attempt
// told none of what it said.
func TestTheWordsThatAQuotationReplacesAreTold(t *testing.T) {
	t.Parallel()
	loose := passage{"We keep each backup for 21 days.", backups.chunk, backups.snippet}
	plainAndStreamed(t, "quoted", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(loose)), func(a *App) { a.Policy, _ = policy.Builtin("verbatim") })
		r.talk(ask(howLong, ""), stream)
		tr := r.trace(0)
		if tr.Verdict != report.Quoted || len(tr.Attempts) != 1 || len(tr.Attempts[0].Findings) > 0 || len(tr.Attempts[0].Claims) != 1 || tr.Attempts[0].Claims[0].Text != loose.text {
			t.Errorf("%s %+v", tr.Verdict, tr.Attempts)
		}
	})
}
