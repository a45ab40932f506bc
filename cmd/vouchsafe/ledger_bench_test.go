//go:build unix

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
	"vouchsafe/trace/ledger"
)

// exchangeTrace is the n-th trace of a benchmark: five of two thousand chunks.
func exchangeTrace(n int) *ledger.Trace {
	id, _ := ledger.NewID(time.Now(), rand.Reader) // randomness does not fail
	t := &ledger.Trace{
		QueryID: id, Timestamp: time.Now(), App: fmt.Sprint("app-", n%10), User: fmt.Sprint("user-", n%977), Policy: "balanced", Model: "m",
		Question: fmt.Sprintf("How much of substance %d may an adult take in a day?", n),
		Answer:   strings.Repeat("An adult may take four grams in any period of twenty four hours [1]. ", 4), Verdict: report.Grounded,
		Citations: []report.Citation{{Number: 1, ChunkID: "c1", Snippet: "four grams in any period", Verified: true, Match: "exact", Similarity: 1, Standing: "primary"}},
		Attempts:  []ledger.Attempt{{Asked: "dialect segments", Reply: strings.Repeat("what the model wrote ", 20), Upstream: "openai", Status: 200}},
	}
	for i := range 5 {
		t.Chunks = append(t.Chunks, evidence.Chunk{ID: fmt.Sprint("c", i+1), DocID: "d", Kind: evidence.Passage, Standing: evidence.Primary, Layout: "beside",
			Text: fmt.Sprintf("Passage %d. ", (n*7+i*331)%2000) + strings.Repeat("Adults may take one gram every six hours. ", 15)})
	}
	return t
}

// BenchmarkLedger records traces in the file and the store, as a gateway does:
// from 64 exchanges at a time, batched and durable. One operation is one
// trace, from Record to where it is kept, also by way of the spill.
func BenchmarkLedger(b *testing.B) {
	server := need.Start(b, pgtest.Start)
	defer server.Close()
	for _, driver := range []config.Driver{config.SQLite, config.Postgres} {
		for _, durability := range []config.Durability{config.Batched, config.Sync} {
			b.Run(string(driver)+"/"+string(durability), func(b *testing.B) {
				l := config.Ledger{
					JSONL: config.JSONL{Path: filepath.Join(b.TempDir(), "trace.jsonl"), MaxSize: 1 << 30},
					Store: config.Store{Driver: driver, DSN: filepath.Join(b.TempDir(), "traces.db")}, Durability: durability,
				}
				if driver == config.Postgres {
					l.Store.DSN = server.DSN("postgres")
				}
				benchmarkLedger(b, l)
			})
		}
	}
}

func benchmarkLedger(b *testing.B, l config.Ledger) {
	db, err := openStore(l, zap.NewNop())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w, err := openLedger(l, db, nil, zap.NewNop())
	if err != nil {
		b.Fatal(err)
	}
	var mu sync.Mutex
	var waits []time.Duration
	n := 0
	b.ReportAllocs()
	b.SetParallelism(32)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			mu.Lock()
			n++
			t := exchangeTrace(n)
			mu.Unlock()
			started := time.Now()
			if err := w.Record(t, ledger.Full); err != nil {
				b.Error(err)
			}
			mu.Lock()
			waits = append(waits, time.Since(started))
			mu.Unlock()
		}
	})
	for st := w.Stats(); st.Store.Queued > 0 || st.Spill.Waiting > 0; st = w.Stats() { // what overflowed counts when it is back
		time.Sleep(time.Millisecond)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "traces/s")
	b.ReportMetric(float64(w.Stats().Spill.Spilled), "spilled")
	if err := w.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "median-wait-ms")
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-wait-ms")
}
