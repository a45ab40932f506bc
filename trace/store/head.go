package store

import (
	"context"
	"database/sql"
)

// KeepHead remembers how far the chain in a file was signed. place names the file; instance, whose it is: it is found by
// either.
func (s Notes) KeepHead(ctx context.Context, place, instance string, n uint64, head []byte) error {
	return s.db.change(ctx, "keep how far the ledger has come", `INSERT INTO heads (place, instance, n, line) VALUES (?, ?, ?, ?)
		ON CONFLICT (place) DO UPDATE SET instance = excluded.instance, n = excluded.n, line = excluded.line WHERE heads.n < excluded.n`,
		plain(place), plain(instance), int64(n), head)
}

// Head returns the newest head of the chain in a file; nil where none is known.
func (s Notes) Head(ctx context.Context, place, instance string) (head []byte, err error) {
	query := `SELECT line FROM heads WHERE place = ? OR instance = ? ORDER BY n DESC LIMIT 1`
	err = s.db.rows(ctx, query, []any{plain(place), plain(instance)}, func(r *sql.Rows) error { return r.Scan(&head) })
	return head, cannot("read how far the ledger had come", err)
}

// EachHead hands on what is remembered of chains.
func (s Notes) EachHead(ctx context.Context, each func(place, instance string, n uint64, head []byte)) error {
	err := s.db.rows(ctx, `SELECT place, instance, n, line FROM heads ORDER BY place`, nil, func(r *sql.Rows) error {
		var place, instance string
		var n int64
		var head []byte
		err := r.Scan(&place, &instance, &n, &head)
		each(place, instance, uint64(n), head)
		return err
	})
	return cannot("read how far ledgers had come", err)
}
