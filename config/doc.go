// Package config reads a configuration: file bytes and environment in, a
// Config or all of its problems out, each with its path, line and the values
// that are allowed there. It is strict, because a misspelt key in the
// configuration of a safeguard is a safeguard that is off.
//
// The structs are the table: a field's tags say what its key may hold and what
// holds where the file says nothing (key.go), and its comment what it means.
// Reading, checking, printing, the published JSON Schema and the reference in
// docs/configuration.md come from there; a new key is a new field.
// What only the whole file tells, such as a name that names nothing, is checked
// in cross.go and the files beside it.
//
// The package gives plain data to the program, which builds upstreams, layouts
// and the ledger from it. A Reloader watches a file for the program, and hands
// on what has changed; it opens nothing else.
package config
