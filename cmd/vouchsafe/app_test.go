package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

// TestWhatAnAppLeavesBehindIsWaitedFor: until it has ended, however short and far
// apart its calls are; not where nobody calls, and not against an interrupt.
func TestWhatAnAppLeavesBehindIsWaitedFor(t *testing.T) {
	const idle = 400 * time.Millisecond
	began := time.Now()
	after := func(d time.Duration) bool { return time.Since(began) >= d }
	none := traffic{func() int { return 0 }, func() int64 { return 0 }}
	busy := traffic{func() int { return 0 }, func() int64 { return time.Since(began).Milliseconds() / 100 }}
	long := traffic{func() int { return 1 }, func() int64 { return 0 }}
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

// TestTheSearchForAddressesIsBounded: a large folder, a large file and what is no
// source cost nothing.
func TestTheSearchForAddressesIsBounded(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"large.py": strings.Repeat("base_url\n", searchedBytes), "photo.png": "base_url", "app.py": strings.Repeat("x = 1\nbase_url = 2\n", 9),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := addressesSet(dir, []string{"python", filepath.Join(dir, "app.py"), "--base_url"})
	want := []string{":2:", ":4:", ":6:", ":8:", ":10:"}
	if len(got) != shownLines || !slices.EqualFunc(got, want, func(line, at string) bool { return strings.Contains(line, "app.py"+at) }) {
		t.Errorf("%q", got)
	}
}

// TestASummaryTellsWhatToChange: calls that ask for no answer are no prompts, a task without
// passages misses none, and where
// less was seen than there may be, the first such prompt brings the advice.
func TestASummaryTellsWhatToChange(t *testing.T) {
	var seen calls
	seen.take(&ledger.Trace{QueryID: "title", Verdict: report.Skipped, Reason: report.ReasonNoContext, Asks: "task: the app orders work"}, ledger.Content(""))
	seen.take(&ledger.Trace{QueryID: "chat", Verdict: report.Skipped, Reason: report.ReasonNoContext}, ledger.Content(""))
	s := &appSummary{isTask: seen.isTask}
	for _, tr := range []audit.Trace{
		{Stored: &audit.Stored{Verdict: report.Skipped}}, // embeddings
		{Stored: &audit.Stored{QueryID: "title", Verdict: report.Skipped, Reason: report.ReasonNoContext, Question: "Find a title"}},
		{Stored: &audit.Stored{Verdict: report.Grounded, Question: "When?"}, Chunks: []evidence.Chunk{{ID: "1", Kind: evidence.Passage, Layout: "heads"}}},
	} {
		s.addPrompt(&tr)
	}
	if got := s.passages(); got != `seen in 1 prompt (1 passage), such as "When?"; 1 task, such as "Find a title"; 1 call for other things than answers` || s.advice() != "" {
		t.Errorf("%s; advice %q", got, s.advice())
	}
	blind := &appSummary{isTask: seen.isTask}
	for _, s := range []*appSummary{s, blind} {
		s.addPrompt(&audit.Trace{Stored: &audit.Stored{Verdict: report.Skipped, Reason: report.ReasonNoContext, Question: "Who?"}})
		if !strings.Contains(s.passages(), `none seen in 1 prompt, such as "Who?"`) || (s == blind) != strings.Contains(s.advice(), "vouchsafe docs layouts") {
			t.Errorf("%s; advice %q", s.passages(), s.advice())
		}
	}
}
