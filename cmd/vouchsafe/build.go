package main

import (
	"fmt"
	"slices"
	"strings"

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
		app.Rate = k.rate(rateOf{name, limitsOf(c.Apps[name].Rate)})
		s.Apps = append(s.Apps, app)
	}
	return proxy.NewSetup(s), nil
}

func limitsOf(r config.Rate) cache.RateLimits {
	return cache.RateLimits{Requests: r.RequestsPerMinute, Tokens: r.TokensPerMinute}
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
	structured := u.StructuredOutput
	if u.Kind == "anthropic" {
		structured = "prompt" // its interface has a form of its own for schemas
	}
	return &proxy.Route{
		Upstream: client, Azure: u.Kind == "azure", Anthropic: u.Kind == "anthropic", PassDocuments: u.Documents == "pass", Structured: structured,
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
		Name: name, Keys: a.Keys, Upstream: routes[a.Upstream], Models: a.Models, Prefix: a.PathPrefix, Passthrough: a.Passthrough, Origins: a.Cors.Origins,
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
