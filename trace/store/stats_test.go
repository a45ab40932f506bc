package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

func figures(of map[report.CountsAs]int64) (f report.Figures) {
	for counts, n := range of {
		f.Add(counts, n)
	}
	return f
}

// The calls of a shadow, which nobody got, stood among the exchanges of all apps.
func TestAShadowIsNoExchangeOfAllApps(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		a, b := one(1), one(2)
		b.app, b.verdict, b.findings, b.verified = "clinic:shadow", "refused", []string{"claim-number"}, false
		add(t, s, a, b)
		for app, want := range map[string]int64{"": 0, "clinic": 0, "clinic:shadow": 1} {
			f := Filter{App: app, Since: noon.Add(-time.Hour)}
			got, err := s.Stats(ctx, f)
			if err != nil || got.Total != 1 || got.Failing != want || got.Figures.Failures != want || got.ByVerdict["refused"] != want || got.ByFinding["claim-number"] != want ||
				len(got.ByDocument) != 1 || got.ByDocument[0].Citations != 1 || got.ByDocument[0].Failed != want {
				t.Errorf("%q: %+v, %v", app, got, err)
			}
			if app == "" && (got.ByApp["clinic:shadow"] != 1 || got.FailingByApp["clinic:shadow"] != 1) {
				t.Errorf("what is told by app is whole: %v", got.ByApp)
			}
			f.Failing = true
			listed, err := s.List(ctx, f)
			if err != nil || int64(len(listed.Traces)) != want {
				t.Errorf("%q: %+v, %v", app, listed, err)
			}
			chunks, err := s.FailingChunks(ctx, f)
			if err != nil || int64(len(chunks)) != want {
				t.Errorf("%q: %+v, %v", app, chunks, err)
			}
		}
	})
}

func TestStats(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		a, b, c := one(1), one(2), one(3)
		b.app, b.verdict, b.findings, b.verified = "legal", "refused", []string{"claim-number"}, false
		c.at = noon.Add(-50 * time.Hour)
		add(t, s, a, b, c)
		got, err := s.Stats(ctx, Filter{Since: noon.Add(-60 * time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		want := Stats{
			Total: 3, Failing: 1, Figures: figures(map[report.CountsAs]int64{report.AsHeld: 2, report.AsRefused: 1}),
			VerifiedByApp: map[string]int64{"clinic": 2, "legal": 1}, VerifiedByModel: map[string]int64{"gpt-4o": 3},
			ByVerdict: map[string]int64{"grounded": 2, "refused": 1}, ByApp: map[string]int64{"clinic": 2, "legal": 1},
			ByProof: map[string]int64{"unknown": 3}, ByPolicy: map[string]int64{"clinical 00": 3}, ByEngine: map[string]int64{},
			ByFinding: map[string]int64{"claim-number": 1}, ByModel: map[string]int64{"gpt-4o": 3},
			FailingByApp: map[string]int64{"legal": 1}, FailingByModel: map[string]int64{"gpt-4o": 1}, FailingByFinding: map[string]int64{"claim-number": 1},
			ByDocument: []Document{{Name: "d1", Citations: 3, Failed: 1}},
			Judges:     []Judged{},
			Series: []Point{
				{
					Start: time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC), Seconds: 3600, Total: 1, ByVerdict: map[string]int64{"grounded": 1},
					Figures: figures(map[report.CountsAs]int64{report.AsHeld: 1}), ByProof: map[string]int64{"unknown": 1},
					ByApp: map[string]Share{"clinic": {1, 1, 0}}, ByFinding: map[string]int64{},
				},
				{
					Start: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), Seconds: 3600, Total: 2, Failing: 1, ByProof: map[string]int64{"unknown": 2},
					Figures:   figures(map[report.CountsAs]int64{report.AsHeld: 1, report.AsRefused: 1}),
					ByVerdict: map[string]int64{"grounded": 1, "refused": 1},
					ByApp:     map[string]Share{"clinic": {1, 1, 0}, "legal": {1, 1, 1}}, ByFinding: map[string]int64{"claim-number": 1},
				},
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		byDay, err := s.Stats(ctx, Filter{App: "clinic"})
		if err != nil || byDay.Total != 2 || len(byDay.Series) != 2 || byDay.Series[0].Seconds != 86400 {
			t.Errorf("%+v, %v", byDay, err)
		}
	})
}

func TestFailingChunks(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := 1; i <= 6; i++ {
			one := one(i)
			one.verified = i > 2
			if i == 6 {
				one.chunks, one.verified = []string{strings.Repeat("Another passage. ", 9)}, false
			}
			all = append(all, one)
		}
		add(t, s, all...)
		got, err := s.FailingChunks(ctx, Filter{App: "clinic"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if len(got[i].SHA256) != 32 {
				t.Errorf("%+v", got[i])
			}
			got[i].SHA256 = ""
		}
		want := []Chunk{
			{Document: "d1", Excerpt: clip(all[0].chunks[0], 160), Cited: 5, Failed: 2},
			{Document: "d1", Excerpt: all[5].chunks[0], Cited: 1, Failed: 1},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// TestAShortPassageThatFailsShowsItsHashAlone: it is not kept apart, and stands in the trace.
func TestAShortPassageThatFailsShowsItsHashAlone(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		short := one(1)
		short.chunks, short.verified = []string{"Short."}, false
		add(t, s, short)
		if got, err := s.FailingChunks(ctx, Filter{}); err != nil || len(got) != 1 || got[0].Excerpt != "Short." || got[0].Document != "d1" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestSharesOfFailureCountDaysWithoutOne: a document that fails on one of three
// days fails a third of the time, not always.
func TestSharesOfFailureCountDaysWithoutOne(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := range 12 {
			one := one(i + 1)
			one.at = noon.Add(-time.Duration(i) * 24 * time.Hour)
			one.verified = i%4 != 1
			if i%3 == 0 {
				one.app = "legal"
			}
			all = append(all, one)
		}
		add(t, s, all...)
		for _, c := range []struct {
			f             Filter
			cited, failed int64
		}{
			{Filter{}, 12, 3}, {Filter{App: "clinic"}, 8, 2}, {Filter{App: "legal"}, 4, 1},
			{Filter{Since: noon.Add(-5*24*time.Hour - time.Hour)}, 6, 2},
		} {
			chunks, err := s.FailingChunks(ctx, c.f)
			if err != nil || len(chunks) != 1 || chunks[0].Cited != c.cited || chunks[0].Failed != c.failed {
				t.Errorf("%+v: %+v, %v, want %d of %d", c.f, chunks, err, c.failed, c.cited)
			}
			stats, err := s.Stats(ctx, c.f)
			if d := stats.ByDocument; err != nil || len(d) != 1 || d[0].Citations != c.cited || d[0].Failed != c.failed {
				t.Errorf("%+v: %+v, %v, want %d of %d", c.f, d, err, c.failed, c.cited)
			}
		}
	})
}

// TestCost: only traces that name their engine are counted, and only answers
// that were verified. What an upstream that was busy took is no time of verifying, and the answer of its fallback no repair.
// Lines of older versions do not tell a repair, and every call behind the first stays one.
func TestCost(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var lines []string
		for i := range 20 {
			one := one(i + 1)
			if i == 0 {
				one.verdict = "skipped"
			}
			line := strings.Replace(string(one.line()), `"usage":null,"duration_ms":12}`, fmt.Sprintf(`"usage":{"total_tokens":100},"duration_ms":12},`+
				`{"asked":"repair","reply":"{}","findings":[],"upstream":"o","status":200,"usage":{"prompt_tokens":%d,"completion_tokens":1},"duration_ms":1}`, i), 1)
			line = strings.Replace(line, `"total_ms":13.5`, fmt.Sprintf(`"total_ms":%d`, 12+i), 1)
			if i%2 == 0 {
				line = strings.NewReplacer(`"asked":"dialect`, `"repair":false,"asked":"dialect`, `"asked":"repair"`, `"repair":true,"asked":"repair"`).Replace(line)
				line = strings.Replace(line, `"attempts":[`, `"attempts":[{"asked":"answer","repair":false,"reply":null,"findings":[],"upstream":"busy","status":503,"usage":null,"duration_ms":1000},`, 1)
				line = strings.Replace(line, `"total_ms":`, `"total_ms":10`, 1)
			}
			if i != 19 {
				line = strings.Replace(line, `"feedback"`, `"engine":{"version":"v","data":"d"},"feedback"`, 1)
			}
			lines = append(lines, line)
		}
		if err := s.AppendLines(ctx, linesOf([]byte(strings.Join(lines, "")))); err != nil {
			t.Fatal(err)
		}
		stats, err := s.Stats(ctx, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		got := stats.Cost
		if got.Tokens != 20*101+190 || got.Again != 20+190 {
			t.Errorf("%+v", got)
		}
		if got != stats.Series[0].Cost {
			t.Errorf("%+v on the one day", stats.Series[0].Cost)
		}
		if _, err := s.Delete(ctx, Selector{App: "clinic"}); err != nil {
			t.Fatal(err)
		}
		if stats, err = s.Stats(ctx, Filter{}); err != nil || stats.Cost != (Cost{}) {
			t.Errorf("%+v is left, %v", stats.Cost, err)
		}
	})
}

func TestDocumentsHaveTitles(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		line := strings.Replace(string(one(1).line()), `"title":null`, `"title":"Dosing guide"`, 1)
		if err := s.AppendLines(ctx, linesOf([]byte(line))); err != nil {
			t.Fatal(err)
		}
		stats, err := s.Stats(ctx, Filter{})
		if err != nil || len(stats.ByDocument) != 1 || stats.ByDocument[0].Title == nil || *stats.ByDocument[0].Title != "Dosing guide" {
			t.Errorf("%+v, %v", stats.ByDocument, err)
		}
		if _, err := s.Delete(ctx, Selector{App: "clinic"}); err != nil {
			t.Fatal(err)
		}
		if stats, err := s.Stats(ctx, Filter{}); err != nil || len(stats.ByDocument) != 0 {
			t.Errorf("%+v is left, %v", stats.ByDocument, err)
		}
	})
}

// TestAQuotedAnswerFailsWhereSomethingFailed: a policy that shows whatever words
// cannot prove in its source's words means nothing to have failed.
func TestAQuotedAnswerFailsWhereSomethingFailed(t *testing.T) {
	for _, c := range []struct {
		findings []string
		attempts int
		want     bool
	}{{[]string{"claim-unsupported"}, 1, false}, {nil, 1, false}, {[]string{"claim-unsupported"}, 2, true}, {[]string{"claim-unsupported", "claim-number"}, 1, true}} {
		line := fmt.Appendf(nil, `{"query_id":"vt_1","timestamp":"2026-11-20T12:00:00Z","verdict":"quoted","findings":[`)
		for i, code := range c.findings {
			line = fmt.Appendf(line, `%s{"code":%q}`, strings.Repeat(",", min(i, 1)), code)
		}
		line = append(line, `],"attempts":[`+strings.TrimPrefix(strings.Repeat(",{}", c.attempts), ",")+`]}`...)
		if trace, _, err := read(line); err != nil || trace.CountsAs.Fails() != c.want {
			t.Errorf("%+v: %v, %v", c, trace, err)
		}
	}
}

// TestDocumentsThatHaveOnlyAnIdFail: where an app names no document, the id that it gave the chunk does; a
// number of a passage does not.
func TestDocumentsThatHaveOnlyAnIdFail(t *testing.T) {
	for id, want := range map[string]int{"kb-17": 1, "3": 0, "c3": 0} {
		tr := &ledger.Trace{
			QueryID: "vt_1", Timestamp: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), App: "clinic", Verdict: report.Refused,
			Citations: []report.Citation{{Number: 1, ChunkID: id, Snippet: "5 mg"}}, Chunks: []evidence.Chunk{{ID: id, Text: "Adults take 50 mg."}},
		}
		everywhere(t, func(t *testing.T, s *Store) {
			if err := s.Append(ctx, []*ledger.Trace{tr}); err != nil {
				t.Fatal(err)
			}
			stats, err := s.Stats(ctx, Filter{})
			if err != nil || len(stats.ByDocument) != want || want > 0 && (stats.ByDocument[0].Name != id || stats.ByDocument[0].Failed != 1) {
				t.Errorf("%s: %+v, %v", id, stats.ByDocument, err)
			}
			if found, err := s.List(ctx, Filter{Document: id}); err != nil || len(found.Traces) != want {
				t.Errorf("%s: %+v, %v", id, found, err)
			}
			if _, err := s.Delete(ctx, Selector{ID: "vt_1"}); err != nil {
				t.Fatal(err)
			}
			if n := count(t, s, "cells"); n != 0 {
				t.Errorf("%s: %d figures are left", id, n)
			}
		})
	}
}

// TestFiguresAndListsHaveTheSameTraces: whatever the time begins and ends with.
func TestFiguresAndListsHaveTheSameTraces(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := range 300 {
			one := one(i)
			one.at = noon.Add(-time.Duration(i*i*13+i) * time.Second) // some fourteen days
			one.verdict = []string{"grounded", "refused", "skipped"}[i%3]
			all = append(all, one)
		}
		add(t, s, all...)
		random := rand.New(rand.NewPCG(1, 2))
		for range 60 {
			since := noon.Add(-time.Duration(random.IntN(14*86400)) * time.Second).Truncate(time.Duration(1+random.IntN(3600)) * time.Second)
			f := Filter{Since: since, Until: since.Add(time.Duration(random.IntN(1+random.IntN(10*86400))) * time.Second)}
			switch random.IntN(4) {
			case 0:
				f.Until = time.Time{}
			case 1:
				f.Since = time.Time{}
			}
			stats, err := s.Stats(ctx, f)
			listed, err2 := s.Count(ctx, f)
			f.Failing = true
			failing, err3 := s.Count(ctx, f)
			if err := errors.Join(err, err2, err3); err != nil || stats.Total != listed.N || stats.Failing != failing.N {
				t.Errorf("%s to %s: %d exchanges and %d failures are counted, %d and %d listed: %v", f.Since, f.Until, stats.Total, stats.Failing, listed.N, failing.N, err)
			}
			sum := int64(0)
			for _, p := range stats.Series {
				sum += p.Total
			}
			if sum != stats.Total {
				t.Errorf("%s to %s: %d exchanges in the series of %d", f.Since, f.Until, sum, stats.Total)
			}
		}
	})
}

// TestFilesThatBeganLaterAreHeldFromTheirFirstFullHour: and those that hold what began before their first line, wholly.
func TestFilesThatBeganLaterAreHeldFromTheirFirstFullHour(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		s.db.now = at(noon)
		var lines [][]byte
		for i := range 4 {
			one := one(i)
			one.at = noon.Add(time.Duration(i-4) * 45 * time.Minute) // 9:00, 9:45, 10:30, 11:15
			add(t, s, one)
			lines = append(lines, one.line())
		}
		first := noon.Add(-134 * time.Minute) // 9:46
		for from, want := range []time.Time{{}, noon.Add(-2 * time.Hour), noon.Add(-2 * time.Hour)} {
			held, err := Hold(ctx, s, Filter{}, func(_ context.Context, _ time.Time, begin func(time.Time) error, take func([]byte)) error {
				err := begin(first)
				for _, line := range lines[from:] {
					take(line)
				}
				return err
			})
			if err != nil || !held.Same || !held.From.Equal(want) || held.Figures.Exchanges != held.Stored.Exchanges {
				t.Errorf("without %d traces: %+v, %v", from, held, err)
			}
		}
	})
}
