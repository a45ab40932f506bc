package store

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

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
			Total: 3, Failing: 1,
			ByVerdict: map[string]int64{"grounded": 2, "refused": 1}, ByApp: map[string]int64{"clinic": 2, "legal": 1},
			ByFinding: map[string]int64{"claim-number": 1}, ByModel: map[string]int64{"gpt-4o": 3},
			FailingByApp: map[string]int64{"legal": 1}, FailingByModel: map[string]int64{"gpt-4o": 1}, FailingByFinding: map[string]int64{"claim-number": 1},
			Series: []Point{
				{Start: time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC), Seconds: 3600, Total: 1, ByVerdict: map[string]int64{"grounded": 1}},
				{Start: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), Seconds: 3600, Total: 2, ByVerdict: map[string]int64{"grounded": 1, "refused": 1}},
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

func TestFailing(t *testing.T) {
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
		got, err := s.Failing(ctx, Filter{App: "clinic"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Chunks {
			if len(got.Chunks[i].SHA256) != 32 {
				t.Errorf("%+v", got.Chunks[i])
			}
			got.Chunks[i].SHA256 = ""
		}
		want := Failures{
			Documents: []Failure{{Name: "d1", Cited: 6, Failed: 3}},
			Chunks: []Failure{
				{Document: "d1", Excerpt: clip(all[0].chunks[0], 160), Cited: 5, Failed: 2},
				{Document: "d1", Excerpt: all[5].chunks[0], Cited: 1, Failed: 1},
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
