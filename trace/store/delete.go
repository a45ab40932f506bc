package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
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
	var chunks sql.RawBytes
	err := db.rowsIn(ctx, tx, `SELECT chunks FROM traces`, nil, reading(func() {
		for h := range slices.Chunk(chunks, len(hash{})) {
			delete(orphans, hash(h))
		}
	}, &chunks))
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

// Retention says how long traces are kept.
type Retention struct {
	Age  time.Duration // 0: for ever
	Size int64         // bytes that they may take; 0: any number
}

// Swept says what a sweep deleted.
type Swept struct {
	Traces, Chunks int64
	Oldest         time.Time // where traces gave way to others for want of room: of those that are left
}

// sweepSlice is how many traces one transaction deletes, so that those who
// write do not wait long.
const sweepSlice = 2000

// Sweep deletes what is older than it may be, and then the oldest traces until
// the rest takes no more than it may. Statistics and chunk texts go with the
// traces.
func (s *Store) Sweep(ctx context.Context, r Retention) (Swept, error) {
	var out Swept
	if r.Age > 0 {
		n, err := deleteBefore(ctx, s.db, since(s.db.now().Add(-r.Age).UnixMilli()))
		out.Traces += n
		if err != nil {
			return out, fmt.Errorf("cannot delete old traces: %w", err)
		}
	}
	for r.Size > 0 {
		size, err := s.Size(ctx)
		if err != nil {
			return out, err
		}
		if size <= r.Size {
			break
		}
		n, err := deleteSlice(ctx, s.db, math.MaxInt64)
		out.Traces += n
		if err != nil {
			return out, fmt.Errorf("cannot delete the oldest traces: %w", err)
		}
		if n == 0 {
			break
		}
		if err := sweepRest(ctx, s.db, r.Age, &out); err != nil {
			return out, err
		}
		if out.Oldest, err = readOldest(ctx, s.db); err != nil {
			return out, err
		}
	}
	if err := sweepRest(ctx, s.db, r.Age, &out); err != nil || out.Traces == 0 {
		return out, err
	}
	return out, forget(ctx, s.db, s.oughtToForget())
}

// forgetPause is how long the words of traces that were kept long enough may stay in the index: it is rewritten without them.
const forgetPause = 24 * time.Hour

// oughtToForget reports whether the index of words is to be rewritten, and notes that it is.
func (s *Store) oughtToForget() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db.now().Sub(s.forgot) < forgetPause {
		return false
	}
	s.forgot = s.db.now()
	return true
}

// Size returns about how many bytes the traces take in the database.
func (s *Store) Size(ctx context.Context) (int64, error) {
	var size int64
	err := s.db.rows(ctx, s.db.d.size, nil, func(r *sql.Rows) error { return r.Scan(&size) })
	return size, cannot("measure the store", err)
}

// deleteBefore deletes the traces below a sequence, a slice at a time.
func deleteBefore(ctx context.Context, db *database, seq int64) (int64, error) {
	var total int64
	for {
		n, err := deleteSlice(ctx, db, seq)
		if total += n; err != nil || n < sweepSlice {
			return total, err
		}
	}
}

// deleteSlice deletes the oldest traces below a sequence in one transaction, a slice
// of them or all that there are.
func deleteSlice(ctx context.Context, db *database, seq int64) (n int64, err error) {
	err = db.rows(ctx, `SELECT seq FROM traces WHERE seq < ? ORDER BY seq LIMIT 1 OFFSET ?`, []any{seq, sweepSlice},
		func(r *sql.Rows) error { return r.Scan(&seq) })
	if err != nil {
		return 0, err
	}
	err = db.transact(ctx, func(tx *sql.Tx) error {
		for _, of := range keyed {
			r, err := tx.ExecContext(ctx, db.d.sql(`DELETE FROM `+of+` < ?`), seq)
			if err != nil {
				return err
			}
			if n, err = r.RowsAffected(); err != nil {
				return err
			}
		}
		if n == 0 {
			return nil
		}
		// The statistics of the spans that they lay in still count them.
		const exact = `UPDATE meta SET n = ? WHERE name = 'exact' AND n < ?`
		second := min(seq, since(db.now().UnixMilli()))>>sequenceBits/1000 + 1
		return db.exec(ctx, tx, exact, second, second)
	})
	return n, err
}

// readOldest is the time of the oldest trace; now where there is none.
func readOldest(ctx context.Context, db *database) (time.Time, error) {
	at := db.now().UnixMilli()
	err := db.rows(ctx, `SELECT at FROM traces ORDER BY seq LIMIT 1`, nil, func(r *sql.Rows) error { return r.Scan(&at) })
	return time.UnixMilli(at), cannot("find the oldest trace", err)
}

// sweepRest deletes the chunk texts and the statistics of days of which there
// is no trace any more, and accesses older than traces may be. A chunk's day
// is the last one on which a trace with it was written, so one that is still
// referred to is never older than the oldest trace.
func sweepRest(ctx context.Context, db *database, age time.Duration, out *Swept) error {
	first, err := readOldest(ctx, db)
	if err != nil {
		return err
	}
	oldest := first.UnixMilli()
	err = db.transact(ctx, func(tx *sql.Tx) error {
		if err := db.exec(ctx, tx, db.d.exclude); err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, db.d.sql(`DELETE FROM chunks WHERE day < ?`), oldest/1000/day)
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		out.Chunks += n
		// Hours stay as long as their day does: both tell the same, whatever time is asked for.
		err = errors.Join(err, db.exec(ctx, tx, `DELETE FROM cells WHERE start < ?`, startOf(oldest, day)))
		if age > 0 {
			for _, table := range [...]string{"accesses", "erased"} {
				err = errors.Join(err, db.exec(ctx, tx, `DELETE FROM `+table+` WHERE at < ?`, db.now().Add(-age).UnixMilli()))
			}
		}
		return err
	})
	return cannot("delete what no trace needs", err)
}
