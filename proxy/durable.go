package proxy

import (
	"bytes"
	"errors"
	"io"

	"vouchsafe/proxy/wire"
)

// secure records an exchange whose answer has been decided before the answer
// leaves, where no reply may leave before its trace is durable. A client that
// goes away after that has been answered as the trace says.
func (x *exchange) secure() {
	if x.setup.Durable {
		x.finish()
	}
}

// notKept is the error in place of an answer whose trace cannot be kept, nil
// where it can be.
func (x *exchange) notKept() *wire.Error {
	if !x.setup.Durable || x.gate.blocked == nil || x.gate.blocked() == "" {
		return nil
	}
	err := wire.NewError(503, "trace_not_durable", "No answer leaves before its trace is kept for good, and traces cannot be written at the moment.")
	err.RetryAfter = 1
	return err
}

// doneMarks are how a stream of events says that it is whole. A line feed
// cannot stand within an event's data, so no answer can say it.
var doneMarks = [...]string{"\ndata: [DONE]", "\ndata:[DONE]"}

// ends reports whether a piece completes a reply: clients take it for whole
// when they have this piece. A mark may come in two pieces; then the first of
// them has left, and the second is the one that completes it.
func (p *passing) ends(piece []byte) bool {
	if errors.Is(p.err, io.EOF) {
		return true
	}
	if p.tail == nil {
		p.tail = []byte{'\n'} // the first line of a stream has none before it
	}
	text := append(p.tail, piece...)
	for _, mark := range doneMarks {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	p.tail = append(p.tail[:0], text[max(0, len(text)-len(doneMarks[0])+1):]...)
	return false
}
