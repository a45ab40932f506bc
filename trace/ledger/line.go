package ledger

import (
	"sync"

	"vouchsafe/trace/chain"
)

// Row is what the store keeps of a trace. It holds no part of the trace itself, whose texts may be parts of bodies that are
// many times as long.
type Row interface {
	Line() []byte // of the trace, with its line feed
}

// Place is where the text of a chunk stands in a line, with its quotes.
type Place struct{ Chunk, Start, End int }

// entry is what waits to be written: a trace, or what a line of the file says that is none.
type entry struct {
	trace  *Trace        // for the file alone
	store  *forStore     // nil where the store does not get it
	record *chain.Record // nil for a trace
	bytes  int           // about how long its line is
}

// entryOf is a trace that goes to the file alone.
func entryOf(t *Trace) entry { return entry{trace: t, bytes: lengthOf(t)} }

func recordEntry(r chain.Record) entry {
	const frame = 512
	return entry{record: &r, bytes: frame + len(r.Told)}
}

// forStore is a trace that waits for the store. Whoever writes its line first makes its row of the same bytes, while
// they are at hand, and lets the trace go.
type forStore struct {
	make func(t *Trace, line []byte, texts []Place) Row
	file bool // it waits for the file as well

	mu    sync.Mutex
	trace *Trace // nil once there is a row
	row   Row
	line  []byte // for the file, where the store was first; nil for none
}

// rowOf is the row, which is made where nobody has written the line yet.
func (s *forStore) rowOf() Row {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.row == nil {
		var texts []Place
		line := appendLine(make([]byte, 0, lengthOf(s.trace)), s.trace, &texts)
		s.row, s.trace = s.make(s.trace, line, texts), nil
		if s.file {
			s.line = line
		}
	}
	return s.row
}

// appendLine appends the line of the entry's trace, and has the row made of it. texts has the room for places.
func (e *entry) appendLine(dst []byte, texts *[]Place) []byte {
	s, start := e.store, len(dst)
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.line != nil {
			return append(dst, s.line...)
		}
	}
	*texts = (*texts)[:0]
	dst = appendLine(dst, e.trace, texts)
	if s != nil && s.row == nil {
		s.row, s.trace = s.make(e.trace, dst[start:], *texts), nil
	}
	return dst
}

// lengthOf is about how long a trace's line is, in bytes.
func lengthOf(t *Trace) int {
	const frame, chunk, attempt, cited, claim = 900, 400, 300, 700, 300
	n := frame + len(t.Question) + len(t.Answer) + len(t.Metadata) + cited*len(t.Citations) + claim*len(t.Claims)
	for i := range t.Chunks {
		n += chunk + len(t.Chunks[i].Text)
	}
	for i := range t.Attempts {
		n += attempt + len(t.Attempts[i].Reply) + len(t.Attempts[i].Reply)/8
	}
	return n
}
