package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/wire"
)

// Role is what a key may do.
type Role string

const (
	Viewer  Role = "viewer"  // looks at figures, lists and single traces
	Officer Role = "officer" // and exports, makes reports, gives feedback, reads who did what
	Admin   Role = "admin"   // everything
	Metrics Role = "metrics" // reads /metrics, and nothing else
)

// may reports whether a role is enough where another one is needed.
func (r Role) may(needed Role) bool {
	switch r {
	case Admin:
		return true
	case Officer:
		return needed == Officer || needed == Viewer
	}
	return r == needed
}

// Key lets somebody in.
type Key struct {
	Name string // for the log of accesses
	Hash string // of the token: "sha256:…"
	Role Role
	App  string // whose traces alone it reaches; "" for all
}

// identity is who asks.
type identity struct {
	name string // for the log of accesses
	role Role
	app  string // whose traces alone may be seen; "" for all
}

// sees reports whether an app's traces may be read.
func (i identity) sees(app string) bool { return i.app == "" || i.app == app }

// identify finds out who asks, or says why nobody is let in.
func (s *Server) identify(ctx *fasthttp.RequestCtx) (identity, *wire.Error) {
	token, given := bearer(string(ctx.Request.Header.Peek("Authorization")))
	keys := s.opt.Keys()
	if !given {
		if s.opt.Token == "" && len(keys) == 0 && isLocal(ctx) {
			return identity{name: "local", role: Admin}, nil
		}
		return identity{}, wire.NewError(401, "token_needed", "The admin listener needs a token: Authorization: Bearer …")
	}
	sum := sha256.Sum256([]byte(token))
	if s.opt.Token != "" && subtle.ConstantTimeCompare(sum[:], s.token[:]) == 1 {
		return s.person(ctx, identity{name: "operator", role: Admin}), nil
	}
	if k := keyOf(keys, "sha256:"+hex.EncodeToString(sum[:])); k != nil {
		return s.person(ctx, identity{k.Name, k.Role, k.App}), nil
	}
	return identity{}, wire.NewError(401, "unknown_token", "The token is not known here.")
}

// keyOf finds the key with a token's hash. Every hash is compared, so the time
// tells nothing.
func keyOf(keys []Key, hash string) (found *Key) {
	for i := range keys {
		if subtle.ConstantTimeCompare([]byte(keys[i].Hash), []byte(hash)) == 1 {
			found = &keys[i]
		}
	}
	return found
}

// mostPerson bounds the name of a person in the log of accesses.
const mostPerson = 200

// person adds who stands behind a key, as a proxy says that holds it and has asked
// them who they are.
func (s *Server) person(ctx *fasthttp.RequestCtx, i identity) identity {
	if s.opt.UserHeader == "" {
		return i
	}
	named := strings.ToValidUTF8(string(ctx.Request.Header.Peek(s.opt.UserHeader)), "\ufffd")
	if named != "" {
		i.name += " " + named[:min(len(named), mostPerson)]
	}
	return i
}

// bearer takes the token out of an Authorization header. given is also true
// for a header of another kind, which holds no token that could be right.
func bearer(header string) (token string, given bool) {
	if header == "" {
		return "", false
	}
	scheme, rest, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "bearer") {
		return "", true
	}
	return strings.TrimSpace(rest), true
}

// isLocal reports whether the client is on this machine, and is not a proxy on
// it that others come through.
func isLocal(ctx *fasthttp.RequestCtx) bool {
	addr, ok := ctx.RemoteAddr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		return false
	}
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via"} {
		if len(ctx.Request.Header.Peek(name)) > 0 {
			return false
		}
	}
	return true
}

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
