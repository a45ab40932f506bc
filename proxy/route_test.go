package proxy

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/need"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// nobody is an address at which nothing listens.
func nobody(t *testing.T) string {
	t.Helper()
	return "http://" + need.FreeAddress(t) + "/v1"
}

// further starts one more upstream and returns a route to it.
func further(t *testing.T, name, key string, script up.Script) (*up.Server, *Route) {
	t.Helper()
	srv, err := up.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	u, err := upstream.New(upstream.Config{Name: name, BaseURL: srv.BaseURL(), APIKey: key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Close)
	return srv, &Route{Upstream: u, Structured: "auto", ToolsWithSchema: true}
}

func TestAFallbackIsTurnedToOnlyWhereNoByteOfAnAnswerCame(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		script up.Script // nil: nobody is there
		status int
		falls  bool
	}{
		{"nobody there", nil, 200, true},
		{"cuts the connection", up.Vanishes(), 200, true},
		{"never begins", up.Silent(), 200, true},
		{"is busy", up.Fails(429, "rate_limit_exceeded", "Slow down.", nil), 429, false},
		{"is broken", up.Fails(503, "server_error", "No.", nil), 503, false},
		{"refuses", up.Fails(401, "invalid_api_key", "No.", nil), 401, false},
		{"begins and dies", up.Dies(up.Cut, says(goodAnswer+strings.Repeat(" more", 400))), 502, false},
	} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
			plainAndStreamed(t, tc.name+", "+string(mode), func(t *testing.T, stream bool) {
				backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
				p := plan{script: tc.script, app: func(a *App) {
					a.Policy.Mode, a.Upstream.Fallbacks = mode, []*Route{route}
				}, upstream: func(c *upstream.Config) {
					c.Retries = 0
					switch tc.name {
					case "nobody there":
						c.BaseURL = nobody(t)
					case "never begins": // the others may be late, on a busy machine
						c.Timeouts.FirstByte = 100 * time.Millisecond
					}
				}}
				r := p.start(t)
				s := r.talk(ask(howLong, ""), stream, "Authorization", "Bearer sk-client", "OpenAI-Organization", "org", "Cookie", "a=b")
				if broke := s.status == 200 && s.broken != nil; s.status != tc.status && !broke && s.fault == "" {
					t.Errorf("%d %s", s.status, s.body)
				}
				if got := len(backup.Requests()) > 0; got != tc.falls {
					t.Fatalf("the fallback was asked: %t", got)
				}
				if !tc.falls {
					return
				}
				h := backup.Requests()[0].Header
				if h.Get("Authorization") != "Bearer sk-backup" || h.Get("OpenAI-Organization")+h.Get("Cookie") != "" {
					t.Errorf("the fallback was sent %v", h)
				}
				var asked []string
				for _, a := range r.trace(0).Attempts {
					asked = append(asked, a.Upstream)
				}
				if d := cmp.Diff([]string{"scripted", "backup"}, asked); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// TestACallWhoseKeyWasTurnedAwayLeavesATrace: the upstream counts it, so the trace, the
// header and the log tell of it, and none of them tells a key.
func TestACallWhoseKeyWasTurnedAwayLeavesATrace(t *testing.T) {
	t.Parallel()
	for _, status := range []int{429, 401} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe, policy.Off} {
			plainAndStreamed(t, fmt.Sprint(status, mode), func(t *testing.T, stream bool) {
				no := up.Fails(status, "no", "No.", nil)
				r := plan{script: up.InTurn(no, no, says(goodAnswer)), app: func(a *App) { a.Policy.Mode = mode },
					upstream: func(c *upstream.Config) { c.APIKey = "sk-one\nsk-two\nsk-three" }}.start(t)
				s := r.talk(ask(howLong, ""), stream)
				if s.status != 200 || s.header.Get("X-Vouchsafe-Attempts") != "3" && (!stream || mode != policy.Enforce) {
					t.Errorf("%d, X-Vouchsafe-Attempts %s", s.status, s.header.Get("X-Vouchsafe-Attempts"))
				}
				tr := r.trace(0)
				var told []string
				for i := range tr.Attempts {
					a := &tr.Attempts[i]
					told = append(told, fmt.Sprint(a.Upstream, a.Status, a.Asked == tr.Attempts[0].Asked, a.Reply != "", a.Duration > 0))
				}
				turnedAway := fmt.Sprint("scripted", status, true, false, true)
				if d := cmp.Diff([]string{turnedAway, turnedAway, fmt.Sprint("scripted", 200, true, true, true)}, told); d != "" {
					t.Error(d)
				}
				log := r.log.String()
				if !strings.Contains(log, "made again") || !strings.Contains(log, `"key":2`) || strings.Contains(log+fmt.Sprintf("%+v", tr), "sk-") {
					t.Error(log)
				}
			})
		}
	}
}

// TestATryThatWasCutOffLeavesATrace: the server may have worked on it all the same.
func TestATryThatWasCutOffLeavesATrace(t *testing.T) {
	t.Parallel()
	r := plan{script: up.InTurn(up.Vanishes(), says(goodAnswer)), upstream: func(c *upstream.Config) { c.Retries = 1 }}.start(t)
	if got := r.post(chatPath, ask(howLong, "")); got.status != 200 || got.header.Get("X-Vouchsafe-Attempts") != "2" {
		t.Fatalf("%d %v", got.status, got.header)
	}
	if a := r.trace(0).Attempts; len(a) != 2 || a[0].Status != 0 || a[0].Cause == "" || a[1].Status != 200 || a[1].Cause != "" {
		t.Errorf("%+v", a)
	}
}

func TestAFallbackIsTurnedToOnChosenStatuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		status int
		on     []string
		falls  bool
	}{
		{429, []string{"429"}, true}, {503, []string{"5xx"}, true}, {529, []string{"429", "5xx"}, true}, {500, []string{"503"}, false},
		{429, []string{"5xx"}, false}, {401, []string{"429", "5xx"}, false}, {400, []string{"4xx"}, true},
	} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
			plainAndStreamed(t, fmt.Sprint(tc.status, tc.on, mode), func(t *testing.T, stream bool) {
				backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
				r := plan{script: up.Fails(tc.status, "trouble", "No.", nil), app: func(a *App) {
					a.Policy.Mode, a.Upstream.Fallbacks, a.Upstream.FallbackOn = mode, []*Route{route}, tc.on
				}}.start(t)
				s := r.talk(ask(howLong, ""), stream)
				want := tc.status
				if tc.falls {
					want = 200
				}
				if s.status != want || (len(backup.Requests()) > 0) != tc.falls {
					t.Fatalf("%d %s, the fallback got %d calls", s.status, s.body, len(backup.Requests()))
				}
				if tr := r.trace(0); tr.Attempts[0].Status != tc.status || tc.falls && tr.Attempts[len(tr.Attempts)-1].Upstream != "backup" {
					t.Errorf("%+v", tr.Attempts)
				}
			})
		}
	}
}

func TestWhereTheFallbackIsBusyTooTheClientIsTold(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "busy", func(t *testing.T, stream bool) {
		_, route := further(t, "backup", "sk-backup", up.Fails(429, "rate_limit_exceeded", "Me too.", map[string]string{"Retry-After": "3"}))
		route.FallbackOn = []string{"429"}
		r := plan{script: up.Fails(429, "rate_limit_exceeded", "Slow down.", nil), app: func(a *App) {
			a.Upstream.Fallbacks, a.Upstream.FallbackOn = []*Route{route}, []string{"429"}
		}}.start(t)
		if s := r.talk(ask(howLong, ""), stream); s.status != 429 || !strings.Contains(s.body, "Me too.") || s.header.Get("Retry-After") != "3" {
			t.Errorf("%d %s", s.status, s.body)
		}
	})
}

func TestAFallbackWithoutAKeyIsCalledAsNobody(t *testing.T) {
	t.Parallel()
	backup, route := further(t, "local", "", up.Extractive{}.Reply)
	r := plan{app: func(a *App) { a.Upstream.Fallbacks = []*Route{route} }, upstream: func(c *upstream.Config) {
		c.BaseURL, c.APIKey = nobody(t), "sk-operator"
	}}.start(t)
	r.talk(ask(howLong, ""), false, "Authorization", "Bearer sk-client", "api-key", "azure-client")
	if h := backup.Requests()[0].Header; h.Get("Authorization")+h.Get("api-key") != "" {
		t.Errorf("the fallback was sent %v", h)
	}
}

func TestTheOpenCircuitGoesToTheFallbackAtOnce(t *testing.T) {
	t.Parallel()
	backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
	r := plan{script: up.Silent(), app: func(a *App) { a.Upstream.Fallbacks = []*Route{route} },
		upstream: func(c *upstream.Config) { c.OpenFor, c.Timeouts.FirstByte = time.Hour, 250*time.Millisecond }}.start(t)
	for range 8 {
		if s := r.talk(ask(howLong, ""), false); s.verdict() != "grounded" {
			t.Fatalf("%d %s", s.status, s.body)
		}
	}
	r.asked(4)
	if first, second := len(r.upstream.Requests()), len(backup.Requests()); first != 5 || second != 8 {
		t.Errorf("%d and %d calls", first, second)
	}
}

func TestAllUpstreamsDownIsOneError(t *testing.T) {
	t.Parallel()
	dead, err := upstream.New(upstream.Config{Name: "backup", BaseURL: nobody(t), APIKey: "sk"})
	if err != nil {
		t.Fatal(err)
	}
	r := plan{app: func(a *App) { a.Upstream.Fallbacks = []*Route{{Upstream: dead}} },
		upstream: func(c *upstream.Config) { c.BaseURL = nobody(t) }}.start(t)
	g := r.post(chatPath, ask(howLong, ""))
	if code, _ := errorOf(t, g.body); g.status != 502 || code != "upstream_unreachable" {
		t.Errorf("%d %s", g.status, g.body)
	}
	var tried []string
	for _, a := range r.trace(0).Attempts {
		tried = append(tried, a.Upstream+" "+a.Cause)
	}
	if d := cmp.Diff([]string{"scripted refused", "backup refused"}, tried); d != "" { // what nobody got, though tried twice, is one call
		t.Error(d)
	}
}

func TestEmbeddingsNeverFallBack(t *testing.T) {
	t.Parallel()
	backup, route := further(t, "backup", "sk-backup", up.Say("no"))
	r := plan{app: func(a *App) { a.Upstream.Fallbacks = []*Route{route} },
		upstream: func(c *upstream.Config) { c.BaseURL = nobody(t) }}.start(t)
	if g := r.post("/v1/embeddings", `{"model":"e","input":"x"}`); g.status != 502 || len(backup.Requests()) > 0 {
		t.Errorf("%d %s", g.status, g.body)
	}
}

func TestAClientMayNameItsUpstream(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, model string
		adjust      func(*App)
		at, sent    string // which upstream, with which model
		status      int
	}{
		{"none", "small", nil, "scripted", "small", 200},
		{"its own", "scripted/small", nil, "scripted", "small", 200},
		{"a fallback", "backup/small", nil, "backup", "little", 200},
		{"an upstream of others", "stranger/small", nil, "scripted", "stranger/small", 200},
		{"a model with a slash", "meta-llama/Llama-3", nil, "scripted", "meta-llama/Llama-3", 200},
		{"both", "scripted/openai/gpt", nil, "scripted", "openai/gpt", 200},
		{"an alias", "backup/small", func(a *App) { a.Upstream.Aliases = map[string]string{"backup/small": "x"} }, "scripted", "x", 200},
		{"an upstream that nobody named", "scripted/small", func(a *App) { a.Upstream.Unnamed = true }, "scripted", "scripted/small", 200},
		{"a model of its list", "backup/small", func(a *App) { a.Models = []string{"sm*"} }, "backup", "little", 200},
		{"a model not of its list", "backup/large", func(a *App) { a.Models = []string{"sm*"} }, "", "", 403},
	} {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Off} {
			t.Run(tc.name+", "+string(mode), func(t *testing.T) {
				backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
				route.Aliases = map[string]string{"small": "little"}
				r := newRig(t, up.Extractive{}.Reply, func(a *App) {
					a.Policy.Mode, a.Upstream.Fallbacks = mode, []*Route{route}
					change(tc.adjust, a)
				})
				g := r.post(chatPath, strings.Replace(ask(howLong, ""), `"m"`, `"`+tc.model+`"`, 1))
				seen := map[string][]*up.Request{"scripted": r.upstream.Requests(), "backup": backup.Requests()}
				if g.status != tc.status || len(seen["scripted"])+len(seen["backup"]) != len(seen[tc.at]) {
					t.Fatalf("%d, %d and %d calls: %s", g.status, len(seen["scripted"]), len(seen["backup"]), g.body)
				}
				if tc.at != "" && seen[tc.at][0].Model() != tc.sent {
					t.Errorf("asked for %s", seen[tc.at][0].Model())
				}
			})
		}
	}
}

func TestACredentialInTheQueryDoesNotReachAnotherUpstream(t *testing.T) {
	t.Parallel()
	backup, route := further(t, "backup", "sk-backup", up.Extractive{}.Reply)
	r := plan{app: func(a *App) { a.Upstream.Fallbacks = []*Route{route} }, upstream: func(c *upstream.Config) {
		c.BaseURL, c.Retries = nobody(t), 0
	}}.start(t)
	r.post(chatPath+"?api-version=1&api-key=sk-client", ask(howLong, ""))
	if all := backup.Requests(); len(all) != 1 || all[0].Query != "api-version=1" {
		t.Errorf("%+v", all)
	}
}

// TestAPlainCallIsAskedForAtOnce: nobody reads along with it. Where another
// upstream may take over from one that does not begin, it is asked for as a
// stream, which begins early.
func TestAPlainCallIsAskedForAtOnce(t *testing.T) {
	t.Parallel()
	for _, spare := range []bool{false, true} {
		r := newRig(t, says(goodAnswer), func(a *App) {
			if spare {
				a.Upstream.Fallbacks = []*Route{{Upstream: a.Upstream.Upstream}}
			}
		})
		if s := r.talk(ask(howLong, ""), false); s.verdict() != "grounded" || r.asked(0).Streams() != spare {
			t.Errorf("with another upstream %v: streamed %v, %s", spare, r.asked(0).Streams(), s.body)
		}
	}
}
