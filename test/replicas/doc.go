// Package replicas holds the test of several gateways that share a Redis and a
// PostgreSQL server behind nginx: limits and conversations cross them, and
// none of them is missed when it goes. It has no code of its own.
package replicas
