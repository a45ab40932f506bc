package policy

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

func TestADeclinedAnswerIsCheckedLikeAnyOther(t *testing.T) {
	for _, mode := range []answer.Mode{answer.ModeRefuse, answer.ModeClarify} {
		plain := Facts{Mode: mode, Coverage: 1}
		if got := Decide(builtinOf(BuiltinBalanced), plain); got.Action != Pass || got.Verdict != report.Declined {
			t.Errorf("%s: %+v", mode, got)
		}
		plain.Claims, plain.Coverage = 1, 0
		if got := Decide(builtinOf(BuiltinBalanced), plain); got.Action != Quote {
			t.Errorf("%s with a claim: %+v", mode, got)
		}
	}
}

func TestAnAnswerThatStatesNothingIsSkipped(t *testing.T) {
	for _, citations := range []int{0, 1} { // one that does not stand made it a good answer
		got := Decide(builtinOf("strict"), Facts{Mode: answer.ModeAnswer, Coverage: 1, LeastTrust: 1, Citations: citations})
		if got.Action != Pass || got.Verdict != report.Skipped || len(got.Reasons) != 1 || got.Reasons[0] != NoClaims {
			t.Errorf("%+v", got)
		}
	}
}
