package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/need"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/proxy/upstream"
)

func TestAnswerComesWithStatusHeadersAndBody(t *testing.T) {
	srv, u := scripted(t, up.Fails(429, "rate_limit_exceeded", "Slow down.", map[string]string{"Retry-After": "7"}))
	resp, body, err := ask(context.Background(), u, chat(question))
	if err != nil {
		t.Fatal(err)
	}
	if resp.Status != 429 || resp.Header.Get("retry-after") != "7" || !strings.Contains(body, "Slow down.") {
		t.Errorf("got %d %v %s", resp.Status, resp.Header, body)
	}
	got := srv.Requests()[0]
	if got.Method != "POST" || got.Path != "/v1/chat/completions" || string(got.Body) != question {
		t.Errorf("the upstream saw %s %s %s", got.Method, got.Path, got.Body)
	}
}

func TestHeadGoesOutAsGiven(t *testing.T) {
	head := make(chan string, 1)
	ln := listening(t)
	go func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		b := make([]byte, 4096)
		n, _ := c.Read(b)
		head <- string(b[:n])
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
	}()
	u := client(t, "http://"+ln.Addr().String()+"/base/")
	_, _, err := ask(context.Background(), u, &upstream.Request{
		Method: "PUT", Path: "/a%2Fb", Query: "api-version=2024-10-21", Body: []byte("{}"),
		Header: upstream.Header{
			{"x-stainless-LANG", "js"}, {"content-type", "application/json"}, {"Accept-Encoding", "gzip"},
			{"Host", "elsewhere"}, {"Content-Length", "99"}, {"Transfer-Encoding", "chunked"},
			{"X-Twice", "1"}, {"X-Twice", "2"}, {"X-Evil", "a\r\nInjected: yes"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(<-head, ln.Addr().String(), "HOST")
	want := "PUT /base/a%2Fb?api-version=2024-10-21 HTTP/1.1\r\n" +
		"Host: HOST\r\nx-stainless-LANG: js\r\ncontent-type: application/json\r\n" +
		"X-Twice: 1\r\nX-Twice: 2\r\nX-Evil: a  Injected: yes\r\n" +
		"Accept-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestOperatorsKeyReplacesTheClientsCredential(t *testing.T) {
	own := upstream.Header{
		{"authorization", "Bearer client"}, {"api-key", "client"}, {"Cookie", "s=1"},
		{"OpenAI-Organization", "org"}, {"OpenAI-Project", "p"}, {"X-Other", "kept"},
	}
	for _, tc := range []struct {
		name, key string
		kind      upstream.Kind
		want      [4]string // Authorization, Api-Key, OpenAI-Organization, X-Other
	}{
		{"passed through", "", upstream.OpenAI, [4]string{"Bearer client", "client", "org", "kept"}},
		{"openai", "sk-op", upstream.OpenAI, [4]string{"Bearer sk-op", "", "", "kept"}},
		{"azure", "op", upstream.Azure, [4]string{"", "op", "", "kept"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			srv, u := scripted(t, up.Say("Yes."), func(c *upstream.Config) { c.APIKey, c.Kind = tc.key, tc.kind })
			r := chat(question)
			r.Header = own
			if _, _, err := ask(context.Background(), u, r); err != nil {
				t.Fatal(err)
			}
			h := srv.Requests()[0].Header
			got := [4]string{h.Get("Authorization"), h.Get("Api-Key"), h.Get("OpenAI-Organization"), h.Get("X-Other")}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestStreamIsReadAsItArrives(t *testing.T) {
	read := make(chan struct{})
	base := raw(t, func(_ int, c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
		for i := range 3 {
			_, _ = fmt.Fprintf(c, "2\r\n%d;\r\n", i)
			<-read // the next is written only once this one was read
		}
		_, _ = io.WriteString(c, "0\r\n\r\n")
	})
	resp, err := client(t, base).Do(context.Background(), chat(streamed))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	big := make([]byte, 64<<10)
	for i := range 3 {
		n, err := resp.Body.Read(big)
		if got, want := string(big[:n]), fmt.Sprintf("%d;", i); got != want || err != nil {
			t.Fatalf("read %q, %v, want %q", got, err, want)
		}
		read <- struct{}{}
	}
	if _, err := resp.Body.Read(big); err != io.EOF {
		t.Errorf("got %v, want EOF", err)
	}
}

func TestConnectionIsUsedAgain(t *testing.T) {
	srv, u := scripted(t, up.Say("Yes."))
	for i := range 4 {
		r := chat(question)
		if i%2 == 1 {
			r = chat(streamed)
		}
		resp, err := u.Do(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 { // a reader of events stops at [DONE], before the body's own end
			readUntil(t, resp.Body, "[DONE]\n\n")
		} else if _, err := io.ReadAll(resp.Body); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		resp.Body.Close()
	}
	seen := srv.Requests()
	for _, r := range seen[1:] {
		if r.RemoteAddr != seen[0].RemoteAddr {
			t.Errorf("a call came from %s, the first from %s", r.RemoteAddr, seen[0].RemoteAddr)
		}
	}
}

func readUntil(t *testing.T, r io.Reader, end string) {
	t.Helper()
	var got []byte
	b := make([]byte, 1)
	for !strings.HasSuffix(string(got), end) {
		if _, err := r.Read(b); err != nil {
			t.Fatalf("%v after %q", err, got)
		}
		got = append(got, b...)
	}
}

func TestConnectionClosedWhileIdleIsNotUsed(t *testing.T) {
	closed := make(chan struct{}, 2)
	base := raw(t, func(_ int, c net.Conn) {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		_ = c.Close()
		closed <- struct{}{}
	})
	u := client(t, base) // without retries
	for range 2 {
		if _, body, err := ask(context.Background(), u, chat(question)); err != nil || body != "ok" {
			t.Fatalf("%q, %v", body, err)
		}
		<-closed
	}
}

func TestBytesNobodyAskedForSpoilTheConnection(t *testing.T) {
	base := raw(t, func(n int, c net.Conn) {
		_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n%dHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged", n)
		_ = c.Close()
	})
	u := client(t, base)
	for n := 1; n <= 3; n++ {
		if _, body, err := ask(context.Background(), u, chat(question)); err != nil || body != fmt.Sprint(n) {
			t.Fatalf("call %d: %q, %v", n, body, err)
		}
	}
}

func TestOnlyAnUndeliveredCallIsRepeated(t *testing.T) {
	once := func(c *upstream.Config) { c.Retries = 1 }
	for _, tc := range []struct {
		name     string
		script   up.Script
		want     upstream.Failure
		requests int
	}{
		{"cut off once", up.InTurn(up.Vanishes(), up.Say("Yes.")), "", 2},
		{"cut off always", up.Vanishes(), upstream.Unreachable, 2},
		{"an error is an answer", up.InTurn(up.Fails(503, "busy", "Busy.", nil), up.Say("Yes.")), "", 1},
		{"died in the body", up.Dies(up.Cut, up.Say("Yes, of course.")), upstream.Broken, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			srv, u := scripted(t, tc.script, once)
			_, _, err := ask(context.Background(), u, chat(question))
			wantFailure(t, err, tc.want)
			if n := len(srv.Requests()); n != tc.requests {
				t.Errorf("the upstream saw %d requests, want %d", n, tc.requests)
			}
		})
	}
}

func TestABodyIsMadeForEachDelivery(t *testing.T) {
	srv, u := scripted(t, up.InTurn(up.Vanishes(), up.Say("Yes.")), func(c *upstream.Config) { c.Retries = 1 })
	made := 0
	r := chat("")
	r.Make = func(into []byte) []byte { made++; return append(into, question...) }
	_, _, err := ask(context.Background(), u, r)
	wantFailure(t, err, "")
	if made != 2 {
		t.Errorf("it was made %d times, want 2", made)
	}
	for i, seen := range srv.Requests() {
		if string(seen.Body) != question {
			t.Errorf("delivery %d has the body %q", i, seen.Body)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	_, err := client(t, "http://"+need.FreeAddress(t)).Do(context.Background(), chat(question))
	wantFailure(t, err, upstream.Unreachable)
}

func TestBrokenAnswers(t *testing.T) {
	for name, answer := range map[string]string{
		"not HTTP":              "hello there\r\n\r\n",
		"head without an end":   "HTTP/1.1 200 OK\r\nContent-Ty",
		"head too large":        "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 20<<10) + "\r\n\r\n",
		"shorter than its word": "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
		"chunk cut off":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nhalf",
		"no last chunk":         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
		"bad chunk size":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n",
		"unknown encoding":      "HTTP/1.1 200 OK\r\nContent-Encoding: compress\r\nContent-Length: 2\r\n\r\nxx",
		"not gzip":              "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nxx",
		"two lengths":           "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nxx",
	} {
		t.Run(name, func(t *testing.T) {
			base := raw(t, func(_ int, c net.Conn) { _, _ = io.WriteString(c, answer); _ = c.Close() })
			_, _, err := ask(context.Background(), client(t, base), chat(question))
			wantFailure(t, err, upstream.Broken)
		})
	}
}

func TestGzipIsDecodedThoughNotAskedFor(t *testing.T) {
	for _, body := range []string{question, streamed} {
		_, u := scripted(t, up.Zipped(up.Say("Yes, zipped.")))
		resp, got, err := ask(context.Background(), u, chat(body))
		if err != nil || !strings.Contains(got, "Yes") || resp.Header.Get("Content-Encoding") != "" {
			t.Errorf("%v %v %q", err, resp, got)
		}
	}
}

func TestBodyIsBounded(t *testing.T) {
	small := func(c *upstream.Config) { c.MaxResponse = 1 << 20 }
	bomb := func(*up.Request) up.Reply { return up.Reply{Body: make([]byte, 8<<20), Gzip: true} }
	for name, script := range map[string]up.Script{
		"a body of 100 MiB":  up.Huge(100 << 20),
		"no end":             up.Huge(-1),
		"a declared length":  up.Raw(up.Reply{Body: make([]byte, 2<<20)}),
		"a compressed bomb":  bomb,
		"one byte too large": up.Raw(up.Reply{Pieces: [][]byte{make([]byte, 1<<20), {0}}}),
	} {
		t.Run(name, func(t *testing.T) {
			_, u := scripted(t, script, small)
			_, got, err := ask(context.Background(), u, chat(question))
			wantFailure(t, err, upstream.TooLarge)
			if len(got) > 1<<20 {
				t.Errorf("read %d bytes", len(got))
			}
		})
	}
	_, u := scripted(t, up.Raw(up.Reply{Pieces: [][]byte{make([]byte, 1<<20)}}), small)
	if _, got, err := ask(context.Background(), u, chat(question)); err != nil || len(got) != 1<<20 {
		t.Errorf("a body of just the size: %d bytes, %v", len(got), err)
	}
}

func TestPhasesTimeOut(t *testing.T) {
	const short = 50 * time.Millisecond
	deaf := deafServer(t)
	for _, tc := range []struct {
		phase  upstream.Phase
		times  upstream.Timeouts
		script up.Script
		base   string
	}{
		{upstream.Connect, upstream.Timeouts{Connect: short}, nil, deaf},
		{upstream.FirstByte, upstream.Timeouts{FirstByte: short}, up.Silent(), ""},
		{upstream.Idle, upstream.Timeouts{Idle: short}, up.Dies(up.Hang, up.Say("Yes.")), ""},
		{upstream.Total, upstream.Timeouts{Total: 4 * short}, up.Endless(-1, short/10), ""},
	} {
		t.Run(string(tc.phase), func(t *testing.T) {
			base := tc.base
			var srv *up.Server
			if tc.script != nil {
				srv, _ = scripted(t, tc.script)
				base = srv.BaseURL()
			}
			u := client(t, base, func(c *upstream.Config) { c.Timeouts, c.Retries = tc.times, 1 })
			_, _, err := ask(context.Background(), u, chat(streamed))
			var e *upstream.Error
			if !errors.As(err, &e) || e.Failure != upstream.TimedOut || e.Phase != tc.phase {
				t.Fatalf("got %v", err)
			}
			if srv == nil {
				return
			}
			wait.Until(t, "the upstream has read the call", func() bool { return len(srv.Requests()) > 0 })
			if n := len(srv.Requests()); n != 1 {
				t.Errorf("a call that timed out was sent %d times", n)
			}
			wait.Closed(t, "the upstream sees the end", srv.Requests()[0].Gone())
		})
	}
}

func TestCancellingClosesTheConnectionInEveryPhase(t *testing.T) {
	cause := errors.New("no longer wanted")
	for name, script := range map[string]up.Script{
		"before the first byte": up.Silent(),
		"between events":        up.Dies(up.Hang, up.Say("Yes, and more.")),
		"in full flow":          up.Endless(-1, time.Millisecond),
	} {
		t.Run(name, func(t *testing.T) {
			srv, u := scripted(t, script, func(c *upstream.Config) { c.Retries = 1 })
			ctx, cancel := context.WithCancelCause(context.Background())
			go func() {
				for len(srv.Requests()) == 0 {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(20 * time.Millisecond)
				cancel(cause)
			}()
			_, _, err := ask(ctx, u, chat(streamed))
			wantFailure(t, err, upstream.Canceled)
			if !errors.Is(err, cause) {
				t.Errorf("%v does not tell the cause", err)
			}
			wait.Closed(t, "the upstream sees the end", srv.Requests()[0].Gone())
			if n := len(srv.Requests()); n != 1 {
				t.Errorf("sent %d times", n)
			}
		})
	}
}

// deafServer takes connections and never says a word on them.
func deafServer(t *testing.T) string { return "https://" + listening(t).Addr().String() }

func TestCancellingEndsAHandshake(t *testing.T) {
	deaf := deafServer(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err := client(t, deaf).Do(ctx, chat(question))
	wantFailure(t, err, upstream.Canceled)
}

func TestClosingEarlyEndsTheCall(t *testing.T) {
	srv, u := scripted(t, up.Endless(-1, time.Millisecond))
	resp, err := u.Do(context.Background(), chat(streamed))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resp.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	wait.Closed(t, "the upstream sees the end", srv.Requests()[0].Gone())
	if _, err := resp.Body.Read(make([]byte, 10)); err == nil {
		t.Error("a closed body can still be read")
	}
}

func TestAnswerSentBeforeTheRequestWasReadIsSeen(t *testing.T) {
	ln := listening(t)
	go func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		b := make([]byte, 1)
		_, _ = c.Read(b)
		_, _ = io.WriteString(c, "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno")
		_ = c.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, c)
		_ = c.Close()
	}()
	r := chat(strings.Repeat("x", 8<<20))
	resp, body, err := ask(context.Background(), client(t, "http://"+ln.Addr().String()), r)
	if err != nil || resp.Status != 413 || body != "no" {
		t.Errorf("%v %v %q", resp, err, body)
	}
}

func TestRequestBodyIsNotRetained(t *testing.T) {
	_, u := scripted(t, up.Say("Yes."))
	body := []byte(question)
	for range 3 {
		r := chat("")
		r.Body = body
		resp, err := u.Do(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		for i := range body { // the race detector watches
			body[i] = ' '
		}
		resp.Body.Close()
		copy(body, question)
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	_, u := scripted(t, up.Say("Yes."))
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for j := range 20 {
				ctx, cancel := context.WithCancel(context.Background())
				if (i+j)%5 == 0 {
					time.AfterFunc(time.Duration(j)*50*time.Microsecond, cancel)
				}
				_, body, err := ask(ctx, u, chat(streamed))
				if err == nil && !strings.HasSuffix(body, "data: [DONE]\n\n") {
					t.Errorf("a whole answer that is not whole: %q", body)
				}
				if f := upstream.FailureOf(err); err != nil && f != upstream.Canceled {
					t.Errorf("%v", err)
				}
				cancel()
			}
		})
	}
	wg.Wait()
}

func TestUnfitRequestsAreNotSent(t *testing.T) {
	srv, u := scripted(t, up.Say("Yes."))
	for _, r := range []*upstream.Request{
		{Path: "no-slash"}, {Path: "/a b"}, {Path: "/a", Query: "x\r\nEvil: 1"}, {Path: "/", Method: "GET /x"},
	} {
		_, err := u.Do(context.Background(), r)
		wantFailure(t, err, upstream.Invalid)
	}
	if n := len(srv.Requests()); n != 0 {
		t.Errorf("%d were sent", n)
	}
}

func BenchmarkCall(b *testing.B) {
	srv, err := up.Start(up.Say("Yes, that is so."))
	if err != nil {
		b.Fatal(err)
	}
	defer srv.Close()
	u, err := upstream.New(upstream.Config{BaseURL: srv.BaseURL()})
	if err != nil {
		b.Fatal(err)
	}
	defer u.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ask(context.Background(), u, chat(question)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCallAlone leaves the server's own work out: a loop that answers
// whatever comes.
func BenchmarkCallAlone(b *testing.B) {
	ln := listening(b)
	reply := []byte("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Request-Id: req_1\r\nContent-Length: 2\r\n\r\n{}")
	go func() {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		buf := make([]byte, 4096)
		for {
			if _, err := c.Read(buf); err != nil {
				return
			}
			_, _ = c.Write(reply)
		}
	}()
	u, err := upstream.New(upstream.Config{BaseURL: "http://" + ln.Addr().String()})
	if err != nil {
		b.Fatal(err)
	}
	defer u.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ask(context.Background(), u, chat(question)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAnthropicsRootIsItsServers: its own clients have no /v1 in it, and every call got 404.
func TestAnthropicsRootIsItsServers(t *testing.T) {
	for base, path := range map[string]string{"": "/v1/messages", "/v1": "/v1/messages", "/claude": "/claude/messages"} {
		srv, _ := scripted(t, up.Say("Good."))
		u := client(t, strings.TrimSuffix(srv.URL, "/v1")+base, func(c *upstream.Config) { c.Kind = upstream.Anthropic })
		_, _, _ = ask(context.Background(), u, &upstream.Request{Method: "POST", Path: "/messages", Body: []byte("{}")})
		if got := srv.Requests()[0].Path; got != path {
			t.Errorf("%q: %s", base, got)
		}
	}
}
