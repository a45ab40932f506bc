package upstream_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/internal/wait"
	"vouchsafe/proxy/upstream"
)

// pair returns both ends of a connection.
func pair(t *testing.T) (server, client net.Conn) {
	t.Helper()
	ln := listening(t)
	client, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server, err = ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close(); client.Close() })
	return server, client
}

func TestHangingUpEndsTheContext(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // seen by failing writes only
	}
	for name, leave := range map[string]func(server, client net.Conn){
		"close":      func(_, c net.Conn) { c.Close() },
		"reset":      func(_, c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0); c.Close() },
		"half-close": func(_, c net.Conn) { _ = c.(*net.TCPConn).CloseWrite() },
		"behind pipelined bytes": func(_, c net.Conn) {
			_, _ = io.WriteString(c, "POST /next HTTP/1.1\r\n")
			c.Close()
		},
		"the server's own end": func(s, _ net.Conn) { s.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			server, client := pair(t)
			ctx, stop := upstream.NewWatcher(5 * time.Millisecond).Watch(server)
			defer stop()
			leave(server, client)
			wait.Closed(t, "the context ends", ctx.Done())
			if cause := context.Cause(ctx); !errors.Is(cause, upstream.ErrHungUp) {
				t.Errorf("cause %v", cause)
			}
		})
	}
}

func TestClientThatStaysIsLeftAlone(t *testing.T) {
	server, client := pair(t)
	left, other := pair(t)
	w := upstream.NewWatcher(time.Millisecond)
	ctx, stop := w.Watch(server)
	gone, stopGone := w.Watch(left)
	defer stopGone()
	_, _ = io.WriteString(client, "more")
	other.Close()
	if runtime.GOOS == "linux" {
		wait.Closed(t, "the one that left is noticed", gone.Done()) // so all were looked at
	}
	if ctx.Err() != nil {
		t.Error("a live client was taken for gone")
	}
	b := make([]byte, 4)
	if _, err := io.ReadFull(server, b); err != nil || string(b) != "more" {
		t.Errorf("watching took bytes away: %q, %v", b, err)
	}
	stop()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		t.Errorf("cause after stop: %v", cause)
	}
	stop()
}

func TestHangingUpIsSeenUnderTLS(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	server, client := pair(t)
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	defer cert.Close()
	secure := tls.Server(server, cert.TLS)
	ctx, stop := upstream.NewWatcher(5 * time.Millisecond).Watch(secure)
	defer stop()
	client.Close()
	wait.Closed(t, "the context ends", ctx.Done())
}

func TestHangingUpIsSeenInAServerThatBoundsItsClients(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	asked, ended := make(chan struct{}), make(chan struct{})
	w := upstream.NewWatcher(5 * time.Millisecond)
	srv := &fasthttp.Server{MaxConnsPerIP: 10, Handler: func(ctx *fasthttp.RequestCtx) {
		watched, stop := w.Watch(ctx.Conn())
		defer stop()
		close(asked)
		<-watched.Done()
		close(ended)
	}}
	ln := listening(t)
	go func() { _ = srv.Serve(ln) }()
	defer func() { _ = srv.Shutdown() }()
	c, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	wait.Closed(t, "the handler runs", asked)
	c.Close()
	wait.Closed(t, "the handler is told", ended)
}

func TestWhatIsNoSocketIsNotWatched(t *testing.T) {
	server, client := net.Pipe()
	client.Close()
	for _, c := range []net.Conn{server, nil} {
		ctx, stop := upstream.NewWatcher(time.Millisecond).Watch(c)
		if ctx.Err() != nil {
			t.Error("ended by itself")
		}
		stop()
		if ctx.Err() == nil {
			t.Error("stop does not end it")
		}
	}
}

func TestWhatFollowsFromAWatchedContextEndsWithIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	server, client := pair(t)
	ctx, stop := upstream.NewWatcher(5 * time.Millisecond).Watch(server)
	defer stop()
	child, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	called, withdrawn := make(chan struct{}), false
	context.AfterFunc(ctx, func() { close(called) })
	withdraw := context.AfterFunc(ctx, func() { withdrawn = true })
	if !withdraw() {
		t.Error("what was to be called cannot be withdrawn")
	}
	client.Close()
	wait.Closed(t, "the child ends", child.Done())
	wait.Closed(t, "the function is called", called)
	if cause := context.Cause(child); !errors.Is(cause, upstream.ErrHungUp) || !errors.Is(child.Err(), context.Canceled) {
		t.Errorf("cause %v, error %v", cause, child.Err())
	}
	late := make(chan struct{})
	context.AfterFunc(ctx, func() { close(late) })
	wait.Closed(t, "one that comes too late is called at once", late)
	if withdraw() || withdrawn {
		t.Error("what was withdrawn is called")
	}
}

func TestManyAreWatchedAndForgotten(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	w := upstream.NewWatcher(2 * time.Millisecond)
	for round := range 3 {
		var left, stays []context.Context
		for i := range 12 {
			server, client := pair(t)
			ctx, stop := w.Watch(server)
			switch i % 3 {
			case 0:
				client.Close()
				left = append(left, ctx)
			case 1:
				stays = append(stays, ctx)
				defer stop()
			default:
				stop()
				stop() // twice takes nobody else out
			}
		}
		for _, ctx := range left {
			wait.Closed(t, "one that left is noticed", ctx.Done())
		}
		for _, ctx := range stays {
			if ctx.Err() != nil {
				t.Errorf("round %d: one that stays was taken for gone", round)
			}
		}
	}
}

func BenchmarkWatch(b *testing.B) {
	ln := listening(b)
	c, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	w := upstream.NewWatcher(100 * time.Millisecond)
	b.ReportAllocs()
	for b.Loop() {
		_, stop := w.Watch(c)
		stop()
	}
}
