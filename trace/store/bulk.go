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
	values  []any // of all rows, one behind the other
}

// mostValues is how many values one statement takes.
const mostValues = 1280

// groups are how many rows a prepared statement writes: of few sizes, for preparing one costs as much as writing some rows.
var groups = [...]int{64, 16, 4, 1}

// group is how many of some rows the next statement takes.
func (b bulk) group(rows int, prepares bool) int {
	if !prepares {
		return min(rows, mostValues/b.columns)
	}
	return groups[slices.IndexFunc(groups[:], func(n int) bool { return n <= rows })]
}

// together are how many rows such a statement writes at once where a file's index is to be written once: it takes
// rows of nulls for none.
var together = [...]int{16, 64, 256, 1024}

// runAtOnce writes the rows of an index of words, the first column of which is no null. A file's index
// writes what it has gathered whenever another statement for several rows begins.
func (b bulk) runAtOnce(ctx context.Context, tx *sql.Tx, s *database) error {
	if !s.prepares() {
		return b.run(ctx, tx, s)
	}
	b.head, b.tail = strings.Replace(b.head, "VALUES", "SELECT * FROM (VALUES", 1), ") WHERE column1 IS NOT NULL"
	for part := range slices.Chunk(b.values, together[len(together)-1]*b.columns) {
		rows := together[slices.IndexFunc(together[:], func(n int) bool { return n*b.columns >= len(part) })]
		padded := append(slices.Clip(part), make([]any, rows*b.columns-len(part))...)
		if err := s.execIn(ctx, tx, b.statement(rows), padded); err != nil {
			return err
		}
	}
	return nil
}

// run writes the rows.
func (b bulk) run(ctx context.Context, tx *sql.Tx, s *database) error {
	for left := b.values; len(left) > 0; {
		rows := b.group(len(left)/b.columns, s.prepares())
		part := left[:rows*b.columns]
		left = left[len(part):]
		if err := s.execIn(ctx, tx, b.statement(rows), part); err != nil {
			return err
		}
	}
	return nil
}

// execIn executes a statement that comes again and again.
func (s *database) execIn(ctx context.Context, tx *sql.Tx, statement string, values []any) error {
	ready := s.readyFor(statement)
	if ready == nil {
		return s.exec(ctx, tx, statement, values...)
	}
	// The file is this writer's by now, and nothing is waited for: to watch for the end of ctx takes a goroutine each time.
	_, err := tx.StmtContext(ctx, ready).ExecContext(context.WithoutCancel(ctx), values...)
	return err
}

// rowIn asks for one row with such a statement.
func (s *database) rowIn(ctx context.Context, tx *sql.Tx, statement string) *sql.Row {
	if ready := s.readyFor(statement); ready != nil {
		return tx.StmtContext(ctx, ready).QueryRowContext(ctx)
	}
	return tx.QueryRowContext(ctx, statement)
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
