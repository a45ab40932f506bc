package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

const clinicKey = "vs-clinic-0123456789"

// tenants adds apps beside the default one: clinic with a key and a path of
// its own, lax (weaker than default) and strict (not weaker) without keys.
func tenants(s *Setup) {
	add := func(name, builtin string, change func(*App)) {
		app := *s.Apps[0]
		app.Name, app.PolicyName = name, builtin
		app.Policy, _ = policy.Builtin(builtin)
		if change != nil {
			change(&app)
		}
		s.Apps = append(s.Apps, &app)
	}
	add("clinic", "balanced", func(a *App) {
		a.Keys, a.Prefix, a.Models = []string{keyHash(clinicKey)}, "/clinic", []string{"gpt-*", "org/*"}
	})
	add("lax", "observe", nil)
	add("strict", "strict", nil)
}

func TestWhoIsAdmitted(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		path   string
		closed bool
		header []string
		status int
		app    string
	}{
		{name: "a stranger", status: 200, app: "default"},
		{name: "a stranger with a credential", header: []string{"Authorization", "Bearer sk-own"}, status: 200, app: "default"},
		{name: "a stranger where keys are needed", closed: true, status: 401},
		{name: "a credential where keys are needed", closed: true, header: []string{"Authorization", "Bearer sk-own"}, status: 401},
		{name: "a key", header: []string{"Authorization", "Bearer " + clinicKey}, status: 200, app: "clinic"},
		{name: "a key in lower case bearer", header: []string{"Authorization", "bearer  " + clinicKey}, status: 200, app: "clinic"},
		{name: "a key as api-key", closed: true, header: []string{"api-key", clinicKey}, status: 200, app: "clinic"},
		{name: "a key of its own header", closed: true, header: []string{"X-Vouchsafe-Key", clinicKey, "Authorization", "Bearer sk-own"}, status: 200, app: "clinic"},
		{name: "an unknown key", header: []string{"Authorization", "Bearer vs-unknown"}, status: 401},
		{name: "a key cut short", header: []string{"Authorization", "Bearer " + clinicKey[:len(clinicKey)-1]}, status: 401},
		{name: "anything else in the header for keys", header: []string{"X-Vouchsafe-Key", "secret"}, status: 401},
		{name: "the hash for a key", header: []string{"Authorization", "Bearer vs-" + keyHash(clinicKey)}, status: 401},
		{name: "its path without its key", path: "/clinic/v1/chat/completions", status: 401},
		{name: "its path with its key", path: "/clinic/v1/chat/completions", header: []string{"Authorization", "Bearer " + clinicKey}, status: 200, app: "clinic"},
		{name: "a key without its path", header: []string{"api-key", clinicKey}, status: 200, app: "clinic"},
		{name: "a stricter app by name", header: []string{"X-Vouchsafe-App", "strict"}, status: 200, app: "strict"},
		{name: "its own app by name", header: []string{"X-Vouchsafe-App", "default"}, status: 200, app: "default"},
		{name: "a weaker app by name", header: []string{"X-Vouchsafe-App", "lax"}, status: 403},
		{name: "an app with a key by name", header: []string{"X-Vouchsafe-App", "clinic"}, status: 403},
		{name: "an unknown app by name", header: []string{"X-Vouchsafe-App", "nobody"}, status: 403},
		{name: "a key and a weaker app by name", header: []string{"Authorization", "Bearer " + clinicKey, "X-Vouchsafe-App", "lax"}, status: 403},
		{name: "a name where keys are needed", closed: true, header: []string{"X-Vouchsafe-App", "strict"}, status: 401},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := plan{script: up.Extractive{}.Reply, setup: func(s *Setup) { tenants(s); s.Open = !tc.closed }}.start(t)
			path := tc.path
			if path == "" {
				path = chatPath
			}
			g := r.post(path, strings.Replace(ask(howLong, ""), `"m"`, `"gpt-4o"`, 1), tc.header...)
			if g.status != tc.status {
				t.Fatalf("%d %s", g.status, g.body)
			}
			if tc.status != 200 {
				errorOf(t, g.body)
				if len(r.upstream.Requests()) != 0 || g.header.Get("x-should-retry") != "false" {
					t.Errorf("%d calls, %v", len(r.upstream.Requests()), g.header)
				}
				return
			}
			if app := r.trace(0).App; app != tc.app {
				t.Errorf("app %q", app)
			}
		})
	}
}

func TestModelsThatAnAppMayUse(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Extractive{}.Reply, setup: tenants}.start(t)
	key := []string{"Authorization", "Bearer " + clinicKey}
	for model, status := range map[string]int{"gpt-4o": 200, "gpt-": 200, "org/x": 200, "o3": 403, "": 403, "GPT-4o": 403, "x-gpt-4o": 403, "org": 403} {
		if g := r.post(chatPath, strings.Replace(ask(howLong, ""), `"m"`, `"`+model+`"`, 1), key...); g.status != status {
			t.Errorf("%q: %d %s", model, g.status, g.body)
		}
	}
	deployment := "/openai/deployments/o3/chat/completions"
	if g := r.post(deployment, strings.Replace(ask(howLong, ""), `"model":"m",`, "", 1), key...); g.status != 403 {
		t.Errorf("%d %s", g.status, g.body)
	}
	if g := r.post(deployment, strings.Replace(ask(howLong, ""), `"m"`, `"gpt-4o"`, 1), key...); g.status != 403 {
		t.Errorf("a deployment that is not allowed, under an allowed name: %d %s", g.status, g.body)
	}
}

func TestListOfModelsIsCutToWhatTheAppMayUse(t *testing.T) {
	t.Parallel()
	list := `{"object":"list", "data":[{"id":"gpt-4o","x":1.50},{"id":"o3"},{"id":"org/x"}],"more":false}`
	r := plan{script: typed("application/json", list), setup: tenants}.start(t)
	g := r.do("GET", "/v1/models", "", "Authorization", "Bearer "+clinicKey)
	if want := `{"object":"list", "data":[{"id":"gpt-4o","x":1.50},{"id":"org/x"}],"more":false}`; g.body != want || g.status != 200 {
		t.Errorf("%d %s", g.status, g.body)
	}
	if g := r.do("GET", "/v1/models", ""); g.body != list {
		t.Errorf("an app for all models: %s", g.body)
	}
	if g := r.do("GET", "/v1/models/o3", "", "Authorization", "Bearer "+clinicKey); g.status != 404 {
		t.Errorf("%d %s", g.status, g.body)
	}
}

// TestSecretsStayWhereTheyBelong looks for keys in everything that leaves the
// gateway: logs, traces, replies and what other upstreams get.
func TestSecretsStayWhereTheyBelong(t *testing.T) {
	t.Parallel()
	const operator, own, cookie = "sk-operator-77", "sk-own-88", "session=abc99"
	for _, tc := range []struct {
		name     string
		operator string
		header   []string
		forwards map[string]string
	}{
		{"own credential", "", []string{"Authorization", "Bearer " + own, "Cookie", cookie, "OpenAI-Organization", "org-1"},
			map[string]string{"Authorization": "Bearer " + own, "Cookie": cookie, "Openai-Organization": "org-1"}},
		{"operator's key", operator, []string{"Authorization", "Bearer " + own, "Cookie", cookie, "OpenAI-Organization", "org-1", "OpenAI-Project", "p-1", "api-key", own, "x-api-key", own},
			map[string]string{"Authorization": "Bearer " + operator, "Cookie": "", "Openai-Organization": "", "Openai-Project": "", "Api-Key": "", "X-Api-Key": ""}},
		{"app key as bearer", operator, []string{"Authorization", "Bearer " + clinicKey}, map[string]string{"Authorization": "Bearer " + operator}},
		{"app key as bearer, nothing else", "", []string{"Authorization", "Bearer " + clinicKey, "Cookie", cookie}, map[string]string{"Authorization": ""}},
		{"app key as api-key", "", []string{"api-key", clinicKey, "Authorization", "Bearer " + own}, map[string]string{"Api-Key": "", "Authorization": ""}},
		{"app key beside a credential", "", []string{"X-Vouchsafe-Key", clinicKey, "Authorization", "Bearer " + own},
			map[string]string{"Authorization": "Bearer " + own, "X-Vouchsafe-Key": ""}},
		{"app key in two headers", "", []string{"X-Vouchsafe-Key", clinicKey, "Authorization", "Bearer " + clinicKey, "X-Other", "Bearer " + clinicKey}, map[string]string{"Authorization": "", "X-Other": ""}},
		{"hop by hop", "", []string{"Connection", "X-Secret, keep-alive", "X-Secret", "s-1", "Proxy-Authorization", "Basic abc", "TE", "trailers", "X-Vouchsafe-App", "default", "X-Vouchsafe-Other", "1"},
			map[string]string{"X-Secret": "", "Proxy-Authorization": "", "Te": "", "X-Vouchsafe-App": "", "X-Vouchsafe-Other": "", "Connection": ""}},
	} {
		for path, body := range map[string]string{chatPath: strings.Replace(ask(howLong, ""), `"m"`, `"gpt-4o"`, 1), "/v1/embeddings": `{"input":"x"}`} {
			for _, script := range []up.Script{up.Menu(), up.Vanishes(), up.Fails(401, "invalid_api_key", "Incorrect API key provided.", nil)} {
				r := plan{script: script, setup: tenants, upstream: func(c *upstream.Config) { c.APIKey = tc.operator }}.start(t)
				g := r.post(path, body, tc.header...)
				for name, want := range tc.forwards {
					if got := r.asked(0).Header.Get(name); got != want {
						t.Errorf("%s, %s: %s is %q, want %q", tc.name, path, name, got, want)
					}
				}
				for name, values := range r.asked(0).Header {
					if strings.Contains(strings.Join(values, " "), clinicKey) {
						t.Errorf("%s: the app key went upstream in %s", tc.name, name)
					}
				}
				line := ledger.AppendLine(nil, r.trace(0))
				all, _ := json.Marshal(g.header)
				for _, secret := range []string{operator, own, cookie, clinicKey, keyHash(clinicKey)} {
					for where, what := range map[string]string{"log": r.log.String(), "trace": string(line), "reply": string(all) + g.body} {
						if strings.Contains(what, secret) {
							t.Errorf("%s: %q stands in the %s: %s", tc.name, secret, where, what)
						}
					}
				}
			}
		}
	}
}
