package upstream

import (
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

// What opens the circuit to an upstream, and for how long. Calls that would
// wait for a dead server one after the other cost their clients more than an
// error at once. A call that fails at once costs no more than that, and notices
// when the server is back.
const (
	failuresToOpen = 5 // in a row
	openFor        = 10 * time.Second
	atOnce         = 200 * time.Millisecond
)

// circuit is closed while calls get through. It opens after failures in a row
// to deliver a call or to get the head of its answer, none of them at once, and
// lets one call try again after a while. What an upstream answers, errors
// included, is proof that it is there.
type circuit = gobreaker.TwoStepCircuitBreaker[struct{}]

func newCircuit(open time.Duration) *circuit {
	if open <= 0 {
		open = openFor
	}
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Timeout:      open,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresToOpen },
		IsSuccessful: func(err error) bool { return !Unanswered(err) },
		IsExcluded: func(err error) bool {
			f := FailureOf(err)
			return f == Canceled || f == Invalid || err == errAtOnce // tells nothing of the upstream
		},
	})
}

// errAtOnce is what the circuit is told of a failure that cost no time.
var errAtOnce = errors.New("failed at once")

// end tells the circuit how the call ended.
func (c *call) end() {
	if Unanswered(c.err) && time.Since(c.began) < atOnce {
		c.settle(errAtOnce)
		return
	}
	c.settle(c.err)
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
