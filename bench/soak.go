package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// sample is what the gateway holds at a moment.
type sample struct {
	at                float64 // seconds since the traffic began
	resident          float64 // MB
	goroutines, files float64
}

// soak sends mixed traffic with faults for a long time and fails if the
// gateway's process grows: in memory, goroutines or open files.
func soak(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	gateway := flags.String("gateway", "bin/vouchsafe", "the gateway's binary")
	long := flags.Duration("for", time.Hour, "how long")
	conns := flags.Int("conns", 16, "clients")
	if err := flags.Parse(args); err != nil {
		return err
	}
	r, err := newRig(ctx, *gateway)
	if err != nil {
		return err
	}
	defer r.close()
	p, err := r.proxy(ctx, "enforce")
	if err != nil {
		return err
	}
	defer p.stop()
	samples, done, err := soaking(ctx, p, *long, *conns)
	if err != nil {
		return err
	}
	rest, err := settled(p)
	if err != nil {
		return err
	}
	printSamples(samples, rest)
	fmt.Printf("%d exchanges, %d of them as faults go\n", done.all.Load(), done.odd.Load())
	return grown(samples, rest)
}

// tally counts exchanges: all, and those that had no whole reply.
type tally struct{ all, odd atomic.Int64 }

// soaking runs the traffic and looks at the process forty times meanwhile.
func soaking(ctx context.Context, p *process, long time.Duration, conns int) ([]sample, *tally, error) {
	ctx, stop := context.WithTimeout(ctx, long)
	defer stop()
	var done tally
	var clients sync.WaitGroup
	for i := range conns {
		clients.Go(func() { mixed(ctx, p.address, rand.New(rand.NewPCG(1, uint64(i))), &done) })
	}
	defer clients.Wait()
	var samples []sample
	began := time.Now()
	for tick := time.Tick(long / 40); ; {
		select {
		case <-ctx.Done():
			return samples, &done, nil
		case <-tick:
			s, err := look(p)
			if err != nil {
				return nil, nil, err
			}
			s.at = time.Since(began).Seconds()
			samples = append(samples, s)
		}
	}
}

// asked are the models that a soak asks: as things should be, and as they
// sometimes are.
func asked() []string {
	return []string{"own", "rewritten", "own-60ms", "own-paced", "heal", "repair", "chat", "own-500", "own-cut", "own-garbage"}
}

// mixed is one client: it asks for one thing after the other, now and then
// leaves in the middle of a reply, and goes on whatever comes back.
func mixed(ctx context.Context, address string, dice *rand.Rand, done *tally) {
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	var requests []*request
	for _, model := range asked() {
		for _, streamed := range []bool{false, true} {
			for _, s := range scenarios() {
				requests = append(requests, newRequest(s, model, streamed))
			}
		}
	}
	for i := range requests {
		requests[i].calls.Store(dice.Uint64() % 50_000_000)
	}
	for ctx.Err() == nil {
		patience := time.Minute
		if dice.IntN(10) == 0 {
			patience = time.Duration(dice.IntN(50)) * time.Millisecond
		}
		if !exchange(ctx, client, address, requests[dice.IntN(len(requests))].next(nil), patience) {
			done.odd.Add(1)
		}
		done.all.Add(1)
	}
}

// exchange tells whether a call got its whole reply.
func exchange(ctx context.Context, client *http.Client, address string, body []byte, patience time.Duration) bool {
	ctx, leave := context.WithTimeout(ctx, patience)
	defer leave()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return false
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var whole bytes.Buffer
	_, err = whole.ReadFrom(resp.Body)
	return err == nil && resp.StatusCode == http.StatusOK && !bytes.Contains(whole.Bytes(), []byte(`data: {"error"`))
}

// look reads what the process holds; goroutines from its own metrics.
func look(p *process) (sample, error) {
	goroutines, err := p.metric("go_goroutines")
	return sample{resident: megabytes(p.resident()), files: float64(p.files()), goroutines: goroutines}, err
}

// settled looks once more when idle connections have had time to end.
func settled(p *process) (sample, error) {
	time.Sleep(15 * time.Second)
	return look(p)
}

// grown compares the second half of a soak with its second quarter (in the
// first one caches fill), and the process at rest with the process at work.
func grown(samples []sample, rest sample) error {
	if len(samples) < 8 {
		return fmt.Errorf("only %d samples: too short a soak to tell", len(samples))
	}
	n := len(samples)
	early, late := samples[n/4:n/2], samples[n*3/4:]
	for _, m := range []struct {
		what        string
		of          func(sample) float64
		times, more float64
	}{
		{"MB of memory", func(s sample) float64 { return s.resident }, 1.25, 20},
		{"goroutines", func(s sample) float64 { return s.goroutines }, 1.25, 40},
		{"open files", func(s sample) float64 { return s.files }, 1.25, 40},
	} {
		before, after := middle(early, m.of), middle(late, m.of)
		if after > before*m.times+m.more {
			return fmt.Errorf("%s grew from %.0f to %.0f", m.what, before, after)
		}
	}
	if busy := middle(late, func(s sample) float64 { return s.goroutines }); rest.goroutines > busy {
		return fmt.Errorf("%.0f goroutines at rest, %.0f at work: some never end", rest.goroutines, busy)
	}
	return nil
}

func middle(of []sample, value func(sample) float64) float64 {
	var all []float64
	for _, s := range of {
		all = append(all, value(s))
	}
	return median(all)
}

func printSamples(samples []sample, rest sample) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "s\tMB\tgoroutines\tfiles\t")
	for i, s := range samples {
		if i%4 == 3 {
			fmt.Fprintf(w, "%.0f\t%.0f\t%.0f\t%.0f\t\n", s.at, s.resident, s.goroutines, s.files)
		}
	}
	fmt.Fprintf(w, "rest\t%.0f\t%.0f\t%.0f\t\n", rest.resident, rest.goroutines, rest.files)
	_ = w.Flush()
}
