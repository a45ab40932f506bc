package config

import (
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
)

// crossCheck looks at what only the whole tells: names that name nothing, and
// combinations that are unsafe.
func (c *Config) crossCheck(r *reader) {
	r.crossing = true
	c.checkAdmin(r)
	c.checkRelay(r)
	c.checkUpstreams(r)
	c.checkFallbacks(r)
	c.checkApps(r)
	c.checkKeys(r)
	checkLayouts(r, c.Layouts)
	c.checkLedger(r)
	c.Cache.check(r)
	c.checkJudges(r)
	for _, name := range sortedKeys(c.Guards) {
		checkReference(r, join("guards", name)+".app", c.Guards[name].App, "app", c.Apps)
	}
	c.Telemetry.check(r)
	c.checkPolicies(r)
}

// Check looks again at what only the whole tells. It is for whoever changed a
// loaded configuration, from the command line for example: an address given
// there is held to the same rules of safety.
func (c *Config) Check() []Problem {
	r := &reader{}
	c.crossCheck(r)
	return inOrder(r.problems)
}

func (c *Config) checkAdmin(r *reader) {
	a := c.Admin
	r.when(a.Open(), "admin.listen", Problem{Value: a.Listen,
		Message: "is not a loopback address, so the dashboard would be open to the network: set admin.token, or admin.keys"})
	c.checkAdminKeys(r)
	r.when(a.Listen != "" && a.Listen == c.Listen, "admin.listen",
		Problem{Value: c.Listen, Message: "is the address of the gateway itself"})
}

func (c *Config) checkRelay(r *reader) {
	if isLoopback(c.Listen) || c.Auth != Open || c.OpenRelay {
		return
	}
	for _, name := range sortedKeys(c.Upstreams) {
		r.when(len(c.Upstreams[name].Keys()) > 0, "listen", Problem{Value: c.Listen,
			Message: "is not a loopback address, and auth is open: " +
				"anyone could use the api_key of upstreams." + name + "; set auth: keys, or open_relay: true to accept it"})
	}
}

func (c *Config) checkUpstreams(r *reader) {
	for name, u := range c.Upstreams {
		path := join("upstreams", name) + ".base_url"
		message := isBaseURL(u.BaseURL)
		r.when(u.BaseURL == "", path, Problem{Message: "is missing"})
		r.when(u.BaseURL != "" && message != "", path, Problem{Message: message + "; it comes from OPENAI_BASE_URL or --upstream"})
		r.when(message == "" && ownAddress(c.Listen, u.BaseURL), path,
			Problem{Value: u.BaseURL, Message: "is the gateway's own address: every call would come back in a loop"})
	}
}

func (c *Config) checkApps(r *reader) {
	prefixes := map[string]string{}
	for _, name := range sortedKeys(c.Apps) {
		app, path := c.Apps[name], join("apps", name)
		if app.Upstream == "" {
			r.at(path+".upstream", Problem{Message: "should say which upstream serves it", Allowed: sortedKeys(c.Upstreams)})
		} else {
			checkReference(r, path+".upstream", app.Upstream, "upstream", c.Upstreams)
		}
		checkReference(r, path+".policy", app.Policy, "policy", c.Policies)
		other, taken := prefixes[app.PathPrefix]
		r.when(taken && app.PathPrefix != "", path+".path_prefix",
			Problem{Value: app.PathPrefix, Message: "belongs to apps." + other + " already"})
		prefixes[app.PathPrefix] = name
		c.checkShadow(r, path, app)
	}
}

// checkKeys: a key that two apps share would make one of them unreachable,
// and a gateway that wants keys and knows none would serve nobody.
func (c *Config) checkKeys(r *reader) {
	owner := map[string]string{}
	for _, name := range sortedKeys(c.Apps) {
		for _, hash := range c.Apps[name].Keys {
			if !isHash(hash) {
				continue // told already
			}
			other, taken := owner[hash]
			r.when(taken, join("apps", name)+".keys", Problem{Message: "holds a key of apps." + other + "; every key belongs to one place"})
			owner[hash] = name
		}
	}
	r.when(c.Auth == Keys && len(owner) == 0, "auth",
		Problem{Value: string(c.Auth), Message: "asks for keys, and no app has one: every client would be turned away"})
	// a token that is a key as well would let every holder of the key read what others have asked
	for _, name := range sortedKeys(c.Admin.Keys) {
		hash := c.Admin.Keys[name].Hash
		other, taken := owner[hash]
		r.when(taken && isHash(hash), join("admin.keys", name)+".hash",
			Problem{Message: "is that of a key of " + other + "; every token belongs to one place"})
		owner[hash] = "admin.keys." + name
	}
}

// checkAdminKeys: a key without a hash lets nobody in, and one for an app that
// does not exist shows nothing.
func (c *Config) checkAdminKeys(r *reader) {
	for _, name := range sortedKeys(c.Admin.Keys) {
		key, path := c.Admin.Keys[name], join("admin.keys", name)
		r.when(key.Hash == "", path+".hash", Problem{Message: "is missing; vouchsafe keygen " + name + " makes one"})
		if key.App != "" {
			checkReference(r, path+".app", key.App, "app", c.Apps)
			r.when(key.Role == "metrics", path+".app", Problem{Value: key.App,
				Message: "does not go with the role metrics, which counts all apps"})
		}
	}
}

func (c *Config) checkPolicies(r *reader) {
	for _, name := range sortedKeys(c.Policies) {
		if _, builtin := policy.Builtin(name); builtin {
			continue
		}
		p, path := c.Policies[name], join("policies", name)
		r.when(p.Verify.MinChars > p.Verify.MaxChars, path+".verify.min_chars",
			Problem{Message: "is more than max_chars: no snippet could be right"})
		checkOpinions(r, path+".verify", p.Verify, c.Judges)
		allowed := slices.Concat([]string{policy.Auto}, layoutNames(), sortedKeys(c.Layouts))
		for i, layout := range p.Context.Layouts {
			r.when(!slices.Contains(allowed, layout), elementPath(path+".context.layouts", i),
				Problem{Value: layout, Message: "names no layout", Allowed: allowed})
		}
	}
}

// checkReference reports a name that names nothing, and whether it names something.
func checkReference[T any](r *reader, path, name, what string, all map[string]T) bool {
	_, there := all[name]
	r.when(!there, path, Problem{Value: name, Message: "names no " + what, Allowed: sortedKeys(all)})
	return there
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// checkShadow: a shadow is there to tell what another policy would do to an
// app. One that calls nobody, or does what is done anyway, tells nothing.
func (c *Config) checkShadow(r *reader, path string, app App) {
	s, path := app.Shadow, path+".shadow"
	if s == (Shadow{}) {
		return
	}
	p := c.Policies[s.Policy]
	switch {
	case s.Policy == "":
		r.at(path+".policy", Problem{Message: "is missing"})
	case !checkReference(r, path+".policy", s.Policy, "policy", c.Policies):
	case p.Mode != policy.Enforce:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "does not enforce: a shadow is an enforced call that is not served"})
	case c.Policies[app.Policy].Mode == policy.Off:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "casts no shadow: the app's own policy is off, and nothing is looked at"})
	case s.Policy == app.Policy && app.Enabled && app.EnforceShare == 100:
		r.at(path+".policy", Problem{Value: s.Policy, Message: "is what the app enforces already: its shadow would be a loop"})
	}
	r.when(s.Sample == 0, path+".sample", Problem{Message: "of 0 takes no exchange; it must be above 0"})
}

// layoutNames lists the layouts and presets that need no declaration.
func layoutNames() []string { return slices.Concat(layout.Names(), layout.Presets()) }

// Template is the layout as it is searched for.
func (l Layout) Template(name string) layout.Template {
	return layout.Template{
		Name: name, Role: l.Role, Section: layout.Span(l.Section), Record: layout.Span(l.Record),
		KeepBegin: l.KeepBegin, Separator: l.Separator, Layouts: l.Layouts, Place: l.Question.Place,
		Question: layout.Span{Begin: l.Question.After, End: l.Question.Before},
		IDBase:   l.IDBase, Marker: l.Marker,
	}
}

func checkLayouts(r *reader, layouts map[string]Layout) {
	for _, name := range sortedKeys(layouts) {
		path := join("layouts", name)
		if slices.Contains(layoutNames(), name) || name == policy.Auto {
			r.at(path, Problem{Message: "is built in; choose another name"})
			continue
		}
		for _, message := range layout.ValidateTemplate(layouts[name].Template(name)) {
			r.at(path, Problem{Message: message})
		}
	}
}

// warnings are what is allowed and may not be meant, each with its place. A
// file with warnings is in force all the same.
func (c *Config) warnings(r *reader) []Problem {
	w := &reader{places: r.places, problems: r.warned, crossing: true}
	c.warnOfNoCredential(w)
	c.warnOfPoorJudge(w)
	return inOrder(w.problems)
}

// warnOfNoCredential: where a client's app key takes the place of its
// credential, and the operator has none either, calls go upstream as nobody's.
func (c *Config) warnOfNoCredential(w *reader) {
	for _, name := range sortedKeys(c.Apps) {
		app := c.Apps[name]
		if len(app.Keys) == 0 || len(c.Upstreams[app.Upstream].Keys()) > 0 {
			continue
		}
		w.at(join("apps", name)+".keys", Problem{Message: "take the place of the client's own credential, and upstreams." + app.Upstream +
			" has no api_key, so calls go upstream without one: set api_key, " +
			"or have clients send this key as X-Vouchsafe-Key and their own in Authorization"})
	}
}

// warnOfPoorJudge: a judge that asks the upstream of the exchange spends the
// client's credential only where that is said. Without it, and without the
// operator's, its calls go upstream as nobody's.
func (c *Config) warnOfPoorJudge(w *reader) {
	for _, name := range sortedKeys(c.Apps) {
		app := c.Apps[name]
		judge := c.Policies[app.Policy].Verify.Judge
		j, known := c.Judges[judge]
		if !known || !j.Hosted() || j.Upstream != "" || j.ClientCredential || len(c.Upstreams[app.Upstream].Keys()) > 0 {
			continue
		}
		w.at(join("judges", judge), Problem{Message: "asks upstreams." + app.Upstream + " for apps." + name +
			" without a credential: that upstream has no api_key, and client_credential is false"})
	}
}

// Cache is where verified answers are kept, for the policies that want it.
type Cache struct {
	// `redis` also [shares rates and conversations](sharing.md#several-gateways).
	Backend CacheBackend `is:"word memory redis none" default:"memory"`
	// of `memory`: most answers.
	Entries int `is:"whole 1 100000000" default:"10000"`
	// of `memory`: most bytes.
	Bytes int64 `is:"size 1KiB 1024GiB" default:"256MiB"`
	// how long an answer is kept.
	TTL time.Duration `is:"duration 1s 365d" default:"10m"`
	// of `redis`: `redis://user:password@host:6379/0`, or `rediss://` for TLS.
	URL string `is:"redis" or:"empty" mask:"redis://********"`
}

// CacheBackend names a place for answers.
type CacheBackend string

const (
	MemoryCache CacheBackend = "memory" // of this process
	RedisCache  CacheBackend = "redis"  // of a server that several gateways share, rates and conversations too
	NoCache     CacheBackend = "none"
)

// check looks whether the backend has what it needs.
func (c *Cache) check(r *reader) {
	redis := c.Backend == RedisCache
	r.when(redis && c.URL == "", "cache.url", Problem{Message: "is missing: backend: redis needs a server"})
	r.when(!redis && c.URL != "", "cache.url", Problem{Message: "is used by backend: redis only"})
}

// SharesInTheClear reports whether what gateways share, texts of evidence
// among it, crosses a network without TLS.
func (c Cache) SharesInTheClear() bool {
	u, err := url.Parse(c.URL)
	return err == nil && c.Backend == RedisCache && u.Scheme == "redis" && !onThisMachine(u.Hostname())
}

// checkLedger looks whether the store can be what the file says, and whether
// texts would cross a network in the clear.
func (c *Config) checkLedger(r *reader) {
	l := c.Ledger
	switch {
	case l.Store.Driver == SQLite && (strings.HasPrefix(l.Store.DSN, "postgres://") || strings.HasPrefix(l.Store.DSN, "postgresql://")):
		r.at("ledger.store.dsn", Problem{Message: "should be the path of a file; it belongs to driver: postgres"})
	case l.Store.Driver == Postgres:
		c.checkServer(r)
	case l.Store.Driver == NoStore && l.JSONL.Path == "" && l.Durability == Sync:
		r.at("ledger.durability", Problem{Value: string(l.Durability),
			Message: "asks for durable traces, and there is neither a file nor a store for them"})
	}
}

func (c *Config) checkServer(r *reader) {
	const path = "ledger.store.dsn"
	server, err := pgconn.ParseConfig(c.Ledger.Store.DSN)
	if err != nil || !strings.ContainsAny(c.Ledger.Store.DSN, "=:") {
		r.at(path, Problem{Message: `should be a connection string such as "postgres://user:password@host/database?sslmode=verify-full"`})
		return
	}
	keepsTexts := false // of some app, as they are
	for _, app := range c.Apps {
		keepsTexts = keepsTexts || app.Content == FullContent
	}
	r.when(keepsTexts && inTheClear(server), path, Problem{
		Message: "sends whole texts to another host without TLS: set sslmode=verify-full (or require), or content: hashed"})
}

// inTheClear reports whether a connection to another host may come about
// without TLS, if only as a second choice.
func inTheClear(server *pgconn.Config) bool {
	clear := func(host string, tls bool) bool { return !tls && !onThisMachine(host) }
	return clear(server.Host, server.TLSConfig != nil) || slices.ContainsFunc(server.Fallbacks, func(f *pgconn.FallbackConfig) bool {
		return clear(f.Host, f.TLSConfig != nil)
	})
}

// onThisMachine reports whether a server's host is a socket or loopback.
func onThisMachine(host string) bool {
	return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || isLoopback(net.JoinHostPort(host, "0"))
}

// FallbacksOf lists the upstreams that are turned to, in order, when one does
// not answer: its own fallbacks, each followed by that one's, every upstream
// once. Loops, which a checked configuration does not have, end where they
// close.
func (c *Config) FallbacksOf(name string) []string {
	var order []string
	c.follow(name, &order)
	return slices.DeleteFunc(order, func(s string) bool { return s == name })
}

func (c *Config) follow(name string, order *[]string) {
	for _, next := range c.Upstreams[name].Fallbacks {
		if !slices.Contains(*order, next) {
			*order = append(*order, next)
			c.follow(next, order)
		}
	}
}

// checkFallbacks: a fallback is called with its own credential and never with
// the one that a client sent for another server. Where the first upstream gets
// the client's, a fallback without a key would be called as nobody.
func (c *Config) checkFallbacks(r *reader) {
	for _, name := range sortedKeys(c.Upstreams) {
		path := join("upstreams", name) + ".fallbacks"
		for i, next := range c.Upstreams[name].Fallbacks {
			if !checkReference(r, elementPath(path, i), next, "upstream", c.Upstreams) {
				continue
			}
			if back := c.way(next, name, map[string]bool{}); back != nil {
				loop := strings.Join(append([]string{name}, back...), " -> ")
				r.at(elementPath(path, i), Problem{Value: next, Message: "leads back to where it began: " + loop})
			}
		}
		if len(c.Upstreams[name].Keys()) > 0 {
			continue
		}
		for _, next := range c.FallbacksOf(name) {
			u, known := c.Upstreams[next]
			r.when(known && len(u.Keys()) == 0, path, Problem{Value: next,
				Message: "has no api_key; where the client's own credential is passed through, a fallback needs its own"})
		}
	}
}

// way is how one upstream leads to another by their fallbacks, nil where it does
// not.
func (c *Config) way(from, to string, seen map[string]bool) []string {
	if from == to {
		return []string{to}
	}
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, next := range c.Upstreams[from].Fallbacks {
		if rest := c.way(next, to, seen); rest != nil {
			return append([]string{from}, rest...)
		}
	}
	return nil
}
