package upstream

import (
	"crypto/tls"
	"crypto/x509"
	_ "embed" // the words
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/goccy/go-yaml"
	"github.com/tidwall/gjson"
)

// Failure says why a call gave no answer, or no whole one.
type Failure string

const (
	Unreachable Failure = "unreachable" // not connected, or cut off before the first byte of an answer
	TimedOut    Failure = "timeout"     // a phase took too long: Error.Phase
	TooLarge    Failure = "too-large"   // the body passes Config.MaxResponse
	Broken      Failure = "broken"      // the answer is not HTTP, or ended before its end
	Canceled    Failure = "canceled"    // the caller's context ended; Error.Err is its cause
	Invalid     Failure = "invalid"     // the request cannot be put on the wire
	Tripped     Failure = "tripped"     // not called: it could not be reached several times in a row
)

// Phase is the part of a call that a timeout belongs to.
type Phase string

const (
	Connect   Phase = "connect"
	FirstByte Phase = "first byte"
	Idle      Phase = "idle"
	Total     Phase = "total"
)

// Error is how every call fails.
type Error struct {
	Failure Failure
	Phase   Phase // of TimedOut only
	Err     error
}

func (e *Error) Error() string {
	s := "upstream " + string(e.Failure)
	if e.Phase != "" {
		s += " (" + string(e.Phase) + ")"
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns what lies under the failure: for Canceled the context's cause.
func (e *Error) Unwrap() error { return e.Err }

// FailureOf returns the failure of an error that Do or a body's Read gave, ""
// for any other.
func FailureOf(err error) Failure {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Failure
	}
	return ""
}

// PhaseOf returns the phase that took too long, and "" for any other failure.
func PhaseOf(err error) Phase {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Phase
	}
	return ""
}

// Cause is Failure in more detail, from a closed list: enough for the person who
// has to mend it, without an address or a word of what was sent.
type Cause string

// The causes.
const (
	UnknownHost   Cause = "unknown-host" // its name has no address
	Refused       Cause = "refused"      // nobody listens there
	NoRoute       Cause = "no-route"     // the network does not lead there
	Reset         Cause = "reset"        // it cut the connection
	Closed        Cause = "closed"       // it ended the connection without an answer, or within one
	Certificate   Cause = "certificate"  // what it shows is not trusted, see ca_file
	TLS           Cause = "tls"          // no encrypted connection came about
	Proxy         Cause = "proxy"        // the proxy on the way did not let it through
	LateConnect   Cause = "timeout-connect"
	LateFirstByte Cause = "timeout-first-byte"
	LateIdle      Cause = "timeout-idle"
	LateTotal     Cause = "timeout-total"
	Oversized     Cause = "too-large" // its answer
	Garbled       Cause = "garbled"   // its answer is not HTTP, or packed in a way that nobody asked for
	LeftAlone     Cause = "circuit-open"
	Abandoned     Cause = "canceled" // the gateway or its client ended the call
	Unfit         Cause = "unfit"    // the request cannot be put on the wire
	OtherCause    Cause = "other"
)

// Marks of the place where a connection failed, for errors that do not name it.
var (
	errTLS   = errors.New("cannot speak TLS")
	errProxy = errors.New("cannot connect through the proxy")
)

// causes are those of failures that have one only.
var causes = map[Failure]Cause{TooLarge: Oversized, Tripped: LeftAlone, Canceled: Abandoned, Invalid: Unfit}

// late names the timeouts.
var late = map[Phase]Cause{Connect: LateConnect, FirstByte: LateFirstByte, Idle: LateIdle, Total: LateTotal}

// CauseOf returns why a call failed, and "" for an error that no call gave.
func CauseOf(err error) Cause {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return ""
	}
	if e.Failure == TimedOut {
		return late[e.Phase]
	}
	if cause, told := causes[e.Failure]; told {
		return cause
	}
	if cause := connectionCause(e.Err); cause != OtherCause || e.Failure != Broken {
		return cause
	}
	return Garbled
}

// connectionCause returns the cause of a broken connection.
func connectionCause(err error) Cause {
	var unknown *net.DNSError
	switch {
	case errors.Is(err, errProxy):
		return Proxy
	case untrusted(err):
		return Certificate
	case errors.Is(err, errTLS):
		return TLS
	case errors.As(err, &unknown):
		return UnknownHost
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return NoRoute
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return Reset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Closed
	}
	return OtherCause
}

func untrusted(err error) bool {
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	return errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &host)
}

// Servers have no common error for an unsupported response_format: they name the
// parameter, its type, the engine that failed, or the feature. An error that blames
// the request and names one of these counts as a rejection. A false alarm costs one
// more call; a missed rejection costs the client its answer.

//go:embed rejections.yaml
var rejectionsFile []byte

// rejections are the words of rejections.yaml.
var rejections = sync.OnceValue(func() (words struct {
	Format, Loose, Tool, Parameter, Length, Unknown, Echo []string
}) {
	if err := yaml.UnmarshalWithOptions(rejectionsFile, &words, yaml.Strict()); err != nil {
		panic("rejections.yaml: " + err.Error()) // it is part of the program
	}
	return words
})

const (
	readAtMost  = 64 << 10 // bytes of an error's text
	deepestRead = 8        // levels of its JSON
)

// RejectsFormat reports whether an upstream's error means that it does not support
// the response_format. tools tells whether the request offers any: without them an error
// that names one shows a part of the schema.
func RejectsFormat(status int, body []byte, tools bool) bool {
	switch status {
	case 400, 404, 415, 422, 500, 501:
	default:
		return false
	}
	text, words := complaint(body), rejections()
	return mentions(text, words.Format) || mentions(text, words.Loose) && !(tools && mentions(text, words.Tool))
}

// RejectsTools reports whether an upstream's error may mean that it does not take
// the tools. It is used only after the gateway changed them, so a false alarm costs
// one more call.
func RejectsTools(status int, body []byte) bool {
	return (status == 400 || status == 422) && mentions(complaint(body), rejections().Parameter)
}

// RejectsLength reports whether an upstream's error may mean that the token limit
// is too large. It is used only after the gateway raised the limit, so a false alarm
// costs one more call.
func RejectsLength(status int, body []byte) bool {
	text, words := complaint(body), rejections()
	return (status == 400 || status == 422) && mentions(text, words.Length) && !mentions(text, words.Unknown)
}

// complaint returns the text of a server's error, in lower case.
func complaint(body []byte) string {
	body = body[:min(len(body), readAtMost)]
	var said strings.Builder
	gather(&said, gjson.ParseBytes(body), 0)
	if said.Len() == 0 { // HTML or plain text
		said.Write(body)
	}
	return strings.ToLower(said.String())
}

func gather(said *strings.Builder, v gjson.Result, depth int) {
	if depth > deepestRead {
		return
	}
	if v.Type == gjson.String {
		said.WriteString(v.Str)
		said.WriteByte('\n')
		return
	}
	if !v.IsObject() && !v.IsArray() {
		return
	}
	v.ForEach(func(key, member gjson.Result) bool {
		if !among(rejections().Echo, key.Str) {
			gather(said, member, depth+1)
		}
		return true
	})
}

func mentions(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
