package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"time"

	"vouchsafe/config"
	"vouchsafe/proxy"
)

// runCommand is `vouchsafe run`.
var runCommand = command{
	page: "commands#your-own-app-in-a-minute",
	use:  "run [flags] -- COMMAND…", does: "Run an app behind the gateway, nothing else changed, and tell what was seen",
	more: "The gateway listens on a free port of this machine, and the command finds it in OPENAI_BASE_URL and OPENAI_API_BASE.\n" +
		"What stood there before, else in the .env of the working folder or above (or the OpenAI API), is the upstream.\n" +
		"The command keeps its input, output, terminal and exit code.\n" +
		"On Linux processes that it leaves behind are served, too, until they end or make no call for half a minute.\n" +
		"At its end standard error tells what was seen in its calls, and what enforcing a policy would have done.",
	arguments: [2]int{1, -1}, ofApp: true, flags: []*flag{configFlag, runPolicyFlag, pageFlag}, do: runApp,
}

var (
	runPolicyFlag = &flag{name: "policy", otherwise: "observe", about: "`NAME` of the policy; the default changes nothing for the app"}
	pageFlag      = &flag{name: "report", about: "write the exchanges as a page for people to this `FILE`"}
)

// Exit codes of shells for a command that cannot be run.
const (
	exitNotRunnable = 126
	exitNotFound    = 127
	exitSignalled   = 128 // plus the signal's number
)

const (
	drainApp = 2 * time.Second  // that a call may still take once nobody is waited for
	idleLeft = 30 * time.Second // without a call, after which nobody is waited for
	lookLeft = 100 * time.Millisecond
)

// runApp runs somebody's app behind a gateway of its own, and tells at the end
// what the gateway saw. The app keeps its input, output, terminal and exit code.
func runApp(c call) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	asked := findAddress(dir, c.args, os.LookupEnv)
	settings, err := appConfig(c, asked)
	if err != nil {
		return err
	}
	page := &results{}
	if err := page.create(c.text(pageFlag), &page.html); err != nil {
		return err
	}
	s, began := newAppSummary(settings, c.text(runPolicyFlag), page.html != nil), time.Now()
	if s.asked = asked; asked.file != "" { // told before a key goes there
		fmt.Fprintf(c.err, "vouchsafe run: the upstream is %s (%s in %s)\n", visible(asked.url), asked.name, visible(asked.file))
	}
	var ended *exit // how the app ended
	gate := make(chan *proxy.Gateway, 1)
	err = whileServing(context.Background(), settings, hooks{gate: gate, trace: s.take}, func(_ context.Context, base string) (err error) {
		ended, err = runProcess(c, base, traffic{(<-gate).Running, s.served})
		return err
	})
	if err != nil {
		return err
	}
	s.took = time.Since(began)
	if ended != nil {
		s.code = ended.code
	}
	s.tell(c.err)
	if page.html != nil {
		if err := errors.Join(s.writePage(page.html), page.close()); err != nil {
			fmt.Fprintln(c.err, "vouchsafe: "+err.Error()) // the app's exit code says more than ours
		}
	}
	if ended == nil {
		return nil
	}
	return ended
}

// appConfig is the configuration of a gateway for one app on this machine: at any
// free port, which keeps no traces. Every app of a configuration file keeps its upstream, and
// has the run's policy.
func appConfig(c call, asked address) (*config.Config, error) {
	settings, err := loadConfigIn(asked.under(os.LookupEnv), c.text(configFlag), c.streams)
	if c.text(configFlag) == "" {
		err = asked.explain(err)
	}
	if err != nil {
		return nil, err
	}
	named := c.text(runPolicyFlag)
	if _, err := choosePolicy(settings, named); err != nil {
		return nil, err
	}
	settings.Listen = "127.0.0.1:0"
	key := config.HashKey(os.Getenv("OPENAI_API_KEY"))
	known := settings.Auth == config.Open
	for name, app := range settings.Apps {
		known = known || slices.Contains(app.Keys, key)
		app.Policy, app.Shadow, app.EnforceShare, app.Enabled, app.Content = named, config.Shadow{}, 100, true, ""
		settings.Apps[name] = app
	}
	if !known {
		return nil, errors.New("the configuration has auth: keys, and OPENAI_API_KEY is no key of its apps: " +
			"the app's calls would be turned away; " +
			"set it to one (`vouchsafe keygen` makes them, `vouchsafe docs configuration` says more), or run with auth: open")
	}
	keepNothing(settings)
	return settings, tell(settings.Check(), c.text(configFlag), c.streams)
}

// runProcess runs an app behind a gateway, and waits for it and what it leaves behind.
func runProcess(c call, base string, of traffic) (*exit, error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.in, c.out, c.err
	cmd.Env = appEnvironment(os.Environ(), base+"/v1")
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, passedOn...)
	defer signal.Stop(signals)
	adopt()
	if err := cmd.Start(); err != nil {
		code := exitNotRunnable
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
			code = exitNotFound
		}
		return nil, &exit{code, fmt.Errorf("cannot run %s: %w", c.args[0], err)}
	}
	err := attend(cmd, signals)
	if haveLeft() {
		fmt.Fprintln(c.err, "vouchsafe run: the app has ended and left processes behind, which are served until they end "+
			"(an interrupt ends the wait)")
		if !(leftBehind{signals, of, haveLeft, idleLeft}).wait() {
			fmt.Fprintln(c.err, "vouchsafe run: no longer waiting for them; their calls will find no gateway")
		}
	}
	return endOf(cmd.ProcessState, err), nil
}

// attend waits for an app and passes signals on to it. Those that were sent to the whole
// group, as an interrupt from the keyboard is, have reached it by themselves.
func attend(cmd *exec.Cmd, signals <-chan os.Signal) error {
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	beside := settle()
	defer func() { beside.leave() }()
	for {
		select {
		case s := <-signals:
			var reached bool
			if beside, reached = beside.reached(s, cmd.Process); !reached {
				_ = cmd.Process.Signal(s) // it may have ended by now
			}
		case err := <-ended:
			return err
		}
	}
}

// traffic tells how many calls of a gateway are under way, and how many have ended.
type traffic struct {
	running func() int
	served  func() int
}

// leftBehind are the processes that an app has left behind.
type leftBehind struct {
	signals <-chan os.Signal
	of      traffic
	goOn    func() bool // whether any goes on
	idle    time.Duration
}

// wait reports whether they have ended. It gives up at a signal, or when no call has
// been under way for a while.
func (l leftBehind) wait() bool {
	look := time.NewTicker(lookLeft)
	defer look.Stop()
	served := l.of.served()
	for last := time.Now(); time.Since(last) < l.idle; {
		select {
		case <-l.signals:
			return false
		case <-look.C:
			if !l.goOn() {
				return true
			}
			if n := l.of.served(); n != served || l.of.running() > 0 {
				served, last = n, time.Now()
			}
		}
	}
	return false
}

// endOf is an app's end as an exit of this program; nil for a good one. Nothing is
// said of it, since the app has said it.
func endOf(state *os.ProcessState, err error) *exit {
	var failed *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &failed):
		return &exit{exitFailed, err}
	case state.ExitCode() >= 0:
		return &exit{code: state.ExitCode()}
	}
	return &exit{code: exitSignalled + signalOf(state)}
}

// appEnvironment is an environment in which OpenAI's libraries find the gateway at
// base, past any proxy.
func appEnvironment(env []string, base string) []string {
	env = slices.Clone(env)
	for _, name := range addressNames {
		env = append(env, name+"="+base)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		env = append(env, name+"="+strings.TrimPrefix(os.Getenv(name)+",127.0.0.1", ","))
	}
	return env
}
