package store

import (
	"context"
	"database/sql"
	"strings"
	"sync"
)

// bulk writes many rows with few statements: a call to a server costs more
// than a row does.
type bulk struct {
	head    string // INSERT INTO … VALUES
	columns int
	tail    string
	values  []any // of all rows, one behind the other
}

// mostValues is how many values one statement takes.
const mostValues = 1280

// group is how many of some rows the next statement takes. A file's statements are prepared, which costs as much as to
// write some rows: they are of three sizes.
func (b bulk) group(rows int, prepares bool) int {
	most := mostValues / b.columns
	for _, n := range [...]int{most, most / 8} {
		if rows >= n {
			return n
		}
		if !prepares {
			return rows
		}
	}
	return 1
}

// run writes the rows.
func (b bulk) run(ctx context.Context, tx *sql.Tx, s *database) error {
	for left := b.values; len(left) > 0; {
		rows := b.group(len(left)/b.columns, s.prepares())
		part := left[:rows*b.columns]
		left = left[len(part):]
		statement := b.statement(rows)
		var err error
		if ready := s.readyFor(statement); ready != nil {
			_, err = tx.StmtContext(ctx, ready).ExecContext(ctx, part...)
		} else {
			err = s.exec(ctx, tx, statement, part...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// prepared are statements by their text.
type prepared struct {
	mu     sync.Mutex
	ready  map[string]*sql.Stmt
	wanted []string
}

// prepares reports whether statements are prepared here. A server's driver keeps those that it has prepared by itself.
func (s *database) prepares() bool { return s.write != s.read }

// readyFor returns a prepared statement; nil where it is not before the next transaction.
func (s *database) readyFor(statement string) *sql.Stmt {
	if !s.prepares() {
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
func (s *database) prepareWanted(ctx context.Context) {
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
