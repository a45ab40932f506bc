package proxy

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"vouchsafe/cache"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// dice fall alike in each run. Many may throw them at once.
type dice struct {
	mu   sync.Mutex
	from *rand.Rand
}

func newDice() *dice { return &dice{from: rand.New(rand.NewPCG(1, 2))} }

// under is a number from 0 that is less than n.
func (d *dice) under(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.from.IntN(n)
}

// milliseconds is a time of less than n of them.
func (d *dice) milliseconds(n int) time.Duration { return time.Duration(d.under(n)) * time.Millisecond }

// moody is an upstream whose answers stand or fail, come slowly or at once,
// with a tool call or without, and now and then hang, break off or are errors.
func (d *dice) moody(q *up.Request) up.Reply {
	content := segmented(backups, doseRight, backups, doseWrong, backups)
	if d.under(2) == 0 {
		content = segmented(passage{"Backups start at 01:30 UTC.", "d2", backups.snippet}, doseRight)
	}
	a := up.Answer{Choices: []up.Choice{{Content: content}}, Pace: d.milliseconds(3), Runes: 1 + d.under(40)}
	if q.Get("tools.0").Exists() && d.under(2) == 0 {
		a.Choices[0].ToolCalls = []up.ToolCall{{ID: "a", Name: "write", Arguments: "{}"}}
	}
	reply := a.For(q)
	if reply.Pieces == nil { // a plain reply, to be broken off too
		half := len(reply.Body) / 2
		reply.Pieces, reply.Body = [][]byte{reply.Body[:half], reply.Body[half:]}, nil
	}
	switch d.under(8) {
	case 0:
		reply.Ending, reply.Pieces = up.Hang, reply.Pieces[:(len(reply.Pieces)+1)/2]
	case 1:
		reply.Ending, reply.Pieces = up.Cut, reply.Pieces[:(len(reply.Pieces)+1)/2]
	case 2:
		return up.Fails(500, "server_error", "No.", nil)(q)
	}
	return reply
}

// leave asks for a stream, reads some of it at its leisure, and goes away.
func (r *rig) leave(d *dice) {
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Error(err)
		return
	}
	defer c.Close()
	extra := fmt.Sprintf(`"stream":true,"seed":%d,`, d.under(4))
	if d.under(3) == 0 {
		extra += `"tools":[{"type":"function","function":{"name":"write","parameters":{"type":"object","properties":{}}}}],`
	}
	request := rawPost(ask(howLong, extra))
	if d.under(3) == 0 {
		request = strings.Replace(rawPost(inputOf(howLong, `"stream":true,`)), chatPath, "/v1/responses", 1)
	}
	_, _ = io.WriteString(c, request)
	_ = c.SetReadDeadline(time.Now().Add(d.milliseconds(120)))
	for buf := make([]byte, 1+d.under(400)); ; {
		if _, err := c.Read(buf); err != nil {
			return
		}
		if d.under(4) == 0 {
			time.Sleep(d.milliseconds(4))
		}
	}
}

// TestClientsThatLeaveAtAnyTimeLeaveOneTraceEach: in each phase of a stream,
// of its repair and its continuation, with shadows, and while configurations
// are swapped. Under the race detector it also tells what is shared.
func TestClientsThatLeaveAtAnyTimeLeaveOneTraceEach(t *testing.T) {
	d := newDice()
	r := plan{script: d.moody, app: func(a *App) {
		a.Rate = cache.NewRateLimiter(cache.RateLimits{Requests: 1_000_000, Tokens: 100_000_000})
		a.Policy.Stream.Heartbeat = 3 * time.Millisecond
		a.Policy.Repair.Budget, a.Policy.Repair.Attempts = 300*time.Millisecond, 2
		a.Policy.OnFailure = policy.MarkAnswer
		shadow := *a
		a.Shadow = &Shadow{App: &shadow, Sample: 0.2}
	}, upstream: func(c *upstream.Config) { c.Timeouts.Idle = 300 * time.Millisecond }, // of a shadow, which nobody leaves
		gate: func(g *Gateway) { g.patience, g.stalled = 5*time.Millisecond, 300*time.Millisecond }}.start(t)
	var clients, swaps sync.WaitGroup
	over := make(chan struct{})
	swaps.Go(func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(time.Millisecond):
				app := *r.setup.Apps[0]
				shadow := *app.Shadow.App // as a reload makes all of its apps anew
				app.Shadow = &Shadow{App: &shadow, Sample: app.Shadow.Sample}
				r.gate.Swap(NewSetup(Setup{Apps: []*App{&app}, Open: true, Limits: r.setup.Limits}))
			}
		}
	})
	const each, of = 8, 16
	for range of {
		clients.Go(func() {
			for range each {
				r.leave(d)
			}
		})
	}
	clients.Wait()
	close(over)
	swaps.Wait()
	r.eventually("no exchange is under way", func() bool { return r.gate.Running() == 0 })
	r.gate.Wait()
	served, seen := 0, map[string]bool{}
	for _, tr := range r.traces {
		if seen[tr.QueryID] {
			t.Errorf("%s is recorded twice", tr.QueryID)
		}
		seen[tr.QueryID] = true
		if tr.ShadowOf == "" {
			served++
		}
	}
	if served != each*of || strings.Contains(r.log.String(), "panic") {
		t.Errorf("%d traces of %d exchanges\n%s", served, each*of, r.log.String())
	}
}

// TestAStreamsHeadDoesNotWaitForTheUpstreamThatAnswers: it leaves while the
// exchange is turned to another upstream.
func TestAStreamsHeadDoesNotWaitForTheUpstreamThatAnswers(t *testing.T) {
	t.Parallel()
	client := &arriving{}
	_, route := further(t, "backup", "sk-backup", client.before(": keep-alive", 1, up.Extractive{}.Reply))
	r := plan{script: up.Silent(), app: func(a *App) {
		a.Upstream.Fallbacks = []*Route{route}
		a.Rate = cache.NewRateLimiter(cache.RateLimits{Requests: 1000, Tokens: 1_000_000})
		a.Policy.Stream.Heartbeat = time.Millisecond
	}, upstream: func(c *upstream.Config) { c.Timeouts.FirstByte, c.Retries = 100*time.Millisecond, 0 },
		gate: func(g *Gateway) { g.patience = 5 * time.Millisecond }}.start(t)
	s := read(t, client.stream(r, chatPath, ask(howLong, "")))
	s.wellFormed(t)
	if s.header.Get("x-ratelimit-limit-requests") != "1000" || !strings.Contains(s.body, ": keep-alive") {
		t.Errorf("%v\n%s", s.header, s.body)
	}
}
