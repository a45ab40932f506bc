package proxy

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// gated answers when the test lets it.
func gated(open <-chan struct{}, next up.Script) up.Script {
	return func(q *up.Request) up.Reply {
		select {
		case <-open:
		case <-q.Gone():
		}
		return next(q)
	}
}

// waits counts those who wait for flights under way.
func (r *rig) waits() int {
	f := r.gate.flights
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, it := range f.under {
		n += it.waiting
	}
	return n
}

// talkAll sends the same call many times at once, lets the upstream answer when
// all are there, and returns what each got.
func (r *rig) talkAll(n int, open chan struct{}, call func(i int) seen) []seen {
	r.t.Helper()
	out := make([]seen, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { out[i] = call(i) })
	}
	r.eventually("all wait", func() bool { return r.waits() == n })
	close(open)
	all.Wait()
	return out
}

func TestIdenticalRequestsInFlightShareOneUpstreamCall(t *testing.T) {
	t.Parallel()
	const callers = 8
	for _, tc := range []struct {
		name, verdict string
		scripts       []up.Script
		calls         int
		buffered      bool
	}{
		{"grounded", "grounded", []up.Script{says(goodAnswer)}, 1, false},
		{"verified whole", "grounded", []up.Script{says(goodAnswer)}, 1, true},
		{"repaired", "repaired", []up.Script{says(badAnswer), says(goodAnswer)}, 2, false},
		{"refused", "refused", []up.Script{says(badAnswer)}, 2, false},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			open := make(chan struct{})
			r := newRig(t, gated(open, up.InTurn(tc.scripts...)), func(a *App) {
				if tc.buffered {
					a.Policy.Stream.Mode = policy.Buffered
				}
			})
			ids := map[string]bool{}
			for _, s := range r.talkAll(callers, open, func(int) seen { return r.talk(ask(howLong, ""), stream, "Authorization", "Bearer sk-1") }) {
				s.wellFormed(t)
				if s.status != 200 || s.report.Get("verdict").Str != tc.verdict || s.choices[0].finish == "" {
					t.Errorf("%d %s", s.status, s.body)
				}
				id := s.header.Get("X-Vouchsafe-Trace-Id")
				if ids[id] || s.report.Get("trace_id").Str != id {
					t.Errorf("trace id %s, in the report %s", id, s.report.Get("trace_id").Str)
				}
				ids[id] = true
			}
			if n := len(r.upstream.Requests()); n != tc.calls {
				t.Errorf("%d upstream calls", n)
			}
			r.trace(callers - 1)
			r.sharedTraces(callers, tc.verdict)
		})
	}
}

// sharedTraces holds the traces of a flight against each other: one asked, the
// others name it, have the same answer and used nothing.
func (r *rig) sharedTraces(callers int, verdict string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var leader, answer string
	for _, tr := range r.traces {
		if len(tr.Attempts) > 0 {
			leader, answer = tr.QueryID, tr.Answer
		}
	}
	followers := 0
	for _, tr := range r.traces {
		if len(tr.Attempts) > 0 {
			continue
		}
		followers++
		if readString(string(tr.Metadata), "shared_with") != leader || tr.Answer != answer || string(tr.Verdict) != verdict || readInt(string(tr.Usage), "total_tokens") != 0 {
			r.t.Errorf("trace %s: %s %s %q %s", tr.QueryID, tr.Verdict, tr.Metadata, tr.Answer, tr.Usage)
		}
	}
	if followers != callers-1 {
		r.t.Errorf("%d followers", followers)
	}
}

// TestASharedAnswerIsToldAsTheOneThatAsked: those who waited had the proof "none" and the reply "", and what was changed counted
// as good.
func TestASharedAnswerIsToldAsTheOneThatAsked(t *testing.T) {
	t.Parallel()
	copied := passage{"Nightly backups start at 01:30 UTC and are kept for 21 days.", backups.chunk, backups.snippet}
	for _, tc := range []struct {
		name, said string
		proof      report.Proof
		counts     report.CountsAs
	}{
		{"own words", segmented(copied), report.OwnWords, report.AsHeld},
		{"quoted", segmented(copied, altered), report.OwnWords, report.AsChanged},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			open := make(chan struct{})
			r := newRig(t, gated(open, says(tc.said)), func(a *App) {
				a.Policy, _ = policy.Builtin("verbatim")
				a.Policy.Repair.Attempts = 0
			})
			for _, s := range r.talkAll(3, open, func(int) seen { return r.talk(ask(howLong+" What dose of apixaban do adults start on?", ""), stream) }) {
				if proof := s.report.Get("proof").Str; proof != string(tc.proof) || !stream && s.header.Get("X-Vouchsafe-Proof") != proof {
					t.Errorf("proof %q in the reply, %q in its head", proof, s.header.Get("X-Vouchsafe-Proof"))
				}
			}
			for i := range 3 {
				if tr := r.trace(i); tr.Proof != tc.proof || tr.Counts() != tc.counts {
					t.Errorf("trace with %d attempts: proof %q, counts as %s", len(tr.Attempts), tr.Proof, tr.Counts())
				}
			}
		})
	}
}

func readString(json, path string) string { return parse(json).Get(path).Str }

func TestAnErrorOfTheUpstreamIsSharedToo(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "429", func(t *testing.T, stream bool) {
		open := make(chan struct{})
		r := newRig(t, gated(open, up.Fails(429, "rate_limit_exceeded", "slow down", map[string]string{"retry-after": "7"})))
		for _, s := range r.talkAll(4, open, func(int) seen { return r.talk(ask(howLong, ""), stream) }) {
			if s.status != 429 || s.header.Get("retry-after") != "7" {
				t.Errorf("%d %s", s.status, s.body)
			}
		}
		if n := len(r.upstream.Requests()); n != 1 {
			t.Errorf("%d upstream calls", n)
		}
	})
}

func TestWhatDiffersIsNotShared(t *testing.T) {
	t.Parallel()
	open := make(chan struct{})
	r := newRig(t, gated(open, says(goodAnswer)))
	calls := []struct {
		body   string
		header []string
	}{
		{ask(howLong, ""), []string{"Authorization", "Bearer sk-1"}},
		{ask(howLong, ""), []string{"Authorization", "Bearer sk-2"}},
		{ask(howLong, ""), []string{"Authorization", "Bearer sk-1", "OpenAI-Organization", "o"}},
		{ask(howLong, "") + " ", []string{"Authorization", "Bearer sk-1"}},
		{ask(howLong, `"temperature":0.5,`), []string{"Authorization", "Bearer sk-1"}},
	}
	for _, name := range []string{"x-api-key", "Cookie", "X-Auth-Token", "X-Auth-Key", "Ocp-Apim-Subscription-Key", "X-Anything", "Helicone-Auth"} {
		calls = append(calls, struct {
			body   string
			header []string
		}{ask(howLong, ""), []string{"Authorization", "Bearer sk-1", name, "another"}})
	}
	r.talkAll(len(calls), open, func(i int) seen { return r.talk(calls[i].body, false, calls[i].header...) })
	if n := len(r.upstream.Requests()); n != len(calls) {
		t.Errorf("%d upstream calls of %d", n, len(calls))
	}
}

// TestWhatTellsNoCallerFromAnotherIsShared: a second try of a call differs in
// the count of tries and the like.
func TestWhatTellsNoCallerFromAnotherIsShared(t *testing.T) {
	t.Parallel()
	open := make(chan struct{})
	r := newRig(t, gated(open, says(goodAnswer)))
	names := []string{"X-Stainless-Retry-Count", "Idempotency-Key", "traceparent", "X-Request-Id", "X-Correlation-Id", "User-Agent"}
	r.talkAll(len(names), open, func(i int) seen {
		return r.talk(ask(howLong, ""), false, "Authorization", "Bearer sk-1", names[i], "1")
	})
	if n := len(r.upstream.Requests()); n != 1 {
		t.Errorf("%d upstream calls", n)
	}
}

func TestAClientThatWantsAnAnswerOfItsOwnGetsOne(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Slow(50*time.Millisecond, says(goodAnswer)))
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { r.talk(ask(howLong, ""), false, "Cache-Control", "no-cache") })
	}
	all.Wait()
	if n := len(r.upstream.Requests()); n != 3 {
		t.Errorf("%d upstream calls", n)
	}
}

func TestTheCallGoesOnWhileSomebodyWaitsAndEndsWithTheLast(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "leaving", func(t *testing.T, stream bool) {
		open := make(chan struct{})
		r := newRig(t, gated(open, says(goodAnswer)))
		extra := ""
		if stream {
			extra = `"stream":true,`
		}
		request := rawPost(ask(howLong, extra))
		first, second := r.dial(), r.dial()
		defer first.Close()
		defer second.Close()
		_, _ = io.WriteString(first, request)
		call := r.asked(0)
		_, _ = io.WriteString(second, request)
		r.eventually("both wait", func() bool { return r.waits() == 2 })
		_ = first.Close()
		r.eventually("one waits", func() bool { return r.waits() == 1 })
		select {
		case <-call.Gone():
			t.Fatal("the call ended with its leader")
		case <-time.After(20 * time.Millisecond):
		}
		_ = second.Close()
		wait.Closed(t, "the upstream call ends", call.Gone())
		for i := range 2 {
			if tr := r.trace(i); tr.Verdict != "failed" || tr.Reason != "client-closed" {
				t.Errorf("trace %q %q", tr.Verdict, tr.Reason)
			}
		}
		r.eventually("the exchanges are over", func() bool { return r.gate.Running() == 0 })
	})
}

// TestWhoeverStaysGetsTheWholeAnswer has callers leave at random, leaders among
// them, while long answers are being written.
func TestWhoeverStaysGetsTheWholeAnswer(t *testing.T) {
	t.Parallel()
	d := newDice()
	long := segmented(backups, doseRight, backups, doseRight)
	r := newRig(t, up.Slow(20*time.Millisecond, says(long)))
	want := r.talk(ask(howLong, ""), false).text()
	var all sync.WaitGroup
	for round := range 12 {
		for caller := range 6 {
			all.Go(func() {
				stream := round%2 == 0
				body := ask(howLong, fmt.Sprintf(`"seed":%d,`, round))
				if caller%2 == 0 {
					r.hangUp(body, stream, d.milliseconds(30))
					return
				}
				time.Sleep(d.milliseconds(10))
				if s := r.talk(body, stream); s.status != 200 || s.text() != want {
					t.Errorf("%d %q", s.status, s.text())
				}
			})
		}
	}
	all.Wait()
	r.eventually("the exchanges are over", func() bool { return r.gate.Running() == 0 && r.waits() == 0 })
}

// hangUp sends a call and leaves after a time.
func (r *rig) hangUp(body string, stream bool, after time.Duration) {
	if stream {
		body = strings.Replace(body, "{", `{"stream":true,`, 1)
	}
	c := r.dial()
	defer c.Close()
	_, _ = io.WriteString(c, rawPost(body))
	time.Sleep(after)
}

func TestAPanicOfTheLeaderLeavesNobodyWaiting(t *testing.T) {
	t.Parallel()
	f := newFlights()
	a := &asker{run: &run{gate: &Gateway{flights: f}, rec: &record{}}, flow: &flow{}}
	it, _ := f.join(sameness{app: "a"}, "leader", nil)
	func() {
		defer func() { _ = recover() }()
		it.lead(it.ctx, a, func(context.Context) *result { panic("a fault") })
	}()
	<-it.landed
	if it.out.result.err == nil || it.out.result.err.Status != 500 || len(f.under) != 0 {
		t.Errorf("%+v", it.out)
	}
}

// BenchmarkJoin is what sharing costs an exchange that shares nothing, whose
// request has 8 KB.
func BenchmarkJoin(b *testing.B) {
	f := newFlights()
	r := sameness{app: "default", from: "Bearer sk-1", body: strings.Repeat("x", 8<<10)}
	b.ReportAllocs()
	b.SetBytes(int64(len(r.body)))
	for b.Loop() {
		it, _ := f.join(r, "id", nil)
		f.land(it)
	}
}

// BenchmarkSameness is what telling one requester from another costs.
func BenchmarkSameness(b *testing.B) {
	r := run{call: &call{method: "POST", header: upstream.Header{
		{"Host", "g"}, {"User-Agent", "OpenAI/JS 6.49.0"}, {"Accept", "application/json"}, {"Content-Type", "application/json"},
		{"X-Stainless-Lang", "js"}, {"X-Stainless-Retry-Count", "0"}, {"Authorization", "Bearer sk-1"}, {"Content-Length", "8192"},
	}}, app: &App{Name: "default"}}
	of := request{chat: &wire.Chat{}}
	b.ReportAllocs()
	for b.Loop() {
		samenessOf(&r, &of)
	}
}

// TestOnlyTheSameRequestIsShared: what differs in the app or in the place of the
// caller only is another request, and one that everybody has left is not joined.
func TestOnlyTheSameRequestIsShared(t *testing.T) {
	t.Parallel()
	f := newFlights()
	base := sameness{app: "a", from: "f", body: "b"}
	first, _ := f.join(base, "1", nil)
	for _, r := range []sameness{{app: "other", from: "f", body: "b"}, {app: "a", from: "f", body: "b", local: true}, {app: "a", from: "f", body: "b", after: "p"}} {
		if _, leads := f.join(r, "2", nil); !leads {
			t.Errorf("%+v shares with another", r)
		}
	}
	f.leave(first)
	if _, leads := f.join(base, "3", nil); !leads {
		t.Error("a request that nobody waits for any more is shared")
	}
	f.land(first) // another has its place by now
	if len(f.under) != 4 {
		t.Errorf("%d flights are under way", len(f.under))
	}
}
