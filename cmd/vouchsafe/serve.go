package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/admin"
	"vouchsafe/admin/dashboard"
	"vouchsafe/admin/metrics"
	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/grounding/claim"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
	"vouchsafe/trace/written"
)

// Flags of serve.
var (
	serveListen      = &flag{name: "listen", about: "`ADDRESS` to listen on, instead of the configuration's"}
	serveAdminListen = &flag{name: "admin-listen",
		about: "`ADDRESS` of the dashboard, instead of the configuration's; where others reach it and there is " +
			"no token, one is made and told"}
	serveUpstream = &flag{name: "upstream", about: "base `URL` of the default app's upstream, instead of the configuration's"}
)

var serveCommand = command{
	page: "operations",
	use:  "serve", does: "Run the gateway",
	flags: []*flag{serveListen, serveAdminListen, serveUpstream, configFlag},
	do:    runGateway,
}

// runGateway serves until the process is asked to end.
func runGateway(c call) error {
	f := serveFlags{c.text(configFlag), c.text(serveListen), c.text(serveAdminListen), c.text(serveUpstream)}
	data, err := readConfig(f.path)
	if err != nil {
		return err
	}
	settings, problems, err := f.load(data)
	if err != nil {
		return err
	}
	if err := tell(problems, f.path, c.streams); err != nil {
		return err
	}
	if settings.Admin.Made {
		fmt.Fprintf(c.err, "vouchsafe: no token is set for the dashboard at %s; until the next start it is %s\n", settings.Admin.Listen,
			settings.Admin.Token)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	paceHeap()
	return serve(ctx, settings, hooks{unasked: f.path == "", reload: f.source(data)})
}

// serveFlags are what the command line says.
type serveFlags struct{ path, listen, adminListen, upstream string }

// load makes a configuration of a file's bytes and the flags, which win over
// the file. It returns either a configuration or what is wrong with the file
// (problems) or with the flags (err).
func (f serveFlags) load(data []byte) (*config.Config, []config.Problem, error) {
	c, problems := config.Load(data, os.LookupEnv)
	if len(problems) > 0 {
		return nil, problems, nil
	}
	if err := override(c, f.listen, f.upstream); err != nil {
		return nil, nil, err
	}
	if err := f.overrideAdmin(c); err != nil {
		return nil, nil, err
	}
	return c, c.Check(), nil
}

// overrideAdmin lets the flag win over the file. Without a file the token comes from
// the environment; where others reach the address and there is none, it is made.
func (f serveFlags) overrideAdmin(c *config.Config) error {
	if f.path == "" && c.Admin.Token == "" {
		c.Admin.Token = os.Getenv("VOUCHSAFE_ADMIN_TOKEN")
	}
	if f.adminListen == "" {
		return nil
	}
	if _, _, err := net.SplitHostPort(f.adminListen); err != nil {
		return fmt.Errorf("cannot listen for admin on %q: %w", f.adminListen, err)
	}
	c.Admin.Listen = f.adminListen
	if c.Admin.Open() {
		token, _, err := config.NewKey(rand.Reader)
		if err != nil {
			return err
		}
		c.Admin.Token, c.Admin.Made = token, true
	}
	return nil
}

// override lets flags win over the file.
func override(c *config.Config, listen, upstreamURL string) error {
	if listen != "" {
		if _, _, err := net.SplitHostPort(listen); err != nil {
			return fmt.Errorf("cannot listen on %q: %w", listen, err)
		}
		c.Listen = listen
	}
	if upstreamURL != "" {
		if u, err := url.Parse(upstreamURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("--upstream %q should be an http or https URL", upstreamURL)
		}
		name := c.Apps[config.DefaultApp].Upstream
		u := c.Upstreams[name]
		u.BaseURL = upstreamURL
		c.Upstreams[name] = u
	}
	return nil
}

// node is one running gateway with what it keeps.
type node struct {
	gate     *proxy.Gateway
	ledger   *ledger.Writer // nil: no traces are kept
	store    *store.Store   // nil: traces are kept in the file alone
	server   *fasthttp.Server
	admin    *fasthttp.Server
	endAdmin func() // once it takes no more calls
	log      *zap.Logger
	kept     *kept

	shared    *cache.Redis                            // nil: this gateway shares nothing
	judges    atomic.Pointer[map[string]*judge.Judge] // of the configuration in force, by name
	reloads   atomic.Pointer[config.Reloader]         // nil where there is no file to watch
	metrics   *metrics.Metrics
	alarm     *alarm
	spans     *spans                      // nil: there is no collector
	adminKeys atomic.Pointer[[]admin.Key] // of the configuration in force
	rules     rules
	heads     *heads    // nil: none are kept
	held      io.Closer // of the store; nil where it is no file
	state     storeState
}

// hooks are what a caller of serve may want besides; each may be left out.
type hooks struct {
	ready   chan<- string                       // is told the address once calls are taken
	gate    chan<- *proxy.Gateway               // is given the gateway by then
	trace   func(*ledger.Trace, ledger.Content) // sees every trace
	reload  *source                             // where a changed configuration comes from
	unasked bool                                // nobody asked for the admin address and the store: where they cannot be had, do without
}

// serve runs the gateway until ctx ends, and then lets running exchanges
// finish.
func serve(ctx context.Context, c *config.Config, h hooks) error {
	log, err := newLogger(c.Log, os.Stderr)
	if err != nil {
		return err
	}
	defer func() { _ = log.Sync() }()
	if h.unasked {
		dropUnwritableStore(&c.Ledger, log)
	}
	listener, err := net.Listen("tcp", c.Listen) // before anything is made that would be left behind
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	n, err := newNode(c, log, h.trace)
	if err != nil {
		_ = listener.Close()
		return err
	}
	if c.Ledger.Retention != (config.Retention{}) {
		go every(ctx, sweepPause, func() { n.sweepOnce(ctx, c.Ledger) })
	}
	go n.erase(ctx, c.Ledger.JSONL.Path)
	go n.tellStore(ctx)
	go giveBack(ctx)
	failed := make(chan error, 2)
	go func() { failed <- n.server.Serve(n.gate.Listener(listener)) }()
	if err := n.serveAdmin(c.Admin.Listen, failed); err != nil {
		if !h.unasked && !c.Admin.IsDefault() {
			return err
		}
		log.Warn("going on without the admin listener", zap.Error(err))
		c.Admin.Listen = ""
	}
	log.Info("serving", zap.String("listen", listener.Addr().String()), zap.String("admin", c.Admin.Listen),
		zap.Strings("upstreams", pairs(c.Upstreams, func(u config.Upstream) string { return u.BaseURL })),
		zap.Strings("apps", pairs(c.Apps, func(a config.App) string { return a.Policy })), zap.String("version", version))
	n.follow(ctx, c, h.reload)
	if h.gate != nil {
		h.gate <- n.gate
	}
	if h.ready != nil {
		h.ready <- listener.Addr().String()
	}
	select {
	case <-ctx.Done():
		log.Info("draining", zap.Int("exchanges", n.gate.Running()))
	case err = <-failed:
	}
	return n.close(c.Limits.Drain, err)
}

// whileServing runs a gateway that nobody configured for others, does something with its
// base URL meanwhile, and ends it.
func whileServing(ctx context.Context, c *config.Config, h hooks, do func(ctx context.Context, base string) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ready, done := make(chan string, 1), make(chan error, 1)
	h.ready, h.unasked = ready, true
	go func() { done <- serve(ctx, c, h) }()
	select {
	case addr := <-ready:
		if err := do(ctx, "http://"+addr); err != nil {
			return err
		}
	case err := <-done:
		return err
	}
	stop()
	return <-done
}

// newNode puts a gateway together.
func newNode(c *config.Config, log *zap.Logger, watch func(*ledger.Trace, ledger.Content)) (*node, error) {
	redis, err := openShared(c.Cache, log)
	if err != nil {
		return nil, err
	}
	k := newKept(nil)
	k.shared = redis
	setup, err := buildSetup(c, k)
	if err != nil {
		return nil, err
	}
	db, err := openStore(c.Ledger, log)
	if err != nil {
		return nil, err
	}
	var held io.Closer
	if path := c.Ledger.JSONL.Path; path != "" && c.Ledger.Store.Driver == config.SQLite {
		if held, err = ledger.Claim(c.Ledger.Store.DSN, path); err != nil {
			return nil, withAdvice(err)
		}
	}
	filed := isThere(c.Ledger.JSONL.Path)
	h := headsIn(c.Ledger, db)
	w, err := openLedger(c.Ledger, db, h, log)
	if err == nil {
		err = checkHashing(c, w)
	}
	if err != nil {
		return nil, err
	}
	r := &recorder{log: log, engine: engine(), metrics: metrics.New(version), ledger: w}
	if watch != nil {
		r.watch = append(r.watch, watch)
	}
	warn(c, setup, log)
	if slices.ContainsFunc(setup.Apps, func(a *proxy.App) bool { return a.Policy.Mode != policy.Off }) {
		claim.Load()
	}
	gate := proxy.New(setup, r.record, log)
	openAnswers(c.Cache, redis, gate)
	n := &node{state: storeState{kept: c.Ledger.Retention.Age}, gate: gate, ledger: w, store: db, heads: h, held: held,
		log: log, metrics: r.metrics, shared: redis,
		server: gate.Server(int(c.Limits.RequestBytes), log)}
	n.state.expect(db, c.Ledger, filed)
	n.keep(k)
	n.govern(c, setup)
	if err := n.openMessages(c, r); err != nil {
		return nil, err
	}
	return n, n.openAdmin(c)
}

// keep holds on to what a later configuration may take over.
func (n *node) keep(k *kept) {
	judges := map[string]*judge.Judge{}
	for of, j := range k.judges {
		judges[of.name] = j
	}
	n.kept = k
	n.judges.Store(&judges)
}

// serveAdmin opens the admin listener, if there is to be one.
func (n *node) serveAdmin(listen string, failed chan<- error) error {
	if listen == "" {
		return nil
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("cannot listen for admin: %w", err)
	}
	go func() { failed <- n.admin.Serve(proxy.PatientListener(l, n.log)) }()
	return nil
}

// close drains and stops: the servers first, then the ledger, which still
// gets the traces of the last exchanges. The admin listener stays up until
// the end, so that probes see the draining.
func (n *node) close(drain time.Duration, cause error) error {
	ctx, cancel := context.WithTimeout(context.Background(), drain)
	defer cancel()
	proxy.Shutdown(ctx, n.gate, n.server)
	_ = n.admin.Shutdown()
	n.endAdmin()
	var lost error
	if n.ledger != nil {
		flush, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if lost = n.ledger.Close(flush); lost != nil {
			n.log.Error("traces were lost", zap.Error(lost))
		}
	}
	n.closeMessages()
	n.shared.Close()
	if n.store != nil {
		last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if n.state.isHeld() {
			n.heads.flush(last, func(context.Context) error { return lost }, n.log)
		}
		_ = n.store.Close() // all that matters has been committed
	}
	if n.held != nil {
		_ = n.held.Close()
	}
	if cause != nil {
		return &exit{exitFailed, cause}
	}
	return nil
}

// How large the heap may grow before it is collected: a fifth more than what is alive and
// the ballast together. By default Go collects a heap of four megabytes a hundred times a
// second under load, and lets one that many waiting exchanges fill grow to twice their
// size. The ballast is address space that nobody writes to, and takes no memory.
const (
	heapBallast = 128 << 20
	heapPercent = 20
)

// When memory is given back: a gateway that allocates less than quietBytes
// between two looks has nothing to do. It is looked at for some time, for what
// is kept for a while, such as connections, goes while it rests.
const (
	quietLook  = 15 * time.Second
	quietLooks = 6
	quietBytes = 8 << 20
)

// ballast is what paceHeap made.
var ballast []byte

// paceHeap sets how far the process's heap may grow. An operator who sets GOGC decides
// instead; GOMEMLIMIT holds in any case, for what is there besides the ballast.
func paceHeap() {
	if _, set := os.LookupEnv("GOGC"); set {
		return
	}
	ballast = make([]byte, heapBallast)
	debug.SetGCPercent(heapPercent)
	if most := debug.SetMemoryLimit(-1); most < math.MaxInt64-heapBallast {
		debug.SetMemoryLimit(most + heapBallast)
	}
}

// giveBack returns memory to the system while the gateway rests, until ctx
// ends. What pools hold goes with the second collection.
func giveBack(ctx context.Context) {
	before, quiet := uint64(0), quietLooks-1 // first goes what reading the configuration and the tables of words has left
	every(ctx, quietLook, func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if before > 0 && m.TotalAlloc-before > quietBytes {
			quiet = 0
		} else if quiet < quietLooks {
			quiet++
			runtime.GC()
			debug.FreeOSMemory()
		}
		before = m.TotalAlloc
	})
}

// adminBytes bounds what the admin listener takes of a request.
const adminBytes = 1 << 20

// openAdmin makes the server of the admin listener.
func (n *node) openAdmin(c *config.Config) error {
	site, err := dashboard.New()
	if err != nil {
		return err
	}
	n.adminKeys.Store(adminKeys(c))
	o := admin.Options{
		Listen: c.Admin.Listen, PublicURL: c.Admin.PublicURL, Token: c.Admin.Token,
		Keys: func() []admin.Key { return *n.adminKeys.Load() }, UserHeader: c.Admin.UserHeader,
		Health: n.gate.Health, Metrics: n.metrics, Dashboard: site.Handle, Log: n.log, Store: n.store, Ledger: n.ledger,
		Filling: n.state.filling.Load,
	}
	if n.ledger != nil {
		if c.Ledger.JSONL.Path != "" {
			shared := c.Ledger.Store.Driver == config.Postgres // other gateways have files of their own
			o.Hold = func(ctx context.Context, id string, trace []byte) (written.Filed, error) {
				return n.ledger.Hold(ctx, id, trace, func(feedback []byte) bool {
					if !shared {
						return false
					}
					last, err := n.store.Notes.LastSaid(ctx, id)
					return err == nil && (last == store.FeedbackTarget(id, feedback) || last == "" && string(feedback) == "null")
				})
			}
			if !shared {
				o.Filed = n.ledger.EachFiled
			}
		}
		n.gate.HoldWhile(func() string { // why new calls would have to wait
			if n.ledger.Blocked() {
				return "the ledger is blocked"
			}
			return ""
		})
		if n.store != nil {
			o.Deleted = func(ctx context.Context) error { return n.eraseOnce(ctx, c.Ledger.JSONL.Path) }
		}
	}
	if path := c.Ledger.JSONL.Path; path != "" {
		o.Sign = func(statement string) (*htmlreport.Seal, error) { return seal(filepath.Dir(path), statement) }
	}
	n.metrics.Read(n.readings)
	desk := admin.New(o)
	n.admin, n.endAdmin = proxy.NewServer(desk.Handle, adminBytes, n.log), desk.Close
	return nil
}

// seal signs a statement with the key that signs the ledger.
func seal(dir, statement string) (*htmlreport.Seal, error) {
	key, err := chain.OpenKey(dir)
	if err != nil {
		return nil, err
	}
	public, err := chain.EncodePublic(key.Public())
	if err != nil {
		return nil, err
	}
	signature := base64.StdEncoding.EncodeToString(key.Sign([]byte(statement)))
	return &htmlreport.Seal{Statement: statement, Signature: signature, PublicKey: string(public), KeyID: key.ID}, nil
}

// adminKeys are the keys of the admin listener.
func adminKeys(c *config.Config) *[]admin.Key {
	var keys []admin.Key
	for name, k := range c.Admin.Keys {
		keys = append(keys, admin.Key{Name: "key:" + name, Hash: k.Hash, Role: admin.Role(k.Role), App: k.App})
	}
	return &keys
}
