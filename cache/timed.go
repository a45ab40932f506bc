package cache

import (
	"crypto/sha256"
	"time"
)

// Key names a value by a hash over all that it depends on.
type Key [sha256.Size]byte

// Timed is a Sized cache of bytes that are no longer given out after a time.
// What is out of date goes when it is asked for, or when room is needed. It is
// safe for concurrent use.
type Timed struct {
	kept *Sized[Key, timed]
	ttl  time.Duration
	now  func() time.Time
}

type timed struct {
	value []byte
	until time.Time
}

// timedOverhead is what an entry takes besides its value, in bytes, about.
const timedOverhead = 200

// NewTimed returns a cache of at most entries values and maxBytes bytes in
// all, each kept for ttl. now tells the time.
func NewTimed(entries, maxBytes int, ttl time.Duration, now func() time.Time) *Timed {
	return &Timed{kept: NewSized[Key, timed](entries, maxBytes), ttl: ttl, now: now}
}

// Get returns the value under a key, which nobody may change.
func (c *Timed) Get(key Key) ([]byte, bool) {
	v, ok := c.kept.Get(key)
	if ok && !c.now().Before(v.until) {
		c.Drop(key)
		return nil, false
	}
	return v.value, ok
}

// Put keeps a value, which is the cache's from then on.
func (c *Timed) Put(key Key, value []byte) {
	c.kept.Add(key, timed{value, c.now().Add(c.ttl)}, len(value)+timedOverhead)
}

// Drop forgets the value under a key.
func (c *Timed) Drop(key Key) { c.kept.Remove(key) }
