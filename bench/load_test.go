package main

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
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

// times asks n times.
func (l load) times(n int64) measured {
	var sent atomic.Int64
	return l.run(func() (time.Time, bool) { return time.Now(), sent.Add(1) <= n })
}

func TestAReplyThatIsNotAsItShouldBeIsAFailure(t *testing.T) {
	address := serving(t, func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString(`{"verdict":"refused"}`) })
	l := load{address: address, request: newRequest(scenarios()[0], "chat", false), conns: 2, want: `"verdict":"grounded"`}
	m := l.times(10)
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
		{"repair-paced", true, "data: [DONE]"},
		{"chat-1ms", false, "happy to help"},
	} {
		l := load{address: address, request: newRequest(scenarios()[1], tt.model, tt.streamed), conns: 1, want: tt.want}
		if m := l.times(1); len(m.latencies) != 1 {
			t.Errorf("%s: %v", tt.model, m.firstErr)
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
