package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

func TestPagesOfAnAppsOriginsMayCall(t *testing.T) {
	t.Parallel()
	const page = "https://app.example.com"
	asks := []string{"Origin", page, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"}
	with := func(origins ...string) func(*App) { return func(a *App) { a.Origins = origins } }
	for name, tc := range map[string]struct {
		app    func(*App)
		status int
	}{
		"its origin":      {with(page), 204},
		"all origins":     {with("*"), 204},
		"another origin":  {with("https://other.example.com"), 403},
		"no origin":       {with(), 403},
		"an app observed": {func(a *App) { a.Policy.Mode = policy.Observe }, 201},
	} {
		r := newRig(t, echo, tc.app)
		g := r.do("OPTIONS", chatPath, "", asks...)
		allowed := g.header.Get("Access-Control-Allow-Origin") == page && strings.Contains(g.header.Get("Access-Control-Allow-Headers"), "authorization")
		if g.status != tc.status || allowed != (tc.status == 204) || tc.status == 403 && !strings.Contains(g.body, "cors") {
			t.Errorf("%s: %d %v %s", name, g.status, g.header, g.body)
		}
	}
	r := newRig(t, says(goodAnswer), with(page))
	if g := r.post(chatPath, ask(howLong, ""), "Origin", page); g.header.Get("Access-Control-Allow-Origin") != page || !strings.Contains(g.header.Get("Access-Control-Expose-Headers"), "X-Vouchsafe-Verdict") {
		t.Errorf("%v", g.header)
	}
	if g := r.post(chatPath, "{", "Origin", page); g.status != 400 || g.header.Get("Access-Control-Allow-Origin") != page {
		t.Errorf("an error: %d %v", g.status, g.header)
	}
	if g := r.post(chatPath, ask(howLong, ""), "Origin", "https://evil.example"); g.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%v", g.header)
	}
	r = newRig(t, func(q *up.Request) up.Reply {
		reply := echo(q)
		reply.Header["Access-Control-Allow-Origin"] = "*"
		return reply
	}, with(page))
	if g := r.post("/v1/embeddings", `{"input":"x"}`, "Origin", page); len(g.header.Values("Access-Control-Allow-Origin")) != 1 {
		t.Errorf("%v", g.header)
	}
}

func TestA403NamesTheRouteThatWorks(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo)
	for path, route := range map[string]string{"/v1/completions": "POST /v1/chat/completions", "/api/chat": "POST /v1/chat/completions", "/v1/responses/resp_1": "POST /v1/responses"} {
		if g := r.do("GET", path, ""); g.status != 403 || !strings.Contains(g.body, route) {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
}
