//go:build unix

// Package pgtest runs a PostgreSQL server of its own for tests: started from
// the programs that are installed, on a free port of this machine, with a data
// directory that goes away. It can be stopped and started again, as a test of
// what happens meanwhile needs. It is not for anything but tests.
package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"vouchsafe/internal/need"
	"vouchsafe/internal/wait"
)

// Server is a PostgreSQL server.
type Server struct {
	bin  string
	dir  string
	port int
	as   *syscall.Credential // PostgreSQL refuses to run as root; nil: as who we are
	cmd  *exec.Cmd
}

// Start makes a database cluster and starts its server.
func Start() (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin}
	if s.dir, err = os.MkdirTemp("", "vouchsafe-postgres-"); err != nil {
		return nil, err
	}
	if err := s.prepare(); err != nil {
		os.RemoveAll(s.dir)
		return nil, err
	}
	return s, s.Resume()
}

// programs finds the directory of the server's programs.
func programs() (string, error) {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is a good one
	slices.Reverse(dirs)
	dirs = append(dirs, "/usr/local/pgsql/bin", "/usr/local/bin", "/opt/homebrew/bin")
	if path, err := exec.LookPath("initdb"); err == nil {
		dirs = append([]string{filepath.Dir(path)}, dirs...)
	}
	for _, dir := range dirs {
		_, noServer := os.Stat(filepath.Join(dir, "postgres"))
		_, noInit := os.Stat(filepath.Join(dir, "initdb"))
		if noServer == nil && noInit == nil {
			return dir, nil
		}
	}
	return "", need.Missing{Program: "PostgreSQL", Package: "postgresql"}
}

// prepare makes the cluster, and finds a port for it.
func (s *Server) prepare() error {
	if os.Geteuid() == 0 {
		if err := s.leaveRoot(); err != nil {
			return err
		}
	}
	var err error
	if s.port, err = need.FreePort(); err != nil {
		return err
	}
	cmd := s.command("initdb", "-D", s.data(), "-U", "vouchsafe", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("cannot make a PostgreSQL cluster: %w: %s", err, out)
	}
	return nil
}

// leaveRoot picks whom the server runs as, and gives them the directory.
func (s *Server) leaveRoot() error {
	who, err := user.Lookup("postgres")
	if err != nil {
		if who, err = user.Lookup("nobody"); err != nil {
			return fmt.Errorf("PostgreSQL does not run as root, and there is no other user: %w", err)
		}
	}
	uid, _ := strconv.Atoi(who.Uid) // a number on every Unix
	gid, _ := strconv.Atoi(who.Gid)
	s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, uid, gid)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as, Setpgid: true}
	return cmd
}

// Resume starts the server and returns when it takes connections.
func (s *Server) Resume() error {
	s.cmd = s.command("postgres", "-D", s.data(), "-p", strconv.Itoa(s.port), "-k", s.dir, "-c", "listen_addresses=127.0.0.1")
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start PostgreSQL: %w", err)
	}
	if wait.Soon(s.ready) {
		return nil
	}
	s.Close()
	return errors.New("cannot start PostgreSQL: it does not become ready")
}

// ready reports whether the server says of itself that it takes connections:
// the last line of the file that it keeps while it runs.
func (s *Server) ready() bool {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return err == nil && lines[0] == strconv.Itoa(s.cmd.Process.Pid) && strings.TrimSpace(lines[len(lines)-1]) == "ready"
}

// Stop ends the server, as an operator would who is in a hurry: connections
// are cut. What was committed stays.
func (s *Server) Stop() error { return s.end(syscall.SIGINT) }

// Abort ends the server as a crash would (PostgreSQL's immediate stop): nothing
// is brought to the disk any more, and the next start recovers from its log.
func (s *Server) Abort() error {
	err := s.end(syscall.SIGQUIT)
	if exited := (*exec.ExitError)(nil); errors.As(err, &exited) {
		return nil // it says of itself that it ended badly
	}
	return err
}

func (s *Server) end(how syscall.Signal) error {
	if s.cmd == nil {
		return nil
	}
	if err := s.cmd.Process.Signal(how); err != nil {
		return err
	}
	err := s.cmd.Wait()
	s.cmd = nil
	return err
}

// DSN is the connection string of a database of the server.
func (s *Server) DSN(database string) string {
	return fmt.Sprintf("postgres://vouchsafe@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

// Close ends the server and deletes its data.
func (s *Server) Close() error {
	return errors.Join(s.Stop(), os.RemoveAll(s.dir))
}
