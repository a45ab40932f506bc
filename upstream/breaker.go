package upstream

import (
	"context"
	"errors"
	"sync"
	"time"
)

// What opens the circuit to an upstream, and for how long. Calls that would
// wait for a dead server one after the other cost their clients more than an
// error at once.
const (
	failuresToOpen = 5 // in a row
	openFor        = 10 * time.Second
)

// circuit is closed while calls get through. It opens after failures in a row
// to deliver a call or to get the head of its answer, and lets one call try
// again after a while. What an upstream answers, errors included, is proof that
// it is there.
type circuit struct {
	openFor time.Duration

	mu       sync.Mutex
	failures int       // in a row
	until    time.Time // nobody calls before; zero while it is closed
	trying   bool      // one call tries whether it may be closed
	turn     int       // counts openings and closings
}

func newCircuit(open time.Duration) *circuit {
	if open <= 0 {
		open = openFor
	}
	return &circuit{openFor: open}
}

// allow tells whether a call may be made, and at which turn it was.
func (c *circuit) allow() (turn int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.until.IsZero() {
		return c.turn, true
	}
	if c.trying || time.Now().Before(c.until) {
		return 0, false
	}
	c.trying = true
	return c.turn, true
}

// learn takes up how a call ended that was allowed at a turn. One that began
// before the circuit opened or closed tells nothing any more.
func (c *circuit) learn(turn int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch failure := FailureOf(err); {
	case turn != c.turn:
	case failure == Canceled || failure == Invalid: // tells nothing of the upstream
		c.trying = false
	case !Unanswered(err):
		c.failures = 0
		if c.trying {
			c.change(time.Time{})
		}
	default:
		if c.failures++; c.trying || c.failures >= failuresToOpen {
			c.change(time.Now().Add(c.openFor))
		}
	}
}

// change opens the circuit until a time, or closes it.
func (c *circuit) change(until time.Time) {
	c.until, c.trying, c.failures = until, false, 0
	c.turn++
}

// Unanswered tells whether a call failed before any byte of an answer: the
// upstream was not reached, cut the call off, took too long to begin, or is not
// called for a while because that happened too often. Only then may another
// upstream be asked instead.
func Unanswered(err error) bool {
	switch FailureOf(err) {
	case Unreachable, Tripped:
		return true
	case TimedOut:
		phase := PhaseOf(err)
		return phase == Connect || phase == FirstByte
	}
	return false
}

// errTripped is why a call was not made.
var errTripped = errors.New("it could not be reached several times in a row")

// guarded is deliver behind the circuit.
func (u *Upstream) guarded(ctx context.Context, r Request) (resp *Response, err error) {
	turn, ok := u.circuit.allow()
	if !ok {
		return nil, &Error{Failure: Tripped, Err: errTripped}
	}
	defer func() { u.circuit.learn(turn, err) }()
	return u.deliver(ctx, r)
}
