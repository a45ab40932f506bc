package config

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kindsOfText are good and bad values of each kind of text.
var kindsOfText = map[string]struct{ good, bad []string }{
	"text":     {good: []string{"", "anything at all"}},
	"filled":   {good: []string{"x"}, bad: []string{"", "  "}},
	"name":     {good: []string{"a", "clinic-2", "A_b"}, bad: []string{"", "-a", "a b", "a.b", "ü", strings.Repeat("a", 65)}},
	"role":     {good: []string{"system", "tool"}, bad: []string{"assistant", "System", ""}},
	"language": {good: []string{"de", "pt-BR", "zh-Hant"}, bad: []string{"", "german", "d", "de_DE"}},
	"status":   {good: []string{"429", "5xx", "401"}, bad: []string{"", "200", "xx", "5x", "5XX", "4290"}},
	"header":   {good: []string{"X-Key", "authorization"}, bad: []string{"", "X Key", "X:Key", "Ü"}},
	"pointer":  {good: []string{"/", "/meta/source"}, bad: []string{"", "meta", "#/meta"}},
	"key_hash": {good: []string{"sha256:" + strings.Repeat("0a", 32)}, bad: []string{"", "sha256:" + strings.Repeat("0A", 32), strings.Repeat("0a", 32), "vs-secret"}},
	"dsn":      {good: []string{"logs/traces.db", "postgres://host/db"}, bad: []string{"", " "}},
	"json":     {good: []string{"{}", `"a"`, "1"}, bad: []string{"", "{", "{a:1}", "{} {}"}},
	"address":  {good: []string{"127.0.0.1:8080", ":0", "[::1]:65535", "localhost:1"}, bad: []string{"", "8080", "host", "host:", "host:65536", "host:-1", "::1:80"}},
	"base_url": {
		good: []string{"http://127.0.0.1:8080", "https://api.openai.com/v1", "https://host/a/"},
		bad:  []string{"", "host", "ftp://host", "https://", "https://user:secret@host", "https://host/?a=1", "https://host/#a", "https://host:port"},
	},
	"url":     {good: []string{"https://traces.example"}, bad: []string{"traces.example", "https://u@traces.example"}},
	"webhook": {good: []string{"https://hooks.example/a?token=1", "http://[::1]:80", "https://h?a=b@c"}, bad: []string{"", "hooks.example", "https://u:p@hooks.example/", "https://hooks.example/#a", "mailto:a@b", "https://host:port"}},
	"redis":   {good: []string{"redis://host", "rediss://user:password@host:6379/0", "redis://:p@ss@[::1]:6379"}, bad: []string{"", "http://host", "redis://", "host:6379"}},
	"path":    {good: []string{"/", "/v1/completions", "/.well-known/a"}, bad: []string{"", "v1", "/v1/", "/a//b", "/a/../b", "/./a", "/a?b", "/a#b", "/a%20b", "/a b", `/a\b`, "/a/*"}},
	"path_or_below": {
		good: []string{"/v1/threads", "/v1/threads/*"}, bad: []string{"", "/*", "/v1/*/a", "/v1/threads/**", "v1/*"},
	},
	"origin":  {good: []string{"*", "https://app.example.com", "http://localhost:3000"}, bad: []string{"", "app.example.com", "https://app.example.com/", "ftp://a"}},
	"prefix":  {good: []string{"/clinic", "/a/b"}, bad: []string{"", "/", "clinic", "/clinic/", "/a?b"}},
	"pattern": {good: []string{`\d{3}`, "(?i)name"}, bad: []string{"", "(", "a*", "x|"}},
	"glob":    {good: []string{"*", "gpt-4*", "o?"}, bad: []string{"", "["}},
	"marker": {
		good: []string{"auto", "none", "superscript", "[{n}]", "({authors}, {year})", "{n}}"},
		bad:  []string{"", "[1]", "{number}", "{n", "{}", "[{n}\n]", "{n} {x}"},
	},
	"form": {good: []string{"yes-no", "integers"}, bad: []string{"", "anything"}},
}

func TestKindsOfText(t *testing.T) {
	for kind, values := range kindsOfText {
		check := checks()[kind]
		if check == nil {
			continue // takes anything
		}
		for _, value := range values.good {
			if wrong := check(value); wrong != "" {
				t.Errorf("%s %q %s", kind, value, wrong)
			}
		}
		for _, value := range values.bad {
			if check(value) == "" {
				t.Errorf("%s %q is taken", kind, value)
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(checks())), slices.Sorted(maps.Keys(kindsOfText))); diff != "" {
		t.Errorf("kinds without a test, or tests without a kind: %s", diff)
	}
}

func TestOwnAddresses(t *testing.T) {
	for _, c := range []struct {
		listen, base string
		own          bool
	}{
		{"127.0.0.1:8080", "http://127.0.0.1:8080/v1", true},
		{"127.0.0.1:8080", "http://localhost:8080/v1", true},
		{":8080", "http://127.0.0.1:8080", true},
		{"0.0.0.0:8080", "http://[::1]:8080", true},
		{"gateway.example:80", "http://Gateway.Example", true},
		{"gateway.example:443", "https://gateway.example/v1", true},
		{"127.0.0.1:8080", "http://127.0.0.1:8081", false},
		{"127.0.0.1:8080", "http://model.example:8080", false},
		{"127.0.0.1:0", "http://127.0.0.1:80", false}, // any free port
		{"10.0.0.1:8080", "http://127.0.0.1:8080", false},
	} {
		if got := ownAddress(c.listen, c.base); got != c.own {
			t.Errorf("%s behind %s: %v", c.base, c.listen, got)
		}
	}
}

func TestLoopbackIsThisMachineOnly(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:1": true, "127.9.9.9:1": true, "[::1]:1": true, "LOCALHOST:1": true,
		":1": false, "0.0.0.0:1": false, "[::]:1": false, "10.0.0.1:1": false, "localhost.example:1": false, "127.0.0.1": false,
	} {
		if got := isLoopback(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestFallbacksAreTurnedToInOrder(t *testing.T) {
	c := &Config{Upstreams: map[string]Upstream{
		"a": {Fallbacks: []string{"b", "c"}}, "b": {Fallbacks: []string{"d"}}, "c": {Fallbacks: []string{"d", "a"}}, "d": {},
	}}
	for name, want := range map[string][]string{"a": {"b", "d", "c"}, "b": {"d"}, "c": {"d", "a", "b"}, "d": {}} {
		if got := c.FallbacksOf(name); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s turns to %v, want %v", name, got, want)
		}
	}
	if got := c.way("c", "a", map[string]bool{}); strings.Join(got, " ") != "c a" {
		t.Errorf("the loop is %v", got)
	}
	if got := c.way("b", "a", map[string]bool{}); got != nil {
		t.Errorf("there is a loop %v", got)
	}
}
