package ledger

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vouchsafe/trace/chain"
)

// startAgain opens a ledger, writes a trace and closes it; it returns what was logged.
func startAgain(t *testing.T, o Options) (logged []error) {
	t.Helper()
	o.OnError = func(err error) { logged = append(logged, err) }
	writeTraces(t, o, "again")
	return logged
}

// TestALineThatIsGoneFromTheFrontIsNamedForEver removes lines from the front of a chain: no start of the gateway, and no
// rotation, makes that right again.
func TestALineThatIsGoneFromTheFrontIsNamedForEver(t *testing.T) {
	for name, remove := range map[string]func(t *testing.T, path string){
		"the oldest file": func(t *testing.T, path string) { gone(t, path+".3") },
		"old files":       func(t *testing.T, path string) { gone(t, path+".3", path+".2", path+".1") },
		"an old file, and the head": func(t *testing.T, path string) {
			gone(t, path+".3", HeadPath(path))
		},
		"an old file, the newest one and the head": func(t *testing.T, path string) {
			gone(t, path+".3", path, HeadPath(path))
		},
		"every file": func(t *testing.T, path string) { gone(t, path+".3", path+".2", path+".1", path) },
		"all but the last line": func(t *testing.T, path string) {
			gone(t, path+".3", path+".2", path+".1")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
			if err := os.WriteFile(path, append(lines[len(lines)-1], '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			o := Options{Path: path, MaxSize: 20_000, Keep: 3}
			writeTraces(t, o, many(28)...)
			if got := holds(t, path); got.First != 1 || got.Files != 4 {
				t.Fatalf("%+v", got)
			}
			remove(t, path)
			logged := startAgain(t, o)
			if len(logged) != 1 || !errors.Is(logged[0], ErrGone) {
				t.Errorf("logged: %v", logged)
			}
			for _, more := range []int{0, 1, 60} { // the last rotates every file away that was there
				if more > 0 {
					o.OnError = func(err error) { t.Error("told again:", err) }
					writeTraces(t, o, many(more)...)
				}
				got := verify(t, path)
				if len(got.problems) != 1 || !strings.Contains(got.problems[0].What, "were gone when a gateway looked") ||
					!strings.HasPrefix(got.problems[0].What, "number 1 to ") {
					t.Errorf("after %d more: %v", more, got.problems)
				}
			}
		})
	}
}

func gone(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestACheckpointDoesNotTakeWhatIsGone removes a file beside a gateway that runs.
func TestACheckpointDoesNotTakeWhatIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	var logged []error
	w, err := Open(Options{Path: path, MaxSize: 20_000, Keep: 3, OnError: func(err error) { logged = append(logged, err) }})
	if err != nil {
		t.Fatal(err)
	}
	record := func(n int) {
		for range n {
			if err := w.Record(sample(1), Full); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.fileQueue.settled(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	record(28)
	gone(t, path+".3")
	record(60)
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := verify(t, path); len(got.problems) != 1 || !strings.Contains(got.problems[0].What, "were gone when a gateway looked") {
		t.Errorf("%v", got.problems)
	}
	if len(logged) != 1 || !errors.Is(logged[0], ErrGone) {
		t.Errorf("logged: %v", logged)
	}
}

// TestWhatTheGatewayDropsIsSigned rotates files away and lets them grow old: that is told, and no fault, also of two processes, also
// of files that somebody names.
func TestWhatTheGatewayDropsIsSigned(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	o := Options{Path: path, MaxSize: 20_000, Keep: 2}
	one, two := open(t, o), open(t, o)
	for range 40 {
		for _, w := range []*Writer{one, two} {
			if err := w.Record(sample(1), Full); err != nil {
				t.Fatal(err)
			}
			if err := w.fileQueue.settled(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := one.Expire(context.Background(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, w := range []*Writer{one, two} {
		if err := w.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	startAgain(t, o)
	got := holds(t, path)
	if got.First == 1 || len(got.notes) == 0 {
		t.Errorf("%+v", got)
	}
	text, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(text, []byte(`"record":"dropped"`)) {
		older, _ := os.ReadFile(path + ".1")
		if !bytes.Contains(older, []byte(`"record":"dropped"`)) {
			t.Errorf("what was dropped is not told: %v", err)
		}
	}
}

// TestNamedFilesWithoutTheirFrontAreAFault cuts the front off a copy, which holds a signed line that says where it begins.
func TestNamedFilesWithoutTheirFrontAreAFault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	writeTraces(t, Options{Path: path, MaxSize: 20_000, Keep: 3}, many(28)...)
	public, err := os.ReadFile(filepath.Join(filepath.Dir(path), chain.PublicFile))
	if err != nil {
		t.Fatal(err)
	}
	for first := 3; first >= 0; first-- {
		keys, err := chain.ReadKeys(public)
		if err != nil {
			t.Fatal(err)
		}
		var problems []chain.Said
		v := chain.Verifier{Keys: keys, Note: func(chain.Said) {}, Problem: func(s chain.Said) { problems = append(problems, s) }}
		for i := first; i >= 0; i-- {
			f, err := os.Open(numbered(path, i))
			if err == nil {
				err = errors.Join(v.Read(f.Name(), f), f.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		v.Done()
		if whole := first == 3; whole != (len(problems) == 0) || !whole && !strings.Contains(problems[0].What, "no signed removal explains it") {
			t.Errorf("from .%d on: %v", first, problems)
		}
	}
}

// TestLinesThatAreCutOffTheEndAreLoggedAtTheStart: by the head beside the file, or where that is gone, too, by the one that is
// remembered elsewhere.
func TestLinesThatAreCutOffTheEndAreLoggedAtTheStart(t *testing.T) {
	cut := func(t *testing.T, path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte{'\n'})
		if err := os.WriteFile(path, bytes.Join(lines[:len(lines)-3], nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, damage := range map[string]func(t *testing.T, path string){
		"the head kept": cut,
		"the head gone": func(t *testing.T, path string) {
			cut(t, path)
			gone(t, HeadPath(path))
		},
		"the newest file gone":               func(t *testing.T, path string) { gone(t, path) },
		"the newest file gone with the head": func(t *testing.T, path string) { gone(t, path); gone(t, HeadPath(path)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trace.jsonl")
			var kept []byte
			o := Options{Path: path, MaxSize: 20_000, Keep: 3, Heads: &Heads{
				Recall: func(string) ([]byte, error) { return kept, nil },
				Keep:   func(_ string, _ uint64, head []byte) { kept = bytes.Clone(head) },
			}}
			writeTraces(t, o, many(12)...)
			damage(t, path)
			logged := startAgain(t, o)
			if len(logged) != 1 || !errors.Is(logged[0], ErrGone) {
				t.Errorf("logged: %v", logged)
			}
			o.OnError = func(err error) { t.Error("told again:", err) }
			writeTraces(t, o, "more")
			if got := verify(t, path); len(got.problems) == 0 {
				t.Error("verifying finds nothing")
			}
		})
	}
}

// TestANewKeyInThePlaceOfALostOneIsLogged: the first one of all, and one that is there, are not.
func TestANewKeyInThePlaceOfALostOneIsLogged(t *testing.T) {
	for name, names := range map[string][]string{
		"the private key":        {chain.KeyFile},
		"the public key as well": {chain.KeyFile, chain.PublicFile},
		"nothing":                nil,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			o := Options{Path: filepath.Join(dir, "trace.jsonl")}
			if logged := startAgain(t, o); len(logged) > 0 {
				t.Errorf("at the first start: %v", logged)
			}
			for _, name := range names {
				gone(t, filepath.Join(dir, name))
			}
			logged := startAgain(t, o)
			key, err := chain.OpenKey(dir)
			if err != nil {
				t.Fatal(err)
			}
			if (len(logged) > 0) != (names != nil) || len(logged) > 0 && (!errors.Is(logged[0], ErrNewKey) || !strings.Contains(logged[0].Error(), key.ID)) {
				t.Errorf("logged: %v, the key is %s", logged, key.ID)
			}
		})
	}
}
