//go:build unix

// Package redistest runs a Redis server of its own for tests: started from the
// program that is installed, on a free port of this machine, keeping nothing
// on disk. It can be stopped and started again, as a test of what happens
// meanwhile needs. It is not for anything but tests.
package redistest

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"vouchsafe/internal/need"
	"vouchsafe/internal/wait"
)

// Server is a Redis server.
type Server struct {
	program string
	port    int
	dir     string
	cmd     *exec.Cmd
}

// Start starts a server.
func Start() (*Server, error) {
	s := &Server{}
	for _, program := range []string{"redis-server", "valkey-server"} {
		if path, err := exec.LookPath(program); err == nil {
			s.program = path
			break
		}
	}
	if s.program == "" {
		return nil, need.Missing{Program: "Redis or Valkey", Package: "redis-server"}
	}
	var err error
	if s.port, err = need.FreePort(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "vouchsafe-redis-"); err != nil {
		return nil, err
	}
	return s, s.Resume()
}

// Resume starts the server, empty, and returns when it takes connections.
func (s *Server) Resume() error {
	s.cmd = exec.Command(s.program, "--port", strconv.Itoa(s.port), "--bind", "127.0.0.1",
		"--save", "", "--appendonly", "no", "--dir", s.dir)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start Redis: %w", err)
	}
	if wait.Soon(s.ready) {
		return nil
	}
	s.Stop()
	return errors.New("cannot start Redis: it does not become ready")
}

// ready reports whether the server answers.
func (s *Server) ready() bool { return s.ask("PING") == "+PONG" }

// Has reports whether there is something under a key without spaces.
func (s *Server) Has(key string) bool { return s.ask("EXISTS "+key) == ":1" }

// ask sends a command and returns the first line of the answer; "" where there is none.
func (s *Server) ask(command string) string {
	c, err := net.Dial("tcp", s.address())
	if err != nil {
		return ""
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	if _, err := c.Write([]byte(command + "\r\n")); err != nil {
		return ""
	}
	line, _ := bufio.NewReader(c).ReadString('\n')
	return strings.TrimSpace(line)
}

func (s *Server) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// URL is where the server is.
func (s *Server) URL() string { return "redis://" + s.address() + "/0" }

// Stop ends the server at once. What it held is lost.
func (s *Server) Stop() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill() // one that has ended already is as good
	_ = s.cmd.Wait()
	s.cmd = nil
}

// Pause stops the server from answering, without closing a connection, as a
// broken network does; Continue ends that.
func (s *Server) Pause() error { return s.cmd.Process.Signal(syscall.SIGSTOP) }

// Continue ends a Pause.
func (s *Server) Continue() error { return s.cmd.Process.Signal(syscall.SIGCONT) }

// Close ends the server for good.
func (s *Server) Close() {
	s.Stop()
	_ = os.RemoveAll(s.dir)
}
