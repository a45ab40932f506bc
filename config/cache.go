package config

import "time"

// Cache is where verified answers are kept, for the policies that want it.
type Cache struct {
	Backend CacheBackend
	Entries int   // of memory: most answers
	Bytes   int64 // of memory: most bytes
	TTL     time.Duration
}

// CacheBackend names a place for answers.
type CacheBackend string

const (
	MemoryCache CacheBackend = "memory" // of this process
	NoCache     CacheBackend = "none"
)

func (c *Config) cacheTable() object {
	return object{
		{"backend", oneOf(&c.Cache.Backend, MemoryCache, NoCache), "where answers are kept"},
		{"entries", whole(&c.Cache.Entries, 1, 100_000_000), "memory: most answers that are kept"},
		{"bytes", size(&c.Cache.Bytes, oneKiB, 1024*oneGiB), "memory: most bytes that they may take"},
		{"ttl", span(&c.Cache.TTL, time.Second, 365*day), "how long an answer is kept"},
		{"url", later{}, "server of the answers"},
	}
}
