//go:build unix

// Package gatewaytest runs the gateway as a process of its own for tests that
// end it, kill it and start it again over what it left behind. It is not for
// anything but tests.
package gatewaytest

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"vouchsafe/internal/need"
	"vouchsafe/internal/wait"
)

// Main runs a package's tests with one gateway for all of them, at the path that it
// sets binary to. It is for TestMain, which exits with what it returns.
func Main(m *testing.M, binary *string) int {
	dir, err := os.MkdirTemp("", "vouchsafe-process-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if *binary, err = need.Gateway(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// Gateway is a directory and an address at which a gateway runs, is ended and
// runs again.
type Gateway struct {
	Dir  string // its working directory: configuration, traces and log
	Addr string // host and port at which it listens

	Descriptors int // how many it may have open; 0: as many as the tests

	t      *testing.T
	binary string
	cmd    *exec.Cmd // nil while it does not run
}

// New prepares a gateway; Configure and Start are next. When the test ends it
// is killed, and its log shown if the test failed.
func New(t *testing.T, binary string) *Gateway {
	t.Helper()
	g := &Gateway{t: t, binary: binary, Dir: t.TempDir(), Addr: need.FreeAddress(t)}
	t.Cleanup(func() {
		if g.cmd != nil {
			g.Kill()
		}
		if t.Failed() {
			text, _ := os.ReadFile(g.log()) // there is none if it never ran
			t.Logf("log of %s:\n%s", g.Addr, text)
		}
	})
	return g
}

// Configure writes the configuration, which lacks its address, as an operator
// does: under another name, and then in its place.
func (g *Gateway) Configure(config string) {
	g.t.Helper()
	path := filepath.Join(g.Dir, "vouchsafe.yaml")
	if err := os.WriteFile(path+".new", []byte("listen: "+g.Addr+"\n"+config), 0o600); err != nil {
		g.t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		g.t.Fatal(err)
	}
}

// Start starts the gateway and returns when it is ready.
func (g *Gateway) Start() {
	g.t.Helper()
	log, err := os.OpenFile(g.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		g.t.Fatal(err)
	}
	defer log.Close()
	g.cmd = exec.Command(g.binary, "serve", "-c", "vouchsafe.yaml")
	if g.Descriptors > 0 {
		limited := fmt.Sprintf(`ulimit -n %d; exec "$0" serve -c vouchsafe.yaml`, g.Descriptors)
		g.cmd = exec.Command("sh", "-c", limited, g.binary)
	}
	g.cmd.Dir, g.cmd.Stderr = g.Dir, log
	if err := g.cmd.Start(); err != nil {
		g.t.Fatal(err)
	}
	wait.Until(g.t, "a gateway is ready", g.ready)
}

func (g *Gateway) log() string { return filepath.Join(g.Dir, "log") }

func (g *Gateway) ready() bool {
	resp, err := http.Get("http://" + g.Addr + "/readyz")
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// Kill ends the process at once.
func (g *Gateway) Kill() {
	_ = g.cmd.Process.Kill()
	_ = g.cmd.Wait() // it was killed
	g.cmd = nil
}

// Stop ends the process as an operator does, and fails the test unless it ends
// well.
func (g *Gateway) Stop() {
	g.t.Helper()
	if err := g.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		g.t.Fatal(err)
	}
	if err := g.cmd.Wait(); err != nil {
		g.t.Fatal(err)
	}
	g.cmd = nil
}
