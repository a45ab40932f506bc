package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
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
	until := f.Until
	if until.IsZero() {
		until = s.now()
	}
	if !f.Since.IsZero() && until.Sub(f.Since) <= fineSpan {
		return hour
	}
	return day
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

// Failures are the documents and the chunks whose citations fail most often. A
// chunk whose quotes often fail is badly chunked.
type Failures struct {
	Documents []Failure `json:"documents"`
	Chunks    []Failure `json:"chunks"`
}

// Failure is a source with the citations of it, and those that were not
// verified, by the day.
type Failure struct {
	Name     string `json:"name"`               // of the document
	SHA256   string `json:"sha256,omitempty"`   // of a chunk's text, its first half
	Document string `json:"document,omitempty"` // that a chunk is from
	Excerpt  string `json:"excerpt,omitempty"`  // of a chunk
	Cited    int64  `json:"cited"`
	Failed   int64  `json:"failed"`
}

// Failing returns the sources that failed most often; of a filter it heeds
// App, Since, Until (whole days) and Limit.
func (s *Store) Failing(ctx context.Context, f Filter) (Failures, error) {
	out := Failures{}
	var err error
	if out.Documents, err = s.failing(ctx, f, kindDocument); err == nil {
		out.Chunks, err = s.failing(ctx, f, kindChunk)
	}
	if err == nil {
		err = s.describe(ctx, out.Chunks)
	}
	if err != nil {
		return Failures{}, fmt.Errorf("cannot read what fails: %w", err)
	}
	return out, nil
}

func (s *Store) failing(ctx context.Context, f Filter, kind string) ([]Failure, error) {
	c := f.cells(day)
	out := []Failure{}
	// The index holds the cells with failures only; hence the number in words.
	query := `SELECT name, sum(failed) FROM cells WHERE span = 86400 AND failed > 0 AND ` + c.where + ` GROUP BY name ORDER BY 2 DESC, 1 LIMIT ?`
	err := s.rows(ctx, query, append(c.of(kind), f.limit()), func(r *sql.Rows) error {
		var one Failure
		err := r.Scan(&one.Name, &one.Failed)
		out = append(out, one)
		return err
	})
	if err != nil || len(out) == 0 {
		return out, err
	}
	return out, s.cited(ctx, c, kind, out)
}

// cited counts all citations of sources.
func (s *Store) cited(ctx context.Context, c cellRange, kind string, failures []Failure) error {
	args := c.of(kind)
	for _, f := range failures {
		args = append(args, f.Name)
	}
	query := `SELECT name, sum(n) FROM cells WHERE ` + c.where + ` AND name IN (` + questions(len(failures)) + `) GROUP BY name`
	return s.rows(ctx, query, args, func(r *sql.Rows) error {
		var name string
		var n int64
		err := r.Scan(&name, &n)
		if i := slices.IndexFunc(failures, func(f Failure) bool { return f.Name == name }); i >= 0 {
			failures[i].Cited = n
		}
		return err
	})
}

// excerptRunes is how much of a chunk is shown in a list.
const excerptRunes = 160

// describe looks up what chunks say.
func (s *Store) describe(ctx context.Context, chunks []Failure) error {
	var args []any
	for i := range chunks {
		chunks[i].SHA256, chunks[i].Name = chunks[i].Name, ""
		key, err := hex.DecodeString(chunks[i].SHA256)
		if err != nil {
			return fmt.Errorf("a chunk has a broken hash: %w", err)
		}
		args = append(args, key)
	}
	if len(args) == 0 {
		return nil
	}
	query := `SELECT hash, document, body FROM chunks WHERE hash IN (` + questions(len(args)) + `)`
	return s.rows(ctx, query, args, func(r *sql.Rows) error {
		var key, packed []byte
		var document string
		if err := r.Scan(&key, &document, &packed); err != nil {
			return err
		}
		text, err := unpack(packed)
		for i := range chunks {
			if cmp.Compare(chunks[i].SHA256, hex.EncodeToString(key)) == 0 {
				chunks[i].Document, chunks[i].Excerpt = document, clipRunes(strings.ToValidUTF8(string(text), "\ufffd"), excerptRunes)
			}
		}
		return err
	})
}
