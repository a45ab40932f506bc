package proxy

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// sockets is a server that agrees to another protocol, greets, and then says again what it is
// told, behind the path that it was asked for.
func sockets(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				r := bufio.NewReader(c)
				first, head := "", ""
				for {
					line, err := r.ReadString('\n')
					if err != nil {
						return
					}
					if first == "" {
						first = line
					}
					if head += line; line == "\r\n" {
						break
					}
				}
				if lower := strings.ToLower(head); !strings.Contains(lower, "upgrade: websocket\r\n") || !strings.Contains(lower, "sec-websocket-key: abc") {
					io.WriteString(c, "HTTP/1.1 400 Bad Request\r\nContent-Length: 2\r\n\r\nno")
					return
				}
				io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: xyz\r\n\r\n"+strings.Fields(first)[1]+"\n")
				io.Copy(c, r)
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/v1"
}

// WebSockets lost their upgrade, though nothing of what passes is verified.
func TestAnUpgradePassesWhereNothingIsVerified(t *testing.T) {
	t.Parallel()
	for mode, want := range map[policy.Mode]string{policy.Observe: "101", policy.Off: "101", policy.Enforce: "403"} {
		client, err := upstream.New(upstream.Config{Name: "sockets", BaseURL: sockets(t)})
		if err != nil {
			t.Fatal(err)
		}
		r := newRig(t, echo, func(a *App) { a.Policy.Mode, a.Upstream = mode, &Route{Upstream: client} })
		c, err := net.Dial("tcp", r.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(20 * time.Second))
		io.WriteString(c, "GET /v1/realtime?model=m HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: abc\r\n\r\n")
		in := bufio.NewReader(c)
		head := ""
		for !strings.HasSuffix(head, "\r\n\r\n") {
			line, err := in.ReadString('\n')
			if err != nil {
				t.Fatalf("%s: %v after %q", mode, err, head)
			}
			head += line
		}
		if !strings.HasPrefix(head, "HTTP/1.1 "+want) {
			t.Errorf("%s: %s", mode, head)
		}
		if want != "101" {
			continue
		}
		if !strings.Contains(head, "Sec-WebSocket-Accept: xyz") && !strings.Contains(head, "Sec-Websocket-Accept: xyz") || !strings.Contains(head, "Connection: Upgrade") {
			t.Errorf("%s: %s", mode, head)
		}
		if greeting, err := in.ReadString('\n'); err != nil || greeting != "/v1/realtime?model=m\n" {
			t.Errorf("%s: %q %v", mode, greeting, err)
		}
		io.WriteString(c, "\x81\x05hello\n")
		if said, err := in.ReadString('\n'); err != nil || said != "\x81\x05hello\n" {
			t.Errorf("%s: %q %v", mode, said, err)
		}
		c.Close()
		if tr := r.trace(0); tr.Verdict != "skipped" {
			t.Errorf("%s: %s", mode, tr.Verdict)
		}
	}
}

// A client that offers HTTP/2 on a cleartext call (Java's does with its first) lost the call's body.
func TestAPostThatOffersHTTP2KeepsItsBody(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy.Mode = policy.Observe })
	g := r.post(chatPath, ask(howLong, ""), "Connection", "Upgrade, HTTP2-Settings", "Upgrade", "h2c", "HTTP2-Settings", "AAMAAABkAAQAAP__")
	if asked := r.upstream.Requests(); g.status != 200 || len(asked) != 1 || !strings.Contains(string(asked[0].Body), "Nightly") {
		t.Errorf("%d %s, %d calls", g.status, g.body, len(asked))
	}
}

// TestEveryPathPassesAsItCameWhereNothingIsVerified: paths that are not the interface's stand
// at the server's root, and an odd spelling is the server's own business.
func TestEveryPathPassesAsItCameWhereNothingIsVerified(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Observe, policy.Off} {
		for path, want := range map[string]string{
			"/api/chat":                 "/api/chat",
			"/v2/rerank":                "/v2/rerank",
			"/v1/threads/t_1/runs":      "/v1/threads/t_1/runs",
			"/v1/completions":           "/v1/completions",
			"/v1/models%2Fa/../x;y=1?q": "/v1/models%2Fa/../x;y=1?q",
			"/other/%41":                "/other/%41",
		} {
			for _, method := range []string{"GET", "POST", "PATCH", "DELETE"} {
				r := newRig(t, echo, func(a *App) { a.Policy.Mode = mode })
				c, err := net.Dial("tcp", r.addr) // no client that tidies the path up
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				io.WriteString(c, method+" "+path+" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
				reply, err := io.ReadAll(c)
				if !strings.Contains(string(reply), method+" "+want) {
					t.Errorf("%s %s: %v %.300s", method, path, err, reply)
				}
			}
		}
	}
}
