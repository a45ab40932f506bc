package main

import (
	"context"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"vouchsafe/config"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/demo"
	"vouchsafe/trace/ledger"
)

// Flags of demo.
var (
	demoServe       = &flag{name: "serve", isSwitch: true, about: "stay up afterwards, with the built-in model behind the gateway"}
	demoListen      = &flag{name: "listen", about: "`ADDRESS` of the gateway (default 127.0.0.1:8080, or a free port)"}
	demoAdminListen = &flag{name: "admin-listen", about: "`ADDRESS` of the dashboard (default 127.0.0.1:8081, or a free port)"}
)

var demoCommand = command{
	page: "quickstart",
	use:  "demo", does: "Show what the gateway does, with a built-in model; no key and no network needed",
	flags: []*flag{demoServe, demoListen, demoAdminListen},
	do:    demonstrate,
}

// demonstrate runs the demo until it has been played, or is interrupted.
func demonstrate(c call) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return playDemo(ctx, c.streams, demoFlags{c.isOn(demoServe), c.text(demoListen), c.text(demoAdminListen)})
}

// demoFlags are the command line of demo.
type demoFlags struct {
	stay                bool
	listen, adminListen string // "" where any free port will do
}

// playDemo runs the gateway and its built-in model, and plays every scene.
func playDemo(ctx context.Context, s streams, f demoFlags) error {
	model := demo.Model()
	model.Pace = 4 * time.Millisecond
	upstream, err := upstreamtest.Start(model.Reply)
	if err != nil {
		return &exit{exitFailed, err}
	}
	defer upstream.Close()
	c, clean, err := demoConfig(upstream.BaseURL(), f)
	if err != nil {
		return &exit{exitFailed, err}
	}
	defer clean()

	passed, traces := 0, make(chan *ledger.Trace, 1)
	err = whileServing(ctx, c, hooks{trace: offer(traces)}, func(ctx context.Context, base string) error {
		screen := demo.Screen{Out: s.out, Colour: os.Getenv("NO_COLOR") == "" && isTerminal(s.out)}
		screen.Head(upstream.BaseURL(), base)
		scenes, next := demo.Scenes(), 0
		for i, scene := range scenes {
			o := demo.Play(ctx, base, scene, traces)
			screen.Show(i+1, o)
			passed += number(o.OK())
		}
		screen.Foot(passed, len(scenes))
		if f.stay {
			screen.Next(base, "http://"+c.Admin.Listen)
			every(ctx, busy, func() {
				demo.Play(ctx, base, scenes[next%len(scenes)], traces)
				next++
			})
		}
		return nil
	})
	if err != nil {
		return err
	}
	if passed < len(demo.Scenes()) {
		return &exit{code: exitFailed}
	}
	return nil
}

// busy is the pause between the scenes that keep a demo's dashboard alive.
const busy = 4 * time.Second

// offer hands traces to whoever waits for one, and to nobody else.
func offer(traces chan<- *ledger.Trace) func(*ledger.Trace, ledger.Content) {
	return func(t *ledger.Trace, _ ledger.Content) {
		select {
		case traces <- t:
		default:
		}
	}
}

// demoConfig is the configuration of no file at all, with the built-in model
// for an upstream, ports that are free, and traces in a folder of its own,
// which goes away unless the gateway stays up.
func demoConfig(upstreamURL string, f demoFlags) (*config.Config, func(), error) {
	c := config.Default(func(string) (string, bool) { return "", false })
	if err := override(c, "127.0.0.1:0", upstreamURL); err != nil {
		return nil, nil, err
	}
	c.Log.Level, c.Log.Format = "error", "console"
	c.Limits.Drain = 2 * time.Second
	dir, err := demoDir()
	if err != nil {
		return nil, nil, err
	}
	// Not among the traces of a real gateway, which may have been started here.
	c.Ledger.Store.DSN, c.Ledger.JSONL.Path = filepath.Join(dir, "vouchsafe.db"), filepath.Join(dir, "rag_trace.jsonl")
	clean := func() { os.RemoveAll(dir) }
	if !f.stay && f.adminListen == "" {
		c.Admin.Listen = ""
	} else {
		c.Admin.Listen = freeAddress(f.adminListen, c.Admin.Listen)
	}
	if f.stay || f.listen != "" {
		err = override(c, freeAddress(f.listen, "127.0.0.1:8080"), "")
	}
	return c, clean, err
}

// demoDir makes the folder for the traces of a demo: where temporary ones
// belong, or in the working directory, since an empty image has no /tmp.
func demoDir() (string, error) {
	const name = "vouchsafe-demo"
	if dir, err := os.MkdirTemp("", name); err == nil {
		return dir, nil
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(wd, name)
}

// freeAddress is the address that was asked for. Where none was, it is the usual
// one, or another one where somebody listens there already, as the gateway that
// the reader of a demo has started before.
func freeAddress(asked, usual string) string {
	if asked != "" {
		return asked
	}
	l, err := net.Listen("tcp", usual)
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return usual
	}
	defer l.Close() // nobody was let in
	return l.Addr().String()
}
