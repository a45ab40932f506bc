// Package store keeps traces in a database, so that they can be listed,
// searched, counted and deleted: SQLite in a file of its own, or PostgreSQL for
// several instances together. Both have one schema and one set of statements;
// the few words in which they differ are in dialect.go.
//
// A trace comes as the line of JSON that the ledger's file holds, and is given
// back as that line. In between its parts lie where they cost least: what lists
// and filters need in a small row, the rest compressed beside it, the text of
// each chunk once by the hash of its content, the words and what is cited in an index, and every figure of the
// statistics counted at the time of writing, in cells of an hour and of a day.
// So no query's cost grows with the number of traces. What is listed and
// counted is taken from the trace where that is at hand, and read from the line
// where it is not.
//
// It does not decide what of a trace is kept, which is done before the line is
// written, and it does not wait for a database that is down: that is the
// ledger's part.
package store
