package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"
)

// cost is the processor time of one exchange, of the proxy's process alone.
type cost struct {
	Name              string
	Micros, Ratio     float64 // per exchange, and in parts of the bare fasthttp proxy's
	Kilobytes         float64 // allocated per exchange; of the gateway only
	PerSecond         float64 // exchanges of the closed loop, whole machine
	P50, P99          float64 // milliseconds
	Exchanges, Failed int
}

// form is the shape of a reply and how the upstream sends it.
type form struct {
	name     string
	streamed bool
	how      string
}

var forms = []form{{"plain", false, ""}, {"streamed", true, ""}, {"streamed, paced", true, "-paced"}}

// costs measures processor time in a closed loop: all contenders of a scenario
// one after the other, as often as there are rounds.
func costs(ctx context.Context, r *rig, o options) error {
	for _, s := range scenarios() {
		for _, f := range forms {
			title := fmt.Sprintf("cpu %s %s", s.name, f.name)
			if !o.only.MatchString(title) || (f.how != "" && s.name != "rag-8k") {
				continue
			}
			var rounds [][]cost
			for range o.rounds {
				var lines []cost
				err := r.measuring(ctx, o, func(c contender, p *process) error {
					if s.chunks == 0 && c.answer != "own" {
						return nil
					}
					line, err := measureCost(c.load(s, p, f.streamed, f.how), p, o, f.how != "")
					line.Name = c.name
					lines = append(lines, line)
					return err
				})
				if err != nil {
					return err
				}
				rounds = append(rounds, lines)
			}
			printCosts(title, medians(rounds))
		}
	}
	return nil
}

func measureCost(l load, p *process, o options, paced bool) (cost, error) {
	l.conns = o.conns
	if paced {
		l.conns *= 4 // such streams wait most of the time
	}
	if warm := l.closed(o.long / 4); warm.failed > len(warm.latencies)/10 {
		return cost{}, warm.firstErr
	}
	p.quiet()
	before, allocated := p.processor(), p.allocated()
	m := l.closed(o.long)
	p.quiet()
	used, more := p.processor()-before, p.allocated()-allocated
	n := len(m.latencies)
	if n == 0 {
		return cost{}, fmt.Errorf("nothing was answered: %w", m.firstErr)
	}
	return cost{
		Micros:    float64(used.Microseconds()) / float64(n+m.failed),
		Kilobytes: more / 1000 / float64(n+m.failed),
		PerSecond: float64(n) / m.took.Seconds(),
		P50:       millis(m.quantile(0.5)), P99: millis(m.quantile(0.99)),
		Exchanges: n, Failed: m.failed,
	}, nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// medians puts rounds together, line by line, and holds each against the
// first line, which is the bare proxy's, of its own round.
func medians(rounds [][]cost) []cost {
	lines := slices.Clone(rounds[0])
	for i := range lines {
		var micros, ratios, rates, allocated []float64
		for _, round := range rounds {
			micros = append(micros, round[i].Micros)
			ratios = append(ratios, round[i].Micros/round[0].Micros)
			rates = append(rates, round[i].PerSecond)
			allocated = append(allocated, round[i].Kilobytes)
		}
		lines[i].Micros, lines[i].PerSecond, lines[i].Ratio = median(micros), median(rates), median(ratios)
		lines[i].Kilobytes = median(allocated)
	}
	return lines
}

func printCosts(title string, lines []cost) {
	fmt.Printf("\n%s: processor time of the proxy's process, closed loop\n", title)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tµs/exchange\t× fasthttp\tKB/exchange\texchanges/s\tp50 ms\tp99 ms\tfailed\t")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\t%.0f\t%.0f\t%.2f\t%.2f\t%d\t\n", l.Name, l.Micros, l.Ratio, l.Kilobytes, l.PerSecond, l.P50, l.P99,
			l.Failed)
	}
	_ = w.Flush()
}
