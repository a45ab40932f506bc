package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"

	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/grounding/ask"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

// buildSetup makes what the gateway works with out of a configuration, of the
// parts that k holds as far as they fit.
func buildSetup(c *config.Config, k *kept) (*proxy.Setup, error) {
	routes := map[string]*proxy.Route{}
	for name, u := range c.Upstreams {
		route, err := buildRoute(name, u, c.Limits, k)
		if err != nil {
			return nil, fmt.Errorf("upstreams.%s: %w", name, err)
		}
		routes[name] = route
	}
	for name, route := range routes {
		for _, next := range c.FallbacksOf(name) {
			route.Fallbacks = append(route.Fallbacks, routes[next])
		}
	}
	judges, err := buildJudges(c, routes, k)
	if err != nil {
		return nil, err
	}
	s := proxy.Setup{
		Guards: map[string]proxy.Guard{},
		Open:   c.Auth == config.Open, PublicURL: c.Admin.PublicURL,
		Traced: c.Telemetry.OTLPEndpoint != "", Durable: c.Ledger.Durability == config.Sync,
		Limits: proxy.Limits{
			Request: int(c.Limits.RequestBytes), Response: int(c.Limits.ResponseBytes),
			Concurrency: c.Limits.Concurrency, Connections: c.Limits.Connections,
		},
	}
	for name, guard := range c.Guards {
		s.Guards[name] = proxy.Guard{Kind: guard.Kind, App: guard.App, PassUnknown: guard.Unknown == "pass"}
	}
	for _, name := range appNames(c) {
		app, err := buildApp(name, c, routes, judges)
		if err != nil {
			return nil, fmt.Errorf("apps.%s: %w", name, err)
		}
		rate := c.Apps[name].Rate
		app.Rate = k.rate(rateOf{name, cache.RateLimits{Requests: rate.RequestsPerMinute, Tokens: rate.TokensPerMinute}})
		s.Apps = append(s.Apps, app)
	}
	return proxy.NewSetup(s), nil
}

// appNames lists the apps, the default one first, the others by name.
func appNames(c *config.Config) []string {
	var names []string
	for name := range c.Apps {
		if name != config.DefaultApp {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if _, ok := c.Apps[config.DefaultApp]; ok {
		names = append([]string{config.DefaultApp}, names...)
	}
	return names
}

func buildRoute(name string, u config.Upstream, limits config.Limits, k *kept) (*proxy.Route, error) {
	client, err := k.upstream(upstream.Config{
		Name: name, BaseURL: u.BaseURL, APIKey: strings.Join(u.Keys(), "\n"), Kind: upstream.Kind(u.Kind),
		Timeouts: upstream.Timeouts(u.Timeouts), Retries: u.Retries, CAFile: u.CAFile, MaxResponse: limits.ResponseBytes,
	})
	if err != nil {
		return nil, err
	}
	return &proxy.Route{
		Upstream: client, Azure: u.Kind == "azure", Anthropic: u.Kind == "anthropic", PassDocuments: u.Documents == "pass",
		Structured:      u.StructuredOutput,
		ToolsWithSchema: takesBoth(u.ToolsWithSchema, client.Host()), Aliases: u.Models, Unnamed: u.Unnamed, FallbackOn: u.FallbackOn,
	}, nil
}

// takesBoth tells whether an upstream takes tools and response_format in one
// request. Of the servers that we know only by their address, OpenAI's and
// Azure's own do.
func takesBoth(setting, host string) bool {
	switch setting {
	case "yes":
		return true
	case "no":
		return false
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com") ||
		strings.HasSuffix(host, ".openai.azure.com") || strings.HasSuffix(host, ".cognitiveservices.azure.com")
}

func buildApp(name string, c *config.Config, routes map[string]*proxy.Route, judges map[string]*judge.Judge) (*proxy.App, error) {
	a := c.Apps[name]
	app := &proxy.App{
		Name: name, Keys: a.Keys, Upstream: routes[a.Upstream], Models: a.Models, Prefix: a.PathPrefix, Passthrough: a.Passthrough,
		Origins: a.Cors.Origins,
		Layouts: buildLayouts(c.Layouts), Content: ledger.Content(a.Content), Spared: 100 - a.EnforceShare,
	}
	p := c.Policies[a.Policy]
	if !a.Enabled && p.Mode == policy.Enforce {
		p.Mode = policy.Observe
	}
	if err := govern(app, a.Policy, p, judges); err != nil {
		return nil, err
	}
	if a.Shadow.Policy == "" {
		return app, nil
	}
	shadow := *app
	shadow.Spared = 0
	if err := govern(&shadow, a.Shadow.Policy, c.Policies[a.Shadow.Policy], judges); err != nil {
		return nil, fmt.Errorf("shadow: %w", err)
	}
	app.Shadow = &proxy.Shadow{App: &shadow, Sample: a.Shadow.Sample}
	return app, nil
}

// govern puts an app under a policy.
func govern(app *proxy.App, name string, p policy.Policy, judges map[string]*judge.Judge) (err error) {
	app.Policy, app.PolicyName, app.PolicyHash = p, name, policy.Hash(p)
	app.Judge = judges[p.Verify.Judge]
	app.Exempt, err = buildExempt(p.Exempt)
	return err
}

// buildExempt are the rules of a policy for calls that want no grounded prose.
func buildExempt(e policy.Exempt) ([]ask.Rule, error) {
	var rules []ask.Rule
	for _, r := range e.Rules {
		form, err := ask.ParseForm(r.Form)
		if err != nil {
			return nil, fmt.Errorf("exempt rule %s: %w", r.Name, err)
		}
		rules = append(rules, ask.Rule{Name: r.Name, Role: r.Role, Head: r.Head, Tail: r.Tail, Model: r.Model, Form: form})
	}
	return rules, nil
}

// pool holds parts of one kind by what the configuration says of them.
type pool[K comparable, V any] map[K]V

// take returns the part that was there before, or a new one, and keeps it.
func (p pool[K, V]) take(before pool[K, V], of K, make func() (V, error)) (V, error) {
	part, known := before[of]
	var err error
	if !known {
		part, err = make()
	}
	if err == nil {
		p[of] = part
	}
	return part, err
}

// kept are the parts of a running gateway that a new configuration takes over
// where it says the same of them as the old one: connections to upstreams
// stay open, and opinions of judges stay known, and what apps have used of their rates too.
type kept struct {
	before    *kept // empty once it has been released
	upstreams pool[upstream.Config, *upstream.Upstream]
	judges    pool[keptJudge, *judge.Judge]
	rates     pool[rateOf, proxy.Limiter]
	shared    *cache.Redis // nil: this gateway shares nothing
}

// rateOf names an app's rate: with other limits it begins anew.
type rateOf struct {
	app    string
	limits cache.RateLimits
}

// newKept holds nothing yet, and takes over from before, which may be nil.
func newKept(before *kept) *kept {
	k := &kept{
		before: &kept{}, upstreams: pool[upstream.Config, *upstream.Upstream]{}, judges: pool[keptJudge, *judge.Judge]{},
		rates: pool[rateOf, proxy.Limiter]{},
	}
	if before != nil {
		k.before, k.shared = before, before.shared
	}
	return k
}

func (k *kept) upstream(cfg upstream.Config) (*upstream.Upstream, error) {
	return k.upstreams.take(k.before.upstreams, cfg, func() (*upstream.Upstream, error) { return upstream.New(cfg) })
}

// rate returns what bounds an app: at this gateway, or at all that share a
// server; nil where there is nothing to limit.
func (k *kept) rate(of rateOf) proxy.Limiter {
	if of.limits == (cache.RateLimits{}) {
		return nil
	}
	limiter, _ := k.rates.take(k.before.rates, of, func() (proxy.Limiter, error) { // which cannot fail
		if k.shared != nil {
			return cache.NewRedisRateLimiter(k.shared, of.app, of.limits), nil
		}
		return cache.NewRateLimiter(of.limits), nil
	})
	return limiter
}

// release lets go of what there was before: idle connections of upstreams that
// are not what they were are closed. Exchanges under way may go on using them.
// It returns the names of those upstreams.
func (k *kept) release() []string {
	var gone []string
	for cfg, u := range k.before.upstreams {
		if k.upstreams[cfg] != u {
			u.Close()
			gone = append(gone, cfg.Name)
		}
	}
	k.before = &kept{}
	return gone
}

// openShared returns the server that several gateways share; nil if there is
// to be none.
func openShared(c config.Cache, log *zap.Logger) (*cache.Redis, error) {
	if c.Backend != config.RedisCache {
		return nil, nil
	}
	if c.SharesInTheClear() {
		log.Warn("texts of evidence go to the Redis server without TLS; a rediss:// URL would prevent it")
	}
	r, err := cache.OpenRedis(cache.RedisOptions{URL: c.URL, Changed: func(away error) {
		if away == nil {
			log.Info("the Redis server is there again")
			return
		}
		log.Error("going on without what gateways share: limits and conversations are this gateway's own, "+
			"and no answer is used again, until the Redis server is there again", zap.Error(away))
	}})
	if err != nil {
		return nil, fmt.Errorf("cache.url: %w", err)
	}
	return r, nil
}

// openAnswers gives the gateway a place for verified answers, if there is to
// be one, and for what conversations go on from. Policies decide who uses the
// answers.
func openAnswers(c config.Cache, r *cache.Redis, g *proxy.Gateway) {
	switch c.Backend {
	case config.MemoryCache:
		g.KeepAnswers(cache.NewTimed(c.Entries, int(c.Bytes), c.TTL, time.Now))
	case config.RedisCache:
		g.KeepAnswers(cache.RedisAnswers{Redis: r, TTL: c.TTL})
		g.Share(r)
	}
}

// buildJudges makes the judges, each over the connections of its upstream or
// of a server of its own.
func buildJudges(c *config.Config, routes map[string]*proxy.Route, k *kept) (map[string]*judge.Judge, error) {
	judges := map[string]*judge.Judge{}
	for name, j := range c.Judges {
		made, err := buildJudge(name, j, routes, k)
		if err != nil {
			return nil, fmt.Errorf("judges.%s: %w", name, err)
		}
		judges[name] = made
	}
	return judges, nil
}

func buildJudge(name string, j config.Judge, routes map[string]*proxy.Route, k *kept) (*judge.Judge, error) {
	server := judge.Server{Model: j.Model}
	switch {
	case !j.Hosted():
		own, err := k.upstream(upstream.Config{Name: "judges." + name, BaseURL: j.URL, APIKey: j.APIKey})
		if err != nil {
			return nil, err
		}
		server.Upstream = own
	case j.Upstream != "":
		server.Upstream, server.Anthropic = routes[j.Upstream].Upstream, routes[j.Upstream].Anthropic
		if alias, ok := routes[j.Upstream].Aliases[j.Model]; ok {
			server.Model = alias
		}
	}
	settings, _ := json.Marshal(j) // texts, numbers and a map of them: encoding cannot fail
	return k.judges.take(k.before.judges, keptJudge{name, string(settings), server.Upstream}, func() (*judge.Judge, error) {
		return judge.New(judge.Config{
			Name: name, Kind: judge.Kind(j.Kind), Server: server, Labels: j.Labels, Template: j.Template,
			Version: j.Version, Sigmoid: j.Sigmoid, Threshold: j.Threshold,
			Timeout: j.Timeout, AskAll: j.Ask == config.AskAll, OnError: judge.OnError(j.OnError), ClientCredential: j.ClientCredential,
		})
	})
}

// keptJudge names a judge's whole configuration: another one has other
// opinions.
type keptJudge struct {
	name     string
	settings string
	server   *upstream.Upstream
}

// oneJudge makes one judge of a configuration, for a command without a gateway.
func oneJudge(c *config.Config, name string) (*judge.Judge, error) {
	k := newKept(nil)
	if _, err := buildSetup(c, k); err != nil {
		return nil, err
	}
	for of, j := range k.judges {
		if of.name == name {
			return j, nil
		}
	}
	return nil, fmt.Errorf("there is no judge %q", name)
}
