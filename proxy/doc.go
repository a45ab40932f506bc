// Package proxy is the gateway's HTTP side: one handler, and for each client
// call one exchange that goes through named steps:
//
//	admit    which app, which policy
//	read     the bytes, gated and parsed
//	collect  the evidence in them
//	share    what another exchange asks, or a kept answer, in place of a call
//	instruct what the model is asked for besides
//	ask      an upstream call
//	supply   citations that an answer in the client's own form lacks
//	verify   citations and claims against the evidence
//	settle   pass, repair and ask again, or refuse
//	release  of a stream what is verified, while the model writes
//	reply    in the form that the client asked for
//
// and, whatever happened, record. docs/architecture.md tells the method and
// file of each. Everything that thinks is in other packages
// and pure; this one holds the clock, the sockets and the log.
package proxy
