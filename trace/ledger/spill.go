package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/trace/chain"
)

// SpillCounts says what is in the spill and what became of the rest.
type SpillCounts struct {
	Stored   uint64 // lines that the store took, at once or later
	Errors   uint64 // failures of the store
	Spilled  uint64 // lines that the store could not take
	Replayed uint64 // of these and of an earlier process's, brought back since the start
	Rejected uint64 // that the store does not take at all; they are in rejected.jsonl
	Damaged  uint64 // that are not as they were written: a crash cut them off, or somebody changed or added them
	Waiting  int    // lines on disk, to be brought back
	Bytes    int64  // bytes of these
}

// Names and sizes in a spill directory.
const (
	segmentPattern = "spill-*.jsonl"
	Rejected       = "rejected.jsonl"
	segmentBytes   = 64 << 20  // from which on a new segment is begun
	replayBytes    = 256 << 10 // from which on no more are brought back together
)

// spill is a directory with files of lines, its segments. This process writes
// to one of them, and holds a lock on it as long as it does; those that nobody
// holds are there to be brought back, also by another process.
type spill struct {
	dir  string
	sync bool
	key  *chain.Key                          // signs the lines, which wait outside of the chain; nil where there is none
	keys func() (keys chain.Keys, err error) // those that have signed lines

	mu     sync.Mutex
	active *os.File // nil until something is spilled
	size   int64
	counts SpillCounts
}

// openSpill looks what an earlier process left. The directory is made when it
// is needed.
func openSpill(dir string, sync bool, c *chained) (*spill, error) {
	s := &spill{dir: dir, sync: sync}
	if c != nil {
		s.key, s.keys = c.key, c.knownKeys
	}
	paths, err := s.segments()
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		lines, size, err := measure(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read what was spilled: %w", err)
		}
		s.counts.Waiting += lines
		s.counts.Bytes += size
	}
	return s, nil
}

// measure counts a file's lines and bytes.
func measure(path string) (lines int, size int64, err error) {
	err = eachLine(path, func(_ int, line []byte) error {
		lines += bytes.Count(line, []byte{'\n'})
		size += int64(len(line))
		return nil
	})
	return lines, size, err
}

func (s *spill) segments() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(s.dir, segmentPattern))
	if err != nil {
		return nil, fmt.Errorf("cannot look for what was spilled: %w", err)
	}
	return paths, nil // sorted, and so by time
}

// append keeps traces for good, as lines.
func (s *spill) append(traces ...*Trace) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active == nil || s.size >= segmentBytes {
		if err := s.begin(); err != nil {
			return fmt.Errorf("cannot spill traces: %w", err)
		}
	}
	n, err := s.active.Write(linesOf(traces, s.key))
	if err == nil && s.sync {
		err = s.active.Sync()
	}
	if err != nil {
		// Half a batch would be read as traces that came twice, or cut off.
		err = errors.Join(err, s.active.Truncate(s.size))
		return fmt.Errorf("cannot spill traces: %w", err)
	}
	s.size += int64(n)
	s.counts.Spilled += uint64(len(traces))
	s.counts.Waiting += len(traces)
	s.counts.Bytes += int64(n)
	return nil
}

// Spilled is the trace in a line of a spill that the key of its gateway has signed, as a line that is
// written over that one; nil for any other line.
func Spilled(line []byte, keys chain.Keys) []byte {
	l, ok := keys.Signed(gjson.GetBytes(line, "gateway").Str, line)
	if !ok || !bytes.HasPrefix(l.Object, traceStart) {
		return nil
	}
	return append(l.Object, "}\n"...)
}

// begin starts a new segment.
func (s *spill) begin() error {
	if err := s.end(); err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	name := fmt.Sprintf("spill-%019d-%d.jsonl", time.Now().UnixNano(), os.Getpid())
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if !lock(f) {
		return errors.Join(errors.New("cannot lock a new segment"), f.Close())
	}
	s.active, s.size = f, 0
	if s.sync {
		return syncDir(s.dir)
	}
	return nil
}

// end leaves the segment to whoever brings it back.
func (s *spill) end() error {
	if s.active == nil {
		return nil
	}
	err := s.active.Close()
	s.active = nil
	return err
}

// waiting reports whether there is something to bring back.
func (s *spill) waiting() bool { return s.stats().Waiting > 0 }

func (s *spill) stats() SpillCounts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// drain gives the lines of every segment that nobody writes to, a few at a
// time, to a function, and deletes the segments that it has taken.
func (s *spill) drain(take func(lines []byte) error) error {
	s.mu.Lock()
	err := s.end()
	s.mu.Unlock()
	if err != nil {
		return fmt.Errorf("cannot end a spilled segment: %w", err)
	}
	paths, err := s.segments()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := s.drainOne(path, take); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot bring back what was spilled: %w", err)
		}
	}
	return nil
}

func (s *spill) drainOne(path string, take func(lines []byte) error) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if !lock(f) {
		return nil // it is being written to, or brought back by another process
	}
	read, size := 0, 0
	var some []byte
	pass := func() error {
		read += bytes.Count(some, []byte{'\n'}) // before they are taken, which may write into them
		if len(some) == 0 {
			return nil
		}
		err := take(some)
		some = some[:0]
		return err
	}
	err = chain.EachLine(f, func(_ int, line []byte) error {
		size += len(line)
		if line[len(line)-1] != '\n' { // a crash cut it off
			s.count(func(c *SpillCounts) { c.Damaged++ })
			return nil
		}
		if some = append(some, line...); len(some) >= replayBytes {
			return pass()
		}
		return nil
	})
	if err == nil {
		err = pass()
	}
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	s.count(func(c *SpillCounts) {
		c.Replayed += uint64(read)
		c.Waiting = max(0, c.Waiting-read)
		c.Bytes = max(0, c.Bytes-int64(size))
	})
	return nil
}

// reject puts a line aside.
func (s *spill) reject(line []byte) error {
	f, err := os.OpenFile(filepath.Join(s.dir, Rejected), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Sync(), f.Close())
}

func (s *spill) count(change func(*SpillCounts)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.counts)
}

func (s *spill) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.end()
}
