package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// filed writes traces to files as a ledger that has rotated: the first to the
// oldest file. It returns a configuration that names them.
func filed(t *testing.T, traces ...*ledger.Trace) (configuration string) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "traces.jsonl")
	for i, trace := range traces {
		name := path
		if back := len(traces) - 1 - i; back > 0 {
			name += "." + string(rune('0'+back))
		}
		if err := os.WriteFile(name, ledger.LineOf(trace).JSON, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	configuration = filepath.Join(dir, "vouchsafe.yaml")
	if err := os.WriteFile(configuration, []byte("ledger: {jsonl: {path: "+path+"}, store: {driver: none}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return configuration
}

func exchangeOf(id, app string, verdict report.Verdict, minute int) *ledger.Trace {
	return &ledger.Trace{
		QueryID: id, Timestamp: time.Date(2026, 11, 20, 12, minute, 0, 0, time.UTC), App: app, Model: "m", Verdict: verdict,
		Question: "How long does the kiln take?", Latency: ledger.Latency{Total: 1200 * time.Millisecond},
	}
}

func TestShowTellsWhatHappened(t *testing.T) {
	trace := exchangeOf("vt_1", "pottery", report.Refused, 0)
	trace.Answer, trace.Reason, trace.Policy = "I cannot say.", "unproven", "strict"
	trace.Latency.Upstream, trace.Latency.Verify = time.Second, 2500*time.Microsecond
	trace.Findings = []report.Finding{{Code: report.ClaimNumber, Detail: `source "9 hours", answer "8 hours"`}}
	trace.Citations = []report.Citation{{Number: 1, ChunkID: "k1", Snippet: "nine hours", Verified: true, Match: "exact"}, {Number: 2, ChunkID: "k2", Snippet: "ten"}}
	trace.Chunks = []evidence.Chunk{{ID: "k1", Title: "Kiln", Text: "The kiln takes nine hours.\nAnd \x1b[31mcools\x07.", Standing: evidence.Primary, Layout: "tags"}}
	trace.Attempts = []ledger.Attempt{{Asked: "answer, segments", Reply: "Eight.", Upstream: "openai", Status: 200, Duration: time.Second,
		Findings: []report.Finding{{Code: report.ClaimNumber, Detail: "eight"}}}, {Upstream: "openai", Cause: "timeout"}}
	path := filed(t, trace)
	code, out, stderr := vouchsafe(nil, "traces", "show", "vt_1", "-c", path)
	if code != 0 {
		t.Fatal(stderr)
	}
	for _, want := range []string{
		"vt_1  2026-11-20T12:00:00.000Z\napp pottery   policy strict   model m   verdict refused (unproven)\n1200 ms, of these 1000 upstream and 2.5 verifying\n",
		"\nquestion\n     How long does the kiln take?\n", "\nanswer\n     I cannot say.\n",
		"\nfinding claim-number\n     source \"9 hours\", answer \"8 hours\"\n",
		"\ncitation 1 of k1: verified, exact\n     nine hours\n", "\ncitation 2 of k2: not verified\n     ten\n",
		"\nchunk k1 (primary, tags) Kiln\n     The kiln takes nine hours.\n     And  [31mcools .\n",
		"\nattempt 1, openai: status 200, 1000 ms; answer, segments\n     Eight.\n     claim-number: eight\n",
		"\nattempt 2, openai: status 0 (timeout), 0 ms; \n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	code, asStored, _ := vouchsafe(nil, "traces", "show", "--json", "vt_1", "-c", path)
	if code != 0 || asStored != string(ledger.LineOf(trace).JSON) {
		t.Errorf("exit code %d, %s", code, asStored)
	}
	if code, _, stderr := vouchsafe(nil, "traces", "show", "vt_2", "-c", path); code != exitFailed || !strings.Contains(stderr, "cannot show vt_2: there is no such trace") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestTailListsTheNewestLast(t *testing.T) {
	path := filed(t, exchangeOf("vt_1", "a", report.Grounded, 1), exchangeOf("vt_2", "b", report.Refused, 2),
		exchangeOf("vt_3", "a", report.Redacted, 3))
	for line, want := range map[string]string{
		"":                             "vt_1 vt_2 vt_3",
		"-n 2":                         "vt_2 vt_3",
		"--app a":                      "vt_1 vt_3",
		"--verdict refused,redacted":   "vt_2 vt_3",
		"--since 2026-11-20T12:02:00Z": "vt_2 vt_3",
		"--until 2026-11-20T12:02:00Z": "vt_1",
		"--text KILN --app b":          "vt_2",
		"--text clay":                  "",
		"--model m --user nobody":      "",
		"--since 2026-11-20T12:02:00Z --until 2026-11-20T12:03:00.5Z": "vt_2 vt_3",
	} {
		code, out, stderr := vouchsafe(nil, append([]string{"traces", "tail", "-c", path}, strings.Fields(line)...)...)
		var ids []string
		for row := range strings.Lines(out) {
			ids = append(ids, strings.Fields(row)[1])
		}
		if got := strings.Join(ids, " "); code != 0 || got != want {
			t.Errorf("%s: exit code %d, %q, want %q; %s", line, code, got, want, stderr)
		}
	}
}

func TestExportWritesWholeTraces(t *testing.T) {
	a, b := exchangeOf("vt_1", "a", report.Grounded, 1), exchangeOf("vt_2", "b", report.Refused, 2)
	path := filed(t, a, b)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	if code, _, stderr := vouchsafe(nil, "traces", "export", "-c", path, "--output", out); code != 0 {
		t.Fatal(stderr)
	}
	want := string(ledger.LineOf(a).JSON) + string(ledger.LineOf(b).JSON)
	if got, err := os.ReadFile(out); err != nil || string(got) != want {
		t.Errorf("%v: %s", err, got)
	}
	if code, _, stderr := vouchsafe(nil, "traces", "export", "-c", path, "-o", out); code != exitUsage || !strings.Contains(stderr, "cannot write the export: ") {
		t.Errorf("a file that is there was written over: exit code %d, %s", code, stderr)
	}
	code, got, _ := vouchsafe(nil, "traces", "export", "--app", "b", filepath.Join(filepath.Dir(path), "traces.jsonl"))
	if code != 0 || got != string(ledger.LineOf(b).JSON) {
		t.Errorf("exit code %d, %s", code, got)
	}
	code, got, _ = vouchsafe(strings.NewReader("no trace\n\n"+want), "traces", "export", "-")
	if code != 0 || got != want {
		t.Errorf("exit code %d, %s", code, got)
	}
}
