//go:build linux

package store

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

// BenchmarkRecord records exchanges, none like another, in a file and in a store: forwarded, and enforced with
// some kilobytes of new chunks. cpu-µs is all processor time of the process, that of the goroutines behind included.
func BenchmarkRecord(b *testing.B) {
	for _, driver := range []Driver{SQLite, Postgres} {
		for _, kind := range []struct {
			name          string
			chunks, lines int
		}{{"forwarded", 0, 0}, {"enforced-8k", 5, 14}, {"enforced-100k", 40, 24}} {
			b.Run(string(driver)+"/"+kind.name, func(b *testing.B) {
				o := options(b, driver)
				o.Now = nil
				s, dir := open(b, o), b.TempDir()
				w, err := ledger.Open(ledger.Options{Path: filepath.Join(dir, "trace.jsonl"), MaxSize: 64 << 20, Keep: 2, Spill: filepath.Join(dir, "spill"),
					Store: &ledger.Store{Append: s.Append, AppendLines: s.AppendLines, Ready: s.Ready, Refused: Refused}})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				runtime.LockOSThread() // so that its time can be told from that of the goroutines behind
				defer runtime.UnlockOSThread()
				before, n, traces := processorTime(b, syscall.RUSAGE_SELF), 0, make([]*ledger.Trace, 0, 128)
				for ; b.Loop(); n++ {
					if n%cap(traces) == 0 { // what makes them is not measured
						b.StopTimer()
						started := processorTime(b, syscall.RUSAGE_THREAD)
						traces = traces[:0]
						for i := range cap(traces) {
							traces = append(traces, exchanged(n+i, kind.chunks, kind.lines))
						}
						before += processorTime(b, syscall.RUSAGE_THREAD) - started
						b.StartTimer()
					}
					for at := w.Stats().Store; at.Queued > 1000 || at.Bytes > 2<<20; at = w.Stats().Store { // what is spilled costs several times as much
						time.Sleep(5 * time.Millisecond)
					}
					if err := w.Record(traces[n%cap(traces)], ledger.Full); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64((processorTime(b, syscall.RUSAGE_SELF)-before).Microseconds())/float64(n), "cpu-µs/op")
				b.ReportMetric(float64(w.Stats().Spill.Spilled)/float64(n), "spilled/op")
				size, err := s.Size(ctx)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(size)/float64(n), "stored-B/op")
			})
		}
	}
}

// processorTime is what the process, or this thread of it, has used so far.
func processorTime(b *testing.B, whose int) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(whose, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// exchanged is the n-th exchange: with chunks of so many sentences each, of which the answer cites four, or forwarded
// where there are none.
func exchanged(n, chunks, sentences int) *ledger.Trace {
	now := time.Now()
	id, _ := ledger.NewID(now, strings.NewReader(fmt.Sprintf("%010d", n)))
	t := &ledger.Trace{QueryID: id, Timestamp: now, App: "default", Policy: "measured", PolicyHash: "18b6d984fecf0a52", Model: "own",
		Verdict: report.Skipped, Proof: report.NoProof, Reason: "off", Usage: json.RawMessage(`{"prompt_tokens":2000,"completion_tokens":160,"total_tokens":2160}`),
		Latency: ledger.Latency{Total: 700 * time.Microsecond, Upstream: 530 * time.Microsecond},
		Engine:  written.Engine{Version: "dev", Data: "sha256:e07aae45052afdc0a2cd60c772641e26cbecbfaea9acf712f09cb7e499a0a3cb"}}
	attempt := ledger.Attempt{Asked: "passed on as it came", Upstream: "mock", Status: 200, Usage: t.Usage, Start: 100 * time.Microsecond, Duration: 530 * time.Microsecond}
	for i := range 4 {
		said := fmt.Sprintf("Station %d stands %d m above the sea", i, 100+i)
		if chunks == 0 {
			attempt.Reply += fmt.Sprintf("%s [c%d]. ", said, i)
			continue
		}
		attempt.Reply += fmt.Sprintf(`{"citations":[{"chunk_id":"c%d","snippet":"%s"}],"text":"%s."}`, i, said, said)
		start, end := 42*i, 42*i+37
		t.Answer += fmt.Sprintf("%s. [%d] ", said, i+1)
		t.Citations = append(t.Citations, report.Citation{Number: i + 1, ChunkID: fmt.Sprintf("c%d", i), Snippet: said, Verified: true, Quoted: true,
			Match: "exact", Similarity: 1, Start: &start, End: &end, Standing: "primary", Sentence: &report.Sentence{End: 60, Text: said + " and was opened in 1900."}})
		t.Claims = append(t.Claims, report.Claim{Text: said + ".", Start: &start, End: &end, Citations: []int{i + 1}, Judgement: report.Open, Support: 1, Risk: 0.0148})
	}
	if t.Attempts = []ledger.Attempt{attempt}; chunks == 0 {
		t.Answer = attempt.Reply
		return t
	}
	t.Question, t.Verdict, t.Proof, t.Reason = fmt.Sprintf("How high do the stations stand? (%08d)", n), report.Grounded, report.Cited, ""
	for i := range chunks {
		var text strings.Builder
		fmt.Fprintf(&text, "Station %d stands %d m above the sea and was opened in %d. Its register has the number %08d. ", i, 100+i, 1900+i, n)
		for j := range sentences {
			fmt.Fprintf(&text, "The line from halt %d to halt %d is worked by train %d-%08d on every weekday of the summer season. ", j, j+1, 17*i+j, n)
		}
		t.Chunks = append(t.Chunks, evidence.Chunk{ID: fmt.Sprintf("c%d", i), Text: text.String(), Kind: evidence.Passage, Standing: "primary", Layout: "xml"})
	}
	return t
}
