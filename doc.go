// Package vouchsafe is the root of the module: it holds the tests that look at
// the module as a whole. The program is in cmd/vouchsafe; docs/architecture.md
// tells how the packages fit together.
package vouchsafe
