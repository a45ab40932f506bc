package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"
)

// Stats counts traces. Of a filter it heeds App, Since and Until; times are
// rounded outwards to whole hours, or to whole days (UTC) where a span is
// longer than four days or has no beginning.
type Stats struct {
	Total     int64            `json:"total"`
	Failing   int64            `json:"failing"`  // see Failing
	Unproven  int64            `json:"unproven"` // answers that passed with a statement that neither words nor a judge prove
	ByVerdict map[string]int64 `json:"by_verdict"`
	ByApp     map[string]int64 `json:"by_app"`
	ByFinding map[string]int64 `json:"by_finding"` // traces with that finding
	ByModel   map[string]int64 `json:"by_model"`

	FailingByApp     map[string]int64 `json:"failing_by_app"`
	FailingByModel   map[string]int64 `json:"failing_by_model"`
	FailingByFinding map[string]int64 `json:"failing_by_finding"`

	ByDocument []Document `json:"by_document"` // those whose citations fail most first, at most 50
	Cost       Cost       `json:"cost"`
	Judges     []Judged   `json:"judges"`

	Series []Point `json:"series"` // oldest first; a span in which nothing came has none
}

// Document is a document with its citations, and those of them that were not
// verified.
type Document struct {
	Name      string  `json:"doc_id"`
	Title     *string `json:"title"`
	Citations int64   `json:"citations"`
	Failed    int64   `json:"failed"`
}

// Cost is what verified answers cost beyond the first call of the model. The
// milliseconds are exact to a tenth. Traces of versions that did not count it
// are left out.
type Cost struct {
	P50MS  float64 `json:"added_p50_ms"`
	P95MS  float64 `json:"added_p95_ms"`
	Tokens int64   `json:"tokens"`       // of all calls of the model
	Again  int64   `json:"tokens_again"` // of those behind the first: repairs and the like
}

// Point is one span of a series.
type Point struct {
	Start     time.Time        `json:"start"`
	Seconds   int64            `json:"seconds"`
	Total     int64            `json:"total"`
	Failing   int64            `json:"failing"`
	ByVerdict map[string]int64 `json:"by_verdict"`
	ByApp     map[string]Share `json:"by_app"`
	ByFinding map[string]int64 `json:"by_finding"`
	Cost      Cost             `json:"cost"`
}

// Share is how many traces of all failed.
type Share struct {
	Total   int64 `json:"total"`
	Failing int64 `json:"failing"`
}

// fineSpan is the longest span that is told by the hour.
const fineSpan = 4 * 24 * time.Hour

// mostDocuments are in the statistics.
const mostDocuments = 50

// Stats reads the statistics.
func (s *Store) Stats(ctx context.Context, f Filter) (Stats, error) {
	out := Stats{
		ByVerdict: map[string]int64{}, ByApp: map[string]int64{}, ByFinding: map[string]int64{}, ByModel: map[string]int64{},
		FailingByApp: map[string]int64{}, FailingByModel: map[string]int64{}, FailingByFinding: map[string]int64{},
		Judges: []Judged{}, Series: []Point{},
	}
	c := f.cells(s.span(f))
	for _, read := range []func(context.Context, cellRange, *Stats) error{s.verdicts, s.findings, s.models, s.costs, s.unproven} {
		if err := read(ctx, c, &out); err != nil {
			return Stats{}, fmt.Errorf("cannot read the statistics: %w", err)
		}
	}
	var err error
	if out.ByDocument, err = s.documents(ctx, f.cells(s.sourceSpan(f))); err != nil {
		return Stats{}, fmt.Errorf("cannot read the statistics: %w", err)
	}
	if out.Judges, err = s.judged(ctx, c, f); err != nil {
		return Stats{}, fmt.Errorf("cannot read the statistics: %w", err)
	}
	return out, nil
}

// documents are the documents that were cited in a time.
func (s *Store) documents(ctx context.Context, c cellRange) ([]Document, error) {
	found, err := s.sources(ctx, c, kindDocument, mostDocuments, true)
	if err == nil {
		err = s.entitle(ctx, found)
	}
	out := make([]Document, len(found))
	for i, f := range found {
		out[i] = Document{Name: f.Name, Citations: f.Cited, Failed: f.Failed}
		if f.Title != "" {
			out[i].Title = &found[i].Title
		}
	}
	return out, err
}

// point is the span of the series that begins at a time.
func (o *Stats) point(start, seconds int64) *Point {
	at := time.Unix(start, 0).UTC()
	i, found := slices.BinarySearchFunc(o.Series, at, func(p Point, at time.Time) int { return p.Start.Compare(at) })
	if !found {
		o.Series = slices.Insert(o.Series, i, Point{Start: at, Seconds: seconds,
			ByVerdict: map[string]int64{}, ByApp: map[string]Share{}, ByFinding: map[string]int64{}})
	}
	return &o.Series[i]
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
		p := out.point(start, c.span)
		p.Total += n
		p.Failing += failed
		p.ByVerdict[verdict] += n
		p.ByApp[app] = Share{p.ByApp[app].Total + n, p.ByApp[app].Failing + failed}
		return nil
	})
}

// grouped reads the sums of a kind by start and name.
func (s *Store) grouped(ctx context.Context, c cellRange, kind string, each func(start int64, name string, n, failed int64)) error {
	query := `SELECT start, name, sum(n), sum(failed) FROM cells WHERE ` + c.where + ` GROUP BY start, name HAVING sum(n) > 0`
	return s.rows(ctx, query, c.of(kind), func(r *sql.Rows) error {
		var start, n, failed int64
		var name string
		err := r.Scan(&start, &name, &n, &failed)
		each(start, name, n, failed)
		return err
	})
}

func (s *Store) findings(ctx context.Context, c cellRange, out *Stats) error {
	return s.grouped(ctx, c, kindFinding, func(start int64, code string, n, failed int64) {
		out.ByFinding[code] += n
		if failed > 0 {
			out.FailingByFinding[code] += failed
		}
		out.point(start, c.span).ByFinding[code] += n
	})
}

func (s *Store) unproven(ctx context.Context, c cellRange, out *Stats) error {
	return s.grouped(ctx, c, kindUnproven, func(_ int64, _ string, n, _ int64) { out.Unproven += n })
}

func (s *Store) models(ctx context.Context, c cellRange, out *Stats) error {
	return s.grouped(ctx, c, kindModel, func(_ int64, model string, n, failed int64) {
		out.ByModel[model] += n
		if failed > 0 {
			out.FailingByModel[model] += failed
		}
	})
}

// costs reads what verified answers cost beyond the first call of the model.
func (s *Store) costs(ctx context.Context, c cellRange, out *Stats) error {
	all, byStart := buckets{}, map[int64]buckets{}
	err := s.grouped(ctx, c, kindAdded, func(start int64, bucket string, n, _ int64) {
		if byStart[start] == nil {
			byStart[start] = buckets{}
		}
		all.add(bucket, n)
		byStart[start].add(bucket, n)
	})
	if err != nil {
		return err
	}
	out.Cost.P50MS, out.Cost.P95MS = all.quantile(0.5), all.quantile(0.95)
	for start, times := range byStart {
		p := out.point(start, c.span)
		p.Cost.P50MS, p.Cost.P95MS = times.quantile(0.5), times.quantile(0.95)
	}
	return s.grouped(ctx, c, kindTokens, func(start int64, _ string, n, again int64) {
		out.Cost.spend(n, again)
		out.point(start, c.span).Cost.spend(n, again)
	})
}

func (c *Cost) spend(tokens, again int64) { c.Tokens, c.Again = c.Tokens+tokens, c.Again+again }

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
