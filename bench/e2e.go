package main

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"time"
)

// contender is a line of the tables: a proxy and how it is asked.
type contender struct {
	name    string
	proxy   string // what to start; "" for the upstream itself
	answer  string // the upstream's answer
	verdict string // that each reply must tell
}

// contenders are all lines, the one that the others are held against first.
// The model says the same sentences observed and enforced: where it is not
// asked for segments it writes them as prose with marks.
func contenders() []contender {
	lines := []contender{
		{name: "fasthttp", proxy: "fasthttp", answer: "own"},
		{name: "direct", answer: "own"},
		{name: "off, no trace", proxy: "off+none", answer: "own"},
		{name: "off", proxy: "off", answer: "own"},
		{name: "enforce, own words, no trace", proxy: "enforce+none", answer: "own", verdict: "grounded"},
	}
	for _, kind := range []struct{ name, answer, verdict string }{
		{"own words", "own", "grounded"}, {"rewritten", "rewritten", "grounded"}, {"one repair", "repair", "repaired"},
	} {
		lines = append(lines,
			contender{name: "observe, " + kind.name, proxy: "observe", answer: kind.answer},
			contender{name: "enforce, " + kind.name, proxy: "enforce", answer: kind.answer, verdict: kind.verdict})
	}
	return lines
}

// options are what a run may be told.
type options struct {
	gateway       string
	long, settle  time.Duration
	conns, rounds int
	only, names   *regexp.Regexp
}

func parseOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("e2e", flag.ContinueOnError)
	flags.StringVar(&o.gateway, "gateway", "bin/vouchsafe", "the gateway's binary")
	flags.DurationVar(&o.long, "time", 2*time.Second, "of each measurement")
	flags.DurationVar(&o.settle, "settle", 15*time.Second, "wait before memory is read again")
	flags.IntVar(&o.conns, "conns", 16, "connections of the closed loop")
	flags.IntVar(&o.rounds, "rounds", 1, "of each table; the medians are told")
	only := flags.String("only", "", "pattern of the tables to make: cpu rag-8k, memory")
	names := flags.String("names", "", "pattern of the lines to measure, beside fasthttp and direct")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, err
	}
	o.names, err = regexp.Compile(*names)
	return o, err
}

func endToEnd(ctx context.Context, args []string) error {
	o, err := parseOptions(args)
	if err != nil {
		return err
	}
	r, err := newRig(ctx, o.gateway)
	if err != nil {
		return err
	}
	defer r.close()
	for _, part := range []func(context.Context, *rig, options) error{costs, memories} {
		if err := part(ctx, r, o); err != nil {
			return err
		}
	}
	return nil
}

// measuring starts each contender in turn and has it measured.
func (r *rig) measuring(ctx context.Context, o options, measure func(contender, *process) error) error {
	for i, c := range contenders() {
		if i > 1 && !o.names.MatchString(c.name) {
			continue
		}
		p, err := r.upstream, error(nil)
		if c.proxy != "" {
			if p, err = r.proxy(ctx, c.proxy); err != nil {
				return err
			}
		}
		err = measure(c, p)
		if c.proxy != "" {
			p.stop()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return ctx.Err()
}

// load is what a contender is asked.
func (c contender) load(s scenario, p *process, streamed bool, how string) load {
	answer, want := c.answer, "data: [DONE]"
	if !streamed {
		want = `"finish_reason":"stop"`
	}
	switch {
	case s.chunks == 0:
		answer = "chat"
	case c.verdict != "":
		want = `"verdict":"` + c.verdict + `"`
	}
	return load{address: p.address, request: newRequest(s, answer+how, streamed), want: want}
}
