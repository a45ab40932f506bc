package proxy

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// TestPanicEndsOneExchangeOnly: the clock panics once, after the upstream has
// been asked.
func TestPanicEndsOneExchangeOnly(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
		plainAndStreamed(t, string(mode), func(t *testing.T, stream bool) {
			var armed atomic.Bool
			script := func(q *up.Request) up.Reply {
				reply := says(goodAnswer)(q)
				if strings.Contains(string(q.Body), "panic please") {
					armed.Store(true)
				}
				return reply
			}
			r := plan{script: script, app: func(a *App) { a.Policy.Mode = mode }, gate: func(g *Gateway) {
				g.now = func() time.Time {
					if armed.CompareAndSwap(true, false) {
						panic("the clock " + leak)
					}
					return time.Now()
				}
			}}.start(t)
			s := r.talk(ask(howLong, `"user":"panic please",`), stream)
			if strings.Contains(s.body, leak) || strings.Contains(s.body, "goroutine") {
				t.Errorf("it leaks: %s", s.body)
			}
			if mode == policy.Enforce {
				if s.fault == "" || strings.Contains(s.body, "Backups are kept") || s.status == 200 && s.broken == nil {
					t.Errorf("%d %v %s", s.status, s.broken, s.body)
				}
				if tr := r.trace(0); tr.Verdict != "failed" || tr.Reason != "internal_error" {
					t.Errorf("trace %q %q", tr.Verdict, tr.Reason)
				}
			}
			r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
			if g := r.post(chatPath, ask(howLong, "")); g.status != 200 {
				t.Errorf("the next exchange: %d %s", g.status, g.body)
			}
		})
	}
}

func TestPanicOfTheRecordEndsNothing(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "record", func(t *testing.T, stream bool) {
		r := plan{script: says(goodAnswer), gate: func(g *Gateway) {
			g.record = func(*ledger.Trace, ledger.Content) { panic("no disk") }
		}}.start(t)
		for range 2 {
			r.talk(ask(howLong, ""), stream)
		}
		r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
	})
}

func TestConcurrencyLimitAnswersAtOnce(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	waiting := func(q *up.Request) up.Reply { <-release; return says(goodAnswer)(q) }
	r := plan{script: waiting, setup: func(s *Setup) { s.Limits.Concurrency = 2 }}.start(t)
	var wg sync.WaitGroup
	for _, stream := range []bool{false, true} {
		wg.Go(func() {
			if s := r.talk(ask(howLong, ""), stream); s.verdict() != "grounded" {
				t.Error(s.body)
			}
		})
	}
	r.asked(1)
	for range 3 {
		g := r.post(chatPath, ask(howLong, ""))
		if code, _ := errorOf(t, g.body); g.status != 503 || code != "overloaded" || g.header.Get("Retry-After") == "" {
			t.Errorf("%d %v %s", g.status, g.header, g.body)
		}
	}
	if g := r.do("GET", "/livez", ""); g.status != 200 {
		t.Errorf("livez: %d", g.status)
	}
	close(release)
	wg.Wait()
	r.eventually("the places are free again", func() bool { return r.gate.Running() == 0 })
	if g := r.post(chatPath, ask(howLong, "")); g.status != 200 {
		t.Errorf("%d %s", g.status, g.body)
	}
}

func TestShutdownLetsStreamsFinish(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Off} {
		t.Run(string(mode), func(t *testing.T) {
			release := make(chan struct{})
			script := func(q *up.Request) up.Reply {
				<-release
				return up.Answer{Choices: []up.Choice{{Content: goodAnswer}}, Pace: time.Millisecond}.For(q)
			}
			r := newRig(t, script, func(a *App) { a.Policy.Mode = mode })
			replies := make(chan seen, 2)
			for _, stream := range []bool{true, false} {
				go func() { replies <- r.talk(ask(howLong, ""), stream) }()
			}
			r.asked(1)
			over := make(chan struct{})
			go func() {
				ctx, cancel := context.WithTimeout(context.Background(), wait.Patience)
				defer cancel()
				Shutdown(ctx, r.gate, r.server)
				close(over)
			}()
			r.eventually("it drains", r.gate.draining.Load)
			close(release)
			for range 2 {
				if s := <-replies; !s.done || s.broken != nil || s.fault != "" {
					t.Errorf("%d %v %s", s.status, s.broken, s.body)
				}
			}
			wait.Closed(t, "the shutdown ends", over)
		})
	}
}

func TestDrainingGatewayTurnsNewCallsAway(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer))
	if g := r.do("GET", "/readyz", ""); g.status != 200 {
		t.Errorf("readyz before: %d", g.status)
	}
	r.gate.Drain()
	g := r.post(chatPath, ask(howLong, ""))
	if code, _ := errorOf(t, g.body); g.status != 503 || code != "draining" || g.header.Get("Retry-After") == "" {
		t.Errorf("%d %v %s", g.status, g.header, g.body)
	}
	for path, want := range map[string]int{"/readyz": 503, "/livez": 200, "/healthz": 503, "/health": 503} {
		if g := r.do("GET", path, ""); g.status != want {
			t.Errorf("%s: %d", path, g.status)
		}
	}
}

func TestAbortedStreamsLeaveNoGoroutines(t *testing.T) {
	r := newRig(t, up.Dies(up.Hang, says(goodAnswer)))
	round := func() {
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
				defer cancel()
				req, _ := http.NewRequestWithContext(ctx, "POST", r.url+chatPath, strings.NewReader(ask(howLong, `"stream":true,`)))
				if resp, err := r.client.Do(req); err == nil {
					_, _ = io.Copy(io.Discard, resp.Body)
					_ = resp.Body.Close()
				}
			})
		}
		wg.Wait()
		r.eventually("all exchanges are over", func() bool { return r.gate.Running() == 0 })
		r.client.CloseIdleConnections()
	}
	round() // fills the server's pool of workers
	before := runtime.NumGoroutine()
	for range 3 {
		round()
	}
	r.eventually("no more goroutines are left than after the first round", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// TestTenantsNeverMix: many at once, each with documents, question and key of
// its own; every byte that one gets is its own.
func TestTenantsNeverMix(t *testing.T) {
	t.Parallel()
	keys := []string{"vs-alpha", "vs-bravo"}
	r := plan{script: up.Extractive{}.Reply, setup: func(s *Setup) {
		for _, key := range keys {
			app := *s.Apps[0]
			app.Name, app.Keys = key[3:], []string{keyHash(key)}
			app.Policy.Context.Roles = nil
			app.Policy = s.Apps[0].Policy
			s.Apps = append(s.Apps, &app)
		}
	}}.start(t)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 12 {
				mark := fmt.Sprintf("Tenant%dround%d", worker, i)
				key := keys[worker%2]
				body := fmt.Sprintf(`{"model":"m","user":%q,"vouchsafe":{"chunks":[{"chunk_id":%q,"text":"The code word of %s is kept in vault %d."}]},"messages":[{"role":"user","content":"Where is the code word of %s kept?"}]}`, mark, mark, mark, 100*worker+i, mark)
				s := r.talk(body, i%2 == 0, "Authorization", "Bearer "+key)
				if s.status != 200 || s.report.Get("app").Str != key[3:] || !strings.Contains(s.text(), mark) {
					t.Errorf("%s got %d %s", mark, s.status, s.body)
					return
				}
				for other := range 8 {
					if other != worker && strings.Contains(s.body, fmt.Sprintf("Tenant%dround", other)) {
						t.Errorf("%s got words of another: %s", mark, s.body)
					}
				}
			}
		})
	}
	wg.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, tr := range r.traces {
		if len(tr.Chunks) != 1 || tr.Chunks[0].ID != tr.User || !strings.Contains(tr.Answer, tr.User) || tr.Chunks[0].Standing != evidence.Primary {
			t.Errorf("the trace of %s tells of %+v: %s", tr.User, tr.Chunks, tr.Answer)
		}
	}
}
