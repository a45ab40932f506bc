package store

import (
	"context"
	"errors"
	"maps"
	"math"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
)

// Held are figures of a time, counted again from the traces in files.
type Held struct {
	From    time.Time      `json:"from"`    // before it one of both has not every trace; zero where both have all
	Stored  report.Figures `json:"stored"`  // from then on, of the statistics
	Figures report.Figures `json:"figures"` // and of the files
	Same    bool           `json:"same"`    // whatever is counted, not these figures alone
}

// Lines hands on the traces in files, but may leave out those that ended before a time. It first tells how far back the files go.
type Lines func(ctx context.Context, after time.Time, begin func(first time.Time) error, take func(line []byte)) error

// Hold holds the statistics of a time against the traces in files; nil where there is no part of it that both have whole. What
// comes meanwhile makes no difference: what is counted lies between what the store says before and after.
func Hold(ctx context.Context, s *Store, f Filter, lines Lines) (*Held, error) {
	f = Filter{App: f.App, Since: f.Since.Truncate(time.Millisecond), Until: f.Until.Truncate(time.Millisecond)}
	var whole, rest held // the time, and what files have whole that begin within it
	var older, early int64
	var first time.Time
	begin := func(at time.Time) error {
		first = at
		e, err := s.Extent(ctx)
		if err == nil && e.Swept.Unix() > 0 {
			f.Since = laterHour(f.Since, e.Swept)
		}
		before := f
		if before.Until = first; !f.Until.IsZero() && f.Until.Before(first) {
			before.Until = f.Until
		}
		stats, failed := s.Stats(ctx, before)
		if older = stats.Total; !f.Since.Before(before.Until) {
			older = 0
		}
		err = errors.Join(err, failed, whole.begin(ctx, s, f))
		f.Since = laterHour(f.Since, first)
		return errors.Join(err, rest.begin(ctx, s, f))
	}
	err := lines(ctx, f.Since, begin, func(line []byte) {
		if at := whole.take(line); at.Before(first) {
			early++ // an exchange may begin before the process has written anything
		}
		rest.take(line)
	})
	if err != nil {
		return nil, err
	}
	if older > early {
		whole = rest
	}
	return whole.end(ctx, s)
}

// laterHour is a time, or the next full hour where that is later.
func laterHour(from, at time.Time) time.Time {
	if at = at.Add(time.Hour - 1).Truncate(time.Hour); at.After(from) {
		return at
	}
	return from
}

// held is a time for which figures are counted again.
type held struct {
	f       Filter
	none    bool // there is nothing of it
	before  Stats
	counted *counter
	rows    maker
}

func (h *held) begin(ctx context.Context, s *Store, f Filter) (err error) {
	h.f, h.counted = f, newCounter(f, day)
	if h.none = !f.Until.IsZero() && !f.Since.Before(f.Until) || f.Since.After(s.db.now()); !h.none {
		h.before, err = s.Stats(ctx, f)
	}
	return err
}

// take counts a trace that is of this time, and returns when it began; any other began far away.
func (h *held) take(line []byte) time.Time {
	of := gjson.GetManyBytes(line, "timestamp", "app")
	at, err := time.Parse(time.RFC3339Nano, of[0].Str)
	far := time.Unix(math.MaxInt32, 0)
	if h.none || err != nil || at.Before(h.f.Since) || !h.f.Until.IsZero() && !at.Before(h.f.Until) ||
		h.f.App != "" && name(of[1].Str) != h.f.App {
		return far
	}
	h.rows.cells = h.rows.cells[:0]
	one, err := h.rows.ofText(line)
	if err != nil {
		return far
	}
	h.counted.take(one)
	if h.f.PassesOver(name(of[1].Str)) {
		return far
	}
	return at
}

func (h *held) end(ctx context.Context, s *Store) (*Held, error) {
	if h.none {
		return nil, nil
	}
	after, err := s.Stats(ctx, h.f)
	if err != nil {
		return nil, err
	}
	all := h.counted.finish()
	return &Held{h.f.Since, after.Figures, all.Figures, within(h.before.counts(), all.counts(), after.counts())}, nil
}

// counts are all figures of the statistics, by their names.
func (s *Stats) counts() map[string]int64 {
	all := map[string]int64{"tokens": s.Cost.Tokens, "tokens again": s.Cost.Again}
	for _, c := range report.AllCounts() {
		all["counts as "+string(c)] = s.Figures.Of(c)
	}
	for of, by := range map[string]map[string]int64{"verdict ": s.ByVerdict, "proof ": s.ByProof, "app ": s.ByApp, "finding ": s.ByFinding,
		"model ":  s.ByModel,
		"policy ": s.ByPolicy, "engine ": s.ByEngine, "failing of app ": s.FailingByApp, "failing of model ": s.FailingByModel,
		"failing with finding ": s.FailingByFinding} {
		for name, n := range by {
			all[of+name] = n
		}
	}
	return all
}

// within reports whether each figure lies between two.
func within(low, of, high map[string]int64) bool {
	for _, all := range []map[string]int64{low, of, high} {
		for name := range maps.Keys(all) {
			if of[name] < low[name] || of[name] > high[name] {
				return false
			}
		}
	}
	return true
}
