// Package wait lets a test wait for what other goroutines, processes and servers
// bring about. It is not for anything but tests.
package wait

import (
	"testing"
	"time"
)

// Patience is how long a test waits before it says that something hangs. It is far
// above what anything takes on a slow and busy machine, so that no test fails because
// of other work: only a test that fails waits that long.
const Patience = 2 * time.Minute

// Soon waits until something holds, and reports whether it came to hold.
func Soon(holds func() bool) bool {
	for end := Deadline(); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

// Until waits until something holds, or fails the test.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	if !Soon(holds) {
		t.Fatalf("it never came to pass that %s", what)
	}
}

// Closed waits until a channel is closed, or fails the test.
func Closed(t testing.TB, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(Patience):
		t.Fatalf("it never came to pass that %s", what)
	}
}

// Deadline is when a connection that says nothing has hung.
func Deadline() time.Time { return time.Now().Add(Patience) }
