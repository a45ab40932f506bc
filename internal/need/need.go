// Package need lets a test say which program of others it cannot do without.
// Where the program is not installed the test is skipped, with a word; with
// CI=true it fails, because a check that is skipped there goes unnoticed.
package need

import (
	"errors"
	"fmt"
	"net"
	"os"
	"testing"
	"time"
)

// Missing is the error of a start for which a program is not installed.
type Missing struct {
	Program string // as people call it: "PostgreSQL"
	Package string // of Debian and Ubuntu
}

func (m Missing) Error() string {
	return fmt.Sprintf("%s is not installed: on Debian and Ubuntu `apt-get install %s`", m.Program, m.Package)
}

// Start starts what a test needs, or ends the test.
func Start[S any](t testing.TB, start func() (S, error)) S {
	t.Helper()
	s, err := start()
	Check(t, err)
	return s
}

// Check ends the test if err is not nil: it is skipped where a program is
// missing, and fails otherwise.
func Check(t testing.TB, err error) {
	t.Helper()
	var missing Missing
	switch {
	case err == nil:
	case errors.As(err, &missing) && os.Getenv("CI") != "true":
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}

// FreePort is a port of this machine at which nothing listens yet.
func FreePort() (int, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return free.Addr().(*net.TCPAddr).Port, free.Close()
}

// Soon waits until a server is ready, or a while has passed.
func Soon(while time.Duration, ready func() bool) bool {
	for end := time.Now().Add(while); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if ready() {
			return true
		}
	}
	return false
}
