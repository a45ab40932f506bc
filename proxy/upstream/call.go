package upstream

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

// call is one call of Do, with its retries.
type call struct {
	to      *Upstream
	ctx     context.Context
	request *Request
	began   time.Time
	over    time.Time   // by which it must be
	settle  func(error) // tells the circuit how it ended
	tries   int
	key     int // number of the upstream's key that it goes with

	on      exchange // the delivery under way
	sent    error    // how sending it went
	answer  *Response
	err     error
	reached bool // there was a connection for the last try
}

// begin checks that there is something to send, and that the circuit is closed.
func (c *call) begin() error {
	if err := c.request.check(); err != nil {
		return &Error{Failure: Invalid, Err: err}
	}
	settle, err := c.to.circuit.Allow()
	if err != nil {
		return &Error{Failure: Tripped, Err: err}
	}
	c.settle = settle
	return nil
}

// send delivers the call, again where an earlier try failed, and reports whether an answer will come.
func (c *call) send() bool {
	for c.answer == nil && (c.tries == 0 || c.tries <= c.to.retries && FailureOf(c.err) == Unreachable) {
		if c.tries > 0 && c.reached {
			c.tell(Tried{Err: c.err})
		}
		c.tries++
		if c.err = c.deliver(); c.err == nil {
			return true
		}
	}
	return false
}

// tryAnotherKey gives up an answer that is about the key it was asked with, where
// there is another one to ask with.
func (c *call) tryAnotherKey() {
	if c.answer == nil || len(c.to.keys.all) < 2 || !c.to.keys.turnedAway(c.key, c.answer, time.Now()) {
		return
	}
	_ = c.answer.Body.Close() // nobody will read it
	c.tell(Tried{Status: c.answer.Status})
	c.answer, c.err, c.tries = nil, nil, 0
}

// tell tells the caller of a call that is about to be made again.
func (c *call) tell(t Tried) {
	if c.request.Again != nil {
		t.Key = c.key + 1
		c.request.Again(t)
	}
}

// deliver sends the request over one connection.
func (c *call) deliver() error {
	c.key = c.to.keys.take(time.Now())
	c.request.key = c.key
	conn, err := c.to.connect(c.ctx, c.over)
	if c.reached = err == nil; !c.reached {
		return err
	}
	c.on = exchange{ctx: c.ctx, conn: conn, pool: c.to.idle, left: c.to.maxResponse}
	x := &c.on
	x.unwatch = context.AfterFunc(c.ctx, conn.cut)
	times := c.to.timeouts
	if c.request.Whole {
		times.FirstByte = max(times.FirstByte, times.Total)
	}
	conn.begin(c.over, times)
	c.sent = x.send(c.to, c.request)
	if _, late := conn.timedOut(c.sent); late {
		err = x.fail(Unreachable, c.sent)
		x.finish(false)
	}
	return err
}

// receive reads the head of the answer, whose first bytes are there unless the
// wait for them failed.
func (c *call) receive(waited error) {
	x := &c.on
	if waited != nil {
		// A server may answer and close before it has read all of a request (413,
		// say): its answer tells more than the failed write.
		c.err = x.fail(Unreachable, errors.Join(c.sent, waited))
	} else {
		c.answer, c.err = x.head(c.request, c.sent)
	}
	if c.err != nil {
		c.answer = nil
		x.finish(false)
	}
}

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
