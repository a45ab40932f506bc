package ledger

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/trace/chain"
)

// forge appends a trace with the right number and hash, for which no key is needed.
func forge(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	last := lines[len(lines)-1]
	l, _ := chain.Parse(last)
	text, _ = chain.Seal(text, []byte(`{"query_id":"vt_forged","timestamp":"2026-03-01T00:00:00.000Z","app":"clinic"}`), chain.Link{N: l.N, Hash: l.HashIn(last)}, nil)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// says reports whether one of some sayings is of a line and has some words.
func says(all []chain.Said, line int, words string) bool {
	for _, s := range all {
		if s.Line == line && strings.Contains(s.What, words) {
			return true
		}
	}
	return false
}

func TestALineForgedBehindTheRecordClosedIsAFaultForEver(t *testing.T) {
	for name, add := range map[string]func(t *testing.T, path string){
		"chained": forge,
		"not chained": func(t *testing.T, path string) {
			text, _ := os.ReadFile(path)
			if err := os.WriteFile(path, append(text, "{\"query_id\":\"vt_forged\"}\n"...), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"without its end": func(t *testing.T, path string) {
			text, _ := os.ReadFile(path)
			if err := os.WriteFile(path, append(text, `{"query_id":"vt_forged"`...), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			writeTraces(t, Options{Path: path}, "a", "b") // opened, two traces, closed
			add(t, path)
			if got := verify(t, path); len(got.problems) != 1 || !says(got.problems, 5, "was added: it stands behind the record closed") {
				t.Errorf("%+v", got)
			}
			var told []error
			writeTraces(t, Options{Path: path, OnError: func(err error) { told = append(told, err) }}, "c")
			if len(told) != 1 || !errors.Is(told[0], ErrAdded) {
				t.Errorf("the start told %v", told)
			}
			if got := verify(t, path); len(got.problems) != 1 || !says(got.problems, 5, "was added") {
				t.Errorf("after the next start: %+v", got)
			}
			if text, _ := os.ReadFile(path); !bytes.Contains(text, []byte(`"added":1`)) {
				t.Errorf("the start did not record it:\n%s", text)
			}
		})
	}
}

// TestAnAddedLineIsToldOfWhereTheRecordClosedIsGone: the file with both of them was rotated away.
func TestAnAddedLineIsToldOfWhereTheRecordClosedIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path}, "a")
	forge(t, path)
	if err := os.Rename(path, numbered(path, 1)); err != nil {
		t.Fatal(err)
	}
	writeTraces(t, Options{Path: path, Keep: 1}, "b")
	if got := verify(t, path); len(got.problems) != 1 {
		t.Errorf("%+v", got)
	}
	if err := os.Remove(numbered(path, 1)); err != nil {
		t.Fatal(err)
	}
	if got := verify(t, path); !says(got.problems, 1, "1 line(s) in front of it stood behind a record closed") {
		t.Errorf("%+v", got)
	}
}

func TestLinesThatACrashLeftUnsignedAreToldOfForEver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.writeLines([]entry{entryOf(sample(1)), entryOf(sample(1))}); err != nil {
		t.Fatal(err)
	}
	l.kill()
	forge(t, path)
	got := holds(t, path)
	if got.Unsigned != 3 || got.Behind != (chain.Place{File: path, Line: 2}) || got.End != (chain.Place{File: path, Line: 4}) {
		t.Errorf("%+v", got)
	}
	for range 2 {
		writeTraces(t, Options{Path: path}, "next")
		if got := holds(t, path); len(got.notes) != 1 || !says(got.notes, 5, "the 3 line(s) in front of it were first signed at the next start") {
			t.Errorf("%+v", got.notes)
		}
	}
}

// TestALineForgedBesideARunningProcessIsToldOf: it knows which lines it wrote.
func TestALineForgedBesideARunningProcessIsToldOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	line := []entry{entryOf(sample(1))}
	if _, err := l.writeLines(line); err != nil {
		t.Fatal(err)
	}
	forge(t, path)
	if _, err := l.writeLines(line); err != nil {
		t.Fatal(err)
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, path); !says(got.notes, 4, "the 1 line(s) in front of it were first signed at the next start") {
		t.Errorf("%+v", got)
	}
}

func TestAProcessThatEndsBesideAnotherOneClosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	a, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	line := []entry{entryOf(sample(1))}
	if _, err := a.writeLines(line); err != nil {
		t.Fatal(err)
	}
	if _, err := RenewKey(path, ""); err != nil { // a process of its own
		t.Fatal(err)
	}
	if _, err := a.writeLines(line); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, path); len(got.notes) != 1 { // not signed yet
		t.Errorf("%+v", got)
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, path); len(got.notes) != 0 {
		t.Errorf("%+v", got)
	}
	forge(t, path)
	if got := verify(t, path); len(got.problems) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestADeletedLineVouchesForNoOther: what stands in its place is signed, and was made of
// what was there.
func TestADeletedLineVouchesForNoOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.writeLines([]entry{entryOf(sample(1))}); err != nil {
		t.Fatal(err)
	}
	forge(t, path)
	tr := sample(1)
	tr.User = "leaves"
	if _, err := l.writeLines([]entry{entryOf(tr)}); err != nil {
		t.Fatal(err)
	}
	if n, err := l.overwrite(t.Context(), Whose{User: "leaves"}.means, func() bool { return false }, ErasedOnRequest, nil); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	l.kill()
	writeTraces(t, Options{Path: path}, "next")
	if got := holds(t, path); got.Removed != 1 || !says(got.notes, 4, "the 1 line(s) in front of it were first signed at the next start") {
		t.Errorf("%+v", got)
	}
}

func TestTwoSwappedLinesAreNamed(t *testing.T) {
	for name, swap := range map[string][2]int{"neighbours": {18, 19}, "apart": {4, 19}} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			writeTraces(t, Options{Path: path}, many(30)...)
			text, _ := os.ReadFile(path)
			lines := strings.SplitAfter(string(text), "\n")
			lines[swap[0]], lines[swap[1]] = lines[swap[1]], lines[swap[0]]
			if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
				t.Fatal(err)
			}
			got := verify(t, path)
			if !says(got.problems, 21, "were removed or moved") {
				t.Errorf("%v", got.problems)
			}
		})
	}
}
