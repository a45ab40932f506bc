package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/trace/store"
)

// TestAPersonWhoSignsInHasTheRoleOfTheirGroup: behind a proxy that does what deploy/nginx/sign-in.conf says, with the groups that
// oauth2-proxy tells; what a client sends itself counts for nothing.
func TestAPersonWhoSignsInHasTheRoleOfTheirGroup(t *testing.T) {
	conf, err := os.ReadFile("../../deploy/nginx/sign-in.conf")
	if err != nil {
		t.Fatal(err)
	}
	groups := regexp.MustCompile(`"~(.*?)"\s+"Bearer`).FindAllStringSubmatch(string(conf), -1)
	if len(groups) != 2 || !strings.Contains(string(conf), `proxy_set_header X-Forwarded-Email $email;`) {
		t.Fatalf("%q", groups)
	}
	dir := t.TempDir()
	gateway := start(t, fmt.Sprintf(`
admin:
  listen: 127.0.0.1:0
  public_url: https://vouchsafe.example.org
  user_header: X-Forwarded-Email
  keys: {sso-admin: {hash: %q, role: admin}, sso-officer: {hash: %q, role: officer}}
upstreams: {m: {base_url: %q}}
apps: {default: {policy: balanced}}
ledger: {jsonl: {path: %q}, store: {dsn: %q}}
`, hashOfKey("vs-admin"), hashOfKey("vs-officer"), scripted(t).BaseURL(), filepath.Join(dir, "traces.jsonl"), filepath.Join(dir, "store.db")))
	people := map[string]string{"anna": "staff,vouchsafe-officers", "carl": "vouchsafe-admins", "eve": "not-vouchsafe-admins-at-all,staff"}
	proxy := signInProxy(t, gateway, people, groups[0][1], groups[1][1])

	for _, tt := range []struct {
		method, path string
		want         map[string]int
	}{
		{"GET", "/", map[string]int{"anna": 200, "carl": 200, "eve": 200}}, // the page, which asks eve for a key
		{"GET", "/api/stats", map[string]int{"anna": 200, "carl": 200, "eve": 401}},
		{"GET", "/api/traces?format=csv", map[string]int{"anna": 200, "carl": 200, "eve": 401}},
		{"DELETE", "/api/traces?user=u", map[string]int{"anna": 403, "carl": 200, "eve": 401}},
		{"GET", "/metrics", map[string]int{"anna": 403, "carl": 200, "eve": 401}},
	} {
		for who, want := range tt.want {
			if got, body := proxy(tt.method, tt.path, who); got != want {
				t.Errorf("%s %s by %s: %d, want %d: %.200s", tt.method, tt.path, who, got, want, body)
			}
		}
	}
	if _, me := proxy("GET", "/api/me", "anna"); gjson.Get(me, "name").Str != "key:sso-officer anna@example.org" || gjson.Get(me, "role").Str != "officer" {
		t.Error(me)
	}
	accesses, _, err := gateway.node.store.Notes.Accesses(context.Background(), store.Filter{Limit: 100})
	done := 0
	for _, a := range accesses {
		switch who, role := a.Who, a.Role; {
		case who == "key:sso-officer anna@example.org" && role == "officer" || who == "key:sso-admin carl@example.org" && role == "admin":
			done++
		default:
			t.Errorf("%+v", a)
		}
	}
	if err != nil || done != 6 { // two exports and a deletion, each when it begins and when it is done
		t.Errorf("%+v, %v", accesses, err)
	}
}

// signInProxy stands in front of a gateway's admin listener. It returns what a person asks by way of it, who also sends what only
// the proxy may.
func signInProxy(t *testing.T, gateway *running, people map[string]string, admins, officers string) func(method, path, who string) (int, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = gateway.node.admin.Serve(l) }()
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		who, _ := r.In.Cookie("who")
		r.SetURL(&url.URL{Scheme: "http", Host: l.Addr().String()})
		r.Out.Host = "vouchsafe.example.org"
		r.Out.Header.Del("Authorization")
		r.Out.Header.Del("Cookie")
		r.Out.Header.Set("X-Forwarded-Email", who.Value+"@example.org")
		switch groups := people[who.Value]; {
		case regexp.MustCompile(admins).MatchString(groups):
			r.Out.Header.Set("Authorization", "Bearer vs-admin")
		case regexp.MustCompile(officers).MatchString(groups):
			r.Out.Header.Set("Authorization", "Bearer vs-officer")
		}
	}})
	t.Cleanup(proxy.Close)
	return func(method, path, who string) (int, string) {
		request, err := http.NewRequest(method, proxy.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.AddCookie(&http.Cookie{Name: "who", Value: who})
		request.Header.Set("X-Forwarded-Email", "boss@example.org")
		request.Header.Set("Authorization", "Bearer vs-guessed")
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		body, _ := io.ReadAll(reply.Body)
		return reply.StatusCode, string(body)
	}
}

func hashOfKey(key string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(key))) }
