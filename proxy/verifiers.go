package proxy

import (
	"runtime"
	"time"
)

// verifiers bound how many whole answers are verified at a time. A verification holds some
// hundred kilobytes: a thousand at a time hold a hundred megabytes, and end no sooner than a
// few at a time do.
type verifiers chan struct{}

// verifiersEach is how many there are for each processor, and mostWait how long an answer
// waits for one: some very large answers must not hold all others up.
const (
	verifiersEach = 4
	mostWait      = time.Second
)

func newVerifiers() verifiers { return make(verifiers, verifiersEach*runtime.GOMAXPROCS(0)) }

// take waits for a free verifier, at most mostWait. The caller frees it by done.
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
