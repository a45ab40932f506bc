package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// serving serves a handler until the test ends.
func serving(t *testing.T, handle fasthttp.RequestHandler) string {
	t.Helper()
	free, err := freeAddresses(1)
	if err != nil {
		t.Fatal(err)
	}
	address := free[0]
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go func() { _ = serve(ctx, address, handle) }()
	p := &process{name: "test", address: address}
	if err := p.await(ctx, ""); err != nil {
		t.Fatal(err)
	}
	return address
}

func TestWhatWaitsBehindASlowReplyHasWaitedToo(t *testing.T) {
	const stall = 300 * time.Millisecond
	first := make(chan struct{}, 1)
	first <- struct{}{}
	address := serving(t, func(ctx *fasthttp.RequestCtx) {
		if ctx.IsGet() {
			return
		}
		select {
		case <-first:
			time.Sleep(stall)
		default:
		}
	})
	l := load{address: address, request: newRequest(scenarios()[0], "chat", false), conns: 1}
	m := l.paced(100, 400*time.Millisecond)
	if len(m.latencies) != 40 {
		t.Fatalf("%d exchanges, want 40: %v", len(m.latencies), m.firstErr)
	}
	// A generator that counts from when it got round to asking sees one slow
	// exchange; those that were due meanwhile are slow as well.
	if slow := 40 - 1; m.quantile(0.5) < stall/4 {
		t.Errorf("half of %d exchanges took at most %v although the server stood still for %v", slow, m.quantile(0.5), stall)
	}
}

func TestAReplyThatIsNotAsItShouldBeIsAFailure(t *testing.T) {
	address := serving(t, func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString(`{"verdict":"refused"}`) })
	l := load{address: address, request: newRequest(scenarios()[0], "chat", false), conns: 2, want: `"verdict":"grounded"`}
	m := l.paced(1000, 10*time.Millisecond)
	if m.failed != 10 || len(m.latencies) != 0 || m.firstErr == nil {
		t.Errorf("%d failed, %d were answered", m.failed, len(m.latencies))
	}
}

func TestTheUpstreamAnswersWhatItsModelSays(t *testing.T) {
	address := serving(t, mock{answers()}.handle)
	for _, tt := range []struct {
		model    string
		streamed bool
		want     string
	}{
		{"own", false, `"finish_reason":"stop"`},
		{"heal", true, "data: [DONE]"},
		{"repair-paced", true, "data: [DONE]"},
		{"chat-1ms", false, "happy to help"},
	} {
		l := load{address: address, request: newRequest(scenarios()[1], tt.model, tt.streamed), conns: 1, want: tt.want}
		if m := l.paced(1000, time.Millisecond); len(m.latencies) != 1 {
			t.Errorf("%s: %v", tt.model, m.firstErr)
		}
	}
	for _, fault := range []string{"own-500", "own-cut", "own-garbage"} {
		l := load{address: address, request: newRequest(scenarios()[1], fault, false), conns: 1, want: `"finish_reason":"stop"`}
		if m := l.paced(1000, time.Millisecond); m.failed != 1 {
			t.Errorf("%s was answered well", fault)
		}
	}
}

func TestNoSentenceOfAPromptComesAgain(t *testing.T) {
	for _, tt := range []struct {
		scenario    scenario
		least, most int
		fresh       int
	}{
		{scenarios()[0], 800, 1300, 1}, {scenarios()[1], 7000, 9500, 1 + 5*15}, {scenarios()[2], 90_000, 120_000, 1 + 40*25},
	} {
		one := string(newRequest(tt.scenario, "own", true).next(nil))
		if !json.Valid([]byte(one)) || len(one) < tt.least || len(one) > tt.most {
			t.Errorf("%s: %d bytes, or no JSON", tt.scenario.name, len(one))
		}
		if n := strings.Count(one, "00000001"); n != tt.fresh {
			t.Errorf("%s: %d places are new, want %d", tt.scenario.name, n, tt.fresh)
		}
	}
}
