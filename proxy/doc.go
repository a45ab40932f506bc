// Package proxy is the gateway's HTTP side: one handler, and for each client
// call one exchange. Each step of an exchange takes what the step before it has
// made:
//
//	visit     who calls, under which app and policy, by which upstream
//	request   the client's bytes, gated and parsed
//	question  with the evidence in them, and the form that the model is asked for
//	asker     makes the upstream calls of a question and reads the replies
//	choice    one answer: verified, decided, perhaps repaired, quoted or cut
//	result    what the client gets; record holds what the trace tells
//
// Start reading at chatCompletion (request.go), then enforce (settle.go). A
// stream runs the same steps sentence by sentence (live.go, progress.go).
// docs/architecture.md names the function and file of each step. Everything
// that thinks is in other packages and pure; this one holds the clock, the
// sockets and the log.
package proxy
