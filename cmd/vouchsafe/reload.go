package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/signal"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/alerts"
	"vouchsafe/config"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/trace/ledger"
)

// hangUp is the signal that asks for a look at the configuration file.
const hangUp = syscall.SIGHUP

// source is where a running gateway's configuration comes from.
type source struct {
	path string // "" where there is no file
	data []byte // as read when the gateway started
	load func(data []byte) (*config.Config, []config.Problem, error)
}

func (f serveFlags) source(data []byte) *source { return &source{f.path, data, f.load} }

// follow puts changes of the configuration file in force until ctx ends. c is
// what the gateway was started with. A hang-up signal asks for a look at the
// file; it must not end a gateway that has none.
func (n *node) follow(ctx context.Context, c *config.Config, from *source) {
	if from == nil {
		return
	}
	if from.path == "" {
		signal.Ignore(hangUp)
		return
	}
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, hangUp)
	context.AfterFunc(ctx, func() { signal.Stop(hangUps) })
	reloads := config.NewReloader(config.ReloadOptions{Path: from.path, Data: from.data, Log: n.log,
		Apply: func(data []byte) config.Outcome { return n.apply(data, c, from) }})
	n.reloads.Store(reloads)
	go reloads.Run(ctx, hangUps)
}

// apply judges a changed file and, if nothing is wrong with it, swaps it in.
// started is the configuration that the gateway was started with.
func (n *node) apply(data []byte, started *config.Config, from *source) config.Outcome {
	c, problems, err := from.load(data)
	if err != nil {
		return config.Outcome{Problems: []string{err.Error()}}
	}
	if len(problems) > 0 {
		return rejected(problems)
	}
	later := fixed(c, started)
	// What is safe at the addresses of the file may not be at those in force.
	if problems := c.Check(); len(problems) > 0 {
		return rejected(problems)
	}
	if err := checkHashing(c, n.ledger); err != nil {
		return config.Outcome{Problems: []string{err.Error()}}
	}
	k := newKept(n.kept)
	setup, err := buildSetup(c, k)
	if err != nil {
		return config.Outcome{Problems: []string{err.Error()}}
	}
	n.govern(c, setup)
	n.gate.Swap(setup)
	warn(c, setup, n.log)
	n.adminKeys.Store(adminKeys(c))
	n.alarm.watch.SetRules(alerts.Rules{FailureRate: c.Alerts.FailureRate, Window: c.Alerts.Window})
	n.keep(k)
	for _, name := range k.release() {
		n.gate.ForgetUpstream(name)
	}
	return config.Outcome{Restart: later}
}

// warn tells what is allowed and may not be meant.
func warn(c *config.Config, s *proxy.Setup, log *zap.Logger) {
	for _, w := range c.Warnings {
		log.Warn("the configuration allows what may not be meant", zap.Stringer("at", w))
	}
	if apps := s.Laxer(); len(apps) > 0 {
		log.Warn("anyone can choose an app by its path whose policy is weaker than that of the app default; a key would prevent it",
			zap.Strings("apps", apps))
	}
}

func rejected(problems []config.Problem) config.Outcome {
	var o config.Outcome
	for _, p := range problems {
		o.Problems = append(o.Problems, p.String())
	}
	return o
}

// fixed gives c what a running process cannot change, and names the keys that
// the file has otherwise.
func fixed(c, started *config.Config) []string {
	admin, alerts, ledger := started.Admin, started.Alerts, started.Ledger
	admin.PublicURL, admin.Keys = c.Admin.PublicURL, c.Admin.Keys
	alerts.FailureRate, alerts.Window = c.Alerts.FailureRate, c.Alerts.Window
	ledger.Content = c.Ledger.Content // each app has its own, from here
	most := min(c.Limits.RequestBytes, started.Limits.RequestBytes)
	var later []string
	for _, part := range []struct {
		key         string
		file, keeps any // pointers to what the file says, and to what stays
	}{
		{"listen", &c.Listen, &started.Listen}, {"admin", &c.Admin, &admin}, {"limits.request_bytes", &c.Limits.RequestBytes, &most},
		{"limits.drain", &c.Limits.Drain, &started.Limits.Drain}, {"log", &c.Log, &started.Log}, {"alerts", &c.Alerts, &alerts},
		{"telemetry", &c.Telemetry, &started.Telemetry}, {"cache", &c.Cache, &started.Cache}, {"ledger", &c.Ledger, &ledger},
	} {
		if !reflect.DeepEqual(part.file, part.keeps) {
			later = append(later, part.key)
		}
		reflect.ValueOf(part.file).Elem().Set(reflect.ValueOf(part.keeps).Elem())
	}
	return later
}

// rules are what traces come about under, and that has to be kept with them: the configuration in the chain, and
// each policy there and in the store.
type rules struct {
	mu      sync.Mutex
	unkept  []ledger.NamedPolicy // not in the store yet
	trouble bool                 // was told
}

// govern notes which rules are in force from here on.
func (n *node) govern(c *config.Config, s *proxy.Setup) {
	for _, a := range s.Apps {
		var upstreams []string
		for _, route := range append([]*proxy.Route{a.Upstream}, a.Upstream.Fallbacks...) {
			upstreams = append(upstreams, route.Name())
		}
		n.metrics.Begin(a.Name, a.PolicyName, upstreams...)
	}
	text := c.Print()
	sum := sha256.Sum256(text)
	r := ledger.Rules{Configuration: string(text), Hash: hex.EncodeToString(sum[:]), Policies: policiesOf(s)}
	if n.ledger != nil {
		if err := n.ledger.Governed(r); err != nil {
			n.log.Error("cannot note the configuration", zap.Error(err))
		}
	}
	if n.store == nil {
		return
	}
	n.rules.mu.Lock()
	n.rules.unkept = append(n.rules.unkept, r.Policies...)
	n.rules.mu.Unlock()
	n.keepPolicies(context.Background())
}

// policiesOf are the policies that apps are under, each once.
func policiesOf(s *proxy.Setup) (out []ledger.NamedPolicy) {
	add := func(a *proxy.App) {
		if !slices.ContainsFunc(out, func(p ledger.NamedPolicy) bool { return p.Hash == a.PolicyHash }) {
			out = append(out, ledger.NamedPolicy{Name: a.PolicyName, Hash: a.PolicyHash, Text: policy.Text(a.Policy)})
		}
	}
	for _, a := range s.Apps {
		add(a)
		if a.Shadow != nil {
			add(a.Shadow.App)
		}
	}
	return out
}

// keepPolicies keeps policies in the store; those that it does not take now are left for later.
func (n *node) keepPolicies(ctx context.Context) {
	n.rules.mu.Lock()
	defer n.rules.mu.Unlock()
	for len(n.rules.unkept) > 0 {
		p := n.rules.unkept[0]
		if err := n.store.Notes.KeepPolicy(ctx, p.Hash, p.Name, p.Text); err != nil {
			if !n.rules.trouble {
				n.log.Error("cannot keep the policies in the store; it is tried again", zap.Error(err))
			}
			n.rules.trouble = true
			return
		}
		n.rules.unkept, n.rules.trouble = n.rules.unkept[1:], false
	}
}

// policyPause is how often the store is told what it does not know yet.
const policyPause = 10 * time.Second

// tellStore tells the store what it did not take, and how far the file has come, until ctx ends.
func (n *node) tellStore(ctx context.Context) {
	if n.store == nil {
		return
	}
	every(ctx, policyPause, func() {
		n.keepPolicies(ctx)
		if n.state.isHeld() {
			n.heads.flush(ctx, n.ledger.StoreSettled, n.log)
		}
	})
}

// buildLayouts are the layouts that an operator declared.
func buildLayouts(declared map[string]config.Layout) []layout.Template {
	var out []layout.Template
	for name, l := range declared {
		out = append(out, l.Template(name))
	}
	slices.SortFunc(out, func(a, b layout.Template) int { return strings.Compare(a.Name, b.Name) })
	return out
}
