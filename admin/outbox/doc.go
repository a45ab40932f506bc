// Package outbox delivers messages to an address over HTTP in the background:
// alerts to a webhook, spans to a collector.
//
// Putting a message in never waits and costs a copy of nothing. What waits is
// bounded by number and by bytes; what does not fit, and what the address does
// not take after a few tries, is dropped and counted. An address that is down
// therefore costs memory within a bound and nobody's time.
//
// It does not keep messages over a restart.
package outbox
