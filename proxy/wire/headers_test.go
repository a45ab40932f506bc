package wire

import (
	"strings"
	"testing"
)

func TestWhatConcernsOneConnectionStaysThere(t *testing.T) {
	connection := []string{"close, X-Private", " keep-alive ,X-Other"}
	for name, want := range map[string]bool{
		"Connection": true, "keep-alive": true, "TE": true, "Trailer": true, "Upgrade": true,
		"Transfer-Encoding": true, "Proxy-Authorization": true, "Proxy-Connection": true, "HTTP2-Settings": true,
		"x-private": true, "X-OTHER": true,
		"Content-Type": false, "X-Request-Id": false, "Cache-Control": false,
	} {
		if got := !ForwardRequestHeader(name, false) || Named(connection, name); got != want {
			t.Errorf("request: %s stays: %v", name, got)
		}
		if got := !ForwardResponseHeader(name, false) || Named(connection, name); got != want {
			t.Errorf("response: %s stays: %v", name, got)
		}
	}
}

func TestForwardRequestHeader(t *testing.T) {
	for _, tt := range []struct {
		name             string
		client, operator bool
	}{
		{"Content-Type", true, true},
		{"User-Agent", true, true},
		{"X-Stainless-Retry-Count", true, true},
		{"OpenAI-Beta", true, true},
		{"Idempotency-Key", true, true},
		{"traceparent", true, true},
		{"Authorization", true, false},
		{"api-key", true, false},
		{"OpenAI-Organization", true, false},
		{"OpenAI-Project", true, false},
		{"Cookie", true, false},
		{"Ocp-Apim-Subscription-Key", true, false},
		{"X-Goog-Api-Key", true, false},
		{"X-Auth-Token", true, false},
		{"CF-Access-Client-Secret", true, false},
		{"Helicone-Auth", true, false},
		{"X-Tenant", true, true},
		{"Accept-Encoding", false, false},
		{"Content-Encoding", false, false},
		{"Content-Length", false, false},
		{"Host", false, false},
		{"Expect", false, false},
		{"Connection", false, false},
		{"Proxy-Authorization", false, false},
		{"X-Vouchsafe-Key", false, false},
		{"X-VOUCHSAFE-App", false, false},
		{"X-Forwarded-For", false, false},
		{"X-HTTP-Method-Override", false, false},
		{"X-Original-URL", false, false},
		{"Content-Digest", false, false},
	} {
		if got := ForwardRequestHeader(tt.name, false); got != tt.client {
			t.Errorf("%s with the client's credential: %v", tt.name, got)
		}
		if got := ForwardRequestHeader(tt.name, true); got != tt.operator {
			t.Errorf("%s with the operator's credential: %v", tt.name, got)
		}
	}
}

func TestForwardResponseHeader(t *testing.T) {
	for name, want := range map[string]bool{
		"x-ratelimit-remaining-tokens": true, "Retry-After": true, "retry-after-ms": true, "X-Request-Id": true,
		"x-should-retry": true, "openai-processing-ms": true, "Content-Type": true, "cf-ray": true,
		"Content-Length": false, "Content-Encoding": false, "Transfer-Encoding": false, "Connection": false,
		"Date": false, "Server": false, "Alt-Svc": false, "Strict-Transport-Security": false,
		"X-Vouchsafe-Verdict": false, "ETag": false,
		"Set-Cookie": false, "OpenAI-Organization": false,
	} {
		if got := ForwardResponseHeader(name, true); got != want {
			t.Errorf("ForwardResponseHeader(%s) = %v", name, got)
		}
	}
	if !ForwardResponseHeader("Set-Cookie", false) {
		t.Error("the client's own cookies are kept from it")
	}
}

func TestOwnKey(t *testing.T) {
	for value, want := range map[string]string{
		"Bearer vs-abc": "vs-abc", "bearer  vs-abc ": "vs-abc", "vs-abc": "vs-abc", "BEARER vs-1": "vs-1",
	} {
		if key, ok := OwnKey(value); !ok || key != want {
			t.Errorf("OwnKey(%q) = %q, %v", value, key, ok)
		}
	}
	for _, value := range []string{"", "Bearer sk-abc", "Basic vs-abc", "sk-vs-abc", "Bearer"} {
		if key, ok := OwnKey(value); ok {
			t.Errorf("OwnKey(%q) = %q", value, key)
		}
	}
}

func TestNoListedHeaderIsLongerThanIsLookedUp(t *testing.T) {
	for _, list := range []set{lists.Connection, lists.Request.Ours, lists.Request.Account, lists.Response} {
		for name := range list {
			if len(name) > longestName || name != strings.ToLower(name) || !listed(list, strings.ToUpper(name)) {
				t.Errorf("%s is not found", name)
			}
		}
	}
}

func TestACredentialInTheQueryStaysWhereTheHeadersDo(t *testing.T) {
	for _, tc := range [][3]string{ // as it came, with the client's credential, with the operator's
		{"", "", ""},
		{"api-version=2024-10-21", "api-version=2024-10-21", "api-version=2024-10-21"},
		{"api-version=1&api-key=s&x", "api-version=1&api-key=s&x", "api-version=1&x"},
		{"Subscription-Key=s", "Subscription-Key=s", ""},
		{"%6bey=s&a=%zz", "%6bey=s&a=%zz", "a=%zz"},
		{"api-key=vs-abc&a=1", "a=1", "a=1"},
		{"q=%76s-abc", "", ""},
	} {
		if got := ForwardQuery(tc[0], false); got != tc[1] {
			t.Errorf("%q goes on as %q", tc[0], got)
		}
		if got := ForwardQuery(tc[0], true); got != tc[2] {
			t.Errorf("%q goes on as %q with the operator's credential", tc[0], got)
		}
	}
}
