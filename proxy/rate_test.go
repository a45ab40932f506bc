package proxy

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/cache"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// clock is the time of a gateway that a test moves on.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

// clockOfNow stands still at the time of the test. Deadlines of calls are real.
func clockOfNow() *clock {
	c := &clock{}
	c.at.Store(time.Now().UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) pass(d time.Duration) { c.at.Add(int64(d)) }
func (c *clock) set(g *Gateway)       { g.now = c.now }
func limited(l cache.RateLimits) func(a *App) {
	return func(a *App) { a.Rate = cache.NewRateLimiter(l) }
}

// rigged is a rig whose gateway tells time by a clock of the test's.
func rigged(t *testing.T, script up.Script, app func(*App)) (*rig, *clock) {
	t.Helper()
	c := newClock()
	return plan{script: script, app: app, gate: c.set}.start(t), c
}

func limitsOf(g got) string {
	var b strings.Builder
	for _, kind := range []string{"requests", "tokens"} {
		for _, what := range []string{"limit", "remaining", "reset"} {
			if v := g.header.Get("x-ratelimit-" + what + "-" + kind); v != "" {
				fmt.Fprintf(&b, "%s-%s=%s ", what, kind, v)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

var trueAnswer = segmented(passage{"Backups are kept for 21 days.", "d2", "kept for 21 days"})

func TestAnAppOverItsRateGetsA429AsTheInterfaceSendsIt(t *testing.T) {
	r, c := rigged(t, up.Say(trueAnswer), limited(cache.RateLimits{Requests: 2}))
	first := r.post(chatPath, ask("How long are backups kept?", ""))
	if got, want := limitsOf(first), "limit-requests=2 remaining-requests=1 reset-requests=30s"; first.status != 200 || got != want {
		t.Fatalf("%d %s, want %s", first.status, got, want)
	}
	r.post(chatPath, ask("How long are backups kept?", ""))
	over := r.post(chatPath, ask("How long are backups kept?", ""))
	want := `{"error":{"message":"Rate limit reached for app default on requests per min (RPM): Limit 2. Please try again in 30s. ` + "`vouchsafe docs configuration#apps`" + ` tells more.","type":"requests","param":null,"code":"rate_limit_exceeded"}}`
	if over.status != 429 || over.body != want {
		t.Errorf("%d %s", over.status, over.body)
	}
	for name, want := range map[string]string{
		"retry-after": "30", "retry-after-ms": "30000", "x-should-retry": "", "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m0s",
	} {
		if got := over.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if n := len(r.upstream.Requests()); n != 2 {
		t.Errorf("the upstream was asked %d times", n)
	}
	if tr := r.trace(2); tr.Verdict != report.Failed || tr.Reason != "rate_limit_exceeded" {
		t.Errorf("trace: %s %s", tr.Verdict, tr.Reason)
	}
	c.pass(30 * time.Second)
	if again := r.post(chatPath, ask("How long are backups kept?", "")); again.status != 200 {
		t.Errorf("after the time to wait: %d", again.status)
	}
}

// A call that is over the rate takes no place, so it has none to give back: a
// flood of them must not make room for more exchanges than there may be.
func TestCallsOverTheRateFreeNoPlaces(t *testing.T) {
	r, _ := rigged(t, up.Say(trueAnswer), limited(cache.RateLimits{Requests: 1}))
	for range 3 {
		r.post(chatPath, ask("How long are backups kept?", ""))
	}
	r.eventually("all are over", func() bool { return r.gate.Running() == 0 })
}

// The usage that the upstream reports is charged in place of the estimate.
func TestTokensAreChargedAsTheUpstreamCountsThem(t *testing.T) {
	answer := up.Answer{Choices: []up.Choice{{Content: trueAnswer}}}
	for name, change := range map[string]func(*App){
		"enforced":        func(*App) {},
		"observed":        func(a *App) { a.Policy.Mode = policy.Observe },
		"passed unlooked": func(a *App) { a.Policy.Mode = policy.Off },
	} {
		for _, stream := range []string{"", `"stream":true,"stream_options":{"include_usage":true},`} {
			t.Run(name+stream, func(t *testing.T) {
				r, _ := rigged(t, up.Answering(answer), func(a *App) { change(a); a.Rate = cache.NewRateLimiter(cache.RateLimits{Tokens: 100_000}) })
				said := r.post(chatPath, ask("How long are backups kept?", stream))
				r.trace(0)
				total := totalOf(said.body)
				if left := r.setup.Apps[0].Rate.Take(newClock().now(), 0).Tokens.Remaining; total == 0 || left != 100_000-total {
					t.Errorf("%d of 100000 are left after a call of %d tokens: %s", left, total, said.body)
				}
			})
		}
	}
}

func totalOf(body string) int {
	at := strings.LastIndex(body, `"total_tokens":`)
	if at < 0 {
		return 0
	}
	return int(gjson.Parse(body[at+len(`"total_tokens":`):]).Int())
}

func TestACallThatReachesNoUpstreamCostsNoTokens(t *testing.T) {
	r, _ := rigged(t, up.Say(trueAnswer), limited(cache.RateLimits{Tokens: 100}))
	if got := r.post(chatPath, `{"model":"m","messages":"`+strings.Repeat("x", 300)+`"}`); got.status != 400 {
		t.Fatal(got.status)
	}
	r.trace(0)
	if left := r.setup.Apps[0].Rate.Take(newClock().now(), 0).Tokens.Remaining; left != 100 {
		t.Errorf("%d are left", left)
	}
}

func TestAppsHaveRatesOfTheirOwn(t *testing.T) {
	r, _ := rigged(t, up.Say(trueAnswer), limited(cache.RateLimits{Requests: 1}))
	other := newApp("other", r.setup.Apps[0].Upstream.Upstream)
	other.Prefix = "/other"
	r.gate.Swap(NewSetup(Setup{Apps: []*App{r.setup.Apps[0], other}, Open: true, Limits: r.setup.Limits}))
	for _, c := range []struct {
		path string
		want int
	}{{chatPath, 200}, {chatPath, 429}, {"/other" + chatPath, 200}, {"/other" + chatPath, 200}} {
		got := r.post(c.path, ask("How long are backups kept?", ""))
		if got.status != c.want || strings.HasPrefix(c.path, "/other") != (limitsOf(got) == "") {
			t.Errorf("%s: %d %s", c.path, got.status, limitsOf(got))
		}
	}
}

// An upstream's limits are those of the operator's account. They are told only
// where they explain the upstream's own error.
func TestWhoseLimitsTheClientSees(t *testing.T) {
	theirs := map[string]string{"x-ratelimit-limit-requests": "10000", "x-ratelimit-remaining-requests": "9999", "x-ratelimit-reset-requests": "6ms"}
	observed := func(a *App) { a.Policy.Mode = policy.Off }
	own := func(a *App) { observed(a); a.Rate = cache.NewRateLimiter(cache.RateLimits{Requests: 5}) }
	fine := up.Script(func(*up.Request) up.Reply {
		h := map[string]string{"Content-Type": "application/json"}
		for k, v := range theirs {
			h[k] = v
		}
		return up.Reply{Header: h, Body: []byte(`{}`)}
	})
	busy := up.Fails(429, "rate_limit_exceeded", "Rate limit reached.", theirs)
	const upstreams, apps = "limit-requests=10000 remaining-requests=9999 reset-requests=6ms", "limit-requests=5 remaining-requests=4 reset-requests=12s"
	for _, c := range []struct {
		name   string
		script up.Script
		app    func(*App)
		want   string
	}{
		{"no rate, fine", fine, observed, upstreams},
		{"no rate, busy", busy, observed, upstreams},
		{"rate, fine", fine, own, apps},
		{"rate, busy", busy, own, upstreams},
		{"rate, busy, enforced", busy, limited(cache.RateLimits{Requests: 5}), upstreams},
	} {
		r, _ := rigged(t, c.script, c.app)
		if got := limitsOf(r.post(chatPath, ask("How long?", ""))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTheCanarysShareIsObserved(t *testing.T) {
	app := newApp("a", nil)
	app.Spared = 70
	NewSetup(Setup{Apps: []*App{app}})
	enforced := 0
	const all = 20_000
	for i := range all {
		id := fmt.Sprintf("vt_%x", i*7919)
		served := app.canary(id)
		if served != app.canary(id) {
			t.Fatal("the same id is served in two ways")
		}
		if served.Policy.Mode == policy.Enforce {
			enforced++
		} else if served.Policy.Mode != policy.Observe || served.PolicyHash == app.PolicyHash || served.Name != app.Name {
			t.Fatalf("%+v", served)
		}
	}
	if share := float64(enforced) / all; share < 0.28 || share > 0.32 {
		t.Errorf("%.3f are enforced, not 0.30", share)
	}
}

func TestACanaryEnforcesItsShareAndObservesTheRest(t *testing.T) {
	lie := segmented(passage{"Backups are kept for 90 days.", "d2", "kept for 90 days"})
	r := newRig(t, up.Say(lie), func(a *App) { a.Spared = 50; a.Policy.Repair.Attempts = 0; a.Policy.OnFailure = policy.RefuseAnswer })
	seen := map[string]int{}
	for i := range 40 {
		got := r.post(chatPath, ask("How long are backups kept?", ""))
		verdict := string(r.trace(i).Verdict)
		seen[verdict]++
		if strings.Contains(got.content(), "90 days") != (verdict == "ungrounded") {
			t.Errorf("%s: %s", verdict, got.body)
		}
	}
	if seen["ungrounded"] == 0 || seen["refused"] == 0 || len(seen) != 2 {
		t.Errorf("verdicts %v", seen)
	}
}

// A name in a header must lead to no app that lets more through.
func TestNoNameLeadsToAnAppThatEnforcesASmallerShare(t *testing.T) {
	strong, canary := newApp("default", nil), newApp("canary", nil)
	canary.Spared = 1
	s := NewSetup(Setup{Apps: []*App{strong, canary}, Open: true})
	c := admissible("X-Vouchsafe-App", "canary")
	if _, err := s.admit(c); err == nil || err.Status != 403 {
		t.Errorf("admitted: %v", err)
	}
	strong.Spared = 1
	if app, err := NewSetup(*s).admit(c); err != nil || app != canary {
		t.Errorf("not admitted: %v", err)
	}
}

func TestLaxerAppsThatAnyoneMayChoose(t *testing.T) {
	app := func(name, prefix string, change func(*App)) *App {
		a := newApp(name, nil)
		a.Prefix = prefix
		change(a)
		return a
	}
	same := func(*App) {}
	watching := func(a *App) { a.Policy.Mode = policy.Observe }
	apps := []*App{
		newApp("default", nil), app("same", "/same", same), app("lax", "/lax", watching), app("unreachable", "", watching),
		app("keyed", "/keyed", func(a *App) { watching(a); a.Keys = []string{keyHash("vs-1")} }),
		app("canary", "/canary", func(a *App) { a.Spared = 5 }),
	}
	if got := strings.Join(NewSetup(Setup{Apps: apps, Open: true}).Laxer(), " "); got != "lax canary" {
		t.Errorf("laxer: %s", got)
	}
	if got := NewSetup(Setup{Apps: apps}).Laxer(); len(got) > 0 {
		t.Errorf("where keys are needed: %v", got)
	}
}

// admissible is a chat call with one header.
func admissible(name, value string) *call {
	return &call{method: "POST", target: wire.Route("POST", chatPath), header: [][2]string{{name, value}}}
}

// BenchmarkAdmission is what an app and its rate add to an exchange: finding
// the app among forty by its key, the share that is enforced, both buckets.
func BenchmarkAdmission(b *testing.B) {
	s := Setup{}
	for i := range 40 {
		a := newApp(fmt.Sprintf("app-%d", i), nil)
		a.Keys = []string{keyHash(fmt.Sprintf("vs-%d", i))}
		a.Rate = cache.NewRateLimiter(cache.RateLimits{Requests: 1e15, Tokens: 1e15})
		a.Spared = 10
		s.Apps = append(s.Apps, a)
	}
	setup := NewSetup(s)
	g := New(setup, nil, nil)
	c := admissible("Authorization", "Bearer vs-39")
	c.body = make([]byte, 8<<10)
	b.ReportAllocs()
	for b.Loop() {
		app, err := setup.admit(c)
		if err != nil {
			b.Fatal(err)
		}
		r := run{gate: g, setup: setup, call: c, rec: &record{}, id: "vt_0123456789abcdef", app: app.canary("vt_0123456789abcdef")}
		if err := takeRate(&r); err != nil {
			b.Fatal(err)
		}
	}
}

func TestCallsThatAreTurnedAwayAreNotCountedAsOver(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer), limited(cache.RateLimits{Requests: 1}))
	for range 4 {
		r.talk(ask(howLong, ""), false)
	}
	r.trace(3)
	r.eventually("no exchange is under way", func() bool { return r.gate.Running() == 0 })
}
