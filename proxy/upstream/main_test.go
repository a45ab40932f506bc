package upstream_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/upstream"
)

// A fasthttp server leaves two goroutines of its own behind for a while.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.(*workerPool).Start.func2"),
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"))
}

// scripted starts a scripted upstream and a client for it.
func scripted(t *testing.T, script upstreamtest.Script, change ...func(*upstream.Config)) (*upstreamtest.Server, *upstream.Upstream) {
	t.Helper()
	srv, err := upstreamtest.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv, client(t, srv.BaseURL(), change...)
}

func client(t *testing.T, base string, change ...func(*upstream.Config)) *upstream.Upstream {
	t.Helper()
	cfg := upstream.Config{Name: "test", BaseURL: base}
	for _, f := range change {
		f(&cfg)
	}
	u, err := upstream.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Close)
	return u
}

// listening is a listener on a free port of this machine, which is closed when
// the test ends.
func listening(t testing.TB) net.Listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	return ln
}

// raw serves each connection by hand: serve gets it after a request was read
// from it, once for each request.
func raw(t *testing.T, serve func(n int, c net.Conn)) string {
	t.Helper()
	ln := listening(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ; {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			br := bufio.NewReader(c)
			for {
				req, err := http.ReadRequest(br)
				if err != nil {
					break
				}
				_, _ = io.Copy(io.Discard, req.Body)
				n++
				serve(n, c)
			}
			_ = c.Close()
		}
	}()
	t.Cleanup(func() { _ = ln.Close(); <-done })
	return "http://" + ln.Addr().String()
}

func chat(body string) *upstream.Request {
	return &upstream.Request{
		Path: "/chat/completions", Body: []byte(body),
		Header: upstream.Header{{"Content-Type", "application/json"}},
	}
}

const question = `{"model":"m","messages":[{"role":"user","content":"Why?"}]}`
const streamed = `{"model":"m","stream":true,"messages":[{"role":"user","content":"Why?"}]}`

// ask makes a call and reads all of its answer.
func ask(ctx context.Context, u *upstream.Upstream, r *upstream.Request) (*upstream.Response, string, error) {
	resp, err := u.Do(ctx, r)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), err
}

func wantFailure(t *testing.T, err error, want upstream.Failure) {
	t.Helper()
	if got := upstream.FailureOf(err); got != want {
		t.Fatalf("failure %q, want %q (%v)", got, want, err)
	}
}
