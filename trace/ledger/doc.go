// Package ledger keeps the record of what passed through the gateway and why:
// one trace for each exchange, one JSON object a line.
//
// A trace explains itself: it holds the evidence, what the model wrote at each
// attempt, and what the client got. It has no field for headers, so no
// credential can get into it. How much text it keeps is the operator's choice:
// Content says all, a keyed hash, or none.
//
// A trace is a value that nobody changes any more. It goes to every place where
// traces are kept: a file that rotates, and a store, which is a database. It waits in
// a queue within bounds for each place, and one goroutine for each writes all that
// have gathered together, each in its own form, so recording costs an exchange
// neither encoding nor disk access. Where a trace has to be durable before its answer leaves, the
// exchange waits for that write, which it shares with all others that wait.
//
// Nothing is lost in silence. What a store cannot take goes to a spill
// directory and is brought back when the store is well again. Where there is no
// room at all, callers wait or traces are turned away, as the operator chose,
// and every failure is counted and reported.
package ledger
