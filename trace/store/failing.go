package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
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
// is longer than eight days or has no beginning) and Limit.
func (s *Store) Failing(ctx context.Context, f Filter) (Failures, error) {
	out := Failures{}
	var err error
	if out.Documents, err = s.sources(ctx, f, kindDocument, f.limit(), false); err == nil {
		out.Chunks, err = s.sources(ctx, f, kindChunk, f.limit(), false)
	}
	if err == nil {
		err = s.describe(ctx, out.Chunks)
	}
	if err != nil {
		return Failures{}, fmt.Errorf("cannot read what fails: %w", err)
	}
	return out, nil
}

// sources returns the sources of a kind with their citations, those that fail
// most first, at most so many: those that never failed too, where they are
// wanted.
func (s *Store) sources(ctx context.Context, f Filter, kind string, most int, passing bool) ([]Failure, error) {
	c, least := f.cells(s.finest(f, 8*24*time.Hour, day, week)), 1
	if passing {
		least = 0
	}
	query := `SELECT s.name, s.cited, s.failed, coalesce(d.title, '') FROM (
		SELECT name, sum(n) cited, sum(failed) failed FROM cells WHERE ` +
		c.where(1) + ` GROUP BY name HAVING sum(failed) >= ? AND sum(n) > 0 ORDER BY 3 DESC, 2 DESC, 1 LIMIT ?) s
		LEFT JOIN documents d ON d.name = s.name AND d.title <> s.name ORDER BY s.failed DESC, s.cited DESC, s.name`
	out := []Failure{}
	err := s.rows(ctx, query, append(c.args(kind), least, most), func(r *sql.Rows) error {
		var one Failure
		err := r.Scan(&one.Name, &one.Cited, &one.Failed, &one.Title)
		out = append(out, one)
		return err
	})
	return out, err
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
