//go:build unix

package replicas

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// binary is the gateway, built once for all tests.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "vouchsafe-replicas-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "vouchsafe")
		if out, err := exec.Command("go", "build", "-o", binary, "vouchsafe/cmd/vouchsafe").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "cannot build the gateway: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// replica is one gateway of a set.
type replica struct {
	t    *testing.T
	dir  string
	addr string
	cmd  *exec.Cmd
}

// newReplica prepares a gateway with a configuration, which lacks its address.
func newReplica(t *testing.T, config string) *replica {
	t.Helper()
	r := &replica{t: t, dir: t.TempDir(), addr: freeAddress(t)}
	r.configure(config)
	t.Cleanup(func() {
		if r.cmd != nil {
			r.kill()
		}
		if t.Failed() {
			text, _ := os.ReadFile(filepath.Join(r.dir, "log"))
			t.Logf("log of %s:\n%s", r.addr, text)
		}
	})
	return r
}

// configure writes the configuration, as an operator does: under another name,
// and then in its place.
func (r *replica) configure(config string) {
	r.t.Helper()
	text := "listen: " + r.addr + "\n" + config
	if err := os.WriteFile(r.path()+".new", []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Rename(r.path()+".new", r.path()); err != nil {
		r.t.Fatal(err)
	}
}

func (r *replica) path() string { return filepath.Join(r.dir, "vouchsafe.yaml") }

// start starts the gateway and returns when it is ready.
func (r *replica) start() {
	r.t.Helper()
	r.cmd = exec.Command(binary, "serve", "-c", "vouchsafe.yaml")
	r.cmd.Dir = r.dir
	log, err := os.OpenFile(filepath.Join(r.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		r.t.Fatal(err)
	}
	defer log.Close()
	r.cmd.Stderr = log
	if err := r.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	eventually(r.t, "a gateway is ready", func() bool {
		resp, err := http.Get("http://" + r.addr + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == 200
	})
}

// kill ends the process at once.
func (r *replica) kill() {
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait() // it was killed
	r.cmd = nil
}

// stop ends the process as an operator does.
func (r *replica) stop() {
	r.t.Helper()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Fatal(err)
	}
	if err := r.cmd.Wait(); err != nil {
		r.t.Fatal(err)
	}
	r.cmd = nil
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func eventually(t *testing.T, what string, true func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if true() {
			return
		}
	}
	t.Fatalf("it never came to pass that %s", what)
}
