package main

import (
	"context"
	"os"
	"os/signal"
	"reflect"
	"syscall"

	"vouchsafe/admin/alerts"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/proxy"
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
	for _, line := range problemLines(c.Warnings) {
		log.Warn("the configuration allows what may not be meant", zap.String("at", line))
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
