package proxy

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAFewLargeAnswersHoldNoOtherUp lets all verifiers be busy for long: who comes then waits
// for a while, and goes on without one.
func TestAFewLargeAnswersHoldNoOtherUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v, began := newVerifiers(), time.Now()
		var busy []func()
		for range cap(v) {
			busy = append(busy, v.take())
		}
		if time.Since(began) != 0 {
			t.Error("a verifier who is free is waited for")
		}
		time.AfterFunc(mostWait/2, busy[0])
		again := v.take()
		if waited := time.Since(began); waited != mostWait/2 {
			t.Errorf("waited %v for one that was free after %v", waited, mostWait/2)
		}
		v.take()()
		if waited := time.Since(began); waited != mostWait/2+mostWait {
			t.Errorf("waited %v in all", waited)
		}
		for _, done := range append(busy[1:], again) {
			done()
		}
		if len(v) != 0 {
			t.Errorf("%d are busy for ever", len(v))
		}
	})
}
