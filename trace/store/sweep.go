package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
)

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
