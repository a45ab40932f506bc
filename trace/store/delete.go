package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Selector says whose traces are deleted: those of one id, of some, one app, one user,
// or one user of one app. An empty one selects nothing.
type Selector struct {
	ID, App, User string
	IDs           []string
	Gone          []string // these are deleted from files already: it is noted of them too, whether or not they are here
}

// Delete deletes traces and returns how many they were. What they add to the
// statistics goes with them, and so do the chunk texts that no other trace
// refers to.
func (s *Store) Delete(ctx context.Context, sel Selector) (int, error) {
	which := sel.condition()
	if which.sql == "" {
		return 0, fmt.Errorf("%w: it names no trace, no app and no user", ErrFilter)
	}
	var deleted int
	err := s.db.transact(ctx, func(tx *sql.Tx) error {
		deleted = 0
		if err := s.db.exec(ctx, tx, s.db.d.exclude); err != nil {
			return err
		}
		erasure, err := numberErasure(ctx, tx)
		if err != nil {
			return err
		}
		orphans := map[hash]bool{}
		for {
			n, err := deleteSome(ctx, s.db, tx, which, orphans, erasure)
			deleted += n
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
		}
		if err := erasedRows(sel.Gone, erasure, s.db.now().UnixMilli()).run(ctx, tx, s.db); err != nil {
			return err
		}
		// A figure of nothing still names a document, an app or a model.
		if err := s.db.exec(ctx, tx, `DELETE FROM cells WHERE n <= 0`); err != nil || deleted == 0 {
			return err
		}
		if err := deleteOrphans(ctx, s.db, tx, orphans); err != nil {
			return err
		}
		// Another trace with one of these texts writes it again: every instance forgets what it has written.
		return s.db.exec(ctx, tx, `UPDATE meta SET n = n + 1 WHERE name = 'generation'`)
	})
	if err != nil {
		return 0, fmt.Errorf("cannot delete traces: %w", err)
	}
	if deleted > 0 {
		err = forget(ctx, s.db, true)
	}
	return deleted, err
}

// forget takes what was deleted out of where a file of SQLite still has it: the log of changes, and with terms the index of
// words, which is rewritten for that.
func forget(ctx context.Context, db *database, terms bool) error {
	if terms {
		if err := forgetTerms(ctx, db); err != nil {
			return fmt.Errorf("cannot take the words of deleted traces out of the index: %w", err)
		}
	}
	if db.d.forget != "" {
		// Readers may be in the way; then it is done at the next occasion.
		_, _ = db.write.ExecContext(ctx, db.d.forget)
	}
	return nil
}

func (sel Selector) condition() condition {
	switch {
	case sel.ID != "":
		return condition{`t.id = ?`, []any{plain(sel.ID)}}
	case len(sel.IDs) > 0:
		ids := make([]any, len(sel.IDs))
		for i, id := range sel.IDs {
			ids[i] = plain(id)
		}
		return condition{`t.id IN (` + questions(len(ids)) + `)`, ids}
	case sel.App != "" && sel.User != "":
		return condition{`t.usr = ? AND t.usr <> '' AND t.app = ?`, []any{plain(sel.User), plain(sel.App)}}
	case sel.App != "":
		return condition{`t.app = ?`, []any{plain(sel.App)}}
	case sel.User != "":
		return condition{`t.usr = ? AND t.usr <> ''`, []any{plain(sel.User)}}
	}
	return condition{}
}

// keyed are the tables with a row or more for each trace, and what it is kept under there.
var keyed = [...]string{"bodies WHERE seq", "findings WHERE seq", "terms WHERE rowid", "traces WHERE seq"}

// deleteSome deletes a few of the traces, takes them out of the statistics,
// and notes the chunk texts that they refer to. A stored line is taken apart once
// more: the hashes that stand for chunk texts count as before.
func deleteSome(ctx context.Context, db *database, tx *sql.Tx, which condition, refs map[hash]bool, erasure int64) (int, error) {
	var deleted []*row
	var ids []string
	var m maker
	var keys []any
	query := `SELECT t.seq, t.chunks, b.body FROM traces t JOIN bodies b ON b.seq = t.seq WHERE ` + which.sql + ` ORDER BY t.seq LIMIT 500`
	err := db.rowsIn(ctx, tx, query, which.args, func(r *sql.Rows) error {
		var seq int64
		var chunks, packed []byte
		if err := r.Scan(&seq, &chunks, &packed); err != nil {
			return err
		}
		one, err := m.ofStored(packed)
		for h := range slices.Chunk(chunks, len(hash{})) {
			refs[hash(h)] = true
		}
		if err != nil {
			return err
		}
		deleted, ids, keys = append(deleted, one), append(ids, one.summary.ID), append(keys, seq)
		return nil
	})
	if err != nil || len(keys) == 0 {
		return 0, err
	}
	for _, of := range keyed {
		if err := db.exec(ctx, tx, `DELETE FROM `+of+` IN (`+questions(len(keys))+`)`, keys...); err != nil {
			return 0, err
		}
	}
	for _, b := range []bulk{cellRows(deleted, -1), erasedRows(ids, erasure, db.now().UnixMilli())} {
		if err := b.run(ctx, tx, db); err != nil {
			return 0, err
		}
	}
	return len(keys), nil
}

// deleteOrphans deletes those of some chunk texts that no trace refers to.
func deleteOrphans(ctx context.Context, db *database, tx *sql.Tx, orphans map[hash]bool) error {
	if len(orphans) == 0 {
		return nil
	}
	err := db.rowsIn(ctx, tx, `SELECT chunks FROM traces`, nil, func(r *sql.Rows) error {
		var chunks sql.RawBytes
		err := r.Scan(&chunks)
		for h := range slices.Chunk(chunks, len(hash{})) {
			delete(orphans, hash(h))
		}
		return err
	})
	if err != nil {
		return err
	}
	var keys []any
	for h := range orphans {
		keys = append(keys, h[:])
	}
	for part := range slices.Chunk(keys, 500) {
		if err := db.exec(ctx, tx, `DELETE FROM chunks WHERE hash IN (`+questions(len(part))+`)`, part...); err != nil {
			return err
		}
	}
	return nil
}
