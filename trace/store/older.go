package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

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
		return s.db.exec(ctx, tx, `UPDATE traces SET feedback = o.feedback FROM older.traces o WHERE o.id = traces.id AND o.feedback IS NOT NULL;
			INSERT OR IGNORE INTO policies SELECT hash, name, body FROM older.policies;
			INSERT INTO accesses (at, who, action, target, n, role) SELECT at, who, action, target, n, role FROM older.accesses;
			INSERT OR IGNORE INTO erased SELECT n, id, at FROM older.erased; INSERT OR REPLACE INTO erasers SELECT instance, n FROM older.erasers;
			INSERT OR REPLACE INTO heads SELECT place, instance, n, line FROM older.heads;
			INSERT OR REPLACE INTO meta SELECT name, n FROM older.meta WHERE name IN ('begun', 'erasure', 'exact', 'generation', 'identity')`)
	})
	_, failed = s.db.write.ExecContext(ctx, `DETACH older`)
	return errors.Join(unreadable(err), failed)
}
