package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
)

// delay is how long exchanges take at a fixed rate, in milliseconds, and how
// much of that is the proxy's. A latency counts from the intended start.
type delay struct {
	Scenario, Form, Name string
	Rate                 float64    // exchanges a second
	Whole                [4]float64 // at p50, p90, p99, p99.9
	Added                [4]float64 // less the upstream itself, of the same run
	CPU                  float64    // µs an exchange at that rate
	Failed               int
}

// delays measures the usual prompt at half of what enforcement carries here,
// with an upstream that answers at once and with one that takes 60 ms.
func delays(ctx context.Context, r *rig, o options) error {
	if !o.only.MatchString("latency") {
		return nil
	}
	s := scenarios()[1]
	rate := o.rate
	if rate <= 0 {
		var err error
		if rate, err = halfLoad(ctx, r, s, o); err != nil {
			return err
		}
	}
	for _, how := range []string{"", "-60ms"} {
		form := "plain" + how
		var lines []delay
		err := r.measuring(ctx, o, func(c contender, p *process) error {
			l := c.load(s, p, false, how)
			l.conns = 512
			l.paced(rate, o.long/2)
			p.quiet()
			before := p.processor()
			m := l.paced(rate, 2*o.long)
			p.quiet()
			used := p.processor() - before
			line := delay{Scenario: s.name, Form: form, Name: c.name, Rate: rate, Failed: m.failed,
				CPU: float64(used.Microseconds()) / float64(len(m.latencies)+m.failed)}
			for i, q := range m.quantiles() {
				line.Whole[i] = millis(q)
			}
			lines = append(lines, line)
			return nil
		})
		if err != nil {
			return err
		}
		subtractDirect(lines)
		printDelays(lines)
	}
	return nil
}

// halfLoad is half of the rate that enforcement reaches in a closed loop.
func halfLoad(ctx context.Context, r *rig, s scenario, o options) (float64, error) {
	p, err := r.proxy(ctx, "enforce")
	if err != nil {
		return 0, err
	}
	defer p.stop()
	l := contender{answer: "own", verdict: "grounded"}.load(s, p, false, "")
	l.conns = o.conns
	l.closed(o.long / 2)
	m := l.closed(o.long)
	if m.firstErr != nil {
		return 0, m.firstErr
	}
	return float64(len(m.latencies)) / m.took.Seconds() / 2, nil
}

// subtractDirect leaves what each proxy adds.
func subtractDirect(lines []delay) {
	for _, direct := range lines {
		if direct.Name != "direct" {
			continue
		}
		for i := range lines {
			for q := range lines[i].Added {
				lines[i].Added[q] = lines[i].Whole[q] - direct.Whole[q]
			}
		}
	}
}

func printDelays(lines []delay) {
	fmt.Printf("\nlatency %s %s at %.0f exchanges a second: ms added to the upstream's own, and whole\n", lines[0].Scenario, lines[0].Form, lines[0].Rate)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\t+p50\t+p90\t+p99\t+p99.9\tp50\tp99\tcpu µs\tfailed\t")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.0f\t%d\t\n", l.Name, l.Added[0], l.Added[1], l.Added[2], l.Added[3], l.Whole[0], l.Whole[2], l.CPU, l.Failed)
	}
	_ = w.Flush()
}
