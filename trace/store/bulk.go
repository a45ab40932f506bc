package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// bulk writes many rows with few statements: a call to a server costs more
// than a row does.
type bulk struct {
	head    string // INSERT INTO … VALUES
	columns int
	tail    string
	values  []any                 // of all rows, one behind the other
	each    func(*sql.Rows) error // reads what the tail returns; may be nil
}

// group is how many rows one statement takes.
const group = 64

// run writes the rows.
func (b bulk) run(ctx context.Context, tx *sql.Tx, s *Store) error {
	for part := range slices.Chunk(b.values, group*b.columns) {
		statement := b.statement(len(part) / b.columns)
		var err error
		if b.each == nil {
			err = s.exec(ctx, tx, statement, part...)
		} else {
			err = s.rowsIn(ctx, tx, statement, part, b.each)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b bulk) statement(rows int) string {
	one := "(" + strings.Repeat("?,", b.columns-1) + "?)"
	return b.head + " " + strings.Repeat(one+",", rows-1) + one + " " + b.tail
}

// questions are n marks for values, with commas between them.
func questions(n int) string { return strings.Repeat("?,", n-1) + "?" }
