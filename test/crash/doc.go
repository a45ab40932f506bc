// Package crash holds the tests that kill the gateway's process, or take its
// store away, while clients call it: what they were answered has to be in the
// ledger. It has no code of its own.
package crash
