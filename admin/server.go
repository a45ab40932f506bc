package admin

import (
	"context"
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/admin/metrics"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
	"vouchsafe/trace/written"
)

// Options are what the admin listener shows, and to whom.
type Options struct {
	Listen     string // the address that is listened on
	PublicURL  string // where people reach the dashboard; "" for unknown
	Token      string // the operator's; "" lets in clients on this machine, where there are no keys of the listener's own
	Keys       func() []Key
	UserHeader string                  // in which a proxy that holds a key names the person; "" for none
	Health     fasthttp.RequestHandler // answers the probes
	Metrics    *metrics.Metrics
	Dashboard  fasthttp.RequestHandler // serves the pages; nil: there are none
	Store      *store.Store            // of traces; nil: there is none
	Ledger     *ledger.Writer          // to which they are written; there is one where there is a store
	Log        *zap.Logger

	// the store is yet to be given what it should hold; nil: it never is
	Filling func() bool
	// forgets what exchanges left that were deleted from the store; nil: nothing is left
	Deleted func(context.Context) error
	// holds a trace against the file of traces; nil where there is none
	Hold  func(ctx context.Context, id string, trace []byte) (written.Filed, error)
	Filed store.Lines // hands on the traces in it, where all of the store are in there
	// Sign signs the statement of an evidence report; nil: nothing is signed.
	Sign func(statement string) (*htmlreport.Seal, error)
}

// Server answers on the admin listener. It is safe for concurrent use.
type Server struct {
	opt   Options
	hosts hosts
	token [sha256.Size]byte

	routes  []route
	exports chan struct{} // one for each that runs
	saying  sync.RWMutex  // held by who says something of a trace, until store and file have it
}

// New returns a server. It opens no listener.
func New(o Options) *Server {
	return &Server{
		opt: o, hosts: newHosts(o.Listen, o.PublicURL), token: sha256.Sum256([]byte(o.Token)),
		routes: routes(), exports: make(chan struct{}, mostExports),
	}
}

// Handle serves one request.
func (s *Server) Handle(ctx *fasthttp.RequestCtx) {
	secure(ctx)
	path := rawPath(ctx)
	if isProbe(path) {
		s.opt.Health(ctx)
		return
	}
	if err := s.gate(ctx, path); err != nil {
		s.turnAway(ctx, identity{}, path, err)
		return
	}
	if !isData(path) {
		s.page(ctx, path)
		return
	}
	who, err := s.identify(ctx)
	if err != nil {
		ctx.Response.Header.Set("WWW-Authenticate", "Bearer")
		s.turnAway(ctx, who, path, err)
		return
	}
	err = s.data(ctx, path, who)
	switch {
	case err == nil:
	case err.Status == 403 || err.Status == 404: // what a key may not see is not there
		s.turnAway(ctx, who, path, err)
	default:
		fail(ctx, err)
	}
}

// rawPath is the path as it came: the server's tidied-up one makes one path of
// several, and a rule for one of them may be got around by another.
func rawPath(ctx *fasthttp.RequestCtx) string {
	path, _, _ := strings.Cut(string(ctx.Request.Header.RequestURI()), "?")
	return path
}

func isProbe(path string) bool {
	switch path {
	case "/livez", "/readyz", "/healthz", "/health":
		return true
	}
	return false
}

// isData reports whether a path shows or changes data, and so needs to be told
// who asks. Everything else is the dashboard's pages, which hold none.
func isData(path string) bool {
	return path == "/metrics" || path == "/api" || strings.HasPrefix(path, "/api/")
}

// gate turns away what does not come from where it should.
func (s *Server) gate(ctx *fasthttp.RequestCtx, path string) *wire.Error {
	h := &ctx.Request.Header
	host := string(h.Host())
	if !s.hosts.allows(host) {
		return wire.NewError(403, "host_not_allowed",
			"The Host header names no address of this listener; admin.public_url allows a further one.")
	}
	if origin := string(h.Peek("Origin")); origin != "" && !s.hosts.ours(origin, host) {
		return wire.NewError(403, "origin_not_allowed", "The request comes from a page of another origin.")
	}
	switch site := string(h.Peek("Sec-Fetch-Site")); site {
	case "", "none", "same-origin":
		return nil
	}
	if !isData(path) && string(ctx.Method()) == "GET" && string(h.Peek("Sec-Fetch-Mode")) == "navigate" {
		return nil // someone followed a link to a page
	}
	return wire.NewError(403, "origin_not_allowed", "The request comes from a page of another origin.")
}

// turnAway answers a request that was not let in, and says so in the log. What it asked for is told without its parameters, which may
// name a user.
func (s *Server) turnAway(ctx *fasthttp.RequestCtx, who identity, path string, err *wire.Error) {
	s.opt.Log.Warn("turned away at the admin listener", zap.String("code", err.Code), zap.String("who", who.name),
		zap.Stringer("remote", ctx.RemoteAddr()), zap.ByteString("method", ctx.Method()), zap.String("path", path))
	fail(ctx, err)
}

// Close waits for exports to end, which are recorded then.
func (s *Server) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for range mostExports {
		select {
		case s.exports <- struct{}{}:
			defer func() { <-s.exports }()
		case <-ctx.Done():
		}
	}
}

// showMetrics shows the counts of all apps together.
func showMetrics(r *request) *wire.Error {
	r.ctx.SetContentType(metrics.ContentType)
	if err := r.desk.opt.Metrics.Write(r.ctx.Response.BodyWriter()); err != nil {
		r.desk.opt.Log.Error("cannot show the metrics", zap.Error(err))
		r.ctx.Response.ResetBody()
		return wire.NewError(500, "metrics_failed", "The metrics cannot be gathered.")
	}
	return nil
}

// page serves the dashboard.
func (s *Server) page(ctx *fasthttp.RequestCtx, path string) {
	if s.opt.Dashboard == nil || !(ctx.IsGet() || ctx.IsHead()) || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "%\\") ||
		strings.Contains(path, "..") {
		fail(ctx, wire.NewError(404, "not_found", "There is nothing here."))
		return
	}
	s.opt.Dashboard(ctx)
}

// contentPolicy is what the dashboard's pages may do in a browser: run this
// listener's own modules, ask its own API, and nothing besides. Trusted types make
// every use of a text as markup an error, should one ever get in.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// secure sets the headers that every response carries.
func secure(ctx *fasthttp.RequestCtx) {
	for _, h := range [][2]string{
		{"Content-Security-Policy", contentPolicy},
		{"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"},
		{"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
	} {
		ctx.Response.Header.Set(h[0], h[1])
	}
}

// fail answers with an error in the interface's own form.
func fail(ctx *fasthttp.RequestCtx, err *wire.Error) {
	ctx.SetStatusCode(err.Status)
	for _, h := range err.Headers() {
		ctx.Response.Header.Set(h[0], h[1])
	}
	ctx.SetContentType("application/json")
	ctx.SetBody(err.Body())
}
