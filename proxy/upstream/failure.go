package upstream

import "errors"

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
