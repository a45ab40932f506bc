package config

import (
	"net/url"
	"time"
)

// Cache is where verified answers are kept, for the policies that want it.
type Cache struct {
	Backend CacheBackend
	Entries int   // of memory: most answers
	Bytes   int64 // of memory: most bytes
	TTL     time.Duration
	URL     string // of redis: secret, it may hold a password
}

// CacheBackend names a place for answers.
type CacheBackend string

const (
	MemoryCache CacheBackend = "memory" // of this process
	RedisCache  CacheBackend = "redis"  // of a server that several gateways share, rates and conversations too
	NoCache     CacheBackend = "none"
)

// checkCache looks whether the backend has what it needs.
func (c *Config) checkCache(r *reader) {
	redis := c.Cache.Backend == RedisCache
	r.when(redis && c.Cache.URL == "", "cache.url", Problem{Message: "is missing: backend: redis needs a server"})
	r.when(!redis && c.Cache.URL != "", "cache.url", Problem{Message: "is used by backend: redis only"})
}

// SharesInTheClear reports whether what gateways share, texts of evidence
// among it, crosses a network without TLS.
func (c Cache) SharesInTheClear() bool {
	u, err := url.Parse(c.URL)
	return err == nil && c.Backend == RedisCache && u.Scheme == "redis" && !onThisMachine(u.Hostname())
}
