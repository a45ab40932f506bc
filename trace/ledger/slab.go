package ledger

import "sync"

// Line is a trace as it is written.
type Line struct {
	Text  []byte // one JSON object, with its line feed
	Taken any    // what Store.Take made of the trace; nil where the line came back from the spill
}

// slabBytes is the size of a slab. A longer line has one of its own.
const slabBytes = 256 << 10

// slabs is the room for lines that wait: each lies there once, for all places,
// behind the one that came before. It grows by a slab at a time, so nothing
// that lies there is copied again, and a slab that no line waits in any more is
// used for others.
type slabs struct {
	mu      sync.Mutex
	current *slab
	spare   sync.Pool // of *slab
}

type slab struct {
	of    *slabs
	lines []byte
	held  int // by those who add a line, and by batches
}

// add copies a line into a slab, which the caller has to release.
func (r *slabs) add(line []byte) ([]byte, *slab) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.current
	switch {
	case len(line) > slabBytes:
		s = &slab{of: r}
	case s == nil || len(s.lines)+len(line) > slabBytes:
		s = r.another()
		r.current = s
	}
	from := len(s.lines)
	s.lines = append(s.lines, line...)
	s.held++
	return s.lines[from:], s
}

func (r *slabs) another() *slab {
	if s, ok := r.spare.Get().(*slab); ok {
		return s
	}
	return &slab{of: r, lines: make([]byte, 0, slabBytes)}
}

// hold keeps the lines of a slab where they are until one release more.
func (s *slab) hold() {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.held++
}

// release gives a slab back: once nobody holds it, others' lines take the place
// of those that are in it.
func (s *slab) release() {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	if s.held--; s.held > 0 {
		return
	}
	s.lines = s.lines[:0]
	if s != s.of.current && cap(s.lines) == slabBytes {
		s.of.spare.Put(s)
	}
}

// adjoining are the texts of as many lines from the front of some as lie one
// behind the other.
func adjoining(lines []Line) []byte {
	run := lines[0].Text
	for _, next := range lines[1:] {
		with := len(run) + len(next.Text)
		if with > cap(run) || &run[:with][len(run)] != &next.Text[0] {
			break
		}
		run = run[:with]
	}
	return run
}

// byRun has lines written, as many together as lie one behind the other, and
// returns how many were. What write returns is how many bytes of whole lines
// are kept for good.
func byRun(lines []Line, write func([]byte) (int, error)) (int, error) {
	kept := 0
	for kept < len(lines) {
		n, err := write(adjoining(lines[kept:]))
		for ; n > 0; kept++ {
			n -= len(lines[kept].Text)
		}
		if err != nil {
			return kept, err
		}
	}
	return kept, nil
}
