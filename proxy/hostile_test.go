package proxy

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// wicked is an upstream that writes bytes as they stand: reply is called once
// for each request that has been read.
func wicked(t *testing.T, reply func(n int, c net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	count := make(chan int, 1)
	count <- 0
	go func() {
		defer close(served)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_ = c.SetDeadline(wait.Deadline())
				for br := bufio.NewReader(c); ; {
					req, err := http.ReadRequest(br)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, req.Body)
					n := <-count
					count <- n + 1
					reply(n, c)
				}
			}()
		}
	}()
	t.Cleanup(func() { _ = l.Close(); <-served })
	return "http://" + l.Addr().String() + "/v1"
}

// once writes a text for every request and closes.
func once(text string) func(int, net.Conn) {
	return func(_ int, c net.Conn) { _, _ = io.WriteString(c, text); _ = c.Close() }
}

// for ever writes a head and then the same bytes until nobody reads them.
func forEver(head, again string) func(int, net.Conn) {
	return func(_ int, c net.Conn) {
		_, err := io.WriteString(c, head)
		for piece := []byte(strings.Repeat(again, 1+(16<<10)/len(again))); err == nil; {
			_, err = c.Write(piece)
		}
		_ = c.Close()
	}
}

// bomb is so many zero bytes, packed.
func bomb(size int) string {
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	piece := make([]byte, 1<<20)
	for range size / len(piece) {
		_, _ = gz.Write(piece)
	}
	_ = gz.Close()
	return b.String()
}

const (
	okHead    = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	eventHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
	splitBody = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nX-Injected: yes\r\n\r\nSECRETX"
)

func withLength(head, body string) string {
	return fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body)
}

// TestHostileReplies: whatever bytes an upstream sends, an enforcing app's
// client gets one well-formed error and nothing of them, in bounded memory and
// time; an observing app's client gets no head but one.
func TestHostileReplies(t *testing.T) {
	t.Parallel()
	packed := bomb(64 << 20)
	for name, reply := range map[string]func(int, net.Conn){
		"a packed bomb":                       once(withLength(okHead+"Content-Encoding: gzip\r\n", packed)),
		"a packed bomb as a stream":           once(withLength(eventHead+"Content-Encoding: gzip\r\n", packed)),
		"a packed bomb as an error":           once(withLength("HTTP/1.1 400 Bad\r\nContent-Encoding: gzip\r\n", packed)),
		"packed twice":                        once(withLength(okHead+"Content-Encoding: gzip, gzip\r\n", packed)),
		"packed in an unknown way":            once(withLength(okHead+"Content-Encoding: br\r\n", "SECRETX")),
		"not packed though it says so":        once(withLength(okHead+"Content-Encoding: gzip\r\n", "SECRETX")),
		"an endless status line":              forEver("HTTP/1.1 200 ", "O"),
		"an endless header":                   forEver("HTTP/1.1 200 OK\r\nX-A: ", "SECRETX"),
		"endless headers":                     forEver("HTTP/1.1 200 OK\r\n", "X-A: SECRETX\r\n"),
		"endless interim replies":             forEver("", "HTTP/1.1 100 Continue\r\n\r\n"),
		"an endless chunk size":               forEver(okHead+"Transfer-Encoding: chunked\r\n\r\n", "0"),
		"an endless chunk extension":          forEver(okHead+"Transfer-Encoding: chunked\r\n\r\n5;", "SECRETX"),
		"a chunk size that overflows":         once(okHead + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\nSECRETX"),
		"a negative chunk size":               once(okHead + "Transfer-Encoding: chunked\r\n\r\n-5\r\nSECRETX\r\n0\r\n\r\n"),
		"a length beyond all measure":         once(okHead + "Content-Length: 99999999999999999999\r\n\r\nSECRETX"),
		"a length that never comes":           once(okHead + "Content-Length: 1000\r\n\r\nSECRETX"),
		"endless comments":                    forEver(eventHead+"\r\n", ": SECRETX\n"),
		"endless empty lines":                 forEver(eventHead+"\r\n", "\n"),
		"an endless event":                    forEver(eventHead+"\r\n", "data: SECRETX\n"),
		"an endless name of a field":          forEver(eventHead+"\r\n", "SECRETX"),
		"endless tool calls":                  forEver(eventHead+"\r\n", `data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"SECRETX"}}]}}]}`+"\n\n"),
		"a choice of a great index":           once(withLength(eventHead, `data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":999999999,"delta":{"content":"SECRETX"}}]}`+"\n\ndata: [DONE]\n\n")),
		"a reply of another protocol":         once("SSH-2.0-OpenSSH_9.2\r\n"),
		"HTTP/0.9":                            once("SECRETX"),
		"a switch of protocols":               once("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nSECRETX"),
		"a status that nobody knows":          once(withLength("HTTP/1.1 999 Odd\r\n", "SECRETX")),
		"a redirect to elsewhere":             once("HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:9/v1\r\nContent-Length: 0\r\n\r\n"),
		"a reply with nothing in it":          once("HTTP/1.1 204 No Content\r\n\r\n"),
		"a line break in a header":            once(withLength(okHead+"X-A: b\r\n X-Injected: yes\r\n", "SECRETX")),
		"a carriage return in a header":       once(withLength(okHead+"X-A: b\rX-Injected: yes\r\n", "SECRETX")),
		"a zero byte in a header":             once(withLength(okHead+"X-A: b\x00X-Injected: yes\r\n", "SECRETX")),
		"a name with a space":                 once(withLength(okHead+"X A: b\r\n", "SECRETX")),
		"a second head in the status":         once("HTTP/1.1 200 OK\rX-Injected: yes\r\nContent-Length: 7\r\n\r\nSECRETX"),
		"a length and chunks":                 once(okHead + "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nSECRETX\r\n0\r\n\r\n"),
		"two lengths":                         once(okHead + "Content-Length: 7\r\nContent-Length: 3\r\n\r\nSECRETX"),
		"a second reply behind the first":     once(withLength(okHead, "SECRETX") + splitBody),
		"a trailer that speaks for a header":  once(okHead + "Transfer-Encoding: chunked\r\nTrailer: X-Injected\r\n\r\n7\r\nSECRETX\r\n0\r\nX-Injected: yes\r\n\r\n"),
		"headers of the gateway's own":        once(withLength("HTTP/1.1 400 Bad\r\nX-Vouchsafe-Verdict: grounded\r\nX-Vouchsafe-Trace-Id: forged\r\nContent-Type: application/json\r\n", `{"error":{"message":"no","type":"x","param":null,"code":null}}`)),
		"headers of the connection's":         once(withLength("HTTP/1.1 400 Bad\r\nConnection: close, X-Injected\r\nX-Injected: yes\r\nKeep-Alive: timeout=9\r\n", `{"error":{"message":"no"}}`)),
		"an error that is a stream":           once(withLength("HTTP/1.1 500 No\r\nContent-Type: text/event-stream\r\n", "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n")),
		"an error whose message breaks lines": once(withLength("HTTP/1.1 500 No\r\nContent-Type: application/json\r\n", "{\"error\":{\"message\":\"a\\n\\ndata: [DONE]\"}}")),
	} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
			plainAndStreamed(t, name+", "+string(mode), func(t *testing.T, stream bool) {
				t.Parallel()
				p := plan{app: func(a *App) { a.Policy.Mode = mode }, setup: func(s *Setup) { s.Limits.Response = 1 << 20 },
					upstream: func(c *upstream.Config) {
						c.BaseURL, c.MaxResponse, c.Retries = wicked(t, reply), 1<<20, 0
						c.Timeouts = upstream.Timeouts{Connect: time.Second, FirstByte: time.Second, Idle: time.Second, Total: 4 * time.Second}
					}}
				r := p.start(t)
				body := ask(howLong, "")
				if stream {
					body = strings.Replace(body, "{", `{"stream":true,`, 1)
				}
				all := r.everything(rawPost(body, "Connection: close\r\n"))
				if mode == policy.Observe && all == "" {
					return // it had begun to pass, and broke off
				}
				head, rest, _ := strings.Cut(all, "\r\n\r\n")
				if strings.Count(head, "HTTP/1.1 ") != 1 || strings.Contains(head, "\nX-Injected:") || strings.Contains(head, "forged") || strings.ContainsAny(strings.ReplaceAll(head, "\r\n", ""), "\r\n\x00") {
					t.Errorf("the head is %q", head)
				}
				if strings.Contains(rest, "HTTP/1.1 ") || len(all) > 4<<20 {
					t.Errorf("%d bytes, %.300q", len(all), rest)
				}
				ownError := strings.HasPrefix(head, "HTTP/1.1 500") // the upstream's, which passes as it came
				if mode == policy.Enforce && (strings.Contains(all, "SECRETX") || !ownError && !strings.Contains(rest, `"error"`)) {
					t.Errorf("%.600q", all)
				}
				r.eventually("no exchange is under way", func() bool { return r.gate.Running() == 0 })
			})
		}
	}
}

// everything sends a request and returns all that comes until the end.
func (r *rig) everything(request string) string {
	r.t.Helper()
	c := r.dial()
	defer c.Close()
	_ = c.SetDeadline(wait.Deadline())
	if _, err := io.WriteString(c, request); err != nil {
		r.t.Fatal(err)
	}
	all, _ := io.ReadAll(io.LimitReader(c, 8<<20)) // a stream that failed ends as it likes
	return string(all)
}

func TestAReplyThatNobodyAskedForIsNobodys(t *testing.T) {
	t.Parallel()
	answer := `{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Hello."}}]}`
	base := wicked(t, func(n int, c net.Conn) {
		reply := withLength(okHead, answer)
		if n == 0 { // in one piece: what comes later nobody can tell from an answer
			reply += withLength(okHead, strings.Replace(answer, "Hello.", leak, 1))
		}
		_, _ = io.WriteString(c, reply)
	})
	r := plan{upstream: func(c *upstream.Config) { c.BaseURL = base }}.start(t)
	for range 5 {
		if g := r.post(chatPath, `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`); g.content() != "Hello." {
			t.Fatalf("%d %s", g.status, g.body)
		}
	}
}

// What a client writes must not become a line of a head, upstream or back.
func TestNoLineBreakGetsIntoAHead(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"X-Custom: a\r\n\tX-Injected: yes\r\n", "X-Custom: a\rX-Injected: yes\r\n", "X-Custom: a\x00b\r\n", "X-Custom: a\nX-Injected: yes\r\n",
		"X-Request-Id: a%0d%0aX-Injected: yes\r\n", "X-Vouchsafe-App: default\r\n",
	} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
			r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy.Mode = mode })
			all := r.everything(rawPost(strings.Replace(ask(howLong, ""), `"m"`, `"m\r\nX-Injected: yes"`, 1), line, "Connection: close\r\n"))
			if head, _, _ := strings.Cut(all, "\r\n\r\n"); strings.Contains(head, "\nX-Injected") {
				t.Errorf("%q: %q", line, head)
			}
			for _, q := range r.upstream.Requests() {
				if q.Header.Get("X-Injected") != "" && !strings.Contains(line, "a\nX") {
					t.Errorf("%q: the upstream got %v", line, q.Header)
				}
			}
		}
	}
}
