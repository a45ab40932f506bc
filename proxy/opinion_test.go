package proxy

import (
	"testing"

	"vouchsafe/internal/upstreamtest"
	"vouchsafe/judge"
	"vouchsafe/report"
	"vouchsafe/upstream"
)

// judged gives the app a judge that always says the same.
func judged(t *testing.T, says string) func(*App) {
	t.Helper()
	server, err := upstreamtest.Start(upstreamtest.Say(says))
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
