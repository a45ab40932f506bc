package upstream

import (
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

// What opens the circuit to an upstream, and for how long. An error at once costs
// a client less than waiting for a dead server. Only calls that waited count: a
// call that fails at once costs nothing, and the next one notices when the server
// is back.
const (
	failuresToOpen = 5 // in a row
	openFor        = 10 * time.Second
	atOnce         = 200 * time.Millisecond
)

// circuit is closed while calls get through. It opens after several slow failures
// in a row (a call was not delivered, or the head of its answer did not come), and
// lets one call try again after a while. Any answer of the upstream, also an error,
// proves that the server is there.
type circuit = gobreaker.TwoStepCircuitBreaker[struct{}]

func newCircuit(open time.Duration) *circuit {
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

// errAtOnce tells the circuit of a failure that cost no time.
var errAtOnce = errors.New("failed at once")

// end tells the circuit how the call ended.
func (c *call) end() {
	if Unanswered(c.err) && time.Since(c.began) < atOnce {
		c.settle(errAtOnce)
		return
	}
	c.settle(c.err)
}

// Unanswered reports whether a call failed before any byte of an answer: the
// upstream was not reached, cut the call off, took too long to begin, or its
// circuit is open. Only then may another upstream be asked instead.
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
