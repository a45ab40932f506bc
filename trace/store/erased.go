package store

import (
	"context"
	"database/sql"
)

// erasedRows note that traces were deleted, for those who keep lines of them in files. An id names nobody.
func erasedRows(ids []string, n, at int64) bulk {
	b := bulk{head: `INSERT INTO erased (n, id, at) VALUES`, columns: 3, tail: `ON CONFLICT (n, id) DO NOTHING`}
	for _, id := range ids {
		b.values = append(b.values, n, plain(id), at)
	}
	return b
}

// numberErasure is the number of a deletion. Nobody else has a higher one before this one is committed.
func numberErasure(ctx context.Context, db *database, tx *sql.Tx) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE meta SET n = n + 1 WHERE name = 'erasure' RETURNING n`).Scan(&n)
	return n, err
}

// Erased returns the ids of traces that were deleted since an instance last told that it has erased them in its
// files, and the number of the last deletion among them.
func (s Notes) Erased(ctx context.Context, instance string) (ids map[string]bool, n int64, err error) {
	ids = map[string]bool{}
	query := `SELECT n, id FROM erased WHERE n > coalesce((SELECT n FROM erasers WHERE instance = ?), 0) ORDER BY n`
	err = s.db.rows(ctx, query, []any{instance}, func(r *sql.Rows) error {
		var id string
		err := r.Scan(&n, &id)
		ids[id] = true
		return err
	})
	return ids, n, cannot("read which traces were deleted", err)
}

// NoteErased notes that an instance has erased what was deleted up to a number.
func (s Notes) NoteErased(ctx context.Context, instance string, n int64) error {
	return s.db.change(ctx, "note what was erased", `INSERT INTO erasers (instance, n) VALUES (?, ?) ON CONFLICT (instance) DO UPDATE SET n = excluded.n`, instance, n)
}
