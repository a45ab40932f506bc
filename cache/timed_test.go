package cache

import (
	"testing"
	"time"
)

func TestTimed(t *testing.T) {
	now := time.Unix(0, 0)
	c := NewTimed(2, 10_000, time.Minute, func() time.Time { return now })
	a, b, d := Key{1}, Key{2}, Key{3}
	c.Put(a, []byte("a"))
	if v, ok := c.Get(a); !ok || string(v) != "a" {
		t.Fatalf("%q %t", v, ok)
	}
	now = now.Add(time.Minute)
	if _, ok := c.Get(a); ok {
		t.Error("given out after its time")
	}
	if n := c.kept.Len(); n != 0 {
		t.Errorf("%d kept after their time", n)
	}
	c.Put(a, []byte("a"))
	c.Put(b, []byte("b"))
	c.Put(d, []byte("d"))
	if _, ok := c.Get(a); ok {
		t.Error("more entries than there may be")
	}
	c.Drop(d)
	if _, ok := c.Get(d); ok {
		t.Error("given out after it was dropped")
	}
	c.Put(a, make([]byte, 20_000))
	if _, ok := c.Get(a); ok {
		t.Error("an entry larger than the cache is kept")
	}
}
