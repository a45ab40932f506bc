//go:build !unix

package main

import "os"

// passedOn are the signals that a run passes on to its app.
var passedOn = []os.Signal{os.Interrupt}

// signalOf is the number of the signal that ended a process: there is none here.
func signalOf(*os.ProcessState) int { return 0 }

// neighbour tells on other systems of signals to a group of processes.
type neighbour struct{}

func settle() *neighbour { return nil }

func (*neighbour) leave() {}

func (n *neighbour) reached(os.Signal, *os.Process) (*neighbour, bool) { return n, false }
