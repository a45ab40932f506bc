package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Chunk is a chunk with its citations, and those of them that did not hold. One
// whose quotes often fail is badly cut.
type Chunk struct {
	SHA256   string `json:"sha256"`             // of its text, the first half
	Document string `json:"document,omitempty"` // that it is from
	Excerpt  string `json:"excerpt,omitempty"`
	Cited    int64  `json:"cited"`
	Failed   int64  `json:"failed"`
}

// FailingChunks returns the chunks that failed most often; of a filter it heeds
// App, Since, Until (rounded outwards to whole days) and Limit.
func (s *Store) FailingChunks(ctx context.Context, f Filter) ([]Chunk, error) {
	// The index of failures says of itself what it holds.
	found, err := s.worst(ctx, f, kindChunk, ` AND failed > 0 AND kind IN ('document', 'chunk')`, f.limit())
	chunks := make([]Chunk, len(found))
	for i, c := range found {
		chunks[i] = Chunk{SHA256: c.Name, Cited: c.Citations, Failed: c.Failed}
	}
	if err == nil {
		err = s.describe(ctx, chunks)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read what fails: %w", err)
	}
	return chunks, nil
}

// worst returns the sources of a kind that fail most often, at most so many; of
// those that fail as often, the ones that are cited most. They are chosen first,
// by the cells that a condition leaves, and then added up over all of theirs, each
// of which has an app and a time in which there was a verdict.
func (s *Store) worst(ctx context.Context, f Filter, kind, condition string, most int) ([]Document, error) {
	c := f.cells(day)
	query := `SELECT s.name, d.title, s.cited, s.failed FROM (
			SELECT w.name, sum(c.n) cited, sum(c.failed) failed FROM (
				SELECT name FROM cells WHERE ` + c.where(1) + condition + `
				GROUP BY name HAVING sum(n) > 0 ORDER BY sum(failed) DESC, sum(n) DESC, name LIMIT ?
			) w CROSS JOIN (
				SELECT DISTINCT app, start FROM cells WHERE span = ? AND kind = ?` + c.bounds + `
			) t JOIN (SELECT * FROM cells WHERE ` + c.where(1) + `) c ON c.start = t.start AND c.app = t.app AND c.name = w.name
			GROUP BY w.name
		) s LEFT JOIN documents d ON d.name = s.name AND d.title <> s.name
		ORDER BY s.failed DESC, s.cited DESC, s.name`
	args := slices.Concat(c.args(kind), []any{most, day, kindVerdict}, c.values, c.args(kind))
	out := []Document{}
	err := s.rows(ctx, query, args, func(r *sql.Rows) error {
		var one Document
		err := r.Scan(&one.Name, &one.Title, &one.Citations, &one.Failed)
		out = append(out, one)
		return err
	})
	return out, err
}

// excerptRunes is how much of a chunk is shown in a list.
const excerptRunes = 160

// describe looks up what chunks say.
func (s *Store) describe(ctx context.Context, chunks []Chunk) error {
	var args []any
	for _, c := range chunks {
		key, err := hex.DecodeString(c.SHA256)
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
		if i := slices.IndexFunc(chunks, func(c Chunk) bool { return c.SHA256 == hex.EncodeToString(key) }); i >= 0 {
			chunks[i].Document, chunks[i].Excerpt = document, clipRunes(strings.ToValidUTF8(string(text), "\ufffd"), excerptRunes)
		}
		return err
	})
}
