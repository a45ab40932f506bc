package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"vouchsafe/internal/wait"
)

// shelf is a store that can be made to fail.
type shelf struct {
	mu    sync.Mutex
	lines map[string]int // how often each id was kept
	down  error          // what every call says; nil: it is well
	bad   string         // what makes a line one that it never takes
	calls int
}

func (s *shelf) store() *Store {
	return &Store{Append: s.append, AppendLines: s.appendLines, Ready: s.ready, Refused: refused}
}

func (s *shelf) append(ctx context.Context, traces []*Trace) error {
	return s.appendLines(ctx, slices.Collect(bytes.Lines(linesOf(traces, nil))))
}

func (s *shelf) appendLines(_ context.Context, lines [][]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.down != nil {
		return s.down
	}
	for _, line := range lines {
		if s.bad != "" && bytes.Contains(line, []byte(s.bad)) {
			return errMisfit
		}
	}
	for _, line := range lines {
		_, after, _ := strings.Cut(string(line), `"query_id":"`)
		id, _, _ := strings.Cut(after, `"`)
		s.lines[id] = 1
	}
	return nil
}

func (s *shelf) ready(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

func (s *shelf) set(down error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

func (s *shelf) kept() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.lines)
}

func newShelf() *shelf { return &shelf{lines: map[string]int{}} }

var (
	errDown   = errors.New("the store is down")
	errMisfit = errors.New("it does not fit")
)

func refused(err error) bool { return errors.Is(err, errMisfit) }

func recordMany(t *testing.T, w *Writer, from, n int) {
	t.Helper()
	for i := range n {
		record(t, w, fmt.Sprintf("vt_%026d", from+i))
	}
}

func segments(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, segmentPattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestEveryPlaceGetsTheSameTraces(t *testing.T) {
	s, path := newShelf(), filepath.Join(t.TempDir(), "trace.jsonl")
	w := open(t, Options{Path: path, Store: s.store(), Spill: filepath.Join(t.TempDir(), "spill"), Sync: true})
	recordMany(t, w, 0, 20)
	// Under Sync both have it as soon as Record returns.
	if got := ids(t, path); len(got) != 20 || s.kept() != 20 {
		t.Errorf("%d in the file, %d in the store", len(got), s.kept())
	}
	if st := w.Stats(); st.File.Written != 20 || st.Store.Written != 20 || st.Spill.Stored != 20 || st.Spill.Spilled != 0 {
		t.Errorf("%+v", st)
	}
}

func TestAStoreThatIsDownLosesNothing(t *testing.T) {
	t.Run("unsigned", func(t *testing.T) { losesNothing(t, "") })
	t.Run("signed", func(t *testing.T) { losesNothing(t, filepath.Join(t.TempDir(), "trace.jsonl")) })
}

// losesNothing has a store go down for a while; beside a file what waits for it is signed.
func losesNothing(t *testing.T, file string) {
	s, dir := newShelf(), filepath.Join(t.TempDir(), "spill")
	w := open(t, Options{Path: file, Store: s.store(), Spill: dir})
	recordMany(t, w, 0, 5)
	wait.Until(t, "the first are there", func() bool { return s.kept() == 5 })
	s.set(errDown)
	recordMany(t, w, 5, 50)
	wait.Until(t, "the others are spilled", func() bool { return w.Stats().Spill.Spilled == 50 })
	if st := w.Stats().Spill; st.Waiting != 50 || st.Bytes == 0 || st.Errors == 0 {
		t.Errorf("%+v", st)
	}
	s.set(nil)
	wait.Until(t, "all are brought back", func() bool { return s.kept() == 55 && w.Stats().Spill.Waiting == 0 })
	if st := w.Stats().Spill; st.Replayed != 50 || st.Stored != 55 || st.Bytes != 0 || len(segments(t, dir)) != 0 {
		t.Errorf("%+v", st)
	}
	recordMany(t, w, 100, 3)
	wait.Until(t, "new ones go there at once", func() bool { return s.kept() == 58 && w.Stats().Spill.Spilled == 50 })
}

func TestWhatAnEarlierProcessSpilledIsBroughtBack(t *testing.T) {
	s, dir := newShelf(), filepath.Join(t.TempDir(), "spill")
	s.set(errDown)
	w := open(t, Options{Store: s.store(), Spill: dir})
	recordMany(t, w, 0, 30)
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := len(segments(t, dir)); n != 1 {
		t.Fatalf("%d segments", n)
	}
	// The process was killed within a line.
	f, err := os.OpenFile(segments(t, dir)[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"query_id":"half`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	s.set(nil)
	again := open(t, Options{Store: s.store(), Spill: dir})
	wait.Until(t, "all are brought back", func() bool { return s.kept() == 30 && len(segments(t, dir)) == 0 })
	wait.Until(t, "it is counted", func() bool { return again.Stats().Spill.Damaged == 1 && again.Stats().Spill.Waiting == 0 })
}

// TestAChangedLineOfTheSpillIsLeftOutOfTheStore, and so is one that somebody added.
func TestAChangedLineOfTheSpillIsLeftOutOfTheStore(t *testing.T) {
	s, dir, path := newShelf(), filepath.Join(t.TempDir(), "spill"), filepath.Join(t.TempDir(), "trace.jsonl")
	s.set(errDown)
	w := open(t, Options{Path: path, Store: s.store(), Spill: dir})
	recordMany(t, w, 0, 30)
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	spilled := segments(t, dir)[0]
	text, err := os.ReadFile(spilled)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(bytes.Lines(text))
	lines[7] = bytes.Replace(lines[7], []byte(`"verdict":"`), []byte(`"verdict":"x`), 1)
	lines[8], _, _ = bytes.Cut(lines[8], []byte(`,"n":1,"prev":`))
	lines[8] = append(lines[8], "}\n"...)
	lines[9] = []byte(`{"query_id":"vt_added","app":"a"}` + "\n")
	if err := os.WriteFile(spilled, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	s.set(nil)
	again := open(t, Options{Path: path, Store: s.store(), Spill: dir})
	wait.Until(t, "the others are brought back", func() bool { return s.kept() == 27 && again.Stats().Spill.Damaged == 3 })
	if aside, err := os.ReadFile(filepath.Join(dir, Rejected)); err != nil || !bytes.Equal(aside, bytes.Join(lines[7:10], nil)) {
		t.Errorf("%s, %v", aside, err)
	}
}

func TestOneLineThatAStoreDoesNotTakeHoldsUpNoOther(t *testing.T) {
	s, dir := newShelf(), filepath.Join(t.TempDir(), "spill")
	s.bad = fmt.Sprintf("vt_%026d", 17)
	w := open(t, Options{Store: s.store(), Spill: dir})
	recordMany(t, w, 0, 40)
	wait.Until(t, "all others are there", func() bool { return s.kept() == 39 && w.Stats().Spill.Rejected == 1 })
	text, err := os.ReadFile(filepath.Join(dir, Rejected))
	if err != nil || bytes.Count(text, []byte("\n")) != 1 || !bytes.Contains(text, []byte(s.bad)) {
		t.Errorf("%s: %v", text, err)
	}
}

func TestAProcessLeavesTheSegmentsOfAnother(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spill")
	theirs, err := openSpill(dir, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := theirs.append(sample(1)); err != nil {
		t.Fatal(err)
	}
	ours, err := openSpill(dir, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	taken := 0
	take := func(lines []byte) error { taken += bytes.Count(lines, []byte("\n")); return nil }
	if err := ours.drain(take); err != nil || taken != 0 {
		t.Errorf("%d lines of a segment in use were taken: %v", taken, err)
	}
	if err := theirs.close(); err != nil {
		t.Fatal(err)
	}
	if err := ours.drain(take); err != nil || taken != 1 {
		t.Errorf("%d lines were taken: %v", taken, err)
	}
}

func TestAFullQueueOverflowsIntoTheSpill(t *testing.T) {
	s, dir := newShelf(), filepath.Join(t.TempDir(), "spill")
	hold, entered := make(chan struct{}), make(chan struct{}, 100)
	slow := &Store{Ready: s.ready, Refused: refused, AppendLines: s.appendLines, Append: func(ctx context.Context, lines []*Trace) error {
		entered <- struct{}{}
		<-hold
		return s.append(ctx, lines)
	}}
	w := open(t, Options{Store: slow, Spill: dir, QueueEntries: 3})
	record(t, w, "first")
	<-entered // the store has the first, and takes its time
	recordMany(t, w, 0, 10)
	if st := w.Stats(); st.Spill.Spilled != 8 || st.Store.Queued != 3 || st.Store.Shed != 0 {
		t.Errorf("%+v", st)
	}
	close(hold)
	wait.Until(t, "all are there", func() bool { return s.kept() == 11 })
}

func TestWithNowhereToGoATraceIsShedAndCounted(t *testing.T) {
	s := newShelf()
	s.set(errDown)
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1000)
	w, err := Open(Options{Store: s.store(), Spill: filepath.Join(blocked, "spill"), QueueEntries: 2, Shed: true, OnError: func(err error) { failed <- err }})
	if err != nil {
		t.Fatal(err)
	}
	recordMany(t, w, 0, 2)
	<-failed
	if err := w.Record(sample(1), Full); !errors.Is(err, ErrFull) {
		t.Errorf("%v", err)
	}
	if st := w.Stats().Store; st.Shed != 1 || st.Queued != 2 || st.Lost != 0 {
		t.Errorf("%+v", st)
	}
	s.set(nil)
	if err := w.Close(context.Background()); err != nil || s.kept() != 2 {
		t.Errorf("%d are there: %v", s.kept(), err)
	}
}

func TestSyncWaitsForTheSpillToo(t *testing.T) {
	s, dir := newShelf(), filepath.Join(t.TempDir(), "spill")
	s.set(errDown)
	w := open(t, Options{Store: s.store(), Spill: dir, Sync: true})
	record(t, w, "vt_1")
	if got := ids(t, segments(t, dir)...); !got["vt_1"] {
		t.Errorf("%v", got)
	}
}

func TestSyncTellsWhatWasGivenUp(t *testing.T) {
	path, _ := fullDisk(t)
	if path == "" {
		return
	}
	failed := make(chan error, 100)
	w, err := Open(Options{Path: path, Sync: true, OnError: func(err error) { failed <- err }})
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan error)
	go func() { told <- w.Record(sample(1), Full) }()
	<-failed
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.Close(ctx); err == nil {
		t.Error("Close said nothing of the lost line")
	}
	if err := <-told; err == nil {
		t.Error("Record said nothing of the lost line")
	}
}

// BenchmarkRecordSync records from many exchanges at a time, each of which
// waits for its trace to be durable in the file: they share the waiting.
func BenchmarkRecordSync(b *testing.B) {
	b.ReportAllocs()
	w, err := Open(Options{Path: filepath.Join(b.TempDir(), "trace.jsonl"), MaxSize: 64 << 20, Sync: true})
	if err != nil {
		b.Fatal(err)
	}
	b.SetParallelism(16)
	b.RunParallel(func(p *testing.PB) {
		t := sample(5)
		for p.Next() {
			if err := w.Record(t, Full); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "traces/s")
	if err := w.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// What comes back in several pieces is what was spilled, however long its lines.
func TestLinesComeBackWhole(t *testing.T) {
	var want [][]byte
	var text []byte
	for n := range 60 {
		line := append(bytes.Repeat([]byte{'a' + byte(n%26)}, 1+n*n*n), '\n')
		want, text = append(want, line), append(text, line...)
	}
	s := &spill{dir: t.TempDir()}
	if err := os.WriteFile(filepath.Join(s.dir, "spill-1.jsonl"), append(text, "cut o"...), 0o600); err != nil {
		t.Fatal(err)
	}
	err := s.drain(func(lines []byte) error {
		for line := range bytes.Lines(lines) {
			if len(want) == 0 || !bytes.Equal(line, want[0]) {
				t.Fatalf("a line of %d bytes is not the one that was spilled", len(line))
			}
			want = want[1:]
		}
		return nil
	})
	if err != nil || len(want) > 0 || s.counts.Damaged != 1 || s.counts.Replayed != 60 {
		t.Errorf("%d lines are missing, %+v, %v", len(want), s.counts, err)
	}
}
