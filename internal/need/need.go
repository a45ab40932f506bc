// Package need lets a test say which program of others it cannot do without.
// Where the program is not installed the test is skipped, with a word; with
// CI=true it fails, because a check that is skipped there goes unnoticed. It also
// finds what such programs need: the gateway itself, and ports.
package need

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
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

// Ports that FreePort hands out lie below those that a system gives to connections and
// to listeners that leave the choice to it. So nobody takes one before its server has
// begun to listen, or while that is down. Each process begins at another place.
const (
	firstPort = 10_000
	ports     = 20_000
	apart     = 64 // ports between two processes that follow each other
)

var handedOut atomic.Int64

// Gateway is the path of the gateway: of VOUCHSAFE_BIN, so that many tests build it once,
// or else of one that is built into a directory.
func Gateway(dir string) (string, error) {
	if path := os.Getenv("VOUCHSAFE_BIN"); path != "" {
		return path, nil
	}
	path := filepath.Join(dir, "vouchsafe")
	if out, err := exec.Command("go", "build", "-o", path, "vouchsafe/cmd/vouchsafe").CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot build the gateway: %w\n%s", err, out)
	}
	return path, nil
}

// FreePort is a port of this machine at which nothing listens. It is handed out once.
func FreePort() (int, error) {
	for range ports {
		port := firstPort + (os.Getpid()*apart+int(handedOut.Add(1)))%ports
		if free, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			return port, free.Close()
		}
	}
	return 0, errors.New("no port is free")
}

// FreeAddress is an address of this machine at which nothing listens.
func FreeAddress(t testing.TB) string {
	t.Helper()
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", port)
}
