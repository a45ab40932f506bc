package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// corpus is what the answers of the benchmarks are drawn from.
type corpus struct {
	texts []string
	rnd   *rand.Rand
}

func newCorpus(documents int) *corpus {
	c := &corpus{rnd: rand.New(rand.NewPCG(1, 2))}
	words := strings.Fields("adults may take one gram every six hours and should not exceed four grams in any period of twenty four hours unless a physician has decided otherwise after the liver was examined")
	for i := range documents {
		var b strings.Builder
		fmt.Fprintf(&b, "Passage %d. ", i)
		for b.Len() < 700 {
			b.WriteString(words[c.rnd.IntN(len(words))])
			b.WriteByte(' ')
		}
		c.texts = append(c.texts, b.String())
	}
	return c
}

// sample is the n-th exchange: five chunks, one in ten answers does not hold.
func (c *corpus) sample(n int, at time.Time) sample {
	s := one(n)
	s.at, s.verified, s.chunks = at, true, nil
	s.id = fmt.Sprintf("vt_%010x%016x", at.UnixMilli(), uint64(n)*0x9e3779b97f4a7c15)
	s.app, s.user, s.model = "app-"+strconv.Itoa(n%10), "user-"+strconv.Itoa(c.rnd.IntN(5000)), "model-"+strconv.Itoa(n%3)
	s.question = fmt.Sprintf("How much of substance %d may an adult take in a day, and who decides?", c.rnd.IntN(100_000))
	s.answer = strings.Repeat("An adult may take four grams in any period of twenty four hours [1]. ", 4)
	for range 5 {
		// A few passages are found often, most of them rarely.
		s.chunks = append(s.chunks, c.texts[int(float64(len(c.texts))*c.rnd.Float64()*c.rnd.Float64())])
	}
	switch {
	case n%10 == 0:
		s.verdict, s.findings, s.verified = "refused", []string{"snippet-altered", "claim-number"}, false
	case n%7 == 0:
		s.verdict = "healed"
	}
	return s
}

// BenchmarkAppend stores traces in batches of 500, as they gather while the
// batch before is written. One operation is one trace, parsing included.
func BenchmarkAppend(b *testing.B) {
	for _, driver := range []Driver{SQLite, Postgres} {
		b.Run(string(driver), func(b *testing.B) {
			b.ReportAllocs()
			s := open(b, options(b, driver))
			c := newCorpus(2000)
			var lines []byte
			bytes := 0
			n := 0
			for b.Loop() {
				line := c.sample(n, noon.Add(time.Duration(n)*time.Millisecond)).line()
				bytes += len(line)
				lines = append(lines, line...)
				if n++; n%500 == 0 {
					if err := s.AppendLines(ctx, linesOf(lines)); err != nil {
						b.Fatal(err)
					}
					lines = lines[:0]
				}
			}
			if err := s.AppendLines(ctx, linesOf(lines)); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "traces/s")
			size, err := s.Size(ctx)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(size)/float64(n), "stored-B/trace")
			b.ReportMetric(float64(bytes)/float64(n), "line-B/trace")
		})
	}
}

// BenchmarkAppendSync stores traces one by one from many exchanges at a time,
// each waiting until its trace is durable.
func BenchmarkAppendSync(b *testing.B) {
	for _, driver := range []Driver{SQLite, Postgres} {
		b.Run(string(driver), func(b *testing.B) {
			o := options(b, driver)
			o.Sync = true
			s := open(b, o)
			line := newCorpus(10).sample(1, noon)
			var mu sync.Mutex
			n := 0
			b.SetParallelism(16)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					mu.Lock()
					n++
					one := line
					one.id = fmt.Sprintf("vt_%026d", n)
					mu.Unlock()
					if err := s.AppendLines(ctx, linesOf(one.line())); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "traces/s")
		})
	}
}

// BenchmarkMillion fills a store with as many traces as the environment says
// (VOUCHSAFE_BENCH_TRACES; a few thousand without it), spread over 30 days, and
// measures every kind of query.
func BenchmarkMillion(b *testing.B) {
	total := 5000
	if text := os.Getenv("VOUCHSAFE_BENCH_TRACES"); text != "" {
		var err error
		if total, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	for _, driver := range []Driver{SQLite, Postgres} {
		b.Run(string(driver), func(b *testing.B) {
			s := open(b, options(b, driver))
			fill(b, s, total)
			if driver == Postgres {
				if _, err := s.db.write.Exec("VACUUM ANALYZE"); err != nil { // as a server does by itself before long
					b.Fatal(err)
				}
			}
			for _, q := range queries(s) {
				b.Run(q.name, func(b *testing.B) {
					slowest := time.Duration(0)
					for b.Loop() {
						started := time.Now()
						if err := q.run(); err != nil {
							b.Fatal(err)
						}
						slowest = max(slowest, time.Since(started))
					}
					b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
				})
			}
		})
	}
}

// fill stores traces of the 30 days before noon.
func fill(b *testing.B, s *Store, total int) {
	b.Helper()
	c := newCorpus(10_000)
	step := 30 * 24 * time.Hour / time.Duration(total)
	var lines [][]byte
	started := time.Now()
	for i := range total {
		at := noon.Add(-step * time.Duration(total-i))
		s.db.now = func() time.Time { return at }
		lines = append(lines, c.sample(i, at).line())
		if len(lines) == 1000 || i == total-1 {
			if err := s.AppendLines(ctx, lines); err != nil {
				b.Fatal(err)
			}
			lines = lines[:0]
		}
	}
	s.db.now = at(noon)
	size, err := s.Size(ctx)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d traces in %v, %d bytes each", total, time.Since(started).Round(time.Second), size/int64(total))
}

type namedQuery struct {
	name string
	run  func() error
}

func queries(s *Store) []namedQuery {
	lists := []struct {
		name string
		f    Filter
	}{
		{"all", Filter{}},
		{"app", Filter{App: "app-3"}},
		{"verdict", Filter{Verdict: "refused"}},
		{"app+verdict", Filter{App: "app-0", Verdict: "refused"}},
		{"no-such-app+verdict", Filter{App: "app-3", Verdict: "refused"}},
		{"finding", Filter{Finding: "claim-number"}},
		{"finding+app", Filter{Finding: "claim-number", App: "app-3"}},
		{"model+app", Filter{Model: "model-1", App: "app-3"}},
		{"user", Filter{User: "user-17"}},
		{"user+verdict", Filter{User: "user-17", Verdict: "refused"}},
		{"text", Filter{Text: "substance 777"}},
		{"text-nowhere", Filter{Text: "unheard of"}},
		{"text+app", Filter{Text: "unheard of", App: "app-3"}},
		{"old", Filter{Until: noon.Add(-20 * 24 * time.Hour)}},
		{"old+app", Filter{App: "app-3", Until: noon.Add(-20 * 24 * time.Hour)}},
	}
	var out []namedQuery
	for _, l := range lists {
		out = append(out, namedQuery{"list-" + l.name, func() error { _, err := s.List(ctx, l.f); return err }})
	}
	for name, f := range map[string]Filter{
		"day": {Since: noon.Add(-24 * time.Hour)}, "month": {Since: noon.Add(-30 * 24 * time.Hour)}, "all": {}, "month+app": {App: "app-3", Since: noon.Add(-30 * 24 * time.Hour)},
	} {
		out = append(out, namedQuery{"stats-" + name, func() error { _, err := s.Stats(ctx, f); return err }})
	}
	out = append(out, namedQuery{"failing-day", func() error {
		_, err := s.FailingChunks(ctx, Filter{Since: noon.Add(-24 * time.Hour), Limit: 20})
		return err
	}},
		namedQuery{"failing-month", func() error { _, err := s.FailingChunks(ctx, Filter{Limit: 20}); return err }})
	page, err := s.List(ctx, Filter{Limit: 1})
	if err == nil && len(page.Traces) == 1 {
		out = append(out, namedQuery{"get", func() error { _, err := s.Get(ctx, page.Traces[0].ID); return err }})
	}
	return out
}
