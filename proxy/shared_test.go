package proxy

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/need"
	"vouchsafe/internal/redistest"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/proxy/upstream"
)

// replicas are two gateways before one upstream that share a Redis server.
func replicas(t *testing.T, app func(*App)) (one, other *rig, server *redistest.Server) {
	t.Helper()
	server = need.Start(t, redistest.Start)
	t.Cleanup(server.Close)
	start := func(base string) *rig {
		r, err := cache.OpenRedis(cache.RedisOptions{URL: server.URL(), Timeout: wait.Patience, Retry: 20 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		return plan{script: up.Extractive{}.Reply, app: func(a *App) {
			change(app, a)
			a.Rate = cache.NewRedisRateLimiter(r, a.Name, cache.RateLimits{Requests: 100})
		}, setup: func(s *Setup) { s.Guards = map[string]Guard{"lite": {App: "default"}} }, upstream: func(c *upstream.Config) { c.BaseURL = cmp.Or(base, c.BaseURL) }, gate: func(g *Gateway) {
			g.Share(r)
			g.KeepAnswers(cache.RedisAnswers{Redis: r, TTL: time.Minute})
		}}.start(t)
	}
	one = start("")
	return one, start(one.upstream.BaseURL()), server
}

// inContext names the conversation of a request.
func inContext(body string) string {
	return strings.Replace(body, `{"model"`, `{"vouchsafe":{"context_id":"k1"},"model"`, 1)
}

var (
	vault   = refine("d1", "Nightly backups are kept for 21 days in the second vault.")
	restore = refine("d2", "The restore target is four hours for the production set.")
)

func TestAConversationCrossesGateways(t *testing.T) {
	t.Parallel()
	one, other, server := replicas(t, nil)
	one.postAs("alice", inContext(vault))
	other.postAs("alice", inContext(restore))
	if tr := other.trace(0); len(tr.Chunks) != 2 || tr.Chunks[1].Standing != evidence.Stale || !strings.Contains(tr.Chunks[1].Text, "second vault") {
		t.Errorf("%+v", tr.Chunks)
	}
	other.postAs("bob", inContext(restore))
	if tr := other.trace(1); len(tr.Chunks) != 1 {
		t.Errorf("another client's exchange has %d chunks, want its own one", len(tr.Chunks))
	}
	server.Stop()
	other.postAs("alice", inContext(vault))
	if tr := other.trace(2); tr.Verdict == "failed" || len(tr.Chunks) != 2 {
		t.Errorf("without the server: %s with %d chunks", tr.Verdict, len(tr.Chunks))
	}
}

func TestAResponseGoesOnAtAnotherGateway(t *testing.T) {
	t.Parallel()
	one, other, _ := replicas(t, nil)
	first := one.inquire(`{"model":"m","instructions":"Use the sources.\n<source id=\"d1\">Nightly backups start at 01:30 UTC and are kept for 21 days.</source>","input":"How long are nightly backups kept?"}`, false)
	id := first.whole.Get("id").Str
	next := `{"model":"m","instructions":"Use the sources.\n<source id=\"d1\">Nightly backups start at 01:30 UTC and are kept for 21 days.</source>","input":"When do nightly backups start?","previous_response_id":"` + id + `"}`
	second := other.inquire(next, false)
	if second.status != 200 || !strings.Contains(second.text(), "01:30") {
		t.Errorf("%d %s", second.status, second.body)
	}
	if got := other.post("/v1/responses", next, "Authorization", "Bearer sk-bob"); got.status != 400 {
		t.Errorf("another client goes on from it: %d %s", got.status, got.body)
	}
}

func TestAnAnswerIsUsedAgainAtAnotherGateway(t *testing.T) {
	t.Parallel()
	one, other, server := replicas(t, func(a *App) { a.Policy.Cache = true })
	first := one.talk(ask(howLong, ""), false)
	second := other.talk(ask(howLong, ""), true)
	if second.wellFormed(t); second.header.Get("X-Vouchsafe-Cache") != "hit" || second.text() != first.text() || len(one.upstream.Requests()) != 1 {
		t.Errorf("%s\n%s", second.header.Get("X-Vouchsafe-Cache"), second.body)
	}
	server.Stop()
	if third := other.talk(ask(howLong, ""), false); third.status != 200 || third.text() != first.text() || third.header.Get("X-Vouchsafe-Cache") != "miss" {
		t.Errorf("without the server: %d %s", third.status, third.body)
	}
}

// TestAGuardedCallCrossesGateways: request and response come to two gateways, and
// a response that is sent again to the first one gets the same reply.
func TestAGuardedCallCrossesGateways(t *testing.T) {
	t.Parallel()
	one, other, server := replicas(t, nil)
	if g := one.post(guardURL, liteRequest("c1")); g.status != 200 {
		t.Fatalf("%d %s", g.status, g.body)
	}
	first := other.post(guardURL, liteResponse("c1", segmented(backups)))
	if parse(first.body).Get("texts.0").Str != shown {
		t.Fatalf("at the other gateway: %s", first.body)
	}
	if again := one.post(guardURL, liteResponse("c1", segmented(backups))); again.body != first.body {
		t.Errorf("sent again: %s, first %s", again.body, first.body)
	}
	if g := one.post(guardURL, liteResponse("c1", segmented(doseWrong))); g.status != 400 {
		t.Errorf("another response to the same call: %d %s", g.status, g.body)
	}
	if tr, refused := other.trace(0), one.trace(0); tr.Verdict != "grounded" || refused.Reason != "already_answered" {
		t.Errorf("%s, and at the first gateway %s", tr.Verdict, refused.Reason)
	}
	one.post(guardURL, liteRequest("c2"))
	server.Stop()
	if g := one.post(guardURL, liteResponse("c2", segmented(backups))); parse(g.body).Get("texts.0").Str != shown {
		t.Errorf("without the server: %s", g.body)
	}
}
