package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vouchsafe/internal/golden"
	"vouchsafe/policy"
)

// environ is the environment of all tests here.
func environ(name string) (string, bool) {
	value, ok := map[string]string{
		"LEVEL": "loud", "WORD": "many", "TOKEN": "hush", "N": "7", "PORT": "9000", "EMPTY": "",
		"INJECTION": "127.0.0.1:1\nopen_relay: true",
	}[name]
	return value, ok
}

func lines(problems []Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

func TestBadFilesTellEveryProblem(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			c, problems := Load(read(t, file), environ)
			if c != nil || len(problems) == 0 {
				t.Fatal("it was taken")
			}
			text := lines(problems)
			if strings.Contains(text, "not-to-be-shown") || strings.Contains(text, "vs-plain") || strings.Contains(text, "user:secret") || strings.Contains(text, "hush") {
				t.Errorf("a secret is shown: %s", text)
			}
			golden.Hold(t, strings.TrimSuffix(file, ".yaml")+".err", text)
		})
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// load reads a configuration that has no problems.
func load(t *testing.T, text string) *Config {
	t.Helper()
	c, problems := Load([]byte(text), environ)
	if len(problems) > 0 {
		t.Fatalf("%s", lines(problems))
	}
	return c
}

func TestGoodFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/good/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range append(files, "../vouchsafe.example.yaml") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			c := load(t, string(read(t, file)))
			name := strings.TrimSuffix(filepath.Base(file), ".yaml")
			golden.Hold(t, "testdata/good/"+name+".print", string(c.Print()))
			checkPrinted(t, c)
		})
	}
}

func TestTheExampleShowsTheDefaults(t *testing.T) {
	c := load(t, string(read(t, "../vouchsafe.example.yaml")))
	got, want := c.Policies["every-key"], c.Policies["balanced"]
	got.Exempt.Rules = nil
	if policy.Hash(got) != policy.Hash(want) {
		t.Error(cmp.Diff(want, got))
	}
	d := Default(environ)
	if diff := cmp.Diff(d.Limits, c.Limits); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(d.Ledger.JSONL, c.Ledger.JSONL); diff != "" {
		t.Error(diff)
	}
}

func TestWithoutAFile(t *testing.T) {
	env := func(name string) (string, bool) {
		return map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "sk-x"}[name], true
	}
	c := Default(env)
	if u := c.Upstreams["openai"]; u.BaseURL != "http://127.0.0.1:9/v1" || u.APIKey != "" {
		t.Errorf("%+v", u)
	}
	if app := c.Apps[DefaultApp]; app.Upstream != "openai" || app.Policy != "balanced" || !app.Enabled || app.Content != FullContent {
		t.Errorf("%+v", app)
	}
	empty, problems := Load(nil, env)
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if diff := cmp.Diff(c, empty); diff != "" {
		t.Error(diff)
	}
	if u := Default(environ).Upstreams["openai"]; u.BaseURL != "https://api.openai.com/v1" {
		t.Errorf("%+v", u)
	}
}

func TestAChangedConfigurationIsCheckedAgain(t *testing.T) {
	c := load(t, "{upstreams: {a: {base_url: 'https://a.example', api_key: k}}}")
	if problems := c.Check(); len(problems) > 0 {
		t.Error(lines(problems))
	}
	c.Listen = "0.0.0.0:8080"
	if problems := c.Check(); len(problems) != 1 || problems[0].Path != "listen" {
		t.Error(lines(problems))
	}
}

func TestTheBaseURLOfTheEnvironmentIsChecked(t *testing.T) {
	env := func(name string) (string, bool) { return "not a url", name == "OPENAI_BASE_URL" }
	if _, problems := Load(nil, env); len(problems) != 1 || problems[0].Path != "upstreams.openai.base_url" {
		t.Error(lines(problems))
	}
}

func TestExtendsInAnyOrder(t *testing.T) {
	c := load(t, `
policies:
  c: {extends: b, verify: {support: 0.3}, context: {roles: {user: ignore}}}
  b: {extends: strict, verify: {coverage: 0.5}}
  a: {verify: {coverage: 0.9}}
`)
	strict, _ := policy.Builtin("strict")
	got := c.Policies["c"]
	if got.Verify.Coverage != 0.5 || got.Verify.Support != 0.3 || got.Verify.MaxRisk != strict.Verify.MaxRisk {
		t.Errorf("%+v", got.Verify)
	}
	if got.Context.Roles["user"] != policy.IgnoreRole || got.Context.Roles["tool"] != policy.PrimaryRole {
		t.Errorf("%v", got.Context.Roles)
	}
	if c.Policies["b"].Context.Roles["user"] != policy.FallbackRole {
		t.Error("a policy changed the one that it extends")
	}
	if c.Policies["a"].OnFailure != policy.QuoteAnswer {
		t.Error("a policy without extends does not start from balanced")
	}
}

func TestLayoutsThatAreNotThere(t *testing.T) {
	_, problems := Load([]byte("{policies: {p: {context: {layouts: [auto, own, nowhere]}}}, layouts: {own: {section: {begin: x}, layouts: [elsewhere]}}}"), environ)
	if len(problems) != 2 || problems[0].Path != "policies.p.context.layouts[2]" || problems[1].Path != "layouts.own" {
		t.Error(lines(problems))
	}
}

func TestAValueCannotBringInKeys(t *testing.T) {
	c := load(t, `{admin: {token: "${INJECTION}"}}`)
	if c.OpenRelay || c.Admin.Token != "127.0.0.1:1\nopen_relay: true" {
		t.Errorf("%+v", c.Admin)
	}
}

func TestTheSafeSideOfEverySafetyRule(t *testing.T) {
	for _, text := range []string{
		"{listen: '0.0.0.0:1'}", // the client's own credential
		"{listen: '0.0.0.0:1', open_relay: true, upstreams: {a: {base_url: 'https://a.example', api_key: k}}}",
		"{listen: '[::1]:1', upstreams: {a: {base_url: 'https://a.example', api_key: k}}}",
		"{listen: 'localhost:1', upstreams: {a: {base_url: 'https://a.example', api_key: k}}}",
		"{admin: {listen: '0.0.0.0:1', token: t}}",
		"{admin: {listen: ''}}",
	} {
		load(t, text)
	}
}

func TestFilesOfOtherEditors(t *testing.T) {
	for _, text := range []string{
		"\ufefflisten: 127.0.0.1:1\n", "admin: {listen: ''}\r\nlisten: 127.0.0.1:1\r\n", "\"listen\": '127.0.0.1:1'", "listen: # why\n  127.0.0.1:1\n",
	} {
		if c := load(t, text); c.Listen != "127.0.0.1:1" {
			t.Errorf("%q: listens on %q", text, c.Listen)
		}
	}
}

func TestAKeyWithoutAValueLeavesTheDefault(t *testing.T) {
	c := load(t, "listen:\nledger: {jsonl: {path: }}\nlimits: ~\napps:\n  default:\n")
	d := Default(environ)
	if diff := cmp.Diff(d, c); diff != "" {
		t.Error(diff)
	}
}

func TestATooLargeFileIsNotRead(t *testing.T) {
	for want, data := range map[string][]byte{
		"is larger than 256KiB\n":           make([]byte, maxFileBytes+1),
		"has more than 100 open brackets\n": []byte(strings.Repeat("[", 50_000)),
	} {
		if _, problems := Load(data, environ); lines(problems) != want {
			t.Errorf("%q, want %q", lines(problems), want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, dir := range []string{"testdata/bad", "testdata/good"} {
		files, _ := filepath.Glob(dir + "/*.yaml")
		for _, file := range files {
			if data, err := os.ReadFile(file); err == nil {
				f.Add(string(data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		c, problems := Load([]byte(text), environ)
		if (c == nil) != (len(problems) > 0) {
			t.Fatal("neither a configuration nor a problem, or both")
		}
		if c != nil {
			checkPrinted(t, c)
		}
	})
}

// checkPrinted checks that what is printed is a file that means the same.
func checkPrinted(t *testing.T, c *Config) {
	t.Helper()
	again, problems := Load(c.Print(), environ)
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if diff := cmp.Diff(string(c.Print()), string(again.Print())); diff != "" {
		t.Fatal(diff)
	}
}

func TestThePrintedFormIsAFileThatMeansTheSame(t *testing.T) {
	const text = `
admin: {listen: "0.0.0.0:8081", token: "${TOKEN}"}
upstreams:
  a: {base_url: "http://127.0.0.1:9/v1", api_key: "${TOKEN:-}", fallbacks: [b]}
  b: {base_url: "http://127.0.0.1:9/v1", api_key: not-to-be-shown}
apps: {default: {upstream: a, policy: own, shadow: {policy: strict, sample: 0.5}}}
policies:
  own: {extends: strict, on_failure: mark, exempt: [{name: x, head: "$$5", form: title}], refusal: {by_language: {de: "Nein: \"so\" nicht"}}}
  grand: {extends: own, verify: {coverage: 0.5}}
alerts: {webhook: "http://127.0.0.1/not-to-be-shown"}
cache: {backend: redis, url: "redis://user:not-to-be-shown@127.0.0.1/0"}
ledger: {redact: ['\$$\d+']}
`
	c := load(t, text)
	printed := string(c.Print())
	if strings.Contains(printed, "not-to-be-shown") || strings.Contains(printed, c.Admin.Token) {
		t.Errorf("a secret is shown: %s", printed)
	}
	again := load(t, printed)
	if again.Admin.Token != c.Admin.Token || again.Upstreams["a"].APIKey != c.Upstreams["a"].APIKey {
		t.Error("a secret of the environment is lost")
	}
	if diff := cmp.Diff(c.Policies, again.Policies, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(c.Apps, again.Apps, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyTheUpstreamCalledOpenAIHasAnAddressOfItsOwn(t *testing.T) {
	c := load(t, "upstreams: {openai: {retries: 2}}")
	if u := c.Upstreams["openai"]; u.BaseURL != "https://api.openai.com/v1" || u.Retries != 2 {
		t.Errorf("upstream %+v", u)
	}
	for _, text := range []string{"upstreams: {local: {retries: 2}}", "upstreams: {openai: {kind: azure}}"} {
		if _, problems := Load([]byte(text), func(string) (string, bool) { return "", false }); len(problems) == 0 {
			t.Errorf("%s: an upstream without an address was accepted", text)
		}
	}
}

// TestEveryKeyHasAKindAndAPlace: a kind that is misspelt would be checked by
// nothing.
func TestEveryKeyHasAKindAndAPlace(t *testing.T) {
	var walk func(k *key, in reflect.Type)
	walk = func(k *key, in reflect.Type) {
		for _, sub := range k.keys {
			field := sub.in(reflect.New(in).Elem())
			if !field.IsValid() {
				if sub.Path != "policies.*.extends" {
					t.Errorf("%s has no field", sub.Path)
				}
				continue
			}
			if about(sub) == "" {
				t.Errorf("%s does not say what it means", sub.Path)
			}
			inside := field.Type()
			if inside.Kind() == reflect.Map && sub.Of == nil {
				inside = inside.Elem()
			}
			switch sub.Type {
			case "section", "names", "policies":
				if sub.Of == nil {
					walk(sub, inside)
				}
			case "exempt":
				walk(sub, reflect.TypeFor[policy.ExemptRule]())
			case "list", "word", "share", "truth", "whole", "size", "duration":
			default:
				if _, known := checks()[sub.Type]; !known {
					t.Errorf("%s is of the kind %q, which there is not", sub.Path, sub.Type)
				}
			}
		}
	}
	walk(table(), reflect.TypeFor[Config]())
}
