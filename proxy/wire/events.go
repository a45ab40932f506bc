package wire

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
)

// Event is one server-sent event.
type Event struct {
	Name string // of the event line, "" for a plain message
	Data []byte // the data lines, joined by line feeds; valid until the next call
	Cut  bool   // the stream ended inside this event's last line
}

// EventReader takes a stream of server-sent events apart, as the HTML
// standard describes it (section 9.2.6): lines end in CR, LF or both, a byte
// order mark at the start is skipped, comments, ids and retry times are
// dropped, and an event without data is none. Unlike a browser it also gives
// the event that the end of the stream cuts off, since upstreams leave out
// the last blank line. How the bytes arrive makes no difference.
type EventReader struct {
	source io.Reader
	max    int

	buf    []byte // read but not yet taken
	pos    int    // of the next byte in buf
	err    error  // of source, once seen
	began  bool   // the byte order mark has been looked for
	skipLF bool   // the last line ended in CR: a line feed belongs to it

	name    string
	data    []byte
	pending bool // data holds an event
}

// NewEventReader reads events from source. No line, and no event, may be
// longer than max bytes; 0 for no limit.
func NewEventReader(source io.Reader, max int) *EventReader {
	if max == 0 {
		max = math.MaxInt
	}
	r := eventReaders.Get().(*EventReader)
	*r = EventReader{source: source, max: max, buf: r.buf[:0], data: r.data[:0]}
	return r
}

// eventReaders are used again for the room that they have.
var eventReaders = sync.Pool{New: func() any { return new(EventReader) }}

// mostKept is how large room may be that is kept for other streams.
const mostKept = 64 << 10

// Release gives the reader back, which is then not to be used any more.
func (r *EventReader) Release() {
	r.source = nil
	if cap(r.buf)+cap(r.data) <= mostKept {
		eventReaders.Put(r)
	}
}

// Next returns the next event, io.EOF at the end, a *BrokenReply of
// FaultTooLarge, or the error of the source.
func (r *EventReader) Next() (Event, error) {
	if r.pending { // the last event has been used by now
		r.data, r.name, r.pending = r.data[:0], "", false
	}
	for {
		line, whole, err := r.line()
		if err != nil && err != io.EOF {
			return Event{}, err
		}
		if len(line) > 0 {
			if err := r.take(line); err != nil {
				return Event{}, err
			}
		}
		if !whole || len(line) == 0 {
			if r.pending {
				data := r.data[:len(r.data)-1] // without the last line feed
				return Event{Name: r.name, Data: data, Cut: !whole && len(line) > 0}, nil
			}
			r.name = ""
		}
		if err != nil {
			return Event{}, err
		}
	}
}

// take adds one line to the event that is being read.
func (r *EventReader) take(line []byte) error {
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "data":
		if len(r.data)+len(value) > r.max {
			return r.tooLong("an event")
		}
		r.data = append(append(r.data, value...), '\n')
		r.pending = true
	case "event":
		r.name = string(value)
	}
	return nil
}

// tooLong is the error for a line or event over the limit.
func (r *EventReader) tooLong(what string) error {
	return broken(FaultTooLarge, fmt.Sprintf("%s is longer than %d bytes", what, r.max))
}

// line returns the next line without its end, valid until the next call.
// whole is false for what stands behind the last line end; err is io.EOF then.
func (r *EventReader) line() (line []byte, whole bool, err error) {
	r.skipMark()
	scanned := 0 // bytes from pos on that hold no line end
	for {
		if r.skipLF && r.pos < len(r.buf) {
			r.skipLF = false
			if r.buf[r.pos] == '\n' {
				r.pos++
			}
		}
		rest := r.buf[r.pos:]
		if n := lineEnd(rest[scanned:]); n >= 0 {
			if n += scanned; n > r.max {
				return nil, false, r.tooLong("a line")
			}
			r.skipLF = rest[n] == '\r'
			r.pos += n + 1
			return rest[:n], true, nil
		}
		scanned = len(rest)
		if scanned > r.max {
			return nil, false, r.tooLong("a line")
		}
		if r.err != nil {
			r.pos = len(r.buf)
			return rest, false, r.err
		}
		r.fill()
	}
}

// lineEnd returns the index of the first line feed or carriage return, or -1.
// Carriage returns are rare: they are looked for up to the line feed only.
func lineEnd(b []byte) int {
	feed := bytes.IndexByte(b, '\n')
	if feed >= 0 {
		b = b[:feed]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return feed
}

// byteOrderMark may stand at the start of a stream.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// skipMark skips the byte order mark, however its bytes arrive.
func (r *EventReader) skipMark() {
	for !r.began {
		if len(r.buf) < len(byteOrderMark) && r.err == nil && bytes.HasPrefix(byteOrderMark, r.buf) {
			r.fill()
			continue
		}
		r.began = true
		if bytes.HasPrefix(r.buf, byteOrderMark) {
			r.pos = len(byteOrderMark)
		}
	}
}

// Room for one read, in bytes: at first, and at least.
const (
	readSize  = 4 << 10
	leastRoom = 512
)

// fill reads once more from the source, moving what is left to the front.
func (r *EventReader) fill() {
	if r.pos > 0 {
		r.buf = r.buf[:copy(r.buf, r.buf[r.pos:])]
		r.pos = 0
	}
	if cap(r.buf)-len(r.buf) < leastRoom {
		r.buf = slices.Grow(r.buf, readSize)
	}
	for range 100 { // as many empty reads as bufio forgives
		n, err := r.source.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf, r.err = r.buf[:len(r.buf)+n], err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// AppendEvent appends data as one event without a name. Line breaks in data
// begin new data lines, as the standard wants.
func AppendEvent(dst, data []byte) []byte {
	for {
		line, rest, more := bytes.Cut(data, []byte("\n"))
		dst = append(dst, "data: "...)
		dst = append(dst, line...)
		dst = append(dst, '\n')
		if !more {
			return append(dst, '\n')
		}
		data = rest
	}
}

// AppendComment appends a comment, which readers of events skip. text must
// have no line break. No empty line follows: it would end an event, and some
// clients (openai-go v1, and Genkit with it) fail at an event without data.
func AppendComment(dst []byte, text string) []byte {
	dst = append(dst, ": "...)
	dst = append(dst, text...)
	return append(dst, '\n')
}
