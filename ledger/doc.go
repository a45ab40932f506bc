// Package ledger keeps the record of what passed through the gateway and why:
// one trace for each exchange, one JSON object a line.
//
// A trace explains itself: it holds the evidence, what the model wrote at each
// attempt, and what the client got. It has no field for headers, so no
// credential can get into it. How much text it keeps is the operator's choice:
// Content says all, a keyed hash, or none.
//
// Recording costs an exchange the encoding of its trace and no disk access. A
// single goroutine writes what has gathered. Nothing is lost in silence: when
// the disk is full, lines wait within a bound, callers wait behind them, and
// every failure is counted and reported.
package ledger
