package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/audit"
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
	got := addressesSet(dir, []string{"python", filepath.Join(dir, "app.py"), "--base_url"}, false)
	want := []string{":2:", ":4:", ":6:", ":8:", ":10:"}
	if len(got) != shownLines || !slices.EqualFunc(got, want, func(line, at string) bool { return strings.Contains(line, "app.py"+at) }) {
		t.Errorf("%q", got)
	}
}

// TestASummaryTellsWhatToChange: calls that ask for no answer are no prompts, a task without
// passages misses none, and each cause for which less was seen than there may be brings its advice.
func TestASummaryTellsWhatToChange(t *testing.T) {
	skipped := func(question, reason, unseen string) *audit.Trace {
		s := &audit.Stored{Verdict: report.Skipped, Reason: reason, Question: question}
		if unseen != "" {
			s.Findings = []report.Finding{{Code: report.Unreadable, Detail: unseen}}
		}
		return &audit.Trace{Stored: s}
	}
	s, blind := &appSummary{}, &appSummary{}
	for _, tr := range []*audit.Trace{
		skipped("", "", ""), // embeddings
		skipped("Find a title", report.ReasonTask, ""),
		{Stored: &audit.Stored{Verdict: report.Grounded, Question: "When?"}, Chunks: []evidence.Chunk{{ID: "1", Kind: evidence.Passage, Layout: "heads"}}},
		skipped("Who?", report.ReasonNoContext, ""),
	} {
		s.addPrompt(tr)
	}
	if got := s.passages(); got != `seen in 1 prompt (1 passage), such as "When?"; none seen in 1 prompt, such as "Who?"; 1 task, such as "Find a title"; `+
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
		if got := s.advice(); len(got) != 2 || !strings.HasPrefix(got[0], "Send what they say") || !strings.HasPrefix(got[1], "Mark the passages") {
			t.Errorf("of two causes: %q", got)
		}
	}
}

// TestAnAppThatPassesTheGatewayByIsNotTold: calls that went elsewhere cannot be counted, but the lines
// that may lead them there can be named, with and without calls that came.
func TestAnAppThatPassesTheGatewayByIsNotTold(t *testing.T) {
	for calls, want := range []string{"  These lines may set another address than OPENAI_BASE_URL:\n    app.py:3: base_url\n", "  not seen  calls to another address, which these lines may set: app.py:3: base_url\n"} {
		var out strings.Builder
		(&appSummary{calls: calls, past: []string{"app.py:3: base_url"}}).tell(&out)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%d calls: %s", calls, out.String())
		}
	}
}

// TestAnUpstreamThatIsDownHasNoName: the summary says which address gave no connection.
func TestAnUpstreamThatIsDownHasNoName(t *testing.T) {
	var failed audit.Stored
	if err := json.Unmarshal([]byte(`{"verdict":"failed","reason":"upstream_unreachable","attempts":[{"upstream":"openai"}]}`), &failed); err != nil {
		t.Fatal(err)
	}
	s := &appSummary{upstreams: map[string]config.Upstream{"openai": {BaseURL: "http://127.0.0.1:9/v1"}}}
	s.addPrompt(&audit.Trace{Stored: &failed})
	if !strings.Contains(s.cause, "http://127.0.0.1:9/v1") || !strings.Contains(s.cause, "docs upstreams#") {
		t.Errorf("the cause is %q", s.cause)
	}
}
