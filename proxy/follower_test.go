package proxy

import (
	"io"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
)

func inNumbers(a *App) { a.Policy.Citations.Dialect = answer.Numbered }

func TestASentenceOfProseLeavesWhileTheNextIsBeingWritten(t *testing.T) {
	t.Parallel()
	r := newRig(t, hangs("Backups are kept for 21 days [2]. Adults with atrial fib"), inNumbers)
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
	if got := hears(t, c, "21 days. [1]"); strings.Contains(got, "Adults") {
		t.Errorf("%s", got)
	}
	_ = c.Close()
	wait.Closed(t, "the upstream call ends", r.asked(0).Gone())
}

// TestWhatAStreamHadShownWhenItEndedKeepsItsProof: its trace had the words, and no claim, no citation and no tokens.
func TestWhatAStreamHadShownWhenItEndedKeepsItsProof(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]up.Script{
		"the client left":    hangs("Backups are kept for 21 days [2]. Adults with atrial fib"),
		"the upstream broke": up.Dies(up.Cut, says("Backups are kept for 21 days [2]. Adults with atrial fib"+strings.Repeat(" and so on", 200))),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, script, inNumbers)
			c := r.dial()
			_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
			hears(t, c, "21 days. [1]")
			_ = c.Close()
			tr := r.trace(0)
			if tr.Verdict != report.Failed || !strings.HasPrefix(tr.Answer, "Backups are kept for 21 days. [1]") || len(tr.Claims) != 1 || tr.Claims[0].Judgement != report.Open ||
				len(tr.Citations) != 1 || !tr.Citations[0].Verified && tr.Citations[0].Match != report.Located || len(tr.Usage) == 0 || !tr.Attempts[0].Guessed {
				t.Errorf("%s: %q, %+v, %+v, usage %s", tr.Verdict, tr.Answer, tr.Claims, tr.Citations, tr.Usage)
			}
		})
	}
}

// TestAContinuationInProseGoesOnFromWhatWasReleased: the model sees its own
// markers, and the reader numbers that go on.
func TestAContinuationInProseGoesOnFromWhatWasReleased(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.InTurn(
		hangs("Backups are kept for 21 days [2]. Adults start on apixaban 50 mg twice daily [1]. And so it goes on"),
		says("Backups are kept for 21 days. [2] Adults start on apixaban 5 mg twice daily [1].")), inNumbers)
	s := r.talk(ask(howLong, ""), true)
	s.wellFormed(t)
	wait.Closed(t, "the first call ends", r.asked(0).Gone())
	if s.verdict() != "repaired" || s.text() != shown+" Adults start on apixaban 5 mg twice daily. [2]" {
		t.Errorf("%s: %q", s.verdict(), s.text())
	}
	turns := r.asked(1).Get("messages").Array()
	told, wants := turns[len(turns)-2].Get("content").Str, turns[len(turns)-1].Get("content").Str
	if told != "Backups are kept for 21 days. [2]" || !strings.Contains(wants, "only the sentences that follow") {
		t.Errorf("%q\n%s", told, wants)
	}
}

// TestASentenceOfProseIsNotReleasedInHalf: what its second half adds may be
// what makes the first half true.
func TestASentenceOfProseIsNotReleasedInHalf(t *testing.T) {
	t.Parallel()
	r := newRig(t, says("Nightly backups start at 01:30 UTC. [2] Backups are kept for 21 days [2] unless the mayor wants 7731 days [1]. That is all of it."), inNumbers, onFailure(policy.RedactAnswer))
	s := r.talk(ask(howLong, ""), true)
	s.wellFormed(t)
	if want := "Nightly backups start at 01:30 UTC. [1]\n\n" + repair.Notice("en"); s.text() != want || s.verdict() != "redacted" {
		t.Errorf("%s: %q, want %q", s.verdict(), s.text(), want)
	}
}

// TestTheEndOfAThoughtInProseIsNoAnswersBeginning: what was released does not
// belong to the answer, so the rest does not follow it as if it did.
func TestTheEndOfAThoughtInProseIsNoAnswersBeginning(t *testing.T) {
	t.Parallel()
	r := newRig(t, says("Backups are kept for 21 days [2]. So it is.\n</think>\nAdults start on apixaban 5 mg twice daily [1]."), inNumbers)
	s := r.talk(ask(howLong, ""), true)
	s.wellFormed(t)
	if s.verdict() != "redacted" || strings.Contains(s.text(), "think") || !strings.HasPrefix(s.text(), shown) {
		t.Errorf("%s: %q", s.verdict(), s.text())
	}
}

// TestTheAppsOwnMarkersAreTheSameInAStreamOfProse: its interface knows the
// sources by the numbers that its prompt shows.
func TestTheAppsOwnMarkersAreTheSameInAStreamOfProse(t *testing.T) {
	t.Parallel()
	body := `{"model":"m","messages":[{"role":"system","content":"Cite with the source number in brackets, like [id].\n<context>\n` +
		`<source id=\"1\" name=\"a.pdf\">Adults with atrial fibrillation start on apixaban 5 mg twice daily.</source>\n` +
		`<source id=\"4\" name=\"b.pdf\">Nightly backups start at 01:30 UTC and are kept for 21 days.</source>\n</context>"},` +
		`{"role":"user","content":"What do they say?"}]}`
	r := newRig(t, says("Backups are kept for 21 days. [4] Adults start on apixaban 5 mg twice daily [1]. Backups start at 01:30 UTC [4]."),
		func(a *App) { a.Policy.Citations.Dialect = answer.Client })
	plain, streamed := r.talk(body, false), r.talk(body, true)
	streamed.wellFormed(t)
	if want := "Backups are kept for 21 days. [4] Adults start on apixaban 5 mg twice daily [1]. Backups start at 01:30 UTC [4]."; plain.text() != want || streamed.text() != want {
		t.Errorf("plain %q, streamed %q, want %q", plain.text(), streamed.text(), want)
	}
	if got := r.trace(0).Marker; got != "[{chunk_id}]" {
		t.Errorf("the trace tells of markers such as %q", got)
	}
}

// TestASentenceOfProseThatNothingCarriesLeavesWithItsMark: as in segments, and
// the answer goes on.
func TestASentenceOfProseThatNothingCarriesLeavesWithItsMark(t *testing.T) {
	t.Parallel()
	text := "Backups are kept for 21 days [2]. The committee also praised the friendly people in the canteen. Adults start on apixaban 5 mg twice daily [1]."
	plainAndStreamed(t, "mark", func(t *testing.T, stream bool) {
		r := newRig(t, says(text), inNumbers, func(a *App) {
			a.Policy.OnFailure = policy.MarkAnswer
			a.Policy.Repair.Attempts = 0
		})
		s := r.talk(ask(howLong, ""), stream)
		if want := shown + " The committee also praised the friendly people in the canteen. [not verified] Adults start on apixaban 5 mg twice daily. [2]"; s.verdict() != "marked" || s.text() != want {
			t.Errorf("%s: %q, want %q", s.verdict(), s.text(), want)
		}
	})
}
