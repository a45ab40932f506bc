package report

import "testing"

func TestAnUnverifiedAnswerNeverCountsAsGood(t *testing.T) {
	var f Figures
	f.Add(Skipped.CountsAs(false), 90)
	f.Add(Failed.CountsAs(false), 5)
	f.Add(Verdict("of a later version").CountsAs(false), 1)
	if f.Verified != 0 || f.FailureRate != nil {
		t.Errorf("%+v", f)
	}
	f.Add(Grounded.CountsAs(false), 3)
	f.Add(Repaired.CountsAs(false), 1)
	if f.Exchanges != 100 || f.Verified != 4 || f.Failures != 1 || *f.FailureRate != 0.25 || f.Held != 3 || f.Saved != 1 {
		t.Errorf("%+v", f)
	}
}

func TestEveryVerdictHasItsCountsAs(t *testing.T) {
	want := map[Verdict]CountsAs{
		Grounded: "held", Healed: "held", Declined: "held", Repaired: "saved", Quoted: "changed", Redacted: "changed", Marked: "changed",
		Refused: "refused", Ungrounded: "ungrounded", Skipped: "skipped", Failed: "failed",
	}
	for _, v := range Verdicts() {
		if got := v.CountsAs(false); got != want[v] {
			t.Errorf("%s counts as %s, want %s", v, got, want[v])
		}
	}
	if Quoted.CountsAs(true) != AsVerbatim || Redacted.CountsAs(true) != AsChanged || AsVerbatim.Fails() || !AsVerbatim.Verified() {
		t.Error("what a policy quotes at once is verified and no failure; nothing else is excused")
	}
}

func TestOnlyWhatWordsCannotProveIsQuotedAtOnce(t *testing.T) {
	if !Verbatim(1, []Code{ClaimUnsupported, OffQuestion}) || Verbatim(2, []Code{ClaimUnsupported}) || Verbatim(1, []Code{ClaimNumber}) {
		t.Error("a repaired answer, or a refuted one, is a failure")
	}
}
