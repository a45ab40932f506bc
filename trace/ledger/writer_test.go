package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"vouchsafe/trace/chain"
)

// TestGatewaysWithFilesOfTheirOwnShareASQLiteStore: the second is refused while the first runs, and one with the same file is not.
func TestGatewaysWithFilesOfTheirOwnShareASQLiteStore(t *testing.T) {
	if !movesOpen {
		t.Skip("this system has no locks of that kind")
	}
	db := filepath.Join(t.TempDir(), "shared.db")
	first, err := Claim(db, "a/trace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	same, err := Claim(db, "a/trace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(db, "b/trace.jsonl"); err == nil || !strings.Contains(err.Error(), "a/trace.jsonl uses the SQLite store "+db) {
		t.Errorf("the second gateway: %v", err)
	}
	first.Close()
	if _, err := Claim(db, "b/trace.jsonl"); err == nil {
		t.Error("one of the first two still runs")
	}
	same.Close()
	later, err := Claim(db, "b/trace.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	later.Close()
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open opens a ledger that is closed, flushed, at the end of the test.
func open(t *testing.T, o Options) *Writer {
	t.Helper()
	w, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return w
}

// ids reads the query ids of all lines in some files, which must be whole.
func ids(t *testing.T, paths ...string) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			var got struct {
				ID string `json:"query_id"`
			}
			if err := json.Unmarshal(line, &got); err != nil {
				t.Fatalf("%s: %v in %s", path, err, line)
			}
			if chain.IsRecord(line) {
				continue
			}
			if seen[got.ID] {
				t.Fatalf("%s was written twice", got.ID)
			}
			seen[got.ID] = true
		}
	}
	return seen
}

func record(t *testing.T, w *Writer, id string) {
	t.Helper()
	tr := sample(1)
	tr.QueryID = id
	if err := w.Record(tr, Full); err != nil {
		t.Fatal(err)
	}
}

func TestManyWritersOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "trace.jsonl")
	w, err := Open(Options{Path: path, QueueEntries: 7})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 50 {
				tr := sample(2)
				tr.QueryID = fmt.Sprint(i, "-", j)
				if err := w.Record(tr, Full); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, path); len(got) != 400 {
		t.Errorf("%d lines", len(got))
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info.Mode(), err)
	}
	if s := w.Stats().File; s.Written != 400 || s.Queued != 0 || s.Bytes != 0 || s.Errors != 0 {
		t.Errorf("%+v", s)
	}
}

func TestRotationKeepsTheNewest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, MaxSize: 2*int64(len(AppendLine(nil, sample(1)))) + 2*linkRoom, Keep: 2})
	for i := range 9 {
		record(t, w, fmt.Sprintf("vt_%026d", i)) // as long as the sample's
	}
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	got := ids(t, path, path+".1", path+".2")
	for i := 4; i < 9; i++ {
		if !got[fmt.Sprintf("vt_%026d", i)] {
			t.Errorf("trace %d is gone", i)
		}
	}
	if len(got) != 5 {
		t.Errorf("%d lines", len(got))
	}
	if _, err := os.Stat(path + ".3"); err == nil {
		t.Error("a third rotated file was kept")
	}
}

func TestWithoutKeepOnlyTheFileStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, MaxSize: 10})
	record(t, w, "a")
	record(t, w, "b")
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, path); len(got) != 1 || !got["b"] {
		t.Errorf("%v", got)
	}
}

func TestAFileThatWasMovedAwayIsMadeAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	for i, where := range []string{path + ".old", path} {
		line := entryOf(&Trace{QueryID: strconv.Itoa(i)})
		if n, err := l.writeLines([]entry{line}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if where != path {
			if err := os.Rename(path, where); err != nil {
				t.Fatal(err)
			}
		}
	}
	if old, now := ids(t, path+".old"), ids(t, path); !old["0"] || !now["1"] || len(old)+len(now) != 2 {
		t.Errorf("%v, %v", old, now)
	}
}

func TestALineCutOffByACrashSpoilsNoOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.WriteFile(path, []byte("{\"query_id\":\"half"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, Options{Path: path})
	record(t, w, "next")
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	lines := strings.Split(string(text), "\n")
	if len(lines) != 5 || lines[0] != `{"query_id":"half` || !json.Valid([]byte(lines[2])) {
		t.Errorf("%q", lines)
	}
}

func TestAHalfWrittenLineIsTakenBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	l, err := openFile(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	wrote := []byte("one\ntwo\nthr")
	n, _ := l.f.Write(wrote)
	l.size += int64(n)
	if whole := l.takeBack(wrote); whole != len("one\ntwo\n") {
		t.Errorf("%d bytes are whole lines", whole)
	}
	if text, _ := os.ReadFile(path); string(text) != "one\ntwo\n" || l.size != int64(len(text)) {
		t.Errorf("%q, size %d", text, l.size)
	}
}

// fullDisk makes a ledger's path point to a device without room, and returns
// a function that gives it room.
func fullDisk(t *testing.T) (path string, relieve func()) {
	t.Helper()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Log("no /dev/full here: nothing to be tried")
		return "", nil
	}
	path = filepath.Join(t.TempDir(), "trace.jsonl")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Fatal(err)
	}
	return path, func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	path, relieve := fullDisk(t)
	if path == "" {
		return
	}
	failed := make(chan error, 100)
	w := open(t, Options{Path: path, QueueEntries: 2, OnError: func(err error) { failed <- err }})
	record(t, w, "1")
	record(t, w, "2")
	if err := <-failed; err == nil {
		t.Fatal("no error")
	}
	third := make(chan struct{})
	go func() {
		defer close(third)
		record(t, w, "3") // waits for room
	}()
	<-failed
	if s := w.Stats().File; s.Queued != 2 || s.Written != 0 || s.Errors < 2 {
		t.Errorf("%+v", s)
	}
	relieve()
	<-third
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, path); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

func TestGivingUpIsTold(t *testing.T) {
	path, _ := fullDisk(t)
	if path == "" {
		return
	}
	failed := make(chan error, 100)
	w, err := Open(Options{Path: path, QueueEntries: 1, OnError: func(err error) { failed <- err }})
	if err != nil {
		t.Fatal(err)
	}
	record(t, w, "1")
	<-failed
	waiter := make(chan error)
	go func() { waiter <- w.Record(sample(1), Full) }()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.Close(ctx); err == nil {
		t.Error("Close said nothing of the lost line")
	}
	if err := <-waiter; !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
	if s := w.Stats().File; s.Lost == 0 || s.Queued != 0 {
		t.Errorf("%+v", s)
	}
}

func TestALineLongerThanTheQueueIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, QueueBytes: 10, MaxSize: 10, Keep: 3})
	record(t, w, "a")
	record(t, w, "b")
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, path, path+".1"); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(Options{Path: dir}); err == nil {
		t.Error("a directory was opened")
	}
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Path: filepath.Join(blocked, "trace.jsonl")}); err == nil {
		t.Error("a file was taken for a directory")
	}
}

func BenchmarkRecord(b *testing.B) {
	b.ReportAllocs()
	w, err := Open(Options{Path: filepath.Join(b.TempDir(), "trace.jsonl"), MaxSize: 64 << 20})
	if err != nil {
		b.Fatal(err)
	}
	t := sample(5)
	for b.Loop() {
		if err := w.Record(t, Full); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}
