package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vouchsafe/trace/chain"
)

// tracesIn are the lines of a file that are traces.
func tracesIn(text []byte) (out []string) {
	for line := range bytes.Lines(text) {
		if !chain.IsRecord(line) {
			out = append(out, strings.TrimSpace(string(line)))
		}
	}
	return out
}

// verified is what a look at a ledger's files says.
type verified struct {
	chain.Summary
	problems, notes []chain.Said
}

// verify looks at a ledger's files with its public keys.
func verify(t *testing.T, path string) verified {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), chain.PublicFile))
	if err != nil {
		t.Fatal(err)
	}
	keys, err := chain.ReadKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	var out verified
	head, err := ReadHead(path)
	if err != nil {
		t.Fatal(err)
	}
	v := chain.Verifier{Keys: keys, Complete: true, Head: head,
		Problem: func(s chain.Said) { out.problems = append(out.problems, s) },
		Note:    func(s chain.Said) { out.notes = append(out.notes, s) }}
	for _, name := range Files(path) {
		f, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Read(name, f); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	out.Summary = v.Done()
	return out
}

// holds fails where a ledger's files are not as they were written.
func holds(t *testing.T, path string) verified {
	t.Helper()
	got := verify(t, path)
	if len(got.problems) > 0 {
		t.Errorf("%v", got.problems)
	}
	return got
}

// written writes traces into a ledger and closes it.
func writeTraces(t *testing.T, o Options, users ...string) {
	t.Helper()
	w, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, user := range users {
		tr := sample(1)
		tr.User = user
		if err := w.Record(tr, Full); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// many are n users.
func many(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf("u-%d", i))
	}
	return out
}

func TestAChainGoesOnAcrossFilesAndStarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	o := Options{Path: path, MaxSize: 20_000, Keep: 20}
	writeTraces(t, o, many(15)...)
	writeTraces(t, o, many(15)...)
	got := holds(t, path)
	if got.Traces != 30 || got.Files < 3 || got.First != 1 || got.Unsigned != 0 || len(got.notes) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTheOldestFilesMayGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path, MaxSize: 20_000, Keep: 2}, many(60)...)
	if got := holds(t, path); got.First == 1 || got.Files != 3 {
		t.Errorf("%+v", got)
	}
	if err := os.Remove(path + ".2"); err != nil {
		t.Fatal(err)
	}
	if got := verify(t, path); len(got.problems) != 1 || got.problems[0].Place != (chain.Place{File: path + ".1", Line: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestAThousandLinesAreSigned(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path}, many(2500)...)
	got := holds(t, path)
	if got.Records != 4 { // opened, two checkpoints, closed
		t.Errorf("%+v", got)
	}
}

func TestWhatIsWrittenIsSignedInTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	line := entryOf(sample(1))
	for range 2 {
		if _, err := l.writeLines([]entry{line}); err != nil {
			t.Fatal(err)
		}
		if err := l.sign(false); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.sign(false); err != nil { // nothing new
		t.Fatal(err)
	}
	if got := holds(t, path); got.Records != 3 || got.Unsigned != 0 || l.chain.head.N != 5 {
		t.Errorf("%+v, head %v", got, l.chain.head)
	}
	l.kill()
}

// Within a minute of a rotation the head told of the first line of the new file alone: the signed lines behind it could be cut off.
func TestASignedLineIsInTheHeadAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.kill()
	for _, e := range []entry{entryOf(sample(1)), recordEntry(checkpoint(chain.Accessed)), entryOf(sample(2)), recordEntry(checkpoint(chain.Configuration))} {
		if _, err := l.writeLines([]entry{e}); err != nil {
			t.Fatal(err)
		}
		head, err := ReadHead(path)
		if err != nil || head == nil || e.record != nil && head.Link != l.chain.at {
			t.Fatalf("the chain is at %v, the head at %v, %v", l.chain.at, head, err)
		}
	}
}

func TestAKilledProcessLeavesAChainThatGoesOn(t *testing.T) {
	for name, leave := range map[string]func(text []byte) []byte{
		"whole": func(text []byte) []byte { return text },
		"torn":  func(text []byte) []byte { return text[:len(text)-100] },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			l, err := openFile(Options{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			lines := []entry{entryOf(sample(1)), entryOf(sample(2)), entryOf(sample(1))}
			for _, some := range [][]entry{lines[:1], lines[1:]} { // the first is made durable with the record in front of it
				if _, err := l.writeLines(some); err != nil {
					t.Fatal(err)
				}
			}
			l.kill()
			text, _ := os.ReadFile(path)
			if err := os.WriteFile(path, leave(text), 0o600); err != nil {
				t.Fatal(err)
			}
			holds(t, path)
			writeTraces(t, Options{Path: path}, "next")
			got := holds(t, path)
			text, _ = os.ReadFile(path)
			if torn := name == "torn"; strings.Contains(string(text), `"torn":true`) != torn || torn != (len(got.notes) == 2) || len(got.notes) == 0 {
				t.Errorf("%+v in\n%s", got, text)
			}
		})
	}
}

func TestTwoProcessesWriteOneChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	o := Options{Path: path, MaxSize: 20_000, Keep: 20}
	a, err := openFile(o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := openFile(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		if _, err := []*file{a, b}[i%2].writeLines([]entry{entryOf(sample(1))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(a.close(), b.close()); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, path); got.Traces != 40 || got.Files < 3 {
		t.Errorf("%+v", got)
	}
}

// TestTwoProcessesThatRotateAtOnceWriteOneChain lets several writers rotate all the time: a line that one
// wrote while another rotated had the number of a line in the new file, for good.
func TestTwoProcessesThatRotateAtOnceWriteOneChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	const writers, lines = 3, 100
	var wrote sync.WaitGroup
	for range writers {
		l, err := openFile(Options{Path: path, MaxSize: 30_000, Keep: 1000})
		if err != nil {
			t.Fatal(err)
		}
		wrote.Go(func() {
			for range lines {
				if _, err := l.writeLines([]entry{entryOf(sample(1))}); err != nil {
					t.Error(err)
				}
			}
			if err := l.close(); err != nil {
				t.Error(err)
			}
		})
	}
	wrote.Wait()
	if got := holds(t, path); got.Traces != writers*lines {
		t.Errorf("%+v", got)
	}
}

func TestAFileFromBeforeThereWasAChainGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(path, bytes.Repeat(AppendLine(nil, sample(1)), 3), 0o600); err != nil {
		t.Fatal(err)
	}
	writeTraces(t, Options{Path: path}, "a", "b")
	got := holds(t, path)
	if got.Unchained != 3 || got.Traces != 2 || len(got.notes) != 1 {
		t.Errorf("%+v", got)
	}
	w := open(t, Options{Path: path})
	if ids, err := w.Erase(context.Background(), Whose{User: sample(1).User}); len(ids) != 3 || err != nil {
		t.Fatal(ids, err)
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	holds(t, path) // the chain names the last of them, and what stands in its place names it, too
}

func TestAFileWithoutAChainVouchesForNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path}, "a")
	if err := os.WriteFile(path, AppendLine(nil, sample(1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := verify(t, path); len(got.problems) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestDeletedTracesLeaveASignedPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, MaxSize: 20_000, Keep: 20})
	for i := range 60 {
		tr := sample(1)
		tr.User = []string{"keeps", "leaves"}[i%2]
		tr.Question = "asked by " + tr.User
		if err := w.Record(tr, Full); err != nil {
			t.Fatal(err)
		}
	}
	ids, err := w.Erase(context.Background(), Whose{User: "leaves"})
	if err != nil || len(ids) != 30 {
		t.Fatal(ids, err)
	}
	record(t, w, "more")
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := holds(t, path)
	if got.Removed != 30 || got.Traces != 31 {
		t.Errorf("%+v", got)
	}
	for i := range 20 {
		if text, _ := os.ReadFile(numbered(path, i)); bytes.Contains(text, []byte("leaves")) {
			t.Errorf("%s still holds a deleted trace", numbered(path, i))
		}
	}
	if again, err := w.file.overwrite(context.Background(), Whose{User: "leaves"}.means, func() bool { return false }, ErasedOnRequest, nil); again != 0 || err != nil {
		t.Error(again, err)
	}
}

// TestFeedbackIsDeletedWithItsTrace: on request and by age, and nothing that it had signed is then without a signature for too long.
func TestFeedbackIsDeletedWithItsTrace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path})
	for i := range 3 * chain.MostUnsigned {
		record(t, w, fmt.Sprintf("vt_%d", i))
		if i%(chain.MostUnsigned/2) == 0 {
			about := Opinion{Trace: fmt.Sprintf("vt_%d", i), Timestamp: "2026-11-20T10:00:00.000Z", App: "clinic", User: []string{"dora", "otto"}[i/500%2], Feedback: []byte(`{"comment":"a private word","kind":"right"}`)}
			if err := w.Opined(about); err != nil {
				t.Fatal(err)
			}
		}
	}
	if ids, err := w.Erase(context.Background(), Whose{User: "dora"}); err != nil || len(ids) != 3 {
		t.Fatal(ids, err)
	}
	if text, _ := os.ReadFile(path); bytes.Contains(text, []byte("dora")) || bytes.Count(text, []byte("a private word")) != 3 {
		t.Error("the words are still there, or others are gone")
	}
	if n, err := w.Expire(context.Background(), time.Now().Add(time.Hour)); err != nil || n != 3*chain.MostUnsigned+3 {
		t.Fatal(n, err)
	}
	if text, _ := os.ReadFile(path); bytes.Contains(text, []byte("private")) {
		t.Error("old words are still there")
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := holds(t, path); got.Removed != 3*chain.MostUnsigned+6 {
		t.Errorf("%+v", got.Summary)
	}
}

func TestTheLastTraceIsDeletedAndTheChainGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.writeLines([]entry{entryOf(sample(1))}); err != nil {
		t.Fatal(err)
	}
	if n, err := l.overwrite(context.Background(), Whose{App: "clinic"}.means, func() bool { return false }, ErasedOnRequest, nil); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	l.kill()
	writeTraces(t, Options{Path: path}, "next")
	if got := holds(t, path); got.Removed != 1 {
		t.Errorf("%+v", got)
	}
}

// TestATornLineStopsNoDeletion: a process is killed in the middle of a line, and the next one goes on. What is left of the line is
// deleted like any other, however short it is, and what stands behind it, too.
func TestATornLineStopsNoDeletion(t *testing.T) {
	torn := sample(1)
	torn.User, torn.Question = "dora", "dora's words"
	line := AppendLine(nil, torn)
	for _, length := range []int{1, 20, bytes.Index(line, []byte("words")) + 2, len(line) / 2, len(line) - 2} {
		for why, remove := range map[string]func(w *Writer) (int, error){
			"on request": func(w *Writer) (int, error) {
				ids, err := w.Erase(context.Background(), Whose{User: "dora"})
				return len(ids), err
			},
			"by age": func(w *Writer) (int, error) { return w.Expire(context.Background(), time.Now().Add(time.Hour)) },
		} {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			l, err := openFile(Options{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.writeLines([]entry{entryOf(sample(1))}); err != nil {
				t.Fatal(err)
			}
			l.kill()
			text, _ := os.ReadFile(path)
			if err := os.WriteFile(path, append(text, line[:length]...), 0o600); err != nil {
				t.Fatal(err)
			}
			w := open(t, Options{Path: path})
			behind := sample(1)
			behind.User, behind.Question = "dora", "dora's other words"
			if err := errors.Join(w.Record(behind, Full), w.fileQueue.settled(context.Background())); err != nil {
				t.Fatal(err)
			}
			for again := range 2 {
				if n, err := remove(w); err != nil || n == 0 && again == 0 || n > 0 && again > 0 {
					t.Errorf("%d bytes, %s: %d, %v", length, why, n, err)
				}
			}
			if err := w.Close(context.Background()); err != nil {
				t.Fatal(err)
			}
			got := holds(t, path)
			if !says(got.notes, 3, "was cut off by a crash") {
				t.Errorf("%d bytes, %s: %v", length, why, got.notes)
			}
			if text, _ := os.ReadFile(path); bytes.Contains(text, []byte("dora")) {
				t.Errorf("%d bytes, %s: the words are still there:\n%s", length, why, text)
			}
			writeTraces(t, Options{Path: path}, "next")
			holds(t, path)
		}
	}
}

func TestOldTracesLeaveTheFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, MaxSize: 20_000, Keep: 20})
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i := range 60 {
		tr := sample(1)
		tr.Timestamp = start.Add(time.Duration(i) * time.Hour)
		if err := w.Record(tr, Full); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.fileQueue.settled(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Expire(context.Background(), start.Add(40*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := holds(t, path)
	if got.Traces != 20 || got.Files > 4 || got.Removed > 10 {
		t.Errorf("%+v", got)
	}
}

func TestAnotherKeySignsFromThereOn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trace.jsonl")
	writeTraces(t, Options{Path: path}, "a")
	exported, err := os.ReadFile(filepath.Join(dir, chain.PublicFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RenewKey(path, ""); err != nil {
		t.Fatal(err)
	}
	writeTraces(t, Options{Path: path}, "b")
	holds(t, path)
	// Who has the first public key only learns of the second from the chain.
	if err := os.WriteFile(filepath.Join(dir, chain.PublicFile), exported, 0o600); err != nil {
		t.Fatal(err)
	}
	keys, _ := chain.ReadKeys(exported)
	v := chain.Verifier{Keys: keys, Note: func(chain.Said) {}, Problem: func(s chain.Said) { t.Error(s) }}
	text, _ := os.ReadFile(path)
	if err := v.Read(path, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	v.Done()
}

// TestAStolenKeySignsNoMoreBehindItsRenewal: what was appended with it was certified, and taken into the store at the next start, at once or
// when the file with the renewal had given way to others.
func TestAStolenKeySignsNoMoreBehindItsRenewal(t *testing.T) {
	t.Run("kept", func(t *testing.T) { stealKey(t, Options{MaxSize: 20 << 10, Keep: 9}, 1) })
	t.Run("rotated away", func(t *testing.T) { stealKey(t, Options{MaxSize: 20 << 10, Keep: 2}, 20) })
}

func stealKey(t *testing.T, o Options, own int) {
	dir := t.TempDir()
	path, keyFile := filepath.Join(dir, "trace.jsonl"), filepath.Join(dir, chain.KeyFile)
	o.Path = path
	running := open(t, o)
	write := func(user string) {
		for range 9 {
			tr := sample(1)
			tr.User = user
			if err := errors.Join(running.Record(tr, Full), running.Accessed(Access{Who: user, Action: "read"})); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("before")
	stolen, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = RenewKey(path, ""); err != nil {
		t.Fatal(err)
	}
	for range own {
		write("own") // a gateway that runs meanwhile
	}
	if _, err := running.Erase(t.Context(), Whose{User: "before"}); err != nil {
		t.Fatal(err)
	}
	holds(t, path)
	if err := running.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	holds(t, path)
	if first, err := os.ReadFile(Files(path)[0]); err != nil || bytes.Contains(first, []byte(`"record":"key"`)) == (own > 1) {
		t.Fatal("the file with the renewal", err)
	}
	renewed, err := os.ReadFile(keyFile)
	if err == nil {
		err = os.WriteFile(keyFile, stolen, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	running = open(t, o)
	write("forged")
	if err := errors.Join(running.Close(t.Context()), os.WriteFile(keyFile, renewed, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"at once", "after the next start"} {
		names := func(s chain.Said) bool { return strings.Contains(s.What, "which handed over to another") }
		if got := verify(t, path); !slices.ContainsFunc(got.problems, names) {
			t.Errorf("%s: %v", when, got.problems)
		}
		w := open(t, o)
		keys := w.file.chain.publicKeys()
		doubts, _, err := Doubts(t.Context(), w, Files(path), func() (chain.Keys, error) { return keys, nil })
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Files(path) {
			err = errors.Join(err, EachTrace(name, 0, doubts, func(trace []byte, held bool) error {
				if forged := bytes.Contains(trace, []byte("forged")); forged == held {
					t.Errorf("%s: forged %t, held %t", when, forged, held)
				}
				return nil
			}))
		}
		err = errors.Join(err, EachRecord(Files(path), chain.Accessed, keys, func(r chain.Record) {
			if bytes.Contains(r.Told, []byte("forged")) {
				t.Errorf("%s: %s", when, r.Told)
			}
		}))
		if err = errors.Join(err, w.Close(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAKeyRenewedDuringALookIsKnown: a start that had read the public keys in front of a renewal, and the file behind it and a
// deletion, said that a key was lost.
func TestAKeyRenewedDuringALookIsKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path}, "a", "b")
	w := open(t, Options{Path: path})
	defer w.Close(context.Background())
	before := w.file.chain.publicKeys()
	if _, err := RenewKey(path, ""); err != nil {
		t.Fatal(err)
	}
	w.file.chain.renewKey()
	if ids, err := w.Erase(t.Context(), Whose{User: "a"}); len(ids) != 1 || err != nil {
		t.Fatal(ids, err)
	}
	first := true
	known := func() (chain.Keys, error) {
		if first {
			first = false
			return before, nil
		}
		return w.file.chain.knownKeys()
	}
	if all, unknown, err := Doubts(t.Context(), w, []string{path}, known); len(all)+len(unknown) > 0 || err != nil {
		t.Error(all, unknown, err)
	}
}

func TestAKeyThatWasPutInItsPlaceIsNotBelieved(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trace.jsonl")
	writeTraces(t, Options{Path: path}, "a")
	exported, _ := os.ReadFile(filepath.Join(dir, chain.PublicFile))
	if err := os.Remove(filepath.Join(dir, chain.KeyFile)); err != nil {
		t.Fatal(err)
	}
	writeTraces(t, Options{Path: path}, "b")
	holds(t, path) // with all keys that this directory ever had
	keys, _ := chain.ReadKeys(exported)
	problems := 0
	v := chain.Verifier{Keys: keys, Note: func(chain.Said) {}, Problem: func(chain.Said) { problems++ }}
	text, _ := os.ReadFile(path)
	if err := v.Read(path, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if v.Done(); problems == 0 {
		t.Error("the signature of an unknown key was believed")
	}
}

func TestRulesStandInEveryFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, MaxSize: 20_000, Keep: 20})
	rules := Rules{Configuration: "apps: {}", Hash: "h", Policies: []NamedPolicy{{"strict", "0123", []byte(`{"mode":"enforce"}`)}}}
	if err := w.Governed(rules); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		record(t, w, "x")
	}
	if err := w.Accessed(Access{Who: "eve", Action: "export", Target: "app=clinic", Count: 3}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := holds(t, path)
	for i := range got.Files {
		text, _ := os.ReadFile(numbered(path, i))
		if !bytes.Contains(text, []byte(`"policy_hash":"0123"`)) || !bytes.Contains(text, []byte(`"record":"configuration"`)) {
			t.Errorf("%s does not tell the rules", numbered(path, i))
		}
	}
	if text, _ := os.ReadFile(path); !bytes.Contains(text, []byte(`"who":"eve"`)) {
		t.Error("it was not noted who exported")
	}
}

// edited is a ledger's files as lines, and where they were edited.
type edited struct {
	files [][]string
}

// edits are ways to falsify a ledger. Each says which line must be named.
var edits = map[string]func(r *rand.Rand, e *edited) (file, from, to int){
	"change": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		line := []byte(e.files[f][l])
		at := r.IntN(len(line))
		by := byte(' ' + r.IntN(95))
		for by == line[at] {
			by = byte(' ' + r.IntN(95))
		}
		line[at] = by
		e.files[f][l] = string(line)
		return f, l, l
	},
	"change and chain anew": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		for chain.IsRecord([]byte(e.files[f][l])) {
			f, l = e.pick(r)
		}
		e.files[f][l] = strings.Replace(e.files[f][l], "4 g", "9 g", 1)
		to := len(e.files[f]) - 1
		for i := l + 1; i < len(e.files[f]); i++ { // as far as nothing is signed
			if chain.IsRecord([]byte(e.files[f][i])) {
				to = i
				break
			}
			p, _ := chain.Parse([]byte(e.files[f][i]))
			before, _ := chain.Parse([]byte(e.files[f][i-1]))
			text, _ := chain.Seal(nil, append(slices.Clone(p.Object), '}'), chain.Link{N: before.N, Hash: chain.HashOf([]byte(e.files[f][i-1]))}, nil)
			e.files[f][i] = strings.TrimSpace(string(text))
		}
		return f, l, to
	},
	"delete": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		e.files[f] = slices.Delete(e.files[f], l, l+1)
		return f, l, l
	},
	"insert": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		g, m := e.pick(r)
		line := e.files[g][m]
		switch r.IntN(3) {
		case 0: // linked to the line in front of it
			p, _ := chain.Parse([]byte(line))
			at := chain.Link{}
			if l > 0 {
				before, _ := chain.Parse([]byte(e.files[f][l-1]))
				at = chain.Link{N: before.N, Hash: chain.HashOf([]byte(e.files[f][l-1]))}
			}
			text, _ := chain.Seal(nil, append(slices.Clone(p.Object), '}'), at, nil)
			line = strings.TrimSpace(string(text))
		case 1:
			line = `{"query_id":"vt_forged"}`
		}
		e.files[f] = slices.Insert(e.files[f], l, line)
		return f, l, l
	},
	"swap": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		g, m := e.pick(r)
		for f == g && l == m {
			g, m = e.pick(r)
		}
		e.files[f][l], e.files[g][m] = e.files[g][m], e.files[f][l]
		if f > g || f == g && l > m {
			f, l = g, m
		}
		return f, l, l
	},
	"truncate": func(r *rand.Rand, e *edited) (int, int, int) {
		f, l := e.pick(r)
		cut := r.IntN(len(e.files[f][l]))
		e.files[f] = append(e.files[f][:l:l], e.files[f][l][:cut]+"\x00") // without a line feed
		return f, l, l
	},
	"delete a file": func(r *rand.Rand, e *edited) (int, int, int) {
		f := r.IntN(len(e.files))
		e.files[f] = nil
		return f, 0, 0
	},
}

func (e *edited) pick(r *rand.Rand) (file, line int) {
	file = r.IntN(len(e.files))
	return file, r.IntN(len(e.files[file]))
}

// TestEveryForgeryIsNamed falsifies a ledger of several files in two hundred ways. The line that was
// touched, or its neighbour where a line is gone, must be the first that is named.
func TestEveryForgeryIsNamed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trace.jsonl")
	writeTraces(t, Options{Path: path, MaxSize: 30_000, Keep: 20}, many(90)...)
	files := holds(t, path).Files
	var whole [][]string // oldest first
	for i := files - 1; i >= 0; i-- {
		text, _ := os.ReadFile(numbered(path, i))
		whole = append(whole, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"))
	}
	names := make([]string, 0, len(edits))
	for name := range edits {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewPCG(20, 26))
	const tries = 210
	for try := range tries {
		e := edited{}
		for _, lines := range whole {
			e.files = append(e.files, slices.Clone(lines))
		}
		name := names[try%len(names)]
		f, from, to := edits[name](r, &e)
		e.write(t, path)
		got := verify(t, path)
		if len(got.problems) == 0 {
			t.Errorf("%d: %s of %d:%d was not noticed", try, name, f, from)
			continue
		}
		if !named(got.problems[0], path, &e, f, from, to) {
			t.Errorf("%d: %s of %s:%d was named %v %q", try, name, numbered(path, files-1-f), from+1, got.problems[0].Place, got.problems[0].What)
		}
	}
	e := edited{files: whole}
	e.write(t, path)
	holds(t, path)
}

func (e *edited) write(t *testing.T, path string) {
	t.Helper()
	for i, lines := range e.files {
		text := strings.Join(lines, "\n") + "\n"
		text = strings.TrimSuffix(text, "\x00\n")
		name := numbered(path, len(e.files)-1-i)
		if lines == nil {
			_ = os.Remove(name)
			continue
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// named reports whether what is said is of an edited line, or of the one before or behind it.
func named(said chain.Said, path string, e *edited, file, from, to int) bool {
	place, at, lo, hi := 0, -1, 0, 0
	for i, lines := range e.files {
		for l := range max(len(lines), 1) {
			if numbered(path, len(e.files)-1-i) == said.File && l == said.Line-1 {
				at = place
			}
			if i == file && l == min(from, max(len(lines)-1, 0)) {
				lo = place
			}
			if i == file && l == min(to, max(len(lines)-1, 0)) {
				hi = place
			}
			place++
		}
	}
	return at >= lo-1 && at <= hi+1
}

// kill ends a process as kill -9 does: it says nothing more.
func (l *file) kill() {
	l.f.Close()
	l.chain.presence.f.Close()
}
