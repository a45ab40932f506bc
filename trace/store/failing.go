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

// Failure is a source with all its citations in a time, and those of them that
// were not verified.
type Failure struct {
	Name     string `json:"name"`               // of the document
	Title    string `json:"title,omitempty"`    // of the document, where it has one beside its name
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
	c := f.cells(s.sourceSpan(f))
	out := Failures{}
	var err error
	if out.Documents, err = s.sources(ctx, c, kindDocument, f.limit(), false); err == nil {
		out.Chunks, err = s.sources(ctx, c, kindChunk, f.limit(), false)
	}
	if err == nil {
		err = s.describe(ctx, out.Chunks)
	}
	if err == nil {
		err = s.entitle(ctx, out.Documents)
	}
	if err != nil {
		return Failures{}, fmt.Errorf("cannot read what fails: %w", err)
	}
	return out, nil
}

// sourceSpan is how finely documents and chunks are counted in a filter's time.
func (s *Store) sourceSpan(f Filter) int64 {
	if !f.Since.IsZero() && f.until(s.now()).Sub(f.Since) <= 8*24*time.Hour {
		return day
	}
	return week
}

// Bounds of a search for sources.
const (
	worst  = 1000 // cells of a day or a week, those that fail most
	newest = 5000 // cells that are looked at for sources that never failed
)

// sources returns the sources of a kind with their citations, at most so many,
// those that fail most first. Where passing ones are wanted too, it adds those of
// the newest cells. What is looked at says which sources are added up over all
// cells.
func (s *Store) sources(ctx context.Context, c cellRange, kind string, most int, passing bool) ([]Failure, error) {
	sums := map[string]Failure{}
	first, last, err := s.ends(ctx, c, kind)
	for start := first; err == nil && start <= last; start += c.span {
		query := `SELECT name, n, failed FROM cells WHERE ` + c.where + onlyFailed + ` AND start = ? ORDER BY failed DESC LIMIT ?`
		err = s.addUp(ctx, query, append(c.of(kind), start, worst), sums)
	}
	if err == nil && passing {
		query := `SELECT name, n, failed FROM cells WHERE ` + c.where + ` ORDER BY start DESC LIMIT ?`
		err = s.addUp(ctx, query, append(c.of(kind), newest), sums)
	}
	if err != nil {
		return nil, err
	}
	sums, err = s.sum(ctx, c, kind, worstFirst(sums, 4*most))
	return worstFirst(sums, most), err
}

// worstFirst are the sources that fail most often, at most so many.
func worstFirst(sums map[string]Failure, most int) []Failure {
	all := slices.SortedFunc(maps.Values(sums), func(a, b Failure) int {
		return cmp.Or(cmp.Compare(b.Failed, a.Failed), cmp.Compare(b.Cited, a.Cited), cmp.Compare(a.Name, b.Name))
	})
	return append([]Failure{}, all[:min(len(all), most)]...)
}

// onlyFailed is what the index of failures says of itself.
const onlyFailed = ` AND failed > 0 AND kind IN ('document', 'chunk')`

// ends are the first and the last day or week in which something failed; the
// first lies behind the last where nothing did.
func (s *Store) ends(ctx context.Context, c cellRange, kind string) (first, last int64, err error) {
	var low, high sql.NullInt64
	end := func(of string) string {
		return `(SELECT ` + of + `(start) FROM cells WHERE ` + c.where + onlyFailed + `)`
	}
	err = s.rows(ctx, `SELECT `+end("min")+`, `+end("max"), append(c.of(kind), c.of(kind)...),
		func(r *sql.Rows) error { return r.Scan(&low, &high) })
	if !low.Valid {
		return 1, 0, err
	}
	return low.Int64, high.Int64, err
}

// addUp adds up the cells that a query finds.
func (s *Store) addUp(ctx context.Context, query string, args []any, sums map[string]Failure) error {
	return s.rows(ctx, query, args, func(r *sql.Rows) error {
		var f Failure
		err := r.Scan(&f.Name, &f.Cited, &f.Failed)
		f.Cited, f.Failed = f.Cited+sums[f.Name].Cited, f.Failed+sums[f.Name].Failed
		sums[f.Name] = f
		return err
	})
}

// sum adds up the citations of sources over every day or week of the time,
// those without a failure too. It names the starts and the apps, so that the
// database finds each cell by its key.
func (s *Store) sum(ctx context.Context, c cellRange, kind string, sources []Failure) (map[string]Failure, error) {
	sums := map[string]Failure{}
	starts, apps, err := s.keys(ctx, c)
	if err != nil || len(starts) == 0 || len(sources) == 0 {
		return sums, err
	}
	args := append(append([]any{c.span, kind}, starts...), apps...)
	for _, source := range sources {
		args = append(args, source.Name)
	}
	query := `SELECT name, sum(n), sum(failed) FROM cells WHERE span = ? AND kind = ? AND start IN (` + questions(len(starts)) +
		`) AND app IN (` + questions(len(apps)) + `) AND name IN (` + questions(len(sources)) + `) GROUP BY name`
	return sums, s.addUp(ctx, query, args, sums)
}

// keys are the beginnings of all days or weeks of a time, and the apps that
// were called in it.
func (s *Store) keys(ctx context.Context, c cellRange) (starts, apps []any, err error) {
	byDay := c
	byDay.span = day
	query := `SELECT DISTINCT app, start FROM cells WHERE ` + c.where
	seen := map[any]bool{}
	err = s.rows(ctx, query, byDay.of(kindVerdict), func(r *sql.Rows) error {
		var app string
		var at int64
		err := r.Scan(&app, &at)
		if start := at / c.span * c.span; !seen[start] {
			seen[start] = true
			starts = append(starts, start)
		}
		if !seen[app] {
			seen[app] = true
			apps = append(apps, app)
		}
		return err
	})
	return starts, apps, err
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

// entitle looks up the titles of documents.
func (s *Store) entitle(ctx context.Context, documents []Failure) error {
	if len(documents) == 0 {
		return nil
	}
	at, args := map[string]int{}, []any{}
	for i := range documents {
		at[documents[i].Name] = i
		args = append(args, documents[i].Name)
	}
	return s.rows(ctx, `SELECT name, title FROM documents WHERE name IN (`+questions(len(args))+`)`, args, func(r *sql.Rows) error {
		var name, title string
		err := r.Scan(&name, &title)
		if title != name {
			documents[at[name]].Title = title
		}
		return err
	})
}
