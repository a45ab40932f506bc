package config

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
)

// bench is a reloader at work on a file.
type bench struct {
	t    *testing.T
	path string
	*Reloader
	asked chan os.Signal
	logs  *observer.ObservedLogs

	mu  sync.Mutex
	got []string // what was handed on
}

// work starts a reloader. Files with a line "bad" are not taken, as two
// problems say; one with "port" needs a restart for a part of itself.
func work(t *testing.T, path, content string) *bench {
	t.Helper()
	core, logs := observer.New(zapcore.InfoLevel)
	b := &bench{t: t, path: path, asked: make(chan os.Signal), logs: logs}
	b.Reloader = NewReloader(ReloadOptions{Path: path, Data: []byte(content), Log: zap.New(core), Apply: b.apply})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); b.Run(ctx, b.asked) }()
	t.Cleanup(func() { stop(); <-done })
	return b
}

func (b *bench) apply(data []byte) Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, string(data))
	switch {
	case strings.Contains(string(data), "bad"):
		return Outcome{Problems: []string{"1:1: bad", "2:1: worse"}}
	case strings.Contains(string(data), "port"):
		return Outcome{Restart: []string{"listen"}}
	}
	return Outcome{}
}

// settles has the file read twice and once more, and counts the files that have been
// applied and rejected.
func (b *bench) settles(applied, rejected int64) {
	b.t.Helper()
	time.Sleep(3 * quiet)
	synctest.Wait()
	if c := b.Counts(); c.Applied != applied || c.Rejected != rejected {
		b.t.Fatalf("counts are %+v, want %d applied and %d rejected; log: %v", c, applied, rejected, b.logs.All())
	}
}

// handed is what was handed on so far.
func (b *bench) handed() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.got...)
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// play has a reloader at work on a file, in a time that passes only while all wait.
func play(t *testing.T, content string, test func(t *testing.T, b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "vouchsafe.yaml")
		put(t, path, content)
		test(t, work(t, path, content))
	})
}

func TestAChangedFileIsPutInForce(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "a: 2\n")
		b.settles(1, 0)
		if diff := cmp.Diff([]string{"a: 2\n"}, b.handed()); diff != "" {
			t.Error(diff)
		}
		if c := b.Counts(); !c.Good || c.InForceSince.IsZero() {
			t.Errorf("counts %+v", c)
		}
	})
}

func TestAFileThatAnEditorRenamesIntoPlaceIsPutInForce(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path+"~", "a: 2\n")
		if err := os.Rename(b.path+"~", b.path); err != nil {
			t.Fatal(err)
		}
		b.settles(1, 0)
		put(t, b.path+".swp", "a: 3\n") // and once more
		if err := os.Rename(b.path+".swp", b.path); err != nil {
			t.Fatal(err)
		}
		b.settles(2, 0)
	})
}

// Kubernetes mounts a ConfigMap as a link into a directory behind a second
// link, and swaps that one.
func TestASwappedLinkIsPutInForce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for version, content := range map[string]string{"..v1": "a: 1\n", "..v2": "a: 2\n"} {
			if err := os.Mkdir(filepath.Join(dir, version), 0o700); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, version, "vouchsafe.yaml"), content)
		}
		link := func(to, name string) {
			if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		link("..v1", "..data")
		link("..data/vouchsafe.yaml", "vouchsafe.yaml")
		b := work(t, filepath.Join(dir, "vouchsafe.yaml"), "a: 1\n")
		link("..v2", "..data_tmp")
		if err := os.Rename(filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data")); err != nil {
			t.Fatal(err)
		}
		b.settles(1, 0)
		if diff := cmp.Diff([]string{"a: 2\n"}, b.handed()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAFileThatChangedBeforeTheWatchIsPutInForce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "vouchsafe.yaml")
		put(t, path, "a: 2\n")
		work(t, path, "a: 1\n").settles(1, 0)
	})
}

func TestTheSameBytesAreNoReload(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "a: 1\n")
		b.asked <- syscall.SIGHUP
		b.asked <- syscall.SIGHUP // the first has been looked at when the second is taken
		if got := b.handed(); len(got) > 0 {
			t.Errorf("handed on: %q", got)
		}
		if n := b.logs.FilterMessage("the configuration file is the one in force").Len(); n == 0 {
			t.Error("whoever asked is not told that nothing has changed")
		}
	})
}

func TestABadFileChangesNothingAndTellsEveryProblem(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "bad\n")
		b.settles(0, 1)
		lines := b.logs.FilterLevelExact(zapcore.ErrorLevel).All()
		if len(lines) != 1 {
			t.Fatalf("%d lines", len(lines))
		}
		if diff := cmp.Diff([]any{"1:1: bad", "2:1: worse"}, lines[0].ContextMap()["problems"]); diff != "" {
			t.Error(diff)
		}
		if b.Counts().Good {
			t.Error("the file is not the one in force")
		}
		put(t, b.path, "a: 1\n")
		b.settles(0, 1)
		if !b.Counts().Good {
			t.Error("the file is the one in force again")
		}
	})
}

func TestASignalHasABadFileJudgedAgain(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "bad\n")
		b.settles(0, 1)
		b.asked <- syscall.SIGHUP
		b.settles(0, 2)
	})
}

func TestASignalFindsAChangeAtOnce(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "a: 2\n")
		b.asked <- syscall.SIGHUP
		b.settles(1, 0)
	})
}

func TestAnEmptyFileIsNoConfiguration(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, " \n\n")
		b.settles(0, 1)
		if got := b.handed(); len(got) > 0 {
			t.Errorf("handed on: %q", got)
		}
	})
}

func TestAMissingFileChangesNothing(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		if err := os.Remove(b.path); err != nil {
			t.Fatal(err)
		}
		b.settles(0, 1)
		put(t, b.path, "a: 2\n")
		b.settles(1, 1)
	})
}

func TestWhatNeedsARestartIsSaid(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		put(t, b.path, "port: 2\n")
		b.settles(1, 0)
		lines := b.logs.FilterLevelExact(zapcore.WarnLevel).All()
		if len(lines) != 1 {
			t.Fatalf("%d lines", len(lines))
		}
		if diff := cmp.Diff([]any{"listen"}, lines[0].ContextMap()["keys"]); diff != "" {
			t.Error(diff)
		}
	})
}

// A file that is written piece by piece is read when it is whole.
func TestAHalfWrittenFileIsNotRead(t *testing.T) {
	play(t, "a: 1\n", func(t *testing.T, b *bench) {
		f, err := os.Create(b.path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		whole := strings.Repeat("a: 2 # and so on\n", 8)
		for piece := range strings.SplitSeq(whole, "so") {
			time.Sleep(quiet * 9 / 10) // so that it is read in between
			if _, err := f.WriteString(piece + "so"); err != nil {
				t.Fatal(err)
			}
		}
		b.settles(1, 0)
		if diff := cmp.Diff([]string{whole + "so"}, b.handed()); diff != "" {
			t.Error(diff)
		}
	})
}
