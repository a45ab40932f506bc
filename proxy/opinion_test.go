package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
)

// judged gives the app a judge that always says the same.
func judged(t *testing.T, says string) func(*App) { return judgedBy(t, upstreamtest.Say(says)) }

// judgedBy gives the app a judge that answers by a script.
func judgedBy(t *testing.T, script upstreamtest.Script) func(*App) {
	t.Helper()
	server, err := upstreamtest.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	client, err := upstream.New(upstream.Config{Name: "judge", BaseURL: server.BaseURL()})
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New(judge.Config{Kind: judge.MiniCheck, Upstream: client, Model: "checker"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	return func(a *App) { a.Judge, a.Policy.Verify.Judge = j, "checker" }
}

func TestAJudgeCanHoldAClaimBack(t *testing.T) {
	for says, want := range map[string]report.Verdict{"Yes": report.Grounded, "No": report.Refused} {
		r := newRig(t, upstreamtest.Extractive{}.Reply, judged(t, says))
		r.post("/v1/chat/completions", ask("How long are nightly backups kept?", ""))
		trace := r.trace(0)
		if trace.Verdict != want {
			t.Errorf("the judge says %s: %s, want %s", says, trace.Verdict, want)
		}
		if says == "No" && (len(trace.Findings) != 1 || trace.Findings[0].Code != report.JudgeRejected) {
			t.Errorf("findings %+v, want judge-rejected alone", trace.Findings)
		}
	}
}

func TestAJudgeCannotClearWhatFailed(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{Tricks: []upstreamtest.QuestionTrick{{Contains: "backups", Trick: upstreamtest.InventAll}}}.Reply, judged(t, "Yes"))
	r.post("/v1/chat/completions", ask("How long are nightly backups kept?", ""))
	if v := r.trace(0).Verdict; v != report.Refused {
		t.Errorf("verdict %s, want refused", v)
	}
}

func TestWhatAJudgeRejectsIsDroppedOrMarked(t *testing.T) {
	t.Parallel()
	strict := judgedBy(t, func(r *upstreamtest.Request) upstreamtest.Reply {
		verdict := "Yes"
		if strings.Contains(string(r.Body), "Claim: Adults") || strings.Contains(string(r.Body), "5 mg of apixaban") {
			verdict = "No"
		}
		return upstreamtest.Say(verdict)(r)
	})
	said := segmented(backups, doseRight, startsAt)
	for _, tc := range []struct {
		on            policy.OnFailure
		said, verdict string
		text          string
	}{
		{policy.RedactAnswer, said, "redacted", "Backups are kept for 21 days. [1] Nightly backups start at 01:30 UTC. [2]"},
		{policy.MarkAnswer, said, "marked", "Backups are kept for 21 days. [1] Adults start on 5 mg of apixaban twice daily. [not verified] Nightly backups start at 01:30 UTC. [2]"},
		{policy.RedactAnswer, segmented(backups, uncited, doseRight), "redacted", "Backups are kept for 21 days. [1]"},
		{policy.MarkAnswer, segmented(backups, uncited, doseRight), "marked",
			"Backups are kept for 21 days. [1] The committee also praised the friendly canteen staff. [not verified] Adults start on 5 mg of apixaban twice daily. [not verified]"},
	} {
		r := newRig(t, says(tc.said), strict, onFailure(tc.on))
		if s := r.talk(ask(howLong, ""), false); s.uncut(t) != tc.text || s.verdict() != tc.verdict {
			t.Errorf("%s: %s %q\n%s", tc.on, s.verdict(), s.text(), s.body)
		}
	}
}
