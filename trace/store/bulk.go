package store

import (
	"context"
	"database/sql"
	"strings"
)

// bulk writes many rows with few statements: a call to a server costs more
// than a row does.
type bulk struct {
	head    string // INSERT INTO … VALUES
	columns int
	tail    string
	each    func(*sql.Rows) error // reads what the tail returns; may be nil
}

// group is how many rows one statement takes.
const group = 64

// run writes rows whose values stand one behind the other.
func (b bulk) run(ctx context.Context, tx *sql.Tx, s *Store, values []any) error {
	for len(values) > 0 {
		rows := min(len(values)/b.columns, group)
		if err := b.some(ctx, tx, s, rows, values[:rows*b.columns]); err != nil {
			return err
		}
		values = values[rows*b.columns:]
	}
	return nil
}

func (b bulk) some(ctx context.Context, tx *sql.Tx, s *Store, rows int, values []any) error {
	if b.each == nil {
		return s.exec(ctx, tx, b.statement(rows), values...)
	}
	return s.rowsIn(ctx, tx, b.statement(rows), values, b.each)
}

func (b bulk) statement(rows int) string {
	one := "(" + strings.Repeat("?,", b.columns-1) + "?)"
	return b.head + " " + strings.Repeat(one+",", rows-1) + one + " " + b.tail
}

// questions are n marks for values, with commas between them.
func questions(n int) string { return strings.Repeat("?,", n-1) + "?" }
