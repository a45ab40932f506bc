package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"vouchsafe/config"
	"vouchsafe/policy"
	"vouchsafe/proxy"
)

// setupOf builds what a configuration file says.
func setupOf(t *testing.T, file string) *proxy.Setup {
	t.Helper()
	c, problems := config.Load([]byte(file), os.LookupEnv)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	setup, err := buildSetup(c, newKept(nil))
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

func appOf(t *testing.T, s *proxy.Setup, name string) *proxy.App {
	t.Helper()
	i := slices.IndexFunc(s.Apps, func(a *proxy.App) bool { return a.Name == name })
	if i < 0 {
		t.Fatalf("there is no app %q", name)
	}
	return s.Apps[i]
}

func TestTheDefaultAppComesFirst(t *testing.T) {
	s := setupOf(t, "apps:\n  zebra: {}\n  default: {}\n  ant: {}\n")
	var names []string
	for _, app := range s.Apps {
		names = append(names, app.Name)
	}
	if got := strings.Join(names, " "); got != "default ant zebra" {
		t.Errorf("the apps are %s", got)
	}
}

// TestAnAppThatIsNotEnabledOnlyObserves: the switch wins over the policy, and
// over no other one.
func TestAnAppThatIsNotEnabledOnlyObserves(t *testing.T) {
	s := setupOf(t, `
policies: {nothing: {mode: "off"}}
apps:
  a: {policy: strict, enabled: false}
  b: {policy: strict}
  c: {policy: nothing, enabled: false}
  d: {policy: strict, enabled: false, shadow: {policy: strict, sample: 0.5}}
`)
	for name, want := range map[string]policy.Mode{"a": policy.Observe, "b": policy.Enforce, "c": policy.Off, "d": policy.Observe} {
		if got := appOf(t, s, name).Policy.Mode; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if shadow := appOf(t, s, "d").Shadow; shadow == nil || shadow.Sample != 0.5 || shadow.App.Policy.Mode != policy.Enforce {
		t.Errorf("the shadow of d is %+v", shadow)
	}
}

func TestAShareOfAnAppIsSpared(t *testing.T) {
	s := setupOf(t, "apps:\n  a: {enforce_share: 10, shadow: {policy: strict, sample: 1}}\n  b: {}\n")
	a, b := appOf(t, s, "a"), appOf(t, s, "b")
	if a.Spared != 90 || a.Shadow.App.Spared != 0 || b.Spared != 0 {
		t.Errorf("spared are %d, %d and %d of a hundred", a.Spared, a.Shadow.App.Spared, b.Spared)
	}
}

func TestFallbacksAreRoutes(t *testing.T) {
	s := setupOf(t, `
upstreams:
  a: {base_url: "http://127.0.0.1:9001", api_key: sk-a, fallbacks: [b]}
  b: {base_url: "http://127.0.0.1:9002", api_key: sk-b, fallbacks: [c], models: {large: small}}
  c: {base_url: "http://127.0.0.1:9003", api_key: sk-c}
apps: {default: {upstream: a}}
`)
	route := appOf(t, s, "default").Upstream
	if len(route.Fallbacks) != 2 || route.Fallbacks[0].Aliases["large"] != "small" || route.Fallbacks[1].Aliases["large"] != "" {
		t.Errorf("the fallbacks are %+v", route.Fallbacks)
	}
}

func TestWhoTakesToolsAndASchemaInOneRequest(t *testing.T) {
	for _, c := range []struct {
		setting, host string
		want          bool
	}{
		{"auto", "api.openai.com", true}, {"auto", "EU.api.OpenAI.com.", true}, {"auto", "x.openai.azure.com", true},
		{"auto", "x.cognitiveservices.azure.com", true}, {"auto", "api.openai.com.example", false}, {"auto", "127.0.0.1", false},
		{"yes", "127.0.0.1", true}, {"no", "api.openai.com", false},
	} {
		if got := takesBoth(c.setting, c.host); got != c.want {
			t.Errorf("%s, %s: %v", c.setting, c.host, got)
		}
	}
}
