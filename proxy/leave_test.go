package proxy

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
)

// TestClientThatLeavesEndsTheUpstreamCall in every phase of an exchange: its
// model would go on writing, and be paid for, for nobody.
func TestClientThatLeavesEndsTheUpstreamCall(t *testing.T) {
	t.Parallel()
	hanging := up.Dies(up.Hang, says(goodAnswer+strings.Repeat(" ", 4000)))
	for _, tc := range []struct {
		name    string
		scripts []up.Script
		path    string
		mode    policy.Mode
		calls   int // the last of these has to end
	}{
		{"waiting for the head", []up.Script{up.Silent()}, chatPath, policy.Enforce, 1},
		{"while the answer is written", []up.Script{hanging}, chatPath, policy.Enforce, 1},
		{"in full flow", []up.Script{up.Endless(-1, time.Millisecond)}, chatPath, policy.Enforce, 1},
		{"during a repair", []up.Script{says(badAnswer), up.Silent()}, chatPath, policy.Enforce, 2},
		{"in the middle of a repair", []up.Script{says(badAnswer), hanging}, chatPath, policy.Enforce, 2},
		{"observed, waiting for the head", []up.Script{up.Silent()}, chatPath, policy.Observe, 1},
		{"observed, between events", []up.Script{hanging}, chatPath, policy.Observe, 1},
		{"observed, in full flow", []up.Script{up.Endless(-1, time.Millisecond)}, chatPath, policy.Observe, 1},
		{"off, between events", []up.Script{hanging}, chatPath, policy.Off, 1},
		{"another path, waiting", []up.Script{up.Silent()}, "/v1/embeddings", policy.Enforce, 1},
		{"another path, between bytes", []up.Script{hanging}, "/v1/audio/speech", policy.Enforce, 1},
		{"a list of models", []up.Script{up.Silent()}, "GET /v1/models", policy.Enforce, 1},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...), func(a *App) {
				a.Policy.Mode = tc.mode
				a.Models = []string{"m", ""}
			})
			extra := ""
			if stream {
				extra = `"stream":true,`
			}
			request := strings.Replace(rawPost(ask(howLong, extra)), chatPath, tc.path, 1)
			if get, ok := strings.CutPrefix(tc.path, "GET "); ok {
				request = "GET " + get + " HTTP/1.1\r\nHost: g\r\n\r\n"
			}
			c := r.dial()
			defer c.Close()
			_, _ = io.WriteString(c, request)
			call := r.asked(tc.calls - 1)
			select {
			case <-call.Gone():
				t.Fatal("the call ended while the client was there")
			case <-time.After(20 * time.Millisecond):
			}
			_ = c.Close()
			wait.Closed(t, "the upstream call ends", call.Gone())
			if tr := r.trace(0); tr.Verdict != "failed" || tr.Reason != "client-closed" {
				t.Errorf("trace %q %q", tr.Verdict, tr.Reason)
			}
			r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
			if n := len(r.upstream.Requests()); n != tc.calls {
				t.Errorf("%d calls", n)
			}
		})
	}
}

func TestHalfClosedClientLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Silent())
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, rawPost(ask(howLong, "")))
	call := r.asked(0)
	_ = c.(*net.TCPConn).CloseWrite()
	wait.Closed(t, "the upstream call ends", call.Gone())
	r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
}

func TestHeartbeatsUntilTheAnswerIsVerified(t *testing.T) {
	t.Parallel()
	const comment, delta = ": keep-alive\n", `"delta":{"content":""}`
	client := &arriving{}
	slow := client.before(comment, 4, client.before(delta, 2, says(goodAnswer)))
	r := newRig(t, up.InTurn(says(badAnswer), slow), func(a *App) { a.Policy.Stream.Heartbeat = 10 * time.Millisecond })
	s := read(t, client.stream(r, chatPath, ask(howLong, "")))
	s.wellFormed(t)
	if n := strings.Count(s.body, comment); n < 4 || strings.Contains(s.body, comment+"\n") {
		t.Errorf("%d comments in\n%s", n, s.body)
	}
	if n := strings.Count(s.body, delta); n < 2 {
		t.Errorf("%d empty deltas in\n%s", n, s.body)
	}
}

// TestHeadOfAStreamDoesNotWaitForASlowUpstream: clients and the balancers in
// between give up on a silent connection. An error is told in the stream then.
func TestHeadOfAStreamDoesNotWaitForASlowUpstream(t *testing.T) {
	t.Parallel()
	busy := up.Fails(429, "rate_limit_exceeded", "Slow down.", nil)
	for name, script := range map[string]up.Script{"an answer": says(goodAnswer), "an error": busy} {
		t.Run(name, func(t *testing.T) {
			client := &arriving{}
			r := plan{script: client.before(`"role":"assistant"`, 1, script), gate: func(g *Gateway) { g.patience = 10 * time.Millisecond }}.start(t)
			s := read(t, client.stream(r, chatPath, ask(howLong, "")))
			if s.status != 200 || !strings.Contains(s.body, `"role":"assistant"`) {
				t.Errorf("%d %s", s.status, s.body)
			}
			if failed := name == "an error"; failed != (s.fault == "Slow down.") || failed == s.done || failed != (s.broken != nil) {
				t.Errorf("%v %s", s.broken, s.body)
			}
		})
	}
}

// TestRoleLeavesWhileTheAnswerIsHeld: clients stop their clock at the head.
func TestRoleLeavesWhileTheAnswerIsHeld(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Dies(up.Hang, says(goodAnswer)))
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
	_ = c.SetReadDeadline(wait.Deadline())
	var got strings.Builder
	for br := bufio.NewReader(c); !strings.Contains(got.String(), `"role":"assistant"`); {
		line, err := br.ReadString('\n')
		if err != nil {
			t.Fatalf("%v after %q", err, got.String())
		}
		got.WriteString(line)
	}
	if strings.Contains(got.String(), "Backups") {
		t.Errorf("unverified: %s", got.String())
	}
}

// TestClientThatNeverReadsIsCutOff: its exchange would hold its place, and the
// upstream, for ever.
func TestClientThatNeverReadsIsCutOff(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]policy.Mode{"observed": policy.Observe, "off": policy.Off} {
		t.Run(name, func(t *testing.T) {
			r := plan{script: up.Endless(-1, 0), app: func(a *App) { a.Policy.Mode = mode },
				gate: func(g *Gateway) { g.stalled = 200 * time.Millisecond }}.start(t)
			c := r.dial()
			defer c.Close()
			_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
			_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
			wait.Closed(t, "the upstream call ends", r.asked(0).Gone())
			r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
		})
	}
}
