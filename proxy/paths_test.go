package proxy

import (
	"github.com/tidwall/gjson"

	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// echo tells what the upstream was asked for.
func echo(r *up.Request) up.Reply {
	body := fmt.Sprintf("%s %s?%s %s", r.Method, r.Path, r.Query, r.Body)
	return up.Reply{Status: 201, Header: map[string]string{"Content-Type": "text/plain", "X-Custom": "kept"}, Body: []byte(body)}
}

func TestPathsOfChatCompletionsAreEnforced(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/v1/chat/completions", "/chat/completions", "/openai/v1/chat/completions", "/v1/chat/completions?x=1",
		"/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
		"//v1/chat/completions", "/v1//chat/completions", "/v1/chat/completions/", "/V1/Chat/Completions",
		"/v1/chat%2Fcompletions", "/v1/%63hat/completions", "/v1/./chat/completions", "/v1/x/../chat/completions",
		"http://elsewhere.example/v1/chat/completions", "/v1/chat/completions%20", "/v1\\chat\\completions",
		"/v1/chat/completions;x=1", "/v1/chat/completions#x", "/v1/chat/completions%00", "/v1/%2563hat/completions",
		"/v1/chat/completions\t",
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, says(badAnswer))
			all := r.raw(strings.Replace(rawPost(ask(howLong, "")), chatPath, target, 1), 1)
			if len(all) == 0 {
				t.Fatal("no reply")
			}
			g := all[0]
			switch {
			case g.status == 200 && g.content() == refused:
			case g.status >= 400 && g.status < 500 && len(r.upstream.Requests()) == 0:
				errorOf(t, g.body)
			default:
				t.Errorf("%d %s", g.status, g.body)
			}
		})
	}
}

// TestOtherPaths: for an app in enforce nothing passes that could carry an
// answer; for the others everything does.
func TestOtherPaths(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		request string
		enforce int // 201 passes
	}{
		{"POST /v1/embeddings", 201}, {"POST /v1/moderations", 201}, {"POST /v1/rerank", 201}, {"POST /tokenize", 201},
		{"POST /v1/audio/speech", 201}, {"POST /v1/audio/transcriptions", 201}, {"POST /v1/images/generations", 201},
		{"GET /v1/models", 201}, {"GET /v1/models/gpt-4o", 201},
		{"POST /v1/files", 201}, {"GET /v1/files/f1/content", 201}, {"POST /v1/uploads", 201}, {"DELETE /v1/vector_stores/v", 201},
		{"GET /v1/responses/r1", 403}, {"DELETE /v1/responses/r1", 403}, {"GET /v1/responses/r1/input_items", 403}, {"GET /v1/responses", 403},
		{"POST /v1/responses/r1/cancel", 403}, {"POST /v1/responses/compact", 403}, {"POST /v1/responses/input_tokens", 201}, {"POST /v1/conversations", 403},
		{"POST /v1/completions", 403}, {"POST /v1/messages/batches", 403}, {"GET /v1/messages", 403}, {"POST /v1/messages/count_tokens", 201},
		{"POST /v1/batches", 403}, {"POST /v1/threads", 403}, {"POST /v1/threads/t/runs", 403}, {"POST /v1/assistants", 403},
		{"GET /v1/chat/completions", 403}, {"GET /v1/chat/completions/c1", 403}, {"POST /v1/chat/completions/c1", 403}, {"DELETE /v1/chat/completions/c1", 403},
		{"GET /v1/chat/completions/c1/messages", 403}, {"PUT /v1/chat/completions", 403}, {"DELETE /chat/completions", 403},
		{"POST /v1/unheard/of", 403}, {"GET /", 403}, {"POST /api/chat", 403}, {"POST /v1/realtime/sessions", 403},
		{"POST /v1beta/models/g:generateContent", 403}, {"POST /v1/models/g", 403},
	} {
		t.Run(tc.request, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(tc.request, " ")
			r := newRig(t, echo)
			g := r.do(method, path+"?a=b", `{"input":"x"}`, "Authorization", "Bearer sk-own")
			if g.status != tc.enforce {
				t.Errorf("enforce: %d %s", g.status, g.body)
			}
			if tc.enforce != 201 {
				if strings.HasPrefix(path, "/v1/messages") { // in the form of its clients
					if gjson.Get(g.body, "error.type").Str != "permission_error" {
						t.Errorf("enforce: %s", g.body)
					}
				} else if code, _ := errorOf(t, g.body); code != "not_enforceable" || g.header.Get("x-should-retry") != "false" {
					t.Errorf("enforce: %s %v", g.body, g.header)
				}
				if len(r.upstream.Requests()) != 0 {
					t.Error("enforce: the upstream was asked")
				}
			}
			if want := `{"request":"` + tc.request + `"}`; path != "/" && !strings.Contains(path, "models") && string(r.trace(0).Metadata) != want {
				t.Errorf("enforce: trace of %s, want %s", r.trace(0).Metadata, want)
			}
			for _, mode := range []policy.Mode{policy.Observe, policy.Off} {
				if path == chatPath && method == "POST" {
					continue
				}
				r := newRig(t, echo, func(a *App) { a.Policy.Mode = mode })
				if g := r.do(method, path, `{"input":"x"}`); g.status != 201 {
					t.Errorf("%s: %d %s", mode, g.status, g.body)
				}
			}
		})
	}
}

func TestWhatPassesIsNotChanged(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo)
	body := `{ "input" : ["a", 1.50, 1e400], "x": "\u00e4" , "store":true}`
	g := r.post("/v1/embeddings?a=b&c=%20d", body, "X-Stainless-Lang", "js", "Authorization", "Bearer sk-own", "X-Forwarded-For", "10.0.0.1")
	if want := "POST /v1/embeddings?a=b&c=%20d " + body; g.body != want || g.header.Get("X-Custom") != "kept" || g.header.Get("Content-Type") != "text/plain" {
		t.Errorf("%v %s", g.header, g.body)
	}
	q := r.asked(0)
	if q.Header.Get("X-Stainless-Lang") != "js" || q.Header.Get("Authorization") != "Bearer sk-own" || q.Header.Get("X-Forwarded-For") != "" {
		t.Errorf("%v", q.Header)
	}
	if g.header.Get("X-Vouchsafe-Verdict") != "skipped" || g.header.Get("X-Request-Id") == "" {
		t.Errorf("%v", g.header)
	}
	if tr := r.trace(0); tr.Verdict != "skipped" {
		t.Errorf("trace %q", tr.Verdict)
	}
}

func TestConnectionsUpstreamAreUsedAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo)
	for range 4 {
		r.post("/v1/embeddings", `{"input":"x"}`)
	}
	for _, q := range r.upstream.Requests()[1:] {
		if q.RemoteAddr != r.asked(0).RemoteAddr {
			t.Errorf("a call came from %s, the first from %s", q.RemoteAddr, r.asked(0).RemoteAddr)
		}
	}
}

func TestFilesNeedTheClientsOwnCredential(t *testing.T) {
	t.Parallel()
	r := plan{script: echo, upstream: func(c *upstream.Config) { c.APIKey = "sk-operator" }}.start(t)
	for _, path := range []string{"/v1/files", "/v1/uploads", "/v1/vector_stores"} {
		if g := r.post(path, "{}", "Authorization", "Bearer sk-own"); g.status != 403 || len(r.upstream.Requests()) != 0 {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
}

func TestPassthroughOfListedPaths(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo, func(a *App) { a.Passthrough = []string{"/v1/completions"} })
	if g := r.post("/v1/completions", `{"prompt":"x"}`); g.status != 201 {
		t.Errorf("%d %s", g.status, g.body)
	}
	for _, path := range []string{"/v1/batches", "/v1/completions/x"} {
		if g := r.post(path, `{"prompt":"x"}`); g.status != 403 {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
}

// TestPassthroughOfAllBelowAPath: stored answers have names of their own, which
// no operator can list. What is verified otherwise has to be named to pass.
func TestPassthroughOfAllBelowAPath(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo, func(a *App) { a.Passthrough = []string{"/v1/chat/completions/*", "/v1/*"} })
	for _, request := range []string{"GET /v1/chat/completions/c1", "DELETE /chat/completions/c1", "GET /v1/chat/completions/c1/messages", "POST /v1/batches"} {
		method, path, _ := strings.Cut(request, " ")
		if g := r.do(method, path, ""); g.status != 201 {
			t.Errorf("%s: %d %s", request, g.status, g.body)
		}
	}
	asked := len(r.upstream.Requests())
	for _, path := range []string{"/v1", "/v1/responses"} {
		if g := r.post(path, `{"model":"m"}`); g.status < 400 || g.status >= 500 || len(r.upstream.Requests()) != asked {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
}

func TestHeadHasNoBodyAndItsLength(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Raw(up.Reply{Header: map[string]string{"Content-Type": "text/plain"}, Body: []byte("twelve bytes")}))
	for range 2 {
		g := r.do("HEAD", "/v1/models", "")
		if g.status != 200 || g.body != "" || g.header.Get("Content-Length") != "12" {
			t.Errorf("%d %q %v", g.status, g.body, g.header)
		}
	}
	if tr := r.trace(1); tr.Verdict != "skipped" {
		t.Errorf("trace %q %q", tr.Verdict, tr.Reason)
	}
	r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
}

func TestStatusesWithoutBodyPass(t *testing.T) {
	t.Parallel()
	for _, status := range []int{204, 304} {
		r := newRig(t, func(q *up.Request) up.Reply { return up.Reply{Status: status, Pieces: [][]byte{}} })
		if g := r.do("DELETE", "/v1/files/f", ""); g.status != status || g.body != "" {
			t.Errorf("%d: %d %q", status, g.status, g.body)
		}
		r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
	}
}

// TestStreamsPassLive: each piece is there before the next is written.
func TestStreamsPassLive(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]policy.Mode{"observed": policy.Observe, "off": policy.Off} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), wait.Patience)
			defer cancel()
			piece := func(i int) string { return fmt.Sprintf(": odd comment %d\n\ndata:  %s\r\n\r\n", i, frame("x", "null")) }
			const pieces = 5
			there := make(chan int) // the pieces that the client has
			base := wicked(t, func(_ int, c net.Conn) {
				defer c.Close()
				_, _ = io.WriteString(c, eventHead+"Connection: close\r\n\r\n")
				for i := range pieces {
					_, _ = io.WriteString(c, piece(i))
					select {
					case <-there:
					case <-ctx.Done():
					}
				}
			})
			r := plan{app: func(a *App) { a.Policy.Mode = mode }, upstream: func(c *upstream.Config) { c.BaseURL = base }}.start(t)
			req, _ := http.NewRequestWithContext(ctx, "POST", r.url+chatPath, strings.NewReader(ask(howLong, `"stream":true,`)))
			resp, err := r.client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			for i := range pieces {
				got := make([]byte, len(piece(i)))
				if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != piece(i) {
					t.Fatalf("piece %d: %v %q", i, err, got)
				}
				there <- i
			}
			if rest, err := io.ReadAll(resp.Body); err != nil || len(rest) > 0 {
				t.Errorf("%v %q", err, rest)
			}
		})
	}
}

func TestAzure(t *testing.T) {
	t.Parallel()
	azure := func(a *App) { a.Upstream.Azure = true }
	for path, want := range map[string]string{
		"/openai/deployments/GPT-4o/chat/completions?api-version=2024-10-21": "/openai/deployments/GPT-4o/chat/completions?api-version=2024-10-21",
		"/v1/chat/completions":        "/openai/v1/chat/completions?",
		"/openai/v1/chat/completions": "/openai/v1/chat/completions?",
	} {
		plainAndStreamed(t, path, func(t *testing.T, stream bool) {
			r := plan{script: up.Extractive{}.Reply, app: azure, upstream: func(c *upstream.Config) {
				c.BaseURL = strings.TrimSuffix(c.BaseURL, "/v1")
				c.Kind, c.APIKey = upstream.Azure, "azure-key"
			}}.start(t)
			body := strings.Replace(ask(howLong, ""), `"model":"m",`, "", 1)
			if stream {
				body = strings.Replace(body, "{", `{"stream":true,`, 1)
			}
			s := read(t, r.post(path, body, "api-key", "client-key", "Authorization", "Bearer client"))
			s.wellFormed(t)
			q := r.asked(0)
			if got := q.Path + "?" + q.Query; got != want || s.verdict() != "grounded" {
				t.Errorf("%s: %s", got, s.body)
			}
			if q.Header.Get("Api-Key") != "azure-key" || q.Header.Get("Authorization") != "" {
				t.Errorf("%v", q.Header)
			}
			if path[1] == 'o' && strings.Contains(path, "GPT") && r.trace(0).Model != "GPT-4o" {
				t.Errorf("model %q", r.trace(0).Model)
			}
		})
	}
}

// TestAzureClientsReachOtherUpstreams: the name that they put in the path goes
// where others look for it.
func TestAzureClientsReachOtherUpstreams(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe, policy.Off} {
		r := newRig(t, up.Extractive{}.Reply, func(a *App) {
			a.Policy.Mode, a.Upstream.Aliases = mode, map[string]string{"fast": "small-1"}
		})
		unnamed := strings.Replace(ask(howLong, ""), `"model":"m",`, "", 1)
		for i, call := range []struct{ deployment, body, want string }{
			{"gpt-4o", unnamed, "gpt-4o"}, {"fast", unnamed, "small-1"},
			{"gpt-4o", ask(howLong, ""), "gpt-4o"}, {"fast", ask(howLong, ""), "small-1"},
		} {
			deployment, want := call.deployment, call.want
			g := r.post("/openai/deployments/"+deployment+"/chat/completions?api-version=2024-10-21", call.body)
			if g.status != 200 || r.asked(i).Model() != want || r.asked(i).Path != chatPath {
				t.Errorf("%s: %s for %s: %d %s", mode, r.asked(i).Path, r.asked(i).Model(), g.status, g.body)
			}
		}
	}
}

func TestMethodOverridesAreIgnored(t *testing.T) {
	t.Parallel()
	r := newRig(t, echo)
	for _, name := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
		g := r.do("GET", "/v1/models", "", name, "POST", "X-Original-URL", "/v1/completions", "X-Rewrite-URL", "/v1/completions")
		if g.status != 201 || !strings.HasPrefix(g.body, "GET /v1/models") {
			t.Errorf("%d %s", g.status, g.body)
		}
	}
	for _, q := range r.upstream.Requests() {
		for name := range q.Header {
			if strings.Contains(name, "Override") || strings.Contains(name, "Original") || strings.Contains(name, "Rewrite") || name == "X-Http-Method" {
				t.Errorf("%s was sent on", name)
			}
		}
	}
	if g := r.do("GET", "/v1/chat/completions", ask(howLong, ""), "X-HTTP-Method-Override", "POST"); g.status != http.StatusForbidden {
		t.Errorf("%d %s", g.status, g.body)
	}
}
