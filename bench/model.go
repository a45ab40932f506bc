package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"
)

// measures are what a plan is reckoned from. docs/scaling.md tells where each
// comes from; those that are assumptions are named so.
type measures struct {
	cpu      time.Duration // the gateway's processor time of an exchange
	busy     float64       // share of its processors that a replica may use
	cores    int           // of a replica
	duration time.Duration // of an exchange, mean: an assumption about models
	idleMB   float64       // resident memory of a gateway without traffic
	heldMB   float64       // memory of one exchange under way
	lineB    float64       // bytes of a trace in the file
	rowB     float64       // bytes of a trace in PostgreSQL, its indices included
	writer   float64       // traces a second that one PostgreSQL takes
	shared   float64       // Redis commands of an exchange, where all that can be shared is
	redis    float64       // commands a second of one Redis: an assumption
}

// measuredHere are the figures of docs/performance.md and docs/traces.md,
// rounded to the careful side.
func measuredHere() measures {
	return measures{
		cpu: 2 * time.Millisecond, busy: 0.6, cores: 4, duration: 5 * time.Second,
		idleMB: 50, heldMB: 0.15, lineB: 5000, rowB: 2800, writer: 2200, shared: 5, redis: 100_000,
	}
}

// need is what a rate asks for.
type need struct {
	rate      float64 // exchanges a second
	cores     float64 // that are busy, on average
	replicas  int     // one more than the rate needs, or a tenth, and at least three
	perSecond float64 // of one replica, when all are there
	wait      time.Duration
	underWay  float64 // exchanges of one replica at a time
	memoryMB  float64 // of one replica
	fileGB    float64 // a day, decimal
	storeGB   float64
	stores    int // PostgreSQL servers by their writes alone
	caches    int // Redis servers
}

// plan reckons what a rate asks for.
func plan(rate float64, m measures) need {
	n := need{rate: rate, cores: rate * m.cpu.Seconds()}
	least := math.Ceil(n.cores / m.busy / float64(m.cores))
	n.replicas = int(max(3, least+max(1, math.Ceil(least/10))))
	n.perSecond = rate / float64(n.replicas)
	n.wait = wait(n.perSecond, m.cpu, m.cores)
	n.underWay = n.perSecond * m.duration.Seconds() // Little's law
	n.memoryMB = m.idleMB + n.underWay*m.heldMB
	const day = 86_400
	n.fileGB, n.storeGB = rate*day*m.lineB/1e9, rate*day*m.rowB/1e9
	n.stores = int(math.Ceil(rate / (m.writer * m.busy)))
	n.caches = int(math.Ceil(rate * m.shared / (m.redis * m.busy)))
	return n
}

// wait is how long an exchange's work waits for a processor on average, all in
// all, where calls come at random: the M/M/c queue, by Erlang's formula.
func wait(rate float64, cpu time.Duration, cores int) time.Duration {
	load := rate * cpu.Seconds()
	c := float64(cores)
	if load >= c {
		return math.MaxInt64
	}
	term, sum := 1.0, 0.0 // load^k/k! and its sum, k < c
	for k := range cores {
		sum += term
		term *= load / float64(k+1)
	}
	queued := term / (1 - load/c)
	return time.Duration(queued / (sum + queued) * cpu.Seconds() / (c - load) * float64(time.Second))
}

func printModel(_ context.Context, args []string) error {
	m := measuredHere()
	flags := flag.NewFlagSet("model", flag.ContinueOnError)
	flags.DurationVar(&m.cpu, "cpu", m.cpu, "processor time of an exchange")
	flags.Float64Var(&m.busy, "busy", m.busy, "share of its processors that a replica may use")
	flags.IntVar(&m.cores, "cores", m.cores, "of a replica")
	flags.DurationVar(&m.duration, "duration", m.duration, "of an exchange")
	flags.Float64Var(&m.lineB, "line", m.lineB, "bytes of a trace in the file")
	flags.Float64Var(&m.rowB, "row", m.rowB, "bytes of a trace in the store")
	if err := flags.Parse(args); err != nil {
		return err
	}
	writePlans(os.Stdout, m, 100, 1000, 10_000, 100_000)
	return nil
}

// writePlans writes a Markdown table, as docs/scaling.md has it.
func writePlans(w io.Writer, m measures, rates ...float64) {
	fmt.Fprintln(w, "| exchanges/s | cores busy | replicas | each: exchanges/s | waits for a core, ms | under way | memory, MB | trace file, GB/day | PostgreSQL, GB/day | PostgreSQL servers | Redis servers |")
	fmt.Fprintln(w, "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for _, rate := range rates {
		n := plan(rate, m)
		fmt.Fprintf(w, "| %.0f | %.1f | %d | %.0f | %.2f | %.0f | %.0f | %.0f | %.0f | %d | %d |\n", n.rate, n.cores, n.replicas,
			n.perSecond, n.wait.Seconds()*1000, n.underWay, n.memoryMB, n.fileGB, n.storeGB, n.stores, n.caches)
	}
}
