//go:build !race

package proxy

import (
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/policy"
)

// heldByWaiting bounds what an enforced exchange of 8 KB may hold while its
// model thinks, in bytes: its request, what was made of it, a goroutine with a
// stack of 8 KB, and in this test the upstream's end. That is 32,000 to 36,000.
// What the prompt says, besides the request, was 8,000 more; so was a stack of
// 16 KB, which one stays that has more than 3 KB on it while it waits; the body
// that had been sent 12,000 more; the buffers of its connections and the
// server's copy of what came, 46,000.
const heldByWaiting = 52 << 10 // it is 41 to 48 as the collector has come by; each of the above is more

func TestWaitingExchangesHoldLittle(t *testing.T) {
	for _, d := range []answer.Dialect{answer.Segments, answer.Sentences} {
		t.Run(string(d), func(t *testing.T) { holdsLittle(t, func(a *App) { a.Policy.Citations.Dialect = d }) })
	}
}

func holdsLittle(t *testing.T, in func(*App)) {
	const crowd = 300
	asked, base := silentUpstream(t)
	address := strings.TrimPrefix(listen(t, inFront(t, base, policy.Enforce, in)), "http://")
	dial := func(n int) {
		from := asked.Load()
		for i := range int64(n) {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			verifySomething(t, c)
			own := strings.Replace(benchPrompt, "How high", fmt.Sprintf("%d: how high", from+i), 1) // the same ones would share a call
			if _, err := fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: g\r\nContent-Length: %d\r\n\r\n%s", chatPath, len(own), own); err != nil {
				t.Fatal(err)
			}
		}
		for range 10_000 {
			if asked.Load() == from+int64(n) {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Fatalf("%d of %d were asked", asked.Load()-from, n)
	}
	dial(10) // what is kept for all of them
	before := heap(1)
	dial(crowd)
	if each := (int64(heap(3)) - int64(before)) / crowd; each > heldByWaiting {
		t.Errorf("an exchange that waits holds %d bytes, at most %d", each, int64(heldByWaiting))
	} else {
		t.Logf("an exchange that waits holds %d bytes", each)
	}
}

// verifySomething has a connection's goroutine do what takes the most stack: it
// is to have given it back when it waits.
func verifySomething(t *testing.T, c net.Conn) {
	t.Helper()
	item := `{"chunks":[{"chunk_id":"c1","text":"Backups are kept for 21 days."}],"answer":"Backups are kept for 21 days [c1]."}`
	if _, err := fmt.Fprintf(c, "POST /v1/vouchsafe/verify HTTP/1.1\r\nHost: g\r\nContent-Length: %d\r\n\r\n%s", len(item), item); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(make([]byte, 16<<10)); err != nil {
		t.Fatal(err)
	}
}

// silentUpstream takes requests and never answers. It counts them, and keeps
// nothing of them.
func silentUpstream(t *testing.T) (asked *atomic.Int64, base string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	asked = new(atomic.Int64)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go swallow(c, asked)
		}
	}()
	return asked, "http://" + l.Addr().String()
}

func swallow(c net.Conn, asked *atomic.Int64) {
	defer c.Close()
	var piece [256]byte
	for first := true; ; first = false {
		if _, err := c.Read(piece[:]); err != nil {
			return
		}
		if first {
			asked.Add(1)
		}
	}
}
