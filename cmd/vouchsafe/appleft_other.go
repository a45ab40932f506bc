//go:build !linux

package main

// adopt does nothing here: what an app leaves behind has another parent.
func adopt() {}

// haveLeft cannot be told here.
func haveLeft() bool { return false }
