//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// passedOn are the signals that a run passes on to its app.
var passedOn = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2}

// signalOf is the number of the signal that ended a process.
func signalOf(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return int(status.Signal())
	}
	return 0
}

// neighbour is a process of nobody's in the group of this program and its app: a signal
// that ends it was sent to the group, and has reached the app as well.
type neighbour struct {
	process *os.Process
	ended   chan os.Signal
}

// settle starts one; nil where that cannot be done.
func settle() *neighbour {
	cmd := exec.Command("cat")
	if _, err := cmd.StdinPipe(); err != nil || cmd.Start() != nil { // it goes on as long as the pipe is open
		return nil
	}
	n := &neighbour{cmd.Process, make(chan os.Signal, 1)}
	go func() {
		_ = cmd.Wait() // how it ended stands in its state
		n.ended <- syscall.Signal(signalOf(cmd.ProcessState))
	}()
	return n
}

// leave ends it.
func (n *neighbour) leave() {
	if n != nil {
		_ = n.process.Kill() // also where it has been stopped
		<-n.ended
	}
}

// reached reports whether a signal that has come to this program has come to its app by
// itself. The neighbour that goes on from there is the returned one.
func (n *neighbour) reached(s os.Signal, app *os.Process) (*neighbour, bool) {
	const delay = 500 * time.Millisecond // until the neighbour's end is known, on a busy machine
	if group, err := syscall.Getpgid(app.Pid); n == nil || err != nil || group != syscall.Getpgrp() {
		return n, false
	}
	select {
	case by := <-n.ended:
		return settle(), by == s
	case <-time.After(delay):
		return n, false
	}
}
