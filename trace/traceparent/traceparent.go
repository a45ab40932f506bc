// Package traceparent reads and writes the header by which traces of a request
// are tied together over several services: W3C Trace Context,
// https://www.w3.org/TR/trace-context/.
//
// Ids of spans are not drawn but derived from the id of the exchange. So the
// header that went upstream with a call and the span that is exported when the
// exchange has ended agree, and nothing has to be kept in between.
//
// It knows nothing of HTTP, and reads no tracestate.
package traceparent

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
)

// TraceID ties spans together.
type TraceID [16]byte

// SpanID is the id of one span.
type SpanID [8]byte

// String is the id in hex digits, as it is written everywhere.
func (t TraceID) String() string { return hex.EncodeToString(t[:]) }

// String is the id in hex digits, as it is written everywhere.
func (s SpanID) String() string { return hex.EncodeToString(s[:]) }

// Context is the trace that an exchange belongs to.
type Context struct {
	Trace   TraceID
	Parent  SpanID // of the client's span; zero where there is none
	Sampled bool   // the client wants it recorded
}

// form is the header's: version, trace, parent and flags. Later versions may add to
// its end.
var form = regexp.MustCompile(`^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$`)

// sampledBit of the flags says that the client wants the trace recorded.
const sampledBit = 1

// Parse reads a header. It returns false for one that is not as it should be,
// which is to be treated as none.
func Parse(header string) (Context, bool) {
	parts := form.FindStringSubmatch(header)
	if parts == nil || parts[1] == "ff" || parts[1] == "00" && parts[5] != "" {
		return Context{}, false
	}
	var c Context
	var flags [1]byte
	for i, to := range [][]byte{c.Trace[:], c.Parent[:], flags[:]} {
		_, _ = hex.Decode(to, []byte(parts[i+2])) // the form allows nothing else
	}
	c.Sampled = flags[0]&sampledBit != 0
	return c, c.Trace != TraceID{} && c.Parent != SpanID{}
}

// Of is the trace of an exchange: that of the client's header, or one of its
// own where there is none.
func Of(header, exchange string) Context {
	if c, ok := Parse(header); ok {
		return c
	}
	c := Context{Sampled: true}
	sum := sha256.Sum256([]byte(exchange))
	copy(c.Trace[:], sum[:])
	return c
}

// Span is the id of a span of an exchange: the exchange's own is number 0, its
// upstream calls follow from 1.
func Span(exchange string, number int) SpanID {
	var s SpanID
	sum := sha256.Sum256([]byte(exchange + "/" + strconv.Itoa(number)))
	copy(s[:], sum[:])
	return s
}

// Header is what goes with a call that is made within a span.
func (c Context) Header(within SpanID) string {
	flags := "00"
	if c.Sampled {
		flags = "01"
	}
	return "00-" + c.Trace.String() + "-" + within.String() + "-" + flags
}
