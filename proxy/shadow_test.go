package proxy

import (
	"context"
	"strings"
	"testing"
	"time"

	"vouchsafe/cache"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// shadowed makes an app observe, with a shadow of all its exchanges.
func shadowed(a *App) {
	s := *a
	s.Policy.Repair.Attempts = 0
	s.Policy.OnFailure = policy.RefuseAnswer
	s.PolicyName, s.PolicyHash = "strict", policy.Hash(s.Policy)
	a.Policy.Mode = policy.Observe
	a.Shadow = &Shadow{App: &s, Sample: 1}
}

const lying = "Backups are kept for 90 days."

func isInstructed(r *up.Request) bool {
	return strings.Contains(string(r.Body), "HOW TO ANSWER AND CITE")
}

// twoFaced answers a plain request plainly and an instructed one with a
// citation that is wrong.
func twoFaced(r *up.Request) up.Reply {
	if isInstructed(r) {
		return up.Say(segmented(passage{lying, "d2", "kept for 90 days"}))(r)
	}
	return up.Say(lying)(r)
}

// shadowTrace waits for the trace of a shadow.
func (r *rig) shadowTrace() *ledger.Trace {
	r.t.Helper()
	var found *ledger.Trace
	r.eventually("a shadow is recorded", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, t := range r.traces {
			if t.ShadowOf != "" {
				found = t
			}
		}
		return found != nil
	})
	return found
}

func TestAShadowIsRecordedAndNeverServed(t *testing.T) {
	r := newRig(t, twoFaced, shadowed)
	got := r.post(chatPath, ask("How long are backups kept?", ""), "Authorization", "Bearer sk-1", "Idempotency-Key", "k1")
	if got.status != 200 || got.content() != lying {
		t.Fatalf("%d %s", got.status, got.body)
	}
	shadow := r.shadowTrace()
	live := r.trace(0)
	if shadow.ShadowOf != live.QueryID || shadow.QueryID == live.QueryID || shadow.App != "default:shadow" || shadow.Policy != "strict" {
		t.Errorf("of %q: %q %q %q", live.QueryID, shadow.ShadowOf, shadow.App, shadow.Policy)
	}
	if live.Verdict != report.Ungrounded || shadow.Verdict != report.Refused || len(shadow.Findings) == 0 || len(shadow.Usage) == 0 {
		t.Errorf("verdicts %s and %s, findings %v, usage %s", live.Verdict, shadow.Verdict, shadow.Findings, shadow.Usage)
	}
	second := r.asked(1)
	if second.Header.Get("Authorization") != "Bearer sk-1" || second.Header.Get("Idempotency-Key") != "" {
		t.Errorf("headers of the shadow's call: %v", second.Header)
	}
	if r.asked(0).Header.Get("Idempotency-Key") != "k1" {
		t.Error("the client's own call lost its key")
	}
	if c := r.gate.Shadows(); c != (ShadowCounts{Cast: 1}) {
		t.Errorf("counts %+v", c)
	}
	line := string(ledger.AppendLine(nil, shadow))
	if want := `"metadata":{"shadow_of":"` + live.QueryID + `"}`; !strings.Contains(line, want) {
		t.Errorf("%s is not in %s", want, line)
	}
}

// What the client gets is the same to the byte, whether there is a shadow or
// not, and whatever becomes of it.
func TestAShadowChangesNothingOfTheReply(t *testing.T) {
	for _, extra := range []string{"", `"stream":true,`} {
		for name, script := range map[string]up.Script{
			"lies": twoFaced,
			"fails": func(r *up.Request) up.Reply {
				if r.Format() != "" {
					return up.Fails(500, "server_error", "Oh dear.", nil)(r)
				}
				return twoFaced(r)
			},
		} {
			plain := newRig(t, script, func(a *App) { a.Policy.Mode = policy.Observe })
			with := newRig(t, script, shadowed)
			for range 2 { // the second has what the first may have left behind
				a, b := plain.post(chatPath, ask("How long?", extra)), with.post(chatPath, ask("How long?", extra))
				for _, h := range []string{"Date", "X-Vouchsafe-Trace-Id", "X-Request-Id", "X-Vouchsafe-Overhead-Ms"} {
					a.header.Del(h)
					b.header.Del(h)
				}
				if a.body != b.body || a.status != b.status || len(a.header) != len(b.header) {
					t.Errorf("%s %s: %+v\n%+v", name, extra, a, b)
				}
				with.shadowTrace()
			}
		}
	}
}

func TestWhoHasNoShadow(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		app  func(*App)
	}{
		"no evidence":        {body: `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`},
		"not to be stored":   {body: ask("How long?", `"store":false,`)},
		"marked":             {body: ask("How long?", `"vouchsafe":{"shadow":false},`)},
		"not in the sample":  {body: ask("How long?", ""), app: func(a *App) { a.Shadow.Sample = 0 }},
		"broken":             {body: `{"model":"m","messages":7}`},
		"an app without one": {body: ask("How long?", ""), app: func(a *App) { a.Shadow = nil }},
	} {
		r := newRig(t, twoFaced, shadowed, func(a *App) { change(c.app, a) })
		r.post(chatPath, c.body)
		r.trace(0)
		if n := r.gate.Shadows().Cast; n != 0 {
			t.Errorf("%s: %d shadows", name, n)
		}
	}
}

func TestAFailedExchangeHasNoShadow(t *testing.T) {
	r := newRig(t, up.Fails(500, "server_error", "Oh dear.", nil), shadowed)
	r.post(chatPath, ask("How long?", ""))
	r.trace(0)
	if n := r.gate.Shadows().Cast; n != 0 {
		t.Errorf("%d shadows", n)
	}
}

func TestShadowsAreBoundedAndAppsPayNothingForThem(t *testing.T) {
	hold := make(chan struct{})
	slow := func(r *up.Request) up.Reply {
		if isInstructed(r) {
			select {
			case <-hold:
			case <-r.Gone():
			}
		}
		return twoFaced(r)
	}
	r := newRig(t, slow, shadowed, func(a *App) { a.Rate = cache.NewRateLimiter(cache.RateLimits{Requests: 1000, Tokens: 1e6}) })
	for i := range shadowsAtOnce + 5 {
		if got := r.post(chatPath, ask("How long?", "")); got.status != 200 {
			t.Fatal(got.status)
		}
		r.trace(i)
	}
	if c := r.gate.Shadows(); c != (ShadowCounts{Cast: shadowsAtOnce, Dropped: 5}) {
		t.Errorf("counts %+v", c)
	}
	if s := r.setup.Apps[0].Rate.Take(time.Now(), 0); s.Requests.Remaining < 1000-shadowsAtOnce-6 {
		t.Errorf("%d requests are left", s.Requests.Remaining)
	}
	// A gateway that drains waits for no shadow.
	ctx, stop := context.WithTimeout(context.Background(), wait.Patience)
	defer stop()
	Shutdown(ctx, r.gate)
	if ctx.Err() != nil {
		t.Error("shadows held the drain up")
	}
	close(hold)
}

func TestAShadowLeavesNoMarkOnAConversation(t *testing.T) {
	r := newRig(t, twoFaced, func(a *App) {
		shadowed(a)
		a.Shadow.App.Policy.Context.Roles = map[string]policy.Role{"system": policy.FallbackRole}
	})
	key := `"vouchsafe":{"context_id":"c7"},`
	r.post(chatPath, ask("How long?", key))
	r.shadowTrace()
	if got := r.post(chatPath, `{"model":"m",`+key+`"messages":[{"role":"user","content":"And then?"}]}`); got.status != 200 {
		t.Fatal(got.body)
	}
	var second *ledger.Trace
	r.eventually("the second call is recorded", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, t := range r.traces {
			if t.ShadowOf == "" {
				second = t
			}
		}
		return second != r.traces[0]
	})
	if len(second.Chunks) != 2 {
		t.Fatalf("%d chunks", len(second.Chunks))
	}
	for _, c := range second.Chunks {
		if c.Standing == "fallback" {
			t.Errorf("%s has the standing that the shadow gave it", c.ID)
		}
	}
}

// TestAShadowSeesTheEvidence: what would stand when it is served stands in the
// shadow.
func TestAShadowSeesTheEvidence(t *testing.T) {
	r := newRig(t, func(q *up.Request) up.Reply {
		if isInstructed(q) {
			return says(goodAnswer)(q)
		}
		return up.Say("Backups are kept for 21 days.")(q)
	}, shadowed)
	r.post(chatPath, ask(howLong, ""))
	if s := r.shadowTrace(); s.Verdict != report.Grounded || len(s.Chunks) != 2 {
		t.Errorf("%s with %d chunks: %v", s.Verdict, len(s.Chunks), s.Findings)
	}
}
