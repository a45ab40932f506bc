package proxy

import (
	"runtime"
	"time"
)

// verifiers bound how many whole answers are verified at a time. Where a thousand replies
// come at once, all of them would be begun, and each would hold some hundred kilobytes until
// it is done: as many at a time as keep the processors busy are done as soon.
type verifiers chan struct{}

// verifiersEach is how many there are for each processor, and mostWait how long an answer
// waits for one: some very large answers must not hold all others up.
const (
	verifiersEach = 4
	mostWait      = time.Second
)

func newVerifiers() verifiers { return make(verifiers, verifiersEach*runtime.GOMAXPROCS(0)) }

// take waits for a verifier, who is free again when what it returns is called.
func (v verifiers) take() (done func()) {
	select {
	case v <- struct{}{}:
		return v.done
	default:
	}
	late := time.NewTimer(mostWait)
	defer late.Stop()
	select {
	case v <- struct{}{}:
		return v.done
	case <-late.C:
		return func() {}
	}
}

func (v verifiers) done() { <-v }
