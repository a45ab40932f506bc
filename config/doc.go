// Package config reads a configuration: file bytes and environment in, a
// Config or all of its problems out, each with its path, line and the values
// that are allowed there. It is strict, because a misspelt key in the
// configuration of a safeguard is a safeguard that is off.
//
// One table, keys.yaml, says for every key what it may hold, what holds where
// the file says nothing, and what it means. Reading, checking, printing, the
// published JSON Schema and the reference in docs/configuration.md come from that
// table; a new key is a row there and a field in config.go of the same name.
// What only the whole file tells, such as a name that names nothing, is checked
// in cross.go and the files beside it.
//
// The package gives plain data to the program, which builds upstreams, layouts
// and the ledger from it. A Reloader watches a file for the program, and hands
// on what has changed; it opens nothing else.
package config
