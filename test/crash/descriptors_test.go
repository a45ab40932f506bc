//go:build unix

package crash

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"vouchsafe/internal/wait"
	"vouchsafe/trace/store"
)

// TestIdleConnectionsTakeNobodysPlace: a process with 256 descriptors and 400
// connections that say nothing still answers, and still runs when they go.
func TestIdleConnectionsTakeNobodysPlace(t *testing.T) {
	r := newRig(t, store.SQLite, "", "")
	r.Descriptors = 256
	r.Start()
	for range 400 {
		c, err := net.Dial("tcp", r.Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	for _, stream := range []bool{false, true} {
		if !r.call(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: wait.Patience}, stream) {
			t.Errorf("no answer while idle connections are open (streamed: %t)", stream)
		}
	}
	r.Stop()
}

// TestBusyConnectionsMakeOthersWait: where every connection is in the midst of
// a request, a new one waits until one of them has gone.
func TestBusyConnectionsMakeOthersWait(t *testing.T) {
	r := newRig(t, store.SQLite, "", "")
	r.Descriptors = 256
	r.Start()
	var busy []net.Conn
	for range 300 {
		c, err := net.Dial("tcp", r.Addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Write([]byte("POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nContent-Le")); err != nil {
			t.Fatal(err)
		}
		busy = append(busy, c)
	}
	late, err := net.Dial("tcp", r.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	if _, err := late.Write([]byte("GET /livez HTTP/1.1\r\nHost: h\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	if answer(late, 2*time.Second) != "" {
		t.Error("a connection beyond the limit was answered")
	}
	for _, c := range busy {
		c.Close()
	}
	if line := answer(late, wait.Patience); !strings.Contains(line, "200") {
		t.Errorf("the connection that waited got %q", line)
	}
	r.Stop()
}

// answer is the first line that a connection gets within a time.
func answer(c net.Conn, within time.Duration) string {
	_ = c.SetReadDeadline(time.Now().Add(within))
	line, _ := bufio.NewReader(c).ReadString('\n')
	return line
}
