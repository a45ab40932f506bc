// Command bench measures what the gateway costs, end to end: real processes
// over loopback, the gateway's own binary beside the least that a reverse
// proxy can do, an upstream whose answers are made beforehand, and a load
// generator that does not hide queues. It is a module of its own, so that the
// gateway depends on nothing that only measuring needs.
//
// It does not measure models, networks or TLS, and on a shared machine its
// absolute times mean little: the ratios of one run do.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// commands are the subcommands. The first two are processes that the others
// start.
func commands() map[string]func(context.Context, []string) error {
	return map[string]func(context.Context, []string) error{
		"upstream": serveUpstream,
		"proxy":    serveBare,
		"e2e":      endToEnd,
	}
}

func main() {
	known := commands()
	if len(os.Args) < 2 || known[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: bench", strings.Join(slices.Sorted(maps.Keys(known)), "|"), "[flags]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := known[os.Args[1]](ctx, os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
