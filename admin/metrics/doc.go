// Package metrics counts what the gateway does, for Prometheus.
//
// Everything that is said of an exchange is taken from its trace, so that the
// counts and the ledger cannot disagree. What lives elsewhere (queues, caches,
// reloads) is read when somebody asks: see Metrics.Read.
//
// The number of series is bounded, whatever clients send: a label holds a name
// out of the configuration or a word out of a closed list, never a text out of
// a request. A model's name is no label, because clients choose it.
//
// It opens no listener and keeps nothing on disk.
package metrics
