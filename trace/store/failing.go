package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Failures are the documents and the chunks whose citations fail most often. A
// chunk whose quotes often fail is badly chunked.
type Failures struct {
	Documents []Failure `json:"documents"`
	Chunks    []Failure `json:"chunks"`
}

// Failure is a source with its citations in the days or weeks in which some of
// them failed, that is, were not verified.
type Failure struct {
	Name     string `json:"name"`               // of the document
	SHA256   string `json:"sha256,omitempty"`   // of a chunk's text, its first half
	Document string `json:"document,omitempty"` // that a chunk is from
	Excerpt  string `json:"excerpt,omitempty"`  // of a chunk
	Cited    int64  `json:"cited"`
	Failed   int64  `json:"failed"`
}

// Failing returns the sources that failed most often; of a filter it heeds
// App, Since, Until (rounded outwards to whole days, or to weeks where the span
// is longer than eight days or has no beginning) and Limit. Of each day or week
// it looks at the thousand worst.
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

// worst is how many sources of a day or a week are looked at.
const worst = 1000

func (s *Store) failing(ctx context.Context, f Filter, kind string) ([]Failure, error) {
	span := int64(week)
	if until := f.until(s.now()); !f.Since.IsZero() && until.Sub(f.Since) <= 8*24*time.Hour {
		span = day
	}
	c := f.cells(span)
	starts, err := s.starts(ctx, c, kind)
	if err != nil {
		return nil, err
	}
	sums := map[string]Failure{}
	for _, start := range starts {
		if err := s.worstOf(ctx, c, append(c.of(kind), start, worst), sums); err != nil {
			return nil, err
		}
	}
	out := slices.AppendSeq([]Failure{}, maps.Values(sums))
	slices.SortFunc(out, func(a, b Failure) int { return cmp.Or(cmp.Compare(b.Failed, a.Failed), cmp.Compare(a.Name, b.Name)) })
	return out[:min(len(out), f.limit())], nil
}

// onlyFailed is what the index of failures says of itself.
const onlyFailed = ` AND failed > 0 AND kind IN ('document', 'chunk')`

// starts are the days or weeks in which something failed, and those between.
func (s *Store) starts(ctx context.Context, c cellRange, kind string) ([]int64, error) {
	var first, last sql.NullInt64
	end := func(of string) string {
		return `(SELECT ` + of + `(start) FROM cells WHERE ` + c.where + onlyFailed + `)`
	}
	err := s.rows(ctx, `SELECT `+end("min")+`, `+end("max"), append(c.of(kind), c.of(kind)...), func(r *sql.Rows) error { return r.Scan(&first, &last) })
	var out []int64
	for start := first.Int64; err == nil && first.Valid && start <= last.Int64; start += c.span {
		out = append(out, start)
	}
	return out, err
}

// worstOf adds up the failures of one day or week.
func (s *Store) worstOf(ctx context.Context, c cellRange, args []any, sums map[string]Failure) error {
	query := `SELECT name, failed, n FROM cells WHERE ` + c.where + onlyFailed + ` AND start = ? ORDER BY failed DESC LIMIT ?`
	return s.rows(ctx, query, args, func(r *sql.Rows) error {
		var name string
		var failed, n int64
		err := r.Scan(&name, &failed, &n)
		sum := sums[name]
		sums[name] = Failure{Name: name, Failed: sum.Failed + failed, Cited: sum.Cited + n}
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
			if chunks[i].SHA256 == hex.EncodeToString(key) {
				chunks[i].Document, chunks[i].Excerpt = document, clipRunes(strings.ToValidUTF8(string(text), "\ufffd"), excerptRunes)
			}
		}
		return err
	})
}
