// Package policy holds the rules of an app: what counts as evidence, what an
// answer has to show, and what becomes of one that does not. Decide turns the
// account of a verification into an action, always with reasons from a closed
// list, so that a log line, a metric label and a test can speak of the same
// thing.
//
// The rules are the table of reasons.go. What needs more than a finding stands in a
// file by what it looks at (citations.go, coverage.go, ...). The package is pure data and logic: it verifies nothing, calls no
// model, reads no file and no clock. Package config reads policies from YAML;
// package verify does the looking.
package policy
