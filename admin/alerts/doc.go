// Package alerts notices when an app's answers begin to fail, or when its
// exchanges begin to pass unverified.
//
// The second is the more dangerous one, for nothing fails: a changed prompt
// template puts chunks where nobody looks for them, every exchange is skipped
// for want of context, and enforcement is off without anybody having switched
// it off.
//
// An app is held against its own recent past, not against other apps: one
// that always skips half of its exchanges is as it should be. Few exchanges
// prove nothing, so an alarm needs a least number of them and a difference
// that chance does not explain.
//
// The package decides and words the alert; it reads no clock, keeps nothing
// on disk, and sends nothing. What it knows of the past is gone after a
// restart.
package alerts
