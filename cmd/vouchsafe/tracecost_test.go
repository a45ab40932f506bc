//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence"
	"vouchsafe/trace/ledger"
)

// BenchmarkTraceCPU is the processor time of the whole process for a trace in file and SQLite, with chunks that never repeat.
func BenchmarkTraceCPU(b *testing.B) {
	for _, shape := range []struct {
		name   string
		chunks int
		bytes  int
	}{{"off", 0, 0}, {"8k", 10, 800}, {"100k", 100, 1000}} {
		b.Run(shape.name, func(b *testing.B) { benchmarkTraceCPU(b, shape.chunks, shape.bytes) })
	}
}

func benchmarkTraceCPU(b *testing.B, chunks, bytes int) {
	l := config.Ledger{
		JSONL: config.JSONL{Path: filepath.Join(b.TempDir(), "trace.jsonl"), MaxSize: 100 << 20, Keep: 2},
		Store: config.Store{Driver: config.SQLite, DSN: filepath.Join(b.TempDir(), "traces.db")}, Durability: config.Batched,
	}
	db, err := openStore(l, zap.NewNop())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w, err := openLedger(l, db, zap.NewNop())
	if err != nil {
		b.Fatal(err)
	}
	words := strings.Fields("adults may take one gram every six hours and should not exceed four grams in any period of twenty four hours unless a physician has decided otherwise after the liver was examined by somebody who knows about harbours ferries bridges tolls insurance statutes clauses tenants landlords deposits interest rates bonds yields dividends quarters revenue margins")
	rnd := rand.New(rand.NewPCG(1, 2))
	const many = 256
	texts := make([][]string, many)
	for i := range texts {
		for range chunks {
			var s strings.Builder
			for s.Len() < bytes {
				s.WriteString(words[rnd.IntN(len(words))])
				s.WriteByte(' ')
			}
			texts[i] = append(texts[i], s.String())
		}
	}
	var before, after syscall.Rusage
	n := 0
	b.ReportAllocs()
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	for b.Loop() {
		t := exchangeTrace(n)
		t.Chunks = nil
		for i, text := range texts[n%many] {
			t.Chunks = append(t.Chunks, evidence.Chunk{ID: fmt.Sprint("c", i+1), DocID: "d", Kind: evidence.Passage, Standing: evidence.Primary, Layout: "beside", Text: fmt.Sprint(n) + text})
		}
		if chunks == 0 {
			t.Citations, t.Question, t.Verdict = nil, "", "skipped"
		}
		n++
		if err := w.Record(t, ledger.Full); err != nil {
			b.Error(err)
		}
		if n%8 == 0 { // as fast as the store takes them, so that nothing is spilled
			for st := w.Stats(); st.Store.Bytes > 1<<20; st = w.Stats() {
				time.Sleep(time.Millisecond)
			}
		}
	}
	for st := w.Stats(); st.Store.Queued > 0 || st.Spill.Waiting > 0; st = w.Stats() {
		time.Sleep(time.Millisecond)
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	used := func(r syscall.Rusage) float64 {
		return float64(r.Utime.Sec+r.Stime.Sec)*1e6 + float64(r.Utime.Usec+r.Stime.Usec)
	}
	b.ReportMetric((used(after)-used(before))/float64(b.N), "cpu-µs/trace")
	b.ReportMetric(float64(w.Stats().Spill.Spilled)/float64(b.N), "spilled")
	if err := w.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}
