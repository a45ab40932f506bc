package admin

import "testing"

func TestHosts(t *testing.T) {
	local := newHosts("127.0.0.1:8081", "")
	named := newHosts("vouchsafe.internal:8081", "")
	public := newHosts("127.0.0.1:8081", "https://Audit.Example.org/vs")
	open := newHosts("0.0.0.0:8081", "")
	six := newHosts("[::1]:8081", "")
	for _, tt := range []struct {
		name string
		h    hosts
		host string
		want bool
	}{
		{"loopback", local, "127.0.0.1:8081", true},
		{"another loopback number", local, "127.9.9.9", true},
		{"localhost", local, "LocalHost:8081", true},
		{"with a last dot", local, "localhost.:8081", true},
		{"loopback, version 6", local, "[::1]:8081", true},
		{"of a listener on version 6", six, "[::1]", true},
		{"empty", local, "", false},
		{"rebinding", local, "evil.example:8081", false},
		{"rebinding to a name that begins well", local, "localhost.evil.example", false},
		{"rebinding to a name that looks like a number", local, "127.0.0.1.evil.example", false},
		{"a number as one label", local, "2130706433", false},
		{"one label", local, "vouchsafe", false},
		{"another machine's number", local, "10.0.0.7:8081", false},
		{"user in front", local, "localhost@evil.example", false},
		{"two ports", local, "localhost:1:2", false},
		{"port that is none", local, "localhost:evil", false},
		{"a path", local, "localhost/evil", false},
		{"half a bracket", local, "[::1", false},
		{"the public name", public, "audit.example.org", true},
		{"the public name with a port", public, "audit.example.org:8443", true},
		{"below the public name", public, "x.audit.example.org", false},
		{"the listener's own name", named, "vouchsafe.internal:8081", true},
		{"another name", named, "evil.example", false},
		{"a number, where others may come", open, "10.0.0.7:8081", true},
		{"a container's name, where others may come", open, "vouchsafe:8081", true},
		{"rebinding, where others may come", open, "evil.example", false},
	} {
		if got := tt.h.allows(tt.host); got != tt.want {
			t.Errorf("%s: %q allowed: %t", tt.name, tt.host, got)
		}
	}
}

func TestOrigins(t *testing.T) {
	h := newHosts("127.0.0.1:8081", "https://audit.example.org/vs")
	for _, tt := range []struct {
		origin string
		want   bool
	}{
		{"http://127.0.0.1:8081", true},
		{"https://127.0.0.1:8081", true},
		{"https://audit.example.org", true},
		{"HTTPS://AUDIT.EXAMPLE.ORG", true},
		{"http://audit.example.org", false},
		{"https://audit.example.org:444", false},
		{"http://127.0.0.1:3000", false},
		{"http://localhost:8081", false},
		{"http://evil.example", false},
		{"null", false},
		{"127.0.0.1:8081", false},
		{"file://127.0.0.1:8081", false},
		{"://127.0.0.1:8081", false},
	} {
		if got := h.ours(tt.origin, "127.0.0.1:8081"); got != tt.want {
			t.Errorf("%q is ours: %t", tt.origin, got)
		}
	}
}

func FuzzHost(f *testing.F) {
	f.Add("localhost:1", "http://localhost")
	f.Add("[::1]:80", "null")
	h := newHosts("127.0.0.1:8081", "")
	f.Fuzz(func(t *testing.T, host, origin string) {
		if name := hostname(host); h.allows(host) && name != "localhost" && name[0] != '1' && name != "::1" &&
			name != "0:0:0:0:0:0:0:1" && name[0] != ':' && name[0] != '0' {
			t.Errorf("%q is allowed", host)
		}
		h.ours(origin, host)
	})
}
