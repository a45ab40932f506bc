package admin

import (
	"context"
	_ "embed" // the description of the API
	"errors"
	"regexp"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// route is one operation of the API. A path may hold {id}.
type route struct {
	method, path string
	parameters   string // with spaces between them
	serve        func(*request) *wire.Error
	needs        Role
	whole        bool // not for keys of one app
	stored       bool // needs the store
}

// span and filter are the parameters that choose traces.
const (
	span   = "app since until"
	filter = span + " failing counts_as proof verdict finding document chunk model user conversation q feedback reviewed"
)

// routes are all operations. Each is described in openapi.json.
func routes() []route {
	return []route{
		{"GET", "/metrics", "*", showMetrics, Metrics, true, false},
		{"GET", "/api/openapi.json", "", func(r *request) *wire.Error { return r.send(openAPI) }, Viewer, false, false},
		{"GET", "/api/me", "", tellWho, Viewer, false, false},
		{"GET", "/api/traces", filter + " limit cursor format", listTraces, Viewer, false, true},
		{"DELETE", "/api/traces", "app user", deleteTraces, Admin, true, true},
		{"GET", "/api/traces/{id}", "", showTrace, Viewer, false, true},
		{"GET", "/api/traces/{id}/nearest", "", showNearest, Viewer, false, true},
		{"GET", "/api/traces/{id}/report", "", reportExchange, Officer, false, true},
		{"GET", "/api/report", span, reportPeriod, Officer, false, true},
		{"DELETE", "/api/traces/{id}", "", deleteTrace, Admin, true, true},
		{"GET", "/api/stats", span, showStats, Viewer, false, true},
		{"GET", "/api/failures", span + " limit", showFailures, Viewer, false, true},
		{"GET", "/api/feedback", span + " kind", exportReviewed, Officer, false, true},
		{"POST", "/api/feedback", "", giveFeedback, Officer, false, true},
		{"DELETE", "/api/feedback/{id}", "at", withdrawFeedback, Officer, false, true},
		{"GET", "/api/accesses", "limit cursor", showAccesses, Officer, true, true},
	}
}

// request is one call of the API by someone who has been let in.
type request struct {
	desk   *Server
	ctx    *fasthttp.RequestCtx
	who    identity
	id     string // in the path; "" where there is none
	query  query
	chosen store.Filter    // of the query
	within context.Context // ends when an answer would come too late
}

// patience bounds what one question may take of the store.
const patience = 20 * time.Second

// data serves what has an owner.
func (s *Server) data(ctx *fasthttp.RequestCtx, path string, who identity) *wire.Error {
	ctx.Response.Header.Set("Cache-Control", "no-store")
	method := string(ctx.Method())
	if method == "HEAD" {
		method = "GET"
	}
	var others []string
	for _, r := range s.routes {
		id, fits := r.fits(path)
		if !fits {
			continue
		}
		if r.method != method {
			others = append(others, r.method)
			continue
		}
		return s.serve(ctx, r, who, id)
	}
	if len(others) > 0 {
		ctx.Response.Header.Set("Allow", strings.Join(others, ", "))
		return wire.NewError(405, "method_not_allowed", "This path takes "+strings.Join(others, " and ")+".")
	}
	return notFound()
}

func (s *Server) serve(ctx *fasthttp.RequestCtx, r route, who identity, id string) *wire.Error {
	switch {
	case !who.role.may(r.needs):
		return wire.NewError(403, "role_needed", "This needs the role "+string(r.needs)+"; the key has the role "+string(who.role)+".")
	case r.whole && who.app != "":
		return wire.NewError(403, "all_apps_needed", "This is about all apps, and the key reaches the app "+who.app+" alone.")
	}
	if r.stored && s.opt.Store == nil {
		return wire.NewError(404, "no_store", "There is no store of traces: see ledger.store in the configuration.")
	}
	for waited := 0; r.stored && s.opt.Filling != nil && s.opt.Filling(); waited++ {
		if waited < 20 {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		return wire.NewError(503, "store_filling",
			"The store of traces is being filled: what it tells would fall short, and a deletion too. Ask again in a moment.")
	}
	q, err := readQuery(ctx)
	if err == nil {
		err = q.only(r.parameters)
	}
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	call := &request{desk: s, ctx: ctx, who: who, id: id, query: q, within: within}
	if call.chosen, err = call.filter(); err != nil {
		return err
	}
	return r.serve(call)
}

// traceID is what a trace's id looks like. Nothing else is looked up.
var traceID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// fits reports whether a path is that of a route, and returns the id in it.
func (r route) fits(path string) (id string, ok bool) {
	head, tail, found := strings.Cut(r.path, "{id}")
	if !found {
		return "", path == r.path
	}
	id, starts := strings.CutPrefix(path, head)
	id, ends := strings.CutSuffix(id, tail)
	return id, starts && ends && traceID.MatchString(id)
}

func notFound() *wire.Error { return wire.NewError(404, "not_found", "There is nothing here.") }

// logAccess leaves a line in the audit log. What cannot be logged does not
// happen.
func (r *request) logAccess(action, target string, traces int) *wire.Error {
	target, err := r.withoutUser(target)
	if err == nil {
		err = r.desk.accessed(ledger.Access{Who: r.who.name, Role: string(r.who.role), Action: action, Target: target, Count: traces})
	}
	return r.storeTrouble(err)
}

// accessed notes an access in the store, and in the file of traces.
func (s *Server) accessed(a ledger.Access) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience) // an export ends later than its call
	defer cancel()
	a.At = time.Now()
	err := s.opt.Store.Notes.LogAccess(ctx, a)
	if err == nil {
		err = s.opt.Ledger.Accessed(a)
	}
	return err
}

// withoutUser is what an access was to, with a keyed hash in the place of the user's name: the log and the
// signed record outlast a deletion, which is to leave nothing of that name.
func (r *request) withoutUser(target string) (string, error) {
	user := r.query["user"]
	if user == "" {
		return target, nil
	}
	hashed, err := r.desk.opt.Ledger.Pseudonym(user)
	if err != nil {
		return "", err
	}
	var args fasthttp.Args
	args.Parse(target)
	args.Set("user", hashed)
	return args.String(), nil
}

// storeTrouble says in the interface's form what went wrong in the store; nil
// for nothing.
func (r *request) storeTrouble(err error) *wire.Error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return notFound()
	case errors.Is(err, store.ErrFilter):
		_, why, _ := strings.Cut(err.Error(), store.ErrFilter.Error()+": ")
		return wire.NewError(400, "bad_filter", why)
	}
	r.desk.opt.Log.Error("the store does not answer", zap.Error(err))
	return wire.NewError(503, "store_unavailable", "The store of traces does not answer.")
}

//go:embed openapi.json
var openAPI []byte
