// Package config reads a configuration: file bytes and environment in, a
// Config or all of its problems out, each with its path, line and the values
// that are allowed there. It is strict, because a misspelt key in the
// configuration of a safeguard is a safeguard that is off.
//
// One table (tables.go and the files beside it) says for every key what it
// may hold, where it goes and what it means. Reading, printing and the
// published JSON Schema all come from that table.
//
// The package opens no file and knows no other package's machinery: it gives
// plain data to the program, which builds upstreams, layouts and the ledger
// from it.
package config
