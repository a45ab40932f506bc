package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTheDocumentTellsWhatTheModelReckons(t *testing.T) {
	doc, err := os.ReadFile("../docs/scaling.md")
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	writePlans(&table, measuredHere(), 100, 1000, 10_000, 100_000)
	if !strings.Contains(string(doc), table.String()) {
		t.Errorf("docs/scaling.md does not hold the model's table:\n%s", &table)
	}
}

func TestAPlanLosesAReplicaAndGoesOn(t *testing.T) {
	m := measuredHere()
	for _, rate := range []float64{1, 100, 599, 601, 1000, 12_345, 100_000} {
		n := plan(rate, m)
		left := float64(n.replicas-1) * float64(m.cores)
		if n.cores > left*m.busy {
			t.Errorf("%.0f/s: %d replicas less one are busy beyond %.0f %%", rate, n.replicas, 100*m.busy)
		}
	}
}

// TestTheQueueWaitsAsASimulatedOneDoes holds Erlang's formula against calls
// that come at random and take random times.
func TestTheQueueWaitsAsASimulatedOneDoes(t *testing.T) {
	const cores, calls = 4, 400_000
	cpu := 2 * time.Millisecond
	for _, rate := range []float64{600, 1200, 1700} {
		dice := rand.New(rand.NewPCG(1, 2))
		var free [cores]float64 // when each processor is free, in seconds
		now, waited := 0.0, 0.0
		for range calls {
			now += dice.ExpFloat64() / rate
			first := 0
			for i := range free {
				if free[i] < free[first] {
					first = i
				}
			}
			start := max(now, free[first])
			waited += start - now
			free[first] = start + dice.ExpFloat64()*cpu.Seconds()
		}
		simulated, reckoned := waited/calls, wait(rate, cpu, cores).Seconds()
		if simulated > reckoned*1.1+1e-6 || simulated < reckoned*0.9-1e-6 {
			t.Errorf("%.0f/s: simulated %.3f ms, reckoned %.3f ms", rate, simulated*1000, reckoned*1000)
		}
	}
}
