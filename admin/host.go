package admin

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// hosts knows the names by which this listener may be called. A page of an
// attacker can make a browser send requests here under the attacker's own name
// by having that name resolve to this address. It cannot do so under a number
// or under a name that the attacker's name server is not asked about.
type hosts struct {
	loopback bool   // only this machine reaches the listener
	listen   string // the name in the listener's address, "" for a number
	public   string // the host in public_url; "" for none
	origin   string // the scheme and host in public_url; "" for none
}

// newHosts reads the address of the listener and the public URL. Both have
// been checked with the configuration.
func newHosts(listen, publicURL string) hosts {
	var h hosts
	name, _, err := net.SplitHostPort(listen)
	if err == nil {
		address, bad := netip.ParseAddr(name)
		h.loopback = bad == nil && address.IsLoopback() || strings.EqualFold(name, "localhost")
		if bad != nil {
			h.listen = strings.ToLower(name)
		}
	}
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		h.public = strings.ToLower(u.Hostname())
		h.origin = strings.ToLower(u.Scheme + "://" + u.Host)
	}
	return h
}

// allows reports whether a Host header names this listener.
func (h hosts) allows(header string) bool {
	name := hostname(header)
	switch name {
	case "":
		return false
	case "localhost", h.public, h.listen:
		return true
	}
	if address, err := netip.ParseAddr(name); err == nil {
		return !h.loopback || address.IsLoopback()
	}
	// Names of containers have one label, and no public name server answers
	// for those.
	return !h.loopback && !strings.Contains(name, ".")
}

// hostname takes the port and the spelling out of a Host header; "" for what
// is none.
func hostname(header string) string {
	name := header
	if host, port, err := net.SplitHostPort(header); err == nil {
		if strings.Trim(port, "0123456789") != "" {
			return ""
		}
		name = host
	}
	if strings.HasPrefix(name, "[") && strings.HasSuffix(name, "]") {
		name = name[1 : len(name)-1]
	}
	if strings.ContainsAny(name, "[]/@\\ ") {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}

// ours reports whether an Origin header is that of the dashboard's own pages:
// those of the host that is asked, or of the public URL.
func (h hosts) ours(origin, host string) bool {
	origin = strings.ToLower(origin)
	if h.origin != "" && origin == h.origin {
		return true
	}
	scheme, rest, found := strings.Cut(origin, "://")
	// A proxy in front may have taken off the TLS.
	return found && (scheme == "http" || scheme == "https") && rest == strings.ToLower(host)
}
