package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// memory is what a proxy's process holds, in MB, at a thousand exchanges at a
// time.
type memory struct {
	Name              string
	Idle, Peak, After float64
	PerSecond         float64
	Failed            int
}

// crowd is how many exchanges are under way at a time.
const crowd = 1000

// memories measures the bare proxy, and the gateway with an upstream of 60 ms
// (which asks all that the machine has) and of 2 s (which is as a model is).
func memories(ctx context.Context, r *rig, o options) error {
	var lines []memory
	if !o.only.MatchString("memory") {
		return nil
	}
	for _, m := range []struct {
		name, proxy, how, verdict string
		streamed                  bool
	}{
		{"fasthttp, 60 ms", "fasthttp", "-60ms", "", false},
		{"off, 60 ms", "off", "-60ms", "", false},
		{"enforce, 60 ms", "enforce", "-60ms", "grounded", false},
		{"enforce, 2 s", "enforce", "-2s", "grounded", false},
		{"enforce, streamed, 2 s", "enforce", "-2s-paced", "grounded", true},
		{"enforce, no trace, 2 s", "enforce+none", "-2s", "grounded", false},
	} {
		if !o.names.MatchString(m.name) {
			continue
		}
		p, err := r.proxy(ctx, m.proxy)
		if err != nil {
			return err
		}
		c := contender{answer: "own", verdict: m.verdict}
		line := measureMemory(c.load(scenarios()[1], p, m.streamed, m.how), p, o)
		line.Name = m.name
		p.stop()
		lines = append(lines, line)
	}
	printMemories(lines, o.settle)
	return ctx.Err()
}

func measureMemory(l load, p *process, o options) memory {
	line := memory{Idle: megabytes(p.resident())}
	l.conns = crowd
	ended := make(chan measured)
	go func() { ended <- l.closed(max(3*o.long, 5*time.Second)) }()
	for tick := time.Tick(50 * time.Millisecond); ; {
		select {
		case <-tick:
			line.Peak = max(line.Peak, megabytes(p.resident()))
		case m := <-ended:
			line.PerSecond, line.Failed = float64(len(m.latencies))/m.took.Seconds(), m.failed
			time.Sleep(o.settle)
			line.After = megabytes(p.resident())
			return line
		}
	}
}

func megabytes(b int64) float64 { return float64(b) / 1e6 }

func printMemories(lines []memory, settle time.Duration) {
	fmt.Printf("\nmemory: MB resident, %d exchanges of rag-8k at a time, read again after %s\n", crowd, settle)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tidle\tpeak\tafter\texchanges/s\tfailed\t")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%d\t\n", l.Name, l.Idle, l.Peak, l.After, l.PerSecond, l.Failed)
	}
	_ = w.Flush()
}
