package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tidwall/gjson"
	sqlite3 "modernc.org/sqlite/lib"
)

// Kept is a whole trace of the store, as it was written, without what was said of it later.
type Kept struct {
	ID   string
	At   time.Time
	Line []byte
	seq  int64
}

// Ascend returns some of the traces from a time on, the oldest first; those behind the last one that it
// returned before, where there is one. It returns none behind the newest.
func (s *Store) Ascend(ctx context.Context, from time.Time, last *Kept) ([]Kept, error) {
	begin := since(from.UnixMilli())
	if last != nil {
		begin = last.seq + 1
	}
	var bodies []body
	var out []Kept
	query := `SELECT t.seq, t.id, t.at, b.body FROM traces t JOIN bodies b ON b.seq = t.seq WHERE t.seq >= ? ORDER BY t.seq LIMIT ?`
	err := s.db.rows(ctx, query, []any{begin, exportPage}, func(r *sql.Rows) error {
		var one Kept
		var at int64
		var packed []byte
		if err := r.Scan(&one.seq, &one.ID, &at, &packed); err != nil {
			return err
		}
		line, _ := unpack(packed) // none where it cannot be read, see Check
		one.At = time.UnixMilli(at).UTC()
		out, bodies = append(out, one), append(bodies, body{seq: one.seq, line: line})
		return nil
	})
	var lines [][]byte
	if err == nil {
		lines, err = readWhole(ctx, s.db, bodies)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the traces in the order of time: %w", err)
	}
	for i := range lines {
		out[i].Line = lines[i]
	}
	return out, nil
}

// Extent says which store it is, and from when on it holds what it was given.
type Extent struct {
	ID        int64     // drawn when it was made
	Begun     time.Time // it was made then, or its first trace is as old
	Swept     time.Time // retention, or an upgrade, may have left less than there was before
	Deletions int64     // how many there were
	Oldest    time.Time // of its traces; zero where it has none
}

// Extent returns which store it is, and from when on it holds what it was given.
func (s *Store) Extent(ctx context.Context) (e Extent, err error) {
	query := `SELECT (SELECT n FROM meta WHERE name = 'identity'), (SELECT n FROM meta WHERE name = 'begun'),
		(SELECT n FROM meta WHERE name = 'exact'),
		(SELECT n FROM meta WHERE name = 'erasure'), (SELECT at FROM traces ORDER BY seq LIMIT 1)`
	var id, begun, swept, deletions, oldest sql.NullInt64
	err = s.db.rows(ctx, query, nil, reading(func() {
		e = Extent{ID: id.Int64, Begun: time.Unix(begun.Int64, 0), Swept: time.Unix(swept.Int64, 0), Deletions: deletions.Int64}
		if oldest.Valid {
			e.Oldest = time.UnixMilli(oldest.Int64)
		}
	}, &id, &begun, &swept, &deletions, &oldest))
	return e, cannot("find out from when on the store holds traces", err)
}

// Filled notes that it holds what files do as well, from its oldest trace on.
func (s *Store) Filled(ctx context.Context) error {
	return s.db.change(ctx, "note that the store was filled",
		`UPDATE meta SET n = (SELECT coalesce(min(at) / 1000, meta.n) FROM traces WHERE at / 1000 < meta.n) WHERE name = 'begun'`)
}

// Before counts the traces that began before a time.
func (s *Store) Before(ctx context.Context, at time.Time) (n int, err error) {
	err = s.db.rows(ctx, `SELECT count(*) FROM traces WHERE seq < ?`, []any{since(at.UnixMilli())},
		func(r *sql.Rows) error { return r.Scan(&n) })
	return n, cannot("count the traces", err)
}

// Among returns those of some ids whose traces are here.
func (s *Store) Among(ctx context.Context, ids []string) (there []string, err error) {
	in := Selector{IDs: ids}.condition()
	if in.sql == "" {
		return nil, nil
	}
	var id string
	query := `SELECT t.id FROM traces t WHERE ` + in.sql + ` ORDER BY t.id`
	err = s.db.rows(ctx, query, in.args, reading(func() { there = append(there, id) }, &id))
	return there, cannot("look for traces", err)
}

// TimeOf is the id of a trace, when it began and when it ended; ok is false for a line that holds none.
func TimeOf(line []byte) (id string, began, ended time.Time, ok bool) {
	of := gjson.GetManyBytes(line, "query_id", "timestamp", "latency.total_ms")
	began, err := time.Parse(time.RFC3339Nano, of[1].Str)
	ended = began.Add(time.Duration(of[2].Num * float64(time.Millisecond)))
	return name(of[0].Str), began, ended, err == nil && of[0].Str != ""
}

// TakeOver has a new store hold what one of an older version in a file of SQLite does, and be that store from then on. It goes on
// where it was cut off. Where the older one cannot be read the error is ErrOlder.
func (s *Store) TakeOver(ctx context.Context, path string) error {
	old := &Store{db: &database{d: dialects[SQLite], now: s.db.now, migrated: true}}
	err := old.db.openFile(path)
	if err == nil {
		err = s.become(ctx, old, path)
	}
	return errors.Join(err, old.Close())
}

// unreadable is an error of reading an older store, as ErrOlder where it will be the same again.
func unreadable(err error) error {
	switch codeOf(err) & 0xff {
	case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrOlder, err)
	}
	return err
}

// become takes over traces, then all else at once.
func (s *Store) become(ctx context.Context, old *Store, path string) error {
	was, err := old.Extent(ctx)
	is, failed := s.Extent(ctx)
	if err = errors.Join(unreadable(err), failed); err != nil || is.ID == was.ID {
		return err
	}
	for last := (*Kept)(nil); ; {
		some, err := old.Ascend(ctx, time.Unix(0, 0), last)
		if err != nil {
			return unreadable(err)
		}
		if len(some) == 0 {
			break
		}
		var lines [][]byte
		for _, one := range some {
			if one.Line != nil { // else nobody can read it
				lines = append(lines, one.Line)
			}
		}
		if err := s.AppendLines(ctx, lines); err != nil {
			return err
		}
		last = &some[len(some)-1]
	}
	if _, err := s.db.write.ExecContext(ctx, `ATTACH ? AS older`, path); err != nil {
		return err
	}
	err = s.db.transact(ctx, func(tx *sql.Tx) error {
		return s.db.exec(ctx, tx, `UPDATE traces SET feedback = o.feedback FROM older.traces o
			WHERE o.id = traces.id AND o.feedback IS NOT NULL;
			INSERT OR IGNORE INTO policies SELECT hash, name, body FROM older.policies;
			INSERT INTO accesses (at, who, action, target, n, role) SELECT at, who, action, target, n, role FROM older.accesses;
			INSERT OR IGNORE INTO erased SELECT n, id, at FROM older.erased;
			INSERT OR REPLACE INTO erasers SELECT instance, n FROM older.erasers;
			INSERT OR REPLACE INTO heads SELECT place, instance, n, line FROM older.heads;
			INSERT OR REPLACE INTO meta SELECT name, n FROM older.meta
			WHERE name IN ('begun', 'erasure', 'exact', 'generation', 'identity')`)
	})
	_, failed = s.db.write.ExecContext(ctx, `DETACH older`)
	return errors.Join(unreadable(err), failed)
}
