// Package admin is the HTTP side of the admin listener: probes, metrics, the
// API of the stored traces, and the place where the dashboard hangs.
//
// What it shows are questions and answers of other people, so every request
// goes through the same gate first, in this order:
//
//	host     the Host header names this listener, and nothing that an attacker's
//	         name server could have made to point here (DNS rebinding)
//	origin   a browser says that the request comes from the dashboard's own pages
//	identity a token, of the operator or of one app; without a configured token
//	         only a client on this machine
//
// and reads of content and deletions leave a line in the store's audit log.
// The probes are behind none of these: they tell nothing, and touch nothing.
//
// It decides nothing about exchanges and holds no trace for longer than a
// request takes.
package admin
