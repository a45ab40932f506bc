// Package store keeps traces in a database, so that they can be listed,
// searched, counted and deleted: SQLite in a file of its own, or PostgreSQL for
// several instances together. Both have one schema and one set of statements;
// the few words in which they differ are in dialect.go.
//
// A trace comes as the ledger's value, or as a line that was spilled, and is given
// back as the line of JSON that the ledger's file holds. In between its parts lie
// where they cost least: what lists and filters need in a small row, the rest
// compressed beside it, the text of a chunk that comes again once by the hash of its
// content, the words and what is cited in an index, and every figure of the
// statistics counted at the time of writing, in cells of an hour and of a day.
// So no query's cost grows with the number of traces.
//
// It does not decide what of a trace is kept, which is done before the line is
// written, and it does not wait for a database that is down: that is the
// ledger's part.
package store
