package cache

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Sized is a least-recently-used cache bounded by entries and by the sum of
// its values' sizes in bytes. It is safe for concurrent use.
type Sized[K comparable, V any] struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[K, sized[V]]
	bytes int
	max   int
}

type sized[V any] struct {
	value V
	size  int
}

// NewSized returns a cache of at most entries values and maxBytes bytes in
// all. Both must be positive; smaller values are taken as 1.
func NewSized[K comparable, V any](entries, maxBytes int) *Sized[K, V] {
	c := &Sized[K, V]{max: max(maxBytes, 1)}
	// The only error of NewLRU is a size below one, which max rules out.
	c.lru, _ = simplelru.NewLRU(max(entries, 1), func(_ K, v sized[V]) { c.bytes -= v.size })
	return c
}

// Get returns the value under a key and marks it as used.
func (c *Sized[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.lru.Get(key)
	return v.value, ok
}

// Add keeps a value of the given size in bytes, evicting the least recently
// used ones until all fit. A value larger than the whole cache is not kept.
func (c *Sized[K, V]) Add(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(key, value, size)
}

// Grow adds bytes to the size of the value under a key, which has come to hold
// more since it was added. It evicts like Add, and does nothing where there is
// no such value any more.
func (c *Sized[K, V]) Grow(key K, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.lru.Peek(key); ok {
		c.add(key, v.value, v.size+bytes)
	}
}

func (c *Sized[K, V]) add(key K, value V, size int) {
	c.lru.Remove(key) // replacing in place would not tell the eviction callback
	if size > c.max {
		return
	}
	for c.bytes+size > c.max {
		c.lru.RemoveOldest()
	}
	c.lru.Add(key, sized[V]{value, size})
	c.bytes += size
}

// Bytes returns the sum of the sizes of what is kept.
func (c *Sized[K, V]) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}

// Len returns the number of values kept.
func (c *Sized[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Len()
}

// Clear forgets all.
func (c *Sized[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Purge()
}

// Remove forgets the value under a key.
func (c *Sized[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(key)
}

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
