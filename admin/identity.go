package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/wire"
)

// identity is who asks.
type identity struct {
	name string // for the audit log
	app  string // what a read token may see; "" for everything
}

// operator reports whether everything may be seen and deleted.
func (i identity) operator() bool { return i.app == "" }

// sees reports whether an app's traces may be read.
func (i identity) sees(app string) bool { return i.operator() || i.app == app }

// Readers are the hashes of read tokens ("sha256:…") by the app that they may
// read.
type Readers map[string][]string

// identify finds out who asks, or says why nobody is let in.
func (s *Server) identify(ctx *fasthttp.RequestCtx) (identity, *wire.Error) {
	token, given := bearer(string(ctx.Request.Header.Peek("Authorization")))
	if !given {
		if s.opt.Token == "" && isLocal(ctx) {
			return identity{name: "local"}, nil
		}
		return identity{}, wire.NewError(401, "token_needed", "The admin listener needs a token: Authorization: Bearer …")
	}
	sum := sha256.Sum256([]byte(token))
	if s.opt.Token != "" && subtle.ConstantTimeCompare(sum[:], s.token[:]) == 1 {
		return identity{name: "operator"}, nil
	}
	if app := reader(s.opt.Readers(), "sha256:"+hex.EncodeToString(sum[:])); app != "" {
		return identity{name: "app:" + app, app: app}, nil
	}
	return identity{}, wire.NewError(401, "unknown_token", "The token is not known here.")
}

// reader finds the app that a token's hash may read. Every hash is compared,
// so the time tells nothing.
func reader(readers Readers, hash string) string {
	found := ""
	for app, hashes := range readers {
		for _, h := range hashes {
			if subtle.ConstantTimeCompare([]byte(h), []byte(hash)) == 1 {
				found = app
			}
		}
	}
	return found
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
