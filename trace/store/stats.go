package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Stats counts traces. Of a filter it heeds App, Since and Until; times are
// rounded outwards to whole hours, or to whole days (UTC) where a span is
// longer than four days or has no beginning.
type Stats struct {
	Total     int64            `json:"total"`
	Failing   int64            `json:"failing"` // see Failing
	ByVerdict map[string]int64 `json:"by_verdict"`
	ByApp     map[string]int64 `json:"by_app"`
	ByFinding map[string]int64 `json:"by_finding"` // traces with that finding
	ByModel   map[string]int64 `json:"by_model"`

	FailingByApp     map[string]int64 `json:"failing_by_app"`
	FailingByModel   map[string]int64 `json:"failing_by_model"`
	FailingByFinding map[string]int64 `json:"failing_by_finding"`

	Series []Point `json:"series"` // oldest first; a span in which nothing came has none
}

// Point is one span of a series.
type Point struct {
	Start     time.Time        `json:"start"`
	Seconds   int64            `json:"seconds"`
	Total     int64            `json:"total"`
	ByVerdict map[string]int64 `json:"by_verdict"`
}

// fineSpan is the longest span that is told by the hour.
const fineSpan = 4 * 24 * time.Hour

// Stats reads the statistics.
func (s *Store) Stats(ctx context.Context, f Filter) (Stats, error) {
	out := Stats{
		ByVerdict: map[string]int64{}, ByApp: map[string]int64{}, ByFinding: map[string]int64{}, ByModel: map[string]int64{},
		FailingByApp: map[string]int64{}, FailingByModel: map[string]int64{}, FailingByFinding: map[string]int64{}, Series: []Point{},
	}
	c := f.cells(s.span(f))
	if err := s.verdicts(ctx, c, &out); err != nil {
		return Stats{}, fmt.Errorf("cannot read the statistics: %w", err)
	}
	names := map[string][2]map[string]int64{kindFinding: {out.ByFinding, out.FailingByFinding}, kindModel: {out.ByModel, out.FailingByModel}}
	for kind, to := range names {
		err := s.rows(ctx, `SELECT name, sum(n), sum(failed) FROM cells WHERE `+c.where+` GROUP BY name HAVING sum(n) > 0`, c.of(kind), func(r *sql.Rows) error {
			var name string
			var n, failed int64
			err := r.Scan(&name, &n, &failed)
			to[0][name] = n
			if failed > 0 {
				to[1][name] = failed
			}
			return err
		})
		if err != nil {
			return Stats{}, fmt.Errorf("cannot read the statistics: %w", err)
		}
	}
	return out, nil
}

// verdicts reads all that follows from the verdicts alone.
func (s *Store) verdicts(ctx context.Context, c cellRange, out *Stats) error {
	query := `SELECT start, app, name, n, failed FROM cells WHERE ` + c.where + ` AND n > 0 ORDER BY start`
	return s.rows(ctx, query, c.of(kindVerdict), func(r *sql.Rows) error {
		var start, n, failed int64
		var app, verdict string
		if err := r.Scan(&start, &app, &verdict, &n, &failed); err != nil {
			return err
		}
		out.Total += n
		out.Failing += failed
		out.ByVerdict[verdict] += n
		out.ByApp[app] += n
		if failed > 0 {
			out.FailingByApp[app] += failed
		}
		at := time.Unix(start, 0).UTC()
		if last := len(out.Series) - 1; last < 0 || !out.Series[last].Start.Equal(at) {
			out.Series = append(out.Series, Point{Start: at, Seconds: c.span, ByVerdict: map[string]int64{}})
		}
		p := &out.Series[len(out.Series)-1]
		p.Total += n
		p.ByVerdict[verdict] += n
		return nil
	})
}

// span is how finely a filter's time is told.
func (s *Store) span(f Filter) int64 {
	if !f.Since.IsZero() && f.until(s.now()).Sub(f.Since) <= fineSpan {
		return hour
	}
	return day
}

// until is the end of a filter's time.
func (f Filter) until(now time.Time) time.Time {
	if f.Until.IsZero() {
		return now
	}
	return f.Until
}

// cellRange is the part of the cells that a filter asks for.
type cellRange struct {
	span  int64
	where string
	args  []any
}

func (f Filter) cells(span int64) cellRange {
	c := cellRange{span: span, where: `span = ? AND kind = ?`}
	if !f.Since.IsZero() {
		c.where += ` AND start >= ?`
		c.args = append(c.args, startOf(f.Since.UnixMilli(), span))
	}
	if !f.Until.IsZero() {
		c.where += ` AND start < ?`
		c.args = append(c.args, f.Until.Unix())
	}
	if f.App != "" {
		c.where += ` AND app = ?`
		c.args = append(c.args, f.App)
	}
	return c
}

// of are the values for one kind.
func (c cellRange) of(kind string) []any { return append([]any{c.span, kind}, c.args...) }
