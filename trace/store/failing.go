package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"strings"
	"time"
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
	c := f.cells(day).served(f)
	query := `SELECT name, sum(failed) FROM cells WHERE ` + c.where(1) + ` AND failed > 0 AND kind IN ('document', 'chunk')
		GROUP BY name ORDER BY sum(failed) DESC, name LIMIT ?` // the index of failures says of itself what it holds
	chunks := []Chunk{}
	var one Chunk
	err := s.db.rows(ctx, query, append(c.args(kindChunk), f.limit()),
		reading(func() { chunks = append(chunks, one) }, &one.SHA256, &one.Failed))
	for i := range chunks {
		if err == nil {
			chunks[i].Cited, err = countCiting(ctx, s.db, f, chunks[i].SHA256)
		}
	}
	for i := range chunks {
		if err == nil {
			err = describe(ctx, s.db, f, &chunks[i])
		}
	}
	return chunks, cannot("read what fails", err)
}

// describe looks up in a trace what a chunk says, and which document it is from.
func describe(ctx context.Context, db *database, of Filter, c *Chunk) error {
	return eachCiting(ctx, db, Filter{App: of.App, Chunk: c.SHA256}, func(f *facts) error {
		for i := range f.Chunks {
			if h := f.hash(i); hex.EncodeToString(h[:]) == c.SHA256 {
				texts, err := readTexts(ctx, db, []hash{h})
				text := cmp.Or(f.Chunks[i].Text, texts[h])
				if !strings.HasPrefix(text, hashedText) {
					c.Document, c.Excerpt = f.documentOf(i), clipRunes(strings.ToValidUTF8(text, "\ufffd"), excerptRunes)
				}
				return err
			}
		}
		return nil
	})
}

// eachCiting hands on a trace of those that cite what a filter names, the newest where the database finds that soonest.
func eachCiting(ctx context.Context, db *database, of Filter, take func(*facts) error) error {
	q, err := of.query(db.d.terms)
	if err != nil {
		return err
	}
	var found []byte
	query := `SELECT b.body FROM ` + q.from + ` JOIN bodies b ON b.seq = t.seq WHERE ` + q.where() + db.d.terms.newest + ` LIMIT 1`
	err = db.rows(ctx, query, q.args(), func(r *sql.Rows) error { return r.Scan(&found) })
	if err != nil || found == nil {
		return err
	}
	line, err := unpack(found)
	if err != nil {
		return err
	}
	if t, names, bad := read(line); bad == nil {
		err = take(factsOf(t, names))
	}
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
	c := f.cells(day).served(f)
	query := `SELECT name, sum(n) cited, sum(failed) failed FROM cells WHERE ` + c.where(1) + `
			GROUP BY name HAVING sum(n) > 0 ORDER BY sum(failed) DESC, sum(n) DESC, name LIMIT ?`
	out := []Document{}
	var one Document
	err := db.rows(ctx, query, append(c.args(kindDocument), most),
		reading(func() { out = append(out, one) }, &one.Name, &one.Citations, &one.Failed))
	for i := range out {
		if err == nil {
			err = eachCiting(ctx, db, Filter{App: f.App, Since: f.Since, Until: f.Until, Document: out[i].Name}, func(t *facts) error {
				if title := t.title(out[i].Name); title != "" {
					out[i].Title = &title
				}
				return nil
			})
		}
	}
	return out, err
}

// excerptRunes is how much of a chunk is shown in a list.
const excerptRunes = 160
