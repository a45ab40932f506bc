package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// Chunk is a chunk with the answers that cited it, and those of them in which a citation of it did not hold. One
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
	c := f.cells(day)
	query := `SELECT name, sum(failed) FROM cells WHERE ` + c.where(1) + ` AND failed > 0 AND kind IN ('document', 'chunk')
		GROUP BY name ORDER BY sum(failed) DESC, name LIMIT ?` // the index of failures says of itself what it holds
	chunks := []Chunk{}
	err := s.rows(ctx, query, append(c.args(kindChunk), f.limit()), func(r *sql.Rows) error {
		var one Chunk
		err := r.Scan(&one.SHA256, &one.Failed)
		chunks = append(chunks, one)
		return err
	})
	for i := range chunks {
		if err == nil {
			chunks[i].Cited, err = countCiting(ctx, s.database, f, chunks[i].SHA256)
			chunks[i].Cited = max(chunks[i].Cited, chunks[i].Failed) // traces of earlier versions may not be found yet
		}
	}
	if err == nil {
		err = describe(ctx, s.database, chunks)
	}
	for i := range chunks {
		if err == nil && chunks[i].Excerpt == "" {
			err = s.describeInTrace(ctx, f.App, &chunks[i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read what fails: %w", err)
	}
	return chunks, nil
}

// describeInTrace looks up in a trace what a chunk says that is not kept apart, such as a short one.
func (s *Store) describeInTrace(ctx context.Context, app string, c *Chunk) error {
	found, err := s.List(ctx, Filter{App: app, Chunk: c.SHA256, Limit: 1})
	if err != nil || len(found.Traces) == 0 {
		return err
	}
	line, err := s.Get(ctx, found.Traces[0].ID)
	gjson.GetBytes(line, "chunks").ForEach(func(_, one gjson.Result) bool {
		sum, text := hashOf(one.Get("text").Str), one.Get("text").Str
		if hex.EncodeToString(sum[:]) == c.SHA256 && !strings.HasPrefix(text, hashedText) {
			c.Document, c.Excerpt = one.Get("doc_id").Str, clipRunes(text, excerptRunes)
		}
		return c.Excerpt == ""
	})
	return err
}

// countCiting is how many answers cited a chunk. The index of terms tells: most chunks are cited once, and a figure of each
// would cost more than all others of a trace.
func countCiting(ctx context.Context, db *database, f Filter, sum string) (n int64, err error) {
	if !f.Since.IsZero() {
		f.Since = f.Since.Truncate(24 * time.Hour)
	}
	q, err := Filter{App: f.App, Since: f.Since, Until: f.Until, Chunk: sum}.query(db.d.terms)
	if err == nil {
		err = db.rows(ctx, `SELECT count(*) FROM `+q.from+` WHERE `+q.where(), q.args(), func(r *sql.Rows) error { return r.Scan(&n) })
	}
	return n, err
}

// readWorst returns the documents that fail most often, at most so many; of
// those that fail as often, the ones that are cited most.
func readWorst(ctx context.Context, db *database, f Filter, most int) ([]Document, error) {
	c := f.cells(day)
	query := `SELECT s.name, d.title, s.cited, s.failed FROM (
			SELECT name, sum(n) cited, sum(failed) failed FROM cells WHERE ` + c.where(1) + `
			GROUP BY name HAVING sum(n) > 0 ORDER BY sum(failed) DESC, sum(n) DESC, name LIMIT ?
		) s LEFT JOIN documents d ON d.name = s.name AND d.title <> s.name
		ORDER BY s.failed DESC, s.cited DESC, s.name`
	out := []Document{}
	err := db.rows(ctx, query, append(c.args(kindDocument), most), func(r *sql.Rows) error {
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
func describe(ctx context.Context, db *database, chunks []Chunk) error {
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
	return db.rows(ctx, query, args, func(r *sql.Rows) error {
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
