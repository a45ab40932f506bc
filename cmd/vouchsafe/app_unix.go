//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/mattn/go-isatty"
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

// passOn returns what passes a signal on to an app that is about to start. At a terminal the app needs the terminal's own
// group, which the keyboard's signals reach by themselves; elsewhere it has a group of its own, which none reaches but those
// that are passed on.
func passOn(cmd *exec.Cmd) func(os.Signal) {
	if in, is := cmd.Stdin.(*os.File); is && isatty.IsTerminal(in.Fd()) {
		return func(s os.Signal) {
			if s != os.Interrupt && s != syscall.SIGQUIT {
				_ = cmd.Process.Signal(s) // it may have ended by now
			}
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return func(s os.Signal) { _ = syscall.Kill(-cmd.Process.Pid, s.(syscall.Signal)) }
}
