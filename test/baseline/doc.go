// Package baseline holds the gateway to what an earlier version of it wrote: the
// traces in its file, and what it shared with others in Redis. testdata was made
// by that version in calls of its own; traces in a database are the affair of
// trace/store.
package baseline
