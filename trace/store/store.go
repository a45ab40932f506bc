package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

var (
	// ErrNewer is returned for a database that a later version of this program has made.
	ErrNewer = errors.New("the store was made by a newer version")
	// ErrOlder is returned for one that an earlier version with another schema has made.
	ErrOlder = errors.New("the store was made by an older version: the start of a gateway takes one of SQLite over; for another name a " +
		"new database, which is filled from the file of traces")
	// ErrNotFound is returned for a trace that is not there.
	ErrNotFound = errors.New("there is no such trace")
	// ErrFilter is returned for a filter that cannot be read.
	ErrFilter = errors.New("the filter cannot be read")
)

// cannot is an error with what it kept the store from doing; nil for none.
func cannot(do string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot %s: %w", do, err)
}

// Options say which database it is.
type Options struct {
	Driver Driver
	DSN    string           // a file's path, or a PostgreSQL connection string
	Sync   bool             // Append returns when its traces outlast a power failure
	Now    func() time.Time // nil: time.Now
	Mended func(error)      // is told how the index of words was broken, which is made again; nil: nobody is
}

// Store is an open database of traces. It is safe for concurrent use, also by
// several processes.
type Store struct {
	Notes Notes
	db    *database
	seen  *sights
	mu    sync.Mutex
	known known

	forgot time.Time // when the index of words was last rewritten for traces that were kept long enough
}

// Notes are what the store holds besides traces: who read, exported or deleted what, the policies of each day, how far chains
// of files were signed, and which traces were deleted.
type Notes struct{ db *database }

// database is what runs statements.
type database struct {
	d     dialect
	write *sql.DB // one connection where only one may write
	read  *sql.DB
	sync  bool
	now   func() time.Time
	told  func(error) // of a broken index, see mends

	prepared prepared
	mu       sync.Mutex
	migrated bool
}

// Open opens a database, and makes its schema where there is none. A PostgreSQL server
// that cannot be reached is no error yet: every call tries again, and Ready
// tells.
func Open(ctx context.Context, o Options) (*Store, error) {
	d, ok := dialects[o.Driver]
	if !ok {
		return nil, fmt.Errorf("cannot open the store: there is no driver %q", o.Driver)
	}
	db := &database{d: d, sync: o.Sync, now: o.Now, told: o.Mended}
	if db.now == nil {
		db.now = time.Now
	}
	open := db.openFile
	if o.Driver == Postgres {
		open = db.openServer
	}
	if err := open(o.DSN); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the store: %w", err), db.Close())
	}
	if err := db.Ready(ctx); err != nil && (o.Driver == SQLite || errors.Is(err, ErrNewer) || errors.Is(err, ErrOlder)) {
		return nil, errors.Join(fmt.Errorf("cannot open the store: %w", err), db.Close())
	}
	return &Store{Notes: Notes{db}, db: db, known: newKnown(0, 0), seen: newSights()}, nil
}

// Ready reports whether the database can be used.
func (s *Store) Ready(ctx context.Context) error { return s.db.Ready(ctx) }

// Close closes the connections.
func (s *Store) Close() error { return s.db.Close() }

// Connections to a server, and those that read a file beside the one that
// writes it.
const (
	connections = 8
	readers     = 4
)

// openFile opens a SQLite database, mode 0600.
func (s *database) openFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	synchronous := "NORMAL"
	if s.sync {
		synchronous = "FULL"
	}
	// A write waits for another process's, so that instances can share a file;
	// and what is deleted is overwritten, not only forgotten. What a statement
	// may have to take back is kept in memory: it is no more than a batch. A page
	// of 4 KB takes 8 of memory, and the system holds the file's pages anyway: of
	// eight times as many, storing took but a few percent less time. The
	// log grows to 16 MB before it is brought into the file, for the same pages
	// change again and again.
	pragmas := url.Values{"_pragma": {"busy_timeout(5000)", "synchronous(" + synchronous + ")", "cache_size(-4096)",
		"secure_delete(ON)", "temp_store(MEMORY)", "wal_autocheckpoint(4000)"}}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}).String() + "?" + pragmas.Encode()
	if s.write, err = sql.Open(s.d.driver, dsn+"&_txlock=immediate"); err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open(s.d.driver, dsn); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	for _, db := range []*sql.DB{s.write, s.read} { // each holds some megabytes of pages
		db.SetConnMaxIdleTime(30 * time.Second)
	}
	return s.writeAhead()
}

// patience is how long a start waits for other instances that start.
const patience = 10 * time.Second

// writeAhead has changes written to a log beside the file, so that readers and
// the writer do not wait for each other. The file remembers it. Two processes
// that ask for it at once may be turned away without waiting.
func (s *database) writeAhead() error {
	for started := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		_, err := s.write.Exec(`PRAGMA journal_mode = WAL`)
		if err == nil || time.Since(started) > patience || !strings.Contains(err.Error(), "SQLITE_BUSY") {
			return err
		}
	}
}

// openServer prepares connections to PostgreSQL.
func (s *database) openServer(dsn string) error {
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		return errors.New("the connection string cannot be read") // its words may hold a password
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = 5 * time.Second
	}
	s.write = stdlib.OpenDB(*c)
	s.write.SetMaxOpenConns(connections)
	s.write.SetMaxIdleConns(connections)
	s.write.SetConnMaxIdleTime(5 * time.Minute)
	s.read = s.write
	return nil
}

// Ready reports whether the database can be used.
func (s *database) Ready(ctx context.Context) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.write.PingContext(ctx); err != nil {
		return fmt.Errorf("cannot reach the store: %w", err)
	}
	return nil
}

// prepare makes the schema, where that has not been done.
func (s *database) prepare(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.migrated {
		return nil
	}
	if err := s.migrate(ctx); err != nil {
		return fmt.Errorf("cannot prepare the store: %w", err)
	}
	s.migrated = true
	return nil
}

// Close closes the connections.
func (s *database) Close() error {
	var err error
	if s.read != nil && s.read != s.write {
		err = s.read.Close()
	}
	if s.write != nil {
		err = errors.Join(err, s.write.Close())
	}
	return err
}

// transact runs a change in one transaction, and once more where that mends what kept it from being done.
func (s *database) transact(ctx context.Context, change func(*sql.Tx) error) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	err := s.transactOnce(ctx, change)
	if s.mends(ctx, err) {
		err = s.transactOnce(ctx, change)
	}
	return err
}

func (s *database) transactOnce(ctx context.Context, change func(*sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// change runs one statement. do is what it does, for an error.
func (s *database) change(ctx context.Context, do, statement string, args ...any) error {
	return cannot(do, s.transact(ctx, func(tx *sql.Tx) error { return s.exec(ctx, tx, statement, args...) }))
}

// exec runs statements that some databases do not need.
func (s *database) exec(ctx context.Context, tx *sql.Tx, statement string, args ...any) error {
	if statement == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, s.d.sql(statement), args...)
	return err
}

// rows reads the rows of a query.
func (s *database) rows(ctx context.Context, query string, args []any, each func(*sql.Rows) error) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	given := false
	err := s.rowsIn(ctx, s.read, query, args, func(r *sql.Rows) error { given = true; return each(r) })
	if s.mends(ctx, err) && !given { // else for the next who asks
		err = s.rowsIn(ctx, s.read, query, args, each)
	}
	return err
}

// reading reads a row into some places, and calls take.
func reading(take func(), into ...any) func(*sql.Rows) error {
	return func(r *sql.Rows) error {
		err := r.Scan(into...)
		if err == nil {
			take()
		}
		return err
	}
}

// rowsIn reads the rows of a query within a transaction, or without one.
func (s *database) rowsIn(ctx context.Context, in interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, query string, args []any, each func(*sql.Rows) error) error {
	rows, err := in.QueryContext(ctx, s.d.sql(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
