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

	"github.com/valyala/fasthttp"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/proxy/wire"
)

// raw sends bytes as they stand and returns every reply that comes back, as replies
// does.
func (r *rig) raw(request string, want int) []got {
	r.t.Helper()
	c := r.dial()
	defer c.Close()
	go func() { _, _ = io.WriteString(c, request) }()
	return r.replies(c, want)
}

func (r *rig) dial() net.Conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

// replies waits for as many replies as are wanted, or for the gateway to close. Any
// more of them have a moment to come.
func (r *rig) replies(c net.Conn, want int) []got {
	r.t.Helper()
	var out []got
	for br := bufio.NewReader(c); ; {
		_ = c.SetReadDeadline(wait.Deadline())
		if len(out) >= want {
			_ = c.SetReadDeadline(time.Now().Add(400 * time.Millisecond))
		}
		if _, err := br.Peek(1); err != nil {
			return out
		}
		_ = c.SetReadDeadline(wait.Deadline())
		resp, err := http.ReadResponse(br, nil)
		if err != nil {
			r.t.Fatalf("the reply is no HTTP: %v", err)
		}
		if resp.StatusCode == http.StatusContinue {
			continue
		}
		b, err := io.ReadAll(resp.Body)
		out = append(out, got{resp.StatusCode, resp.Header, string(b), err})
	}
}

// post is a chat completion as raw bytes, with further header lines.
func rawPost(body string, lines ...string) string {
	return "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n" + strings.Join(lines, "") +
		fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// TestNoRequestIsSmuggled sends requests whose bytes two servers may cut up
// differently. None may bring forth a second exchange.
func TestNoRequestIsSmuggled(t *testing.T) {
	t.Parallel()
	body := ask(howLong, "")
	hidden := "POST /v1/embeddings HTTP/1.1\r\nHost: hidden\r\nContent-Length: 2\r\n\r\n{}"
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	head := "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n"
	length := func(n int) string { return fmt.Sprintf("Content-Length: %d\r\n", n) }
	form := "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nx\r\n--b--\r\n"
	for name, request := range map[string]string{
		"two lengths, the first right":   head + length(len(body)) + length(1) + "\r\n" + body + hidden,
		"two lengths, the second right":  head + length(1) + length(len(body)) + "\r\n" + body + hidden,
		"two lengths that agree":         head + length(len(body)) + length(len(body)) + "\r\n" + body,
		"a list of lengths":              head + "Content-Length: 5, 5\r\n\r\n" + body + hidden,
		"length and encoding":            head + length(len(chunked)) + "Transfer-Encoding: chunked\r\n\r\n" + chunked + hidden,
		"encoding and length":            head + "Transfer-Encoding: chunked\r\n" + length(4) + "\r\n" + chunked + hidden,
		"an unknown encoding":            head + "Transfer-Encoding: xchunked\r\n" + length(len(body)) + "\r\n" + body + hidden,
		"an unknown encoding only":       head + "Transfer-Encoding: xchunked\r\n\r\n" + chunked + hidden,
		"identity":                       head + "Transfer-Encoding: identity\r\n" + length(len(body)) + "\r\n" + body + hidden,
		"two encodings":                  head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + chunked + hidden,
		"an encoding with a tail":        head + "Transfer-Encoding: chunked, identity\r\n\r\n" + chunked + hidden,
		"an encoding before a space":     head + "Transfer-Encoding : chunked\r\n" + length(len(body)) + "\r\n" + body + hidden,
		"an encoding behind a tab":       head + "Transfer-Encoding:\tchunked\r\n" + length(len(body)) + "\r\n" + body + hidden,
		"a folded encoding":              head + "X: y\r\n Transfer-Encoding: chunked\r\n" + length(len(body)) + "\r\n" + body + hidden,
		"a folded length":                head + "Content-Length:\r\n " + fmt.Sprint(len(body)) + "\r\n\r\n" + body + hidden,
		"a signed length":                head + fmt.Sprintf("Content-Length: +%d\r\n\r\n", len(body)) + body + hidden,
		"a hexadecimal length":           head + fmt.Sprintf("Content-Length: 0x%x\r\n\r\n", len(body)) + body + hidden,
		"a negative length":              head + "Content-Length: -1\r\n\r\n" + body + hidden,
		"bare line feeds":                strings.ReplaceAll(head, "\r\n", "\n") + "Transfer-Encoding: chunked\n" + length(len(body)) + "\r\n" + body + hidden,
		"a chunk size that overflows":    head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n" + body + hidden,
		"a chunk extension with a break": head + "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x;a=\n%s\r\n0\r\n\r\n", len(body), body) + hidden,
		"a multipart epilogue":           "POST /v1/completions HTTP/1.1\r\nHost: gateway\r\nContent-Type: multipart/form-data; boundary=b\r\n" + length(len(form)+len(hidden)) + "\r\n" + form + hidden,
		"a body for GET":                 "GET /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\n" + length(len(hidden)) + "\r\n" + hidden,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, up.Extractive{}.Reply)
			for i, g := range r.raw(request, 1) {
				if g.status == 200 && i > 0 || g.status == 404 {
					t.Errorf("reply %d: %d %s", i, g.status, g.body)
				}
			}
			for _, q := range r.upstream.Requests() {
				if !q.IsChat() || !strings.Contains(string(q.Body), "Nightly") || strings.Contains(string(q.Body), "hidden") {
					t.Errorf("the upstream was sent %s %s", q.Path, q.Body)
				}
			}
			if n := len(r.upstream.Requests()); n > 1 {
				t.Errorf("the upstream was asked %d times", n)
			}
		})
	}
}

func TestAmbiguousLengthsAreRefusedAndTheConnectionClosed(t *testing.T) {
	t.Parallel()
	body := ask(howLong, "")
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	r := newRig(t, up.Extractive{}.Reply)
	all := r.raw("POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"+chunked+rawPost(body), 1)
	if len(all) != 1 || all[0].status != 400 {
		t.Fatalf("%+v", all)
	}
	errorOf(t, all[0].body)
}

func TestPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply)
	all := r.raw(rawPost(ask(howLong, ""))+rawPost(ask("What dose of apixaban?", ""))+"GET /livez HTTP/1.1\r\nHost: g\r\n\r\n", 3)
	if len(all) != 3 {
		t.Fatalf("%d replies: %+v", len(all), all)
	}
	if !strings.Contains(all[0].content(), "21 days") || !strings.Contains(all[1].content(), "5 mg") || all[2].body != "ok\n" {
		t.Errorf("%+v", all)
	}
}

func TestHTTP10IsServed(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply)
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, strings.Replace(rawPost(ask(howLong, "")), "HTTP/1.1", "HTTP/1.0", 1))
	_ = c.SetReadDeadline(wait.Deadline())
	b, err := io.ReadAll(c)
	if err != nil || !bytes.Contains(b, []byte("kept for 21 days")) || bytes.Contains(bytes.ToLower(b), []byte("transfer-encoding")) {
		t.Errorf("%v\n%s", err, b)
	}
}

func TestExpectContinue(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply)
	all := r.raw(rawPost(ask(howLong, ""), "Expect: 100-continue\r\n"), 1)
	if len(all) != 1 || all[0].status != 200 {
		t.Fatalf("%+v", all)
	}
	if r.asked(0).Header.Get("Expect") != "" {
		t.Error("Expect was sent on")
	}
}

func TestCompressedRequestsDoNotSlipPastTheGate(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(ask(howLong, "")))
	_ = z.Close()
	for _, path := range []string{chatPath, "/v1/embeddings"} {
		for coding, body := range map[string]string{"gzip": packed.String(), "GZIP": ask(howLong, ""), "br": ask(howLong, ""), "deflate, gzip": "{}"} {
			r := newRig(t, up.Menu())
			g := r.post(path, body, "Content-Encoding", coding)
			if g.status != 400 || len(r.upstream.Requests()) != 0 {
				t.Errorf("%s as %s: %d %s", path, coding, g.status, g.body)
			}
			errorOf(t, g.body)
		}
	}
	r := newRig(t, up.Extractive{}.Reply)
	if g := r.post(chatPath, ask(howLong, ""), "Content-Encoding", "identity"); g.status != 200 {
		t.Errorf("identity: %d %s", g.status, g.body)
	}
}

func TestHeadersThatTwoServersReadDifferently(t *testing.T) {
	t.Parallel()
	body := ask(howLong, "")
	for name, lines := range map[string]string{
		"a flood of headers":          strings.Repeat("X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", 4000),
		"one endless header":          "X-Flood: " + strings.Repeat("a", 200<<10) + "\r\n",
		"a bare CR in a value":        "X-Evil: a\rTransfer-Encoding: chunked\r\n",
		"a NUL in a value":            "X-Evil: a\x00b\r\n",
		"a header without a colon":    "nonsense\r\n",
		"a header with an empty name": ": x\r\n",
		"a space in a name":           "X Evil: y\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, up.Extractive{}.Reply)
			all := r.raw(rawPost(body, lines), 1)
			for _, g := range all {
				if g.status >= 500 {
					t.Errorf("%d %s", g.status, g.body)
				}
				if g.status >= 400 {
					errorOf(t, g.body)
				}
			}
			for _, q := range r.upstream.Requests() {
				if len(q.Header["Transfer-Encoding"]) > 0 {
					t.Errorf("the upstream got %v", q.Header)
				}
			}
		})
	}
}

func TestSlowLorisIsCutOff(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Extractive{}.Reply, server: func(s *fasthttp.Server) { s.ReadTimeout = 100 * time.Millisecond }}.start(t)
	for _, request := range []string{"POST /v1/chat/comp", rawPost(ask(howLong, ""))[:200]} {
		c := r.dial()
		defer c.Close()
		_, _ = io.WriteString(c, request)
		_ = c.SetReadDeadline(wait.Deadline())
		if _, err := io.ReadAll(c); err != nil {
			t.Errorf("the connection is still open: %v", err)
		}
	}
	if n := r.gate.Running(); n != 0 {
		t.Errorf("%d exchanges run", n)
	}
}

func TestOversizedRequestsAreRefused(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Extractive{}.Reply, setup: func(s *Setup) { s.Limits.Request = 1 << 20 }}.start(t)
	body := ask(strings.Repeat("long ", 300_000), "")
	chunked := "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	for name, request := range map[string]string{"with its length": rawPost(body), "chunked": chunked, "announced only": rawPost(body)[:200]} {
		all := r.raw(request, 1)
		if len(all) != 1 || all[0].status != 413 {
			t.Errorf("%s: %+v", name, all)
			continue
		}
		if code, _ := errorOf(t, all[0].body); code != "request_too_large" {
			t.Errorf("%s: %s", name, all[0].body)
		}
	}
}

// TestClientThatSendsAllBeforeItReadsIsToldThatItIsTooMuch: the connection was
// closed on clients that were still sending, which told of a broken connection
// and tried again.
func TestClientThatSendsAllBeforeItReadsIsToldThatItIsTooMuch(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Extractive{}.Reply, setup: func(s *Setup) { s.Limits.Request = 1 << 20 }}.start(t)
	request := rawPost(ask(strings.Repeat("long ", 5_000_000), ""))
	for range 5 {
		c := r.dial()
		defer c.Close()
		for at := 0; at < len(request); at += 1 << 20 {
			if _, err := io.WriteString(c, request[at:min(len(request), at+1<<20)]); err != nil {
				t.Fatalf("at byte %d: %v", at, err)
			}
			time.Sleep(time.Millisecond)
		}
		_ = c.SetReadDeadline(wait.Deadline())
		if all, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(all), "HTTP/1.1 413 ") {
			t.Fatalf("%v: %.80s", err, all)
		}
	}
}

// TestWhatCannotBeReadLeavesATrace: its id is told to the client, as of every
// call. A connection on which nothing came is no call.
func TestWhatCannotBeReadLeavesATrace(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Silent())
	for _, silent := range []string{"", "\r\n"} {
		c := r.dial()
		_, _ = io.WriteString(c, silent)
		_ = c.Close()
	}
	for i, tc := range []struct{ request, reason string }{
		{"NONSENSE\r\n\r\n", "bad_request"},
		{"POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", "headers_too_large"},
		{"POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 99999999999\r\n\r\n", "request_too_large"},
	} {
		all := r.raw(tc.request, 1)
		if len(all) != 1 || all[0].status/100 != 4 {
			t.Fatalf("%s: %+v", tc.reason, all)
		}
		code, _ := errorOf(t, all[0].body)
		tr := r.trace(i)
		if id := all[0].header.Get("X-Vouchsafe-Trace-Id"); code != tc.reason || tr.Reason != tc.reason || tr.QueryID != id || all[0].header.Get("X-Request-Id") != id {
			t.Errorf("%s: trace %s %q, client %v %s", tc.reason, tr.QueryID, tr.Reason, all[0].header, all[0].body)
		}
	}
}

// FuzzConnection sends bytes of any kind. Whatever the gateway makes of them,
// the upstream is asked for chat completions in strict JSON and models only.
func FuzzConnection(f *testing.F) {
	body := ask(howLong, "")
	chunked := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body)
	for _, request := range []string{
		rawPost(body), rawPost(body) + rawPost(body), rawPost(body)[:300], strings.Replace(rawPost(body), "HTTP/1.1", "HTTP/1.0", 1),
		strings.Replace(rawPost(body, "Transfer-Encoding: chunked\r\n"), body, chunked, 1),
		"POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked,
		"GET /v1/models HTTP/1.1\r\nHost: g\r\n\r\n", "POST /v1/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 2\r\n\r\n{}",
	} {
		f.Add([]byte(request))
	}
	r := newRig(f, says(goodAnswer))
	f.Fuzz(func(t *testing.T, request []byte) {
		c, err := net.Dial("tcp", r.addr)
		if err != nil {
			return // out of ports
		}
		defer c.Close()
		_, _ = c.Write(request)
		_ = c.(*net.TCPConn).CloseWrite()
		_ = c.SetReadDeadline(time.Now().Add(time.Second))
		_, _ = io.Copy(io.Discard, c)
		for _, q := range r.upstream.Requests() {
			chat := q.IsChat() && q.Method == "POST" && wire.Check(q.Body, 0) == nil
			if !chat && !strings.HasPrefix(q.Path, "/v1/models") {
				t.Errorf("%q asked for %s %s %s", request, q.Method, q.Path, q.Body)
			}
		}
		r.upstream.Forget()
		r.forgetTraces()
	})
}

// forgetTraces empties the record of traces.
func (r *rig) forgetTraces() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = nil
}
