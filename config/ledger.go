package config

import (
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// checkLedger looks whether the store can be what the file says, and whether
// texts would cross a network in the clear.
func (c *Config) checkLedger(r *reader) {
	l := c.Ledger
	switch {
	case l.Store.Driver == SQLite && (strings.HasPrefix(l.Store.DSN, "postgres://") || strings.HasPrefix(l.Store.DSN, "postgresql://")):
		r.at("ledger.store.dsn", Problem{Message: "should be the path of a file; it belongs to driver: postgres"})
	case l.Store.Driver == Postgres:
		c.checkServer(r)
	case l.Store.Driver == NoStore && l.JSONL.Path == "" && l.Durability == Sync:
		r.at("ledger.durability", Problem{Value: string(l.Durability),
			Message: "asks for durable traces, and there is neither a file nor a store for them"})
	}
}

func (c *Config) checkServer(r *reader) {
	const path = "ledger.store.dsn"
	server, err := pgconn.ParseConfig(c.Ledger.Store.DSN)
	if err != nil || !strings.ContainsAny(c.Ledger.Store.DSN, "=:") {
		r.at(path, Problem{Message: `should be a connection string such as "postgres://user:password@host/database?sslmode=verify-full"`})
		return
	}
	keepsTexts := false // of some app, as they are
	for _, app := range c.Apps {
		keepsTexts = keepsTexts || app.Content == FullContent
	}
	r.when(keepsTexts && inTheClear(server), path, Problem{
		Message: "sends whole texts to another host without TLS: set sslmode=verify-full (or require), or content: hashed"})
}

// inTheClear reports whether a connection to another host may come about
// without TLS, if only as a second choice.
func inTheClear(server *pgconn.Config) bool {
	clear := func(host string, tls bool) bool { return !tls && !onThisMachine(host) }
	return clear(server.Host, server.TLSConfig != nil) || slices.ContainsFunc(server.Fallbacks, func(f *pgconn.FallbackConfig) bool {
		return clear(f.Host, f.TLSConfig != nil)
	})
}

// onThisMachine reports whether a server's host is a socket or loopback.
func onThisMachine(host string) bool {
	return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || isLoopback(net.JoinHostPort(host, "0"))
}
