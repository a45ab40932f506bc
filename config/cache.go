package config

import (
	"net/url"
	"time"
)

// Cache is where verified answers are kept, for the policies that want it.
type Cache struct {
	// `redis` also [shares rates and conversations](sharing.md#several-gateways).
	Backend CacheBackend `is:"word memory redis none" default:"memory"`
	// of `memory`: most answers.
	Entries int `is:"whole 1 100000000" default:"10000"`
	// of `memory`: most bytes.
	Bytes int64 `is:"size 1KiB 1024GiB" default:"256MiB"`
	// how long an answer is kept.
	TTL time.Duration `is:"duration 1s 365d" default:"10m"`
	// of `redis`: `redis://user:password@host:6379/0`, or `rediss://` for TLS.
	URL string `is:"redis" or:"empty" mask:"redis://********"`
}

// CacheBackend names a place for answers.
type CacheBackend string

const (
	MemoryCache CacheBackend = "memory" // of this process
	RedisCache  CacheBackend = "redis"  // of a server that several gateways share, rates and conversations too
	NoCache     CacheBackend = "none"
)

// check looks whether the backend has what it needs.
func (c *Cache) check(r *reader) {
	redis := c.Backend == RedisCache
	r.when(redis && c.URL == "", "cache.url", Problem{Message: "is missing: backend: redis needs a server"})
	r.when(!redis && c.URL != "", "cache.url", Problem{Message: "is used by backend: redis only"})
}

// SharesInTheClear reports whether what gateways share, texts of evidence
// among it, crosses a network without TLS.
func (c Cache) SharesInTheClear() bool {
	u, err := url.Parse(c.URL)
	return err == nil && c.Backend == RedisCache && u.Scheme == "redis" && !onThisMachine(u.Hostname())
}
