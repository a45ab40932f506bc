package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
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
	lines bufio.Scanner
	max   int

	began   bool // the byte order mark has been looked for
	skipLF  bool // the last line ended in CR: a line feed belongs to it
	scanned int  // bytes at the front of what is buffered that hold no line end
	cut     bool // the last line had no end

	name    string
	data    []byte
	pending bool // data holds an event
}

// NewEventReader reads events from source. No line, and no event, may be
// longer than max bytes; 0 for no limit.
func NewEventReader(source io.Reader, max int) *EventReader {
	if max == 0 {
		max = math.MaxInt / 4
	}
	r := &EventReader{lines: *bufio.NewScanner(source), max: max}
	r.lines.Buffer(nil, max+len("\r\n"))
	r.lines.Split(r.line)
	return r
}

// Next returns the next event, io.EOF at the end, a *BrokenReply of
// FaultTooLarge, or the error of the source.
func (r *EventReader) Next() (Event, error) {
	if r.pending { // the last event has been used by now
		r.data, r.name, r.pending = r.data[:0], "", false
	}
	for r.lines.Scan() {
		line := r.lines.Bytes()
		switch {
		case len(line) > 0:
			if err := r.take(line); err != nil {
				return Event{}, err
			}
		case r.pending:
			return r.event(), nil
		default:
			r.name = ""
		}
	}
	switch err := r.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Event{}, r.tooLong("a line")
	case err != nil:
		return Event{}, err
	case r.pending:
		return r.event(), nil
	}
	return Event{}, io.EOF
}

func (r *EventReader) event() Event {
	return Event{Name: r.name, Data: r.data[:len(r.data)-1], Cut: r.cut} // without the last line feed
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

// byteOrderMark may stand at the start of a stream.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// line is a bufio.SplitFunc. It looks at no byte twice: a line that comes bit by
// bit would cost the square of its length.
func (r *EventReader) line(buffered []byte, end bool) (advance int, line []byte, err error) {
	start := 0
	switch {
	case !r.began && !end && len(buffered) < len(byteOrderMark) && bytes.HasPrefix(byteOrderMark, buffered):
		return 0, nil, nil
	case !r.began && bytes.HasPrefix(buffered, byteOrderMark):
		start = len(byteOrderMark)
	case r.skipLF && len(buffered) > 0 && buffered[0] == '\n':
		start = 1
	}
	r.began, r.skipLF = true, r.skipLF && len(buffered) == 0
	rest := buffered[start:]
	if n := lineEnd(rest[r.scanned:]); n >= 0 {
		n += r.scanned
		r.scanned, r.skipLF = 0, rest[n] == '\r'
		if n > r.max {
			return 0, nil, bufio.ErrTooLong
		}
		return start + n + 1, rest[:n], nil
	}
	if r.scanned = len(rest); !end {
		return start, nil, nil
	}
	r.scanned = 0
	if r.lines.Err() != nil || len(rest) == 0 { // what an error cuts off is no line
		return start, nil, nil
	}
	r.cut = true
	return len(buffered), rest, nil
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

// AppendEvent appends data, which is JSON or a word, as one event without a name.
func AppendEvent(dst, data []byte) []byte {
	from := len(dst)
	return endChunk(append(append(dst, "data: "...), data...), from)
}

// AppendComment appends a comment, which readers of events skip. text must
// have no line break. No empty line follows: it would end an event, and some
// clients (openai-go v1, and Genkit with it) fail at an event without data.
func AppendComment(dst []byte, text string) []byte {
	dst = append(dst, ": "...)
	dst = append(dst, text...)
	return append(dst, '\n')
}
