package cache

import (
	"sync"
	"testing"
)

func TestBytesStayWithinTheBound(t *testing.T) {
	c := NewSized[int, string](100, 10)
	for i := range 50 {
		c.Add(i, "x", 3)
		if got := c.Bytes(); got > 10 {
			t.Fatalf("after %d values: %d bytes, bound 10", i+1, got)
		}
	}
	if got := c.Len(); got != 3 {
		t.Errorf("kept %d values of 3 bytes in 10 bytes, want 3", got)
	}
}

func TestLeastRecentlyUsedGoesFirst(t *testing.T) {
	c := NewSized[string, int](2, 100)
	c.Add("a", 1, 1)
	c.Add("b", 2, 1)
	c.Get("a")
	c.Add("c", 3, 1)
	if _, ok := c.Get("b"); ok {
		t.Error("b was used least recently and is still there")
	}
	if v, ok := c.Get("a"); !ok || v != 1 {
		t.Errorf("a = %d, %t; want 1, true", v, ok)
	}
}

func TestReplacingDoesNotCountTwice(t *testing.T) {
	c := NewSized[string, int](10, 100)
	for i := range 5 {
		c.Add("same", i, 40)
	}
	if got := c.Bytes(); got != 40 {
		t.Errorf("one value of 40 bytes counts as %d", got)
	}
}

func TestAValueLargerThanTheCacheIsNotKept(t *testing.T) {
	c := NewSized[string, int](10, 100)
	c.Add("small", 1, 10)
	c.Add("huge", 2, 101)
	if _, ok := c.Get("huge"); ok {
		t.Error("the huge value was kept")
	}
	if _, ok := c.Get("small"); !ok {
		t.Error("the huge value pushed the small one out")
	}
}

func TestConcurrentUse(t *testing.T) {
	c := NewSized[int, int](64, 1000)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 1000 {
				c.Add(i%97, g, i%50)
				c.Get((i + g) % 97)
			}
		})
	}
	wg.Wait()
	if got := c.Bytes(); got > 1000 {
		t.Errorf("%d bytes, bound 1000", got)
	}
}

func BenchmarkGet(b *testing.B) {
	c := NewSized[uint64, *int](1000, 1<<20)
	v := 1
	for i := range uint64(1000) {
		c.Add(i, &v, 100)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Get(uint64(i % 1000))
	}
}

func TestGrownValuesCountAndEvict(t *testing.T) {
	c := NewSized[string, int](10, 100)
	c.Add("a", 1, 10)
	c.Add("b", 2, 10)
	c.Grow("b", 50)
	if got := c.Bytes(); got != 70 {
		t.Errorf("%d bytes, want 70", got)
	}
	c.Grow("b", 40)
	if _, ok := c.Get("a"); ok || c.Bytes() != 100 {
		t.Errorf("a is kept: %t, in %d bytes; b alone fills the cache", ok, c.Bytes())
	}
	c.Grow("gone", 5)
	c.Grow("b", 1)
	if c.Len() != 0 || c.Bytes() != 0 {
		t.Errorf("%d values in %d bytes; the last outgrew the cache", c.Len(), c.Bytes())
	}
}
