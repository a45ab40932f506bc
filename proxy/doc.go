// Package proxy is the gateway's HTTP side: one handler, and for each client
// call one exchange. Each step of an exchange takes what the step before it has
// made:
//
//	request   the client's bytes, gated and parsed
//	material  the evidence in them
//	question  both, and the form in which the model is asked for its answer
//	asker     makes the upstream calls of a question and reads the replies
//	choice    one answer: verified, decided, perhaps repaired, quoted or cut
//	result    what the client gets; record holds what the trace tells
//
// Beside them goes a run: who calls, under which app and policy, by which
// upstream, since when.
//
// Start reading at chatCompletion (request.go), then enforce (settle.go). A
// stream runs the same steps sentence by sentence (stream.go).
// docs/architecture.md names the function and file of each step. Everything
// that thinks is in other packages and pure; this one holds the clock, the
// sockets and the log.
package proxy
