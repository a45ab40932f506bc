package ledger

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestNoCallWaitsLongerThanFiveSecondsForAStoreThatIsStuck measures in the time of the test.
func TestNoCallWaitsLongerThanFiveSecondsForAStoreThatIsStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := awaitKept(&batch{done: make(chan struct{})}, &batch{done: make(chan struct{})}); err == nil { // file and store
			t.Error("a trace that is not kept counts as kept")
		}
		if took := time.Since(began); took >= 5*time.Second {
			t.Errorf("it waits %s", took)
		}
	})
}
