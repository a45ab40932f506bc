package proxy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	up "vouchsafe/internal/upstreamtest"
)

func TestAliasesAreModels(t *testing.T) {
	t.Parallel()
	list := typed("application/json", `{"object":"list","data":[{"id":"gpt-4o","object":"model","created":7,"owned_by":"x","more":[1.0]},{"id":"o3","object":"model"}]}`)
	for _, tc := range []struct {
		name    string
		models  []string
		aliases map[string]string
		want    []string
	}{
		{"all", nil, map[string]string{"house": "gpt-4o", "a/b": "o3"}, []string{"gpt-4o", "o3", "a/b", "house"}},
		{"of the list", []string{"gpt-*", "house"}, map[string]string{"house": "gpt-4o", "other": "o3"}, []string{"gpt-4o", "house"}},
		{"aliases alone", []string{"house"}, map[string]string{"house": "gpt-4o"}, []string{"house"}},
		{"a name of both", nil, map[string]string{"o3": "gpt-4o"}, []string{"gpt-4o", "o3"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, list, func(a *App) { a.Models, a.Upstream.Aliases = tc.models, tc.aliases })
			g := r.do("GET", "/v1/models", "")
			var ids []string
			for _, m := range parse(g.body).Get("data").Array() {
				ids = append(ids, m.Get("id").Str)
				if m.Get("object").Str != "model" {
					t.Errorf("%s", m.Raw)
				}
			}
			if d := cmp.Diff(tc.want, ids); d != "" || parse(g.body).Get("object").Str != "list" {
				t.Errorf("%s\n%s", d, g.body)
			}
		})
	}
}

func TestOneModel(t *testing.T) {
	t.Parallel()
	r := newRig(t, typed("application/json", `{"id":"o3","object":"model"}`), func(a *App) {
		a.Models, a.Upstream.Aliases = []string{"house", "org/small", "o3"}, map[string]string{"house": "o3", "org/small": "o3", "secret": "o3"}
	})
	for path, want := range map[string]string{
		"/v1/models/house":       `{"id":"house","object":"model","created":0,"owned_by":"scripted"}`,
		"/v1/models/org%2Fsmall": `{"id":"org/small","object":"model","created":0,"owned_by":"scripted"}`,
		"/v1/models/org/small":   `{"id":"org/small","object":"model","created":0,"owned_by":"scripted"}`,
		"/v1/models/o3":          `{"id":"o3","object":"model"}`,
		"/v1/models/secret":      "",
		"/v1/models/gpt-4o":      "",
	} {
		g := r.do("GET", path, "")
		if want != "" && (g.status != 200 || g.body != want) || want == "" && g.status != 404 {
			t.Errorf("%s: %d %s", path, g.status, g.body)
		}
	}
}

func TestAnUpstreamsErrorOnItsListPasses(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Fails(401, "invalid_api_key", "No.", nil), func(a *App) { a.Upstream.Aliases = map[string]string{"house": "o3"} })
	if g := r.do("GET", "/v1/models", ""); g.status != 401 {
		t.Errorf("%d %s", g.status, g.body)
	}
}
