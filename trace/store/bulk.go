package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"sync"
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
		whole := s.wholeGroup(statement, len(part) == group*b.columns)
		switch {
		case b.each == nil && whole != nil:
			_, err = tx.StmtContext(ctx, whole).ExecContext(ctx, part...)
		case b.each == nil:
			err = s.exec(ctx, tx, statement, part...)
		default:
			err = s.rowsIn(ctx, tx, statement, part, b.each)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// prepared are the statements for whole groups, by their text. To prepare one costs as much as to write some of its
// rows. A server's driver keeps those that it has prepared by itself.
type prepared struct {
	mu     sync.Mutex
	ready  map[string]*sql.Stmt
	wanted []string
}

// wholeGroup returns the statement for a whole group, where it is prepared; it is before the next transaction.
func (s *Store) wholeGroup(statement string, whole bool) *sql.Stmt {
	if !whole || s.write == s.read {
		return nil
	}
	s.prepared.mu.Lock()
	defer s.prepared.mu.Unlock()
	ready, known := s.prepared.ready[statement]
	if !known {
		s.prepared.wanted = append(s.prepared.wanted, statement)
	}
	return ready
}

// prepareWanted prepares the statements that were wanted, while no transaction holds the connection.
func (s *Store) prepareWanted(ctx context.Context) {
	s.prepared.mu.Lock()
	defer s.prepared.mu.Unlock()
	for _, statement := range s.prepared.wanted {
		if s.prepared.ready == nil {
			s.prepared.ready = map[string]*sql.Stmt{}
		}
		if s.prepared.ready[statement] == nil {
			s.prepared.ready[statement], _ = s.write.PrepareContext(ctx, statement) // nil: it is written without
		}
	}
	s.prepared.wanted = nil
}

func (b bulk) statement(rows int) string {
	one := "(" + strings.Repeat("?,", b.columns-1) + "?)"
	return b.head + " " + strings.Repeat(one+",", rows-1) + one + " " + b.tail
}

// questions are n marks for values, with commas between them.
func questions(n int) string { return strings.Repeat("?,", n-1) + "?" }
