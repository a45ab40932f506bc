package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
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

// KeepPolicy keeps a policy under the hash by which traces name it. One that is there already stays as it is.
func (s Notes) KeepPolicy(ctx context.Context, hash, name string, text json.RawMessage) error {
	return s.db.change(ctx, "keep the policy", `INSERT INTO policies (hash, name, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
		plain(hash), plain(name), []byte(text))
}

// Policy returns a policy by its hash, in the canonical form that the hash is of, and the name that it had when it
// was first in force. It returns ErrNotFound where it was never kept: traces of versions before name such ones.
func (s Notes) Policy(ctx context.Context, hash string) (name string, text json.RawMessage, err error) {
	err = s.db.rows(ctx, `SELECT name, body FROM policies WHERE hash = ?`, []any{plain(hash)}, func(r *sql.Rows) error {
		var body []byte
		err := r.Scan(&name, &body)
		text = body
		return err
	})
	if err == nil && text == nil {
		err = ErrNotFound
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		err = fmt.Errorf("cannot read the policy: %w", err)
	}
	return name, text, err
}

// EachPolicy hands on the hash and the name of every policy that is kept.
func (s Notes) EachPolicy(ctx context.Context, each func(hash, name string)) error {
	err := s.db.rows(ctx, `SELECT hash, name FROM policies ORDER BY hash`, nil, func(r *sql.Rows) error {
		var hash, name string
		err := r.Scan(&hash, &name)
		each(hash, name)
		return err
	})
	return cannot("read the policies", err)
}

// erasedRows note that traces were deleted, for those who keep lines of them in files. An id names nobody.
func erasedRows(ids []string, n, at int64) bulk {
	b := bulk{head: `INSERT INTO erased (n, id, at) VALUES`, columns: 3, tail: `ON CONFLICT (n, id) DO NOTHING`}
	for _, id := range ids {
		b.values = append(b.values, n, plain(id), at)
	}
	return b
}

// numberErasure is the number of a deletion. Nobody else has a higher one before this one is committed.
func numberErasure(ctx context.Context, tx *sql.Tx) (n int64, err error) {
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
