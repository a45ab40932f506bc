//go:build !unix

package main

import (
	"os"
	"os/exec"
)

// passedOn are the signals that a run passes on to its app.
var passedOn = []os.Signal{os.Interrupt}

// signalOf is the number of the signal that ended a process: there is none here.
func signalOf(*os.ProcessState) int { return 0 }

// passOn returns what passes a signal on to an app: those of the keyboard reach it by themselves.
func passOn(*exec.Cmd) func(os.Signal) { return func(os.Signal) {} }
