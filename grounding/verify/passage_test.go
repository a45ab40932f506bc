package verify

import (
	"sync"
	"testing"
)

// TestAPassageIsMadeReadyOnceForEachLook asks from many goroutines at once; with
// -race it shows that they may.
func TestAPassageIsMadeReadyOnceForEachLook(t *testing.T) {
	var mu sync.Mutex
	calls, held := 0, 0
	p := NewPassage("The valve may stay open for 45 seconds.", func(bytes int) {
		mu.Lock()
		defer mu.Unlock()
		calls, held = calls+1, held+bytes
	})
	if calls != 0 {
		t.Fatalf("%d look-ups were made ready before anybody asked", calls)
	}
	text, source := p.Text(), p.Source()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if p.Text() != text || p.Source() != source {
				t.Error("another one was made")
			}
		})
	}
	wg.Wait()
	const sentence = 48 // bytes that the one sentence takes up
	if want := text.Size() + source.Size() + sentence; calls != 3 || held != want {
		t.Errorf("told of %d bytes in %d calls, want %d in 3", held, calls, want)
	}
}
