package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// TestWhatAnAppLeavesBehindIsWaitedFor: until it has ended, however short and far
// apart its calls are; not where nobody calls, and not against an interrupt.
func TestWhatAnAppLeavesBehindIsWaitedFor(t *testing.T) {
	const idle = 400 * time.Millisecond
	began := time.Now()
	after := func(d time.Duration) bool { return time.Since(began) >= d }
	none := traffic{func() int { return 0 }, func() int { return 0 }}
	busy := traffic{func() int { return 0 }, func() int { return int(time.Since(began).Milliseconds() / 100) }}
	long := traffic{func() int { return 1 }, func() int { return 0 }}
	interrupted := make(chan os.Signal, 1)
	interrupted <- syscall.SIGTERM
	for name, c := range map[string]struct {
		left  leftBehind
		ended bool
	}{
		"it ends":                 {leftBehind{nil, none, func() bool { return false }, idle}, true},
		"it calls, and ends":      {leftBehind{nil, busy, func() bool { return !after(3 * idle) }, idle}, true},
		"a long call is one":      {leftBehind{nil, long, func() bool { return !after(5 * idle) }, idle}, true},
		"it goes on in silence":   {leftBehind{nil, none, func() bool { return true }, idle}, false},
		"somebody is tired of it": {leftBehind{interrupted, long, func() bool { return true }, time.Hour}, false},
	} {
		if got := c.left.wait(); got != c.ended {
			t.Errorf("%s: waited to the end %t", name, got)
		}
	}
}

// TestASummaryTellsWhatToChange: calls that ask for no answer are no prompts, a task without
// passages misses none, and each cause for which less was seen than there may be brings its advice.
func TestASummaryTellsWhatToChange(t *testing.T) {
	skipped := func(question, reason, unseen string) *ledger.Trace {
		s := &ledger.Trace{Verdict: report.Skipped, Reason: reason, Question: question, Answer: "It is so."}
		if unseen != "" {
			s.Findings = []report.Finding{{Code: report.Unreadable, Detail: unseen}}
		}
		return s
	}
	s, blind := &appSummary{}, &appSummary{}
	for _, tr := range []*ledger.Trace{
		skipped("", "", ""), // embeddings
		skipped("Find a title", report.ReasonTask, ""),
		{Verdict: report.Grounded, Question: "When?", Chunks: []evidence.Chunk{{ID: "1", Kind: evidence.Passage, Layout: "heads"}}},
		skipped("Who?", report.ReasonNoContext, ""),
	} {
		s.addPrompt(tr)
	}
	s.addPrompt(&ledger.Trace{Verdict: report.Skipped, Reason: report.ReasonNoContext, Question: "Who?", // an agent calls its tool
		Findings: []report.Finding{{Code: report.Unreadable, Detail: "the prompt says “documents”"}}})
	s.addPrompt(&ledger.Trace{Verdict: report.Skipped, Reason: report.ReasonTask, Question: "When?", Asks: "task: the app orders a title"})
	if got := s.passages(); got != `seen in 1 prompt (1 passage), such as "When?"; none seen in 1 prompt, such as "Who?"; 1 step before a tool brought any; 2 tasks, such as "Find a title"; `+
		`1 call for other things than answers` || s.advice() != nil {
		t.Errorf("%s; advice %q", got, s.advice())
	}
	blind.addPrompt(skipped("Who?", report.ReasonNoContext, ""))
	if got := blind.advice(); len(got) != 1 || !strings.Contains(got[0], "A chat needs none") {
		t.Errorf("of a chat: %q", got)
	}
	for _, s := range []*appSummary{s, blind} {
		for _, why := range []string{layout.NotText, "the prompt says “these”", "the prompt says “those”", layout.NotText} {
			s.addPrompt(skipped("What?", report.ReasonNoContext, why))
		}
		if got := s.advice(); len(got) != 2 || !strings.HasPrefix(got[0], "Send what they say") || !strings.HasPrefix(got[1], "Send what it speaks of") {
			t.Errorf("of two causes: %q", got)
		}
	}
}

// TestTheSummaryTellsOtherThanTheGatewayDecides: what it says of a call is the call's own verdict,
// with the reason where an answer is held back, and it claims to know nothing of calls that it cannot see.
func TestTheSummaryTellsOtherThanTheGatewayDecides(t *testing.T) {
	at, not := 0, false
	claims := []report.Claim{{Text: "Entry is 40 euros.", Supported: &not}}
	lie := report.Finding{Code: report.ClaimNumber, Claim: &at, Detail: `source "30 euros", answer "40 euros"`}
	c := config.Default(func(string) (string, bool) { return "", false })
	s := newAppSummary(c, "observe", true)
	for _, tr := range []*ledger.Trace{
		{Verdict: report.Grounded, Proof: report.OwnWords, Question: "When does it open?", Chunks: []evidence.Chunk{{ID: "1"}}},
		{Verdict: report.Grounded, Proof: report.Cited, Question: "Who runs it?", Chunks: []evidence.Chunk{{ID: "1"}}, Citations: []report.Citation{{Number: 1}}},
		{Verdict: report.Grounded, Question: "Why?", Chunks: []evidence.Chunk{{ID: "1"}}},
		{Verdict: report.Ungrounded, Chunks: []evidence.Chunk{{ID: "1", Text: "INVOICE\nTotal: 30 euros"}}, Findings: []report.Finding{{Code: report.ClaimUncited}}},
		{Verdict: report.Ungrounded, Question: "What does it cost?", Chunks: []evidence.Chunk{{ID: "1"}}, Claims: claims,
			Findings: []report.Finding{{Code: report.OffQuestion}, lie}},
	} {
		s.take(tr, ledger.Full)
	}
	var out strings.Builder
	s.tell(&out)
	for _, want := range []string{
		"5 calls in", `"INVOICE Total: 30 euros": claim-uncited`, "balanced would let 2 of 5 answers through as written, and 1 more where the model, asked for it, cites what they rest on; the others", "verbatim would let 1 through",
		`"What does it cost?": claim-number: "Entry is 40 euros.": source "30 euros", answer "40`, "goes past the gateway",
		"openai https://api.openai.com/v1 (neither the environment nor a .env here names another)",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("%q is not told: %s", want, &out)
		}
	}
	out.Reset()
	if err := s.writePage(&out); err != nil || !strings.Contains(out.String(), "Who runs it?") {
		t.Errorf("%v: the page lacks an exchange", err)
	}
	out.Reset()
	(&appSummary{code: 3}).tell(&out)
	if !strings.Contains(out.String(), "exit code 3") || strings.Contains(out.String(), "would let") {
		t.Errorf("of no call: %s", &out)
	}
}

// TestAnUpstreamThatIsDownHasNoName: the summary says which address gave no connection.
func TestAnUpstreamThatIsDownHasNoName(t *testing.T) {
	s := &appSummary{upstreams: map[string]config.Upstream{"openai": {BaseURL: "http://127.0.0.1:9/v1"}}}
	s.addPrompt(&ledger.Trace{Verdict: report.Failed, Reason: "upstream_unreachable", Attempts: []ledger.Attempt{{Upstream: "openai"}}})
	if !strings.Contains(s.cause, "http://127.0.0.1:9/v1") || !strings.Contains(s.cause, "docs upstreams#") {
		t.Errorf("the cause is %q", s.cause)
	}
}
