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
// standard describes it (section 9.2.6): lines end in LF, or CR and LF (CR alone, which
// the standard has too, nobody sends), a byte
// order mark at the start is skipped, comments, ids and retry times are
// dropped, and an event without data is none. Unlike a browser it also gives
// the event that the end of the stream cuts off, since upstreams leave out
// the last blank line. How the bytes arrive makes no difference.
type EventReader struct {
	source *bufio.Reader
	max    int

	began bool   // the byte order mark has been looked for
	cut   bool   // the last line had no end
	long  []byte // the line that is being read, where it is longer than the source's buffer

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
	return &EventReader{source: bufio.NewReader(source), max: max}
}

// Next returns the next event, io.EOF at the end, a *BrokenReply of
// FaultTooLarge, or the error of the source.
func (r *EventReader) Next() (Event, error) {
	if r.pending { // the last event has been used by now
		r.data, r.name, r.pending = r.data[:0], "", false
	}
	for {
		line, err := r.line()
		if err == nil && len(line) > 0 {
			err = r.take(line)
		}
		switch {
		case r.pending && (errors.Is(err, io.EOF) || err == nil && len(line) == 0):
			return r.event(), nil
		case err != nil:
			return Event{}, err
		case len(line) == 0:
			r.name = ""
		}
	}
}

// line reads a line, without its end. What an error cuts off is none.
func (r *EventReader) line() (line []byte, err error) {
	r.long = r.long[:0]
	for more := true; more; {
		line, err = r.source.ReadSlice('\n')
		if more = errors.Is(err, bufio.ErrBufferFull); more || len(r.long) > 0 {
			r.long = append(r.long, line...)
			line = r.long
		}
		if len(line) > r.max+len("\r\n") {
			return nil, r.tooLong("a line")
		}
	}
	if err != nil && !(errors.Is(err, io.EOF) && len(line) > 0) {
		return nil, err
	}
	r.cut = err != nil
	if !r.began {
		r.began, line = true, bytes.TrimPrefix(line, byteOrderMark)
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if len(line) > r.max {
		return nil, r.tooLong("a line")
	}
	return line, nil
}

// byteOrderMark may stand at the start of a stream.
var byteOrderMark = []byte("\xEF\xBB\xBF")

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
