package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// Append stores traces in one transaction: all of them, or none and an error.
// Those that are there already are left as they are, so a batch may be sent
// again.
func (s *Store) Append(ctx context.Context, traces []*ledger.Trace) error {
	m := newMaker(s.seen)
	defer m.free()
	rows := make([]*row, len(traces))
	for i, t := range traces {
		rows[i] = m.ofTrace(t)
	}
	return s.keep(ctx, rows)
}

// AppendLines does so with lines of a ledger. One line that holds no trace is an
// error for all of them.
func (s *Store) AppendLines(ctx context.Context, lines [][]byte) error {
	m := newMaker(s.seen)
	defer m.free()
	rows := make([]*row, len(lines))
	for i, line := range lines {
		var err error
		if rows[i], err = m.ofLine(line); err != nil {
			return fmt.Errorf("cannot store traces: %w", err)
		}
	}
	return s.keep(ctx, rows)
}

// keep stores rows. Nearly always none of them is there, and none meets the number of another: they are written as they
// are, and one by one only if the database tells of one that does.
func (s *Store) keep(ctx context.Context, rows []*row) error {
	if len(rows) == 0 {
		return nil
	}
	s.db.prepareWanted(ctx)
	// In the order of their numbers a page is written once, and so are the terms that have gathered in memory.
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Compare(a.seq, b.seq) })
	a, err := keepAll(ctx, s, rows, writeRows)
	if conflicts(err) {
		a, err = keepAll(ctx, s, rows, writeNewRows)
	}
	if err != nil {
		return fmt.Errorf("cannot store traces: %w", err)
	}
	s.mu.Lock()
	s.known.add(a)
	s.mu.Unlock()
	return nil
}

// appended are the chunk texts that were written, and when.
type appended struct {
	chunks          []chunk
	generation, day int64
}

// writing writes rows, and returns those that were not there.
type writing func(context.Context, *database, *sql.Tx, []*row) ([]*row, error)

func keepAll(ctx context.Context, s *Store, rows []*row, write writing) (a appended, err error) {
	err = s.db.transact(ctx, func(tx *sql.Tx) error {
		if err := s.db.exec(ctx, tx, s.db.d.share); err != nil {
			return err
		}
		if err := s.db.rowIn(ctx, tx, `SELECT n FROM meta WHERE name = 'generation'`).Scan(&a.generation); err != nil {
			return err
		}
		rows, err := write(ctx, s.db, tx, rows)
		if err != nil {
			return err
		}
		a.day = s.db.now().Unix() / day
		s.mu.Lock()
		a.chunks = s.known.unknown(rows, a.generation, a.day)
		s.mu.Unlock()
		for _, b := range []bulk{a.chunkRows(), bodyRows(rows), findingRows(rows), cellRows(rows, 1)} {
			if err := b.run(ctx, tx, s.db); err != nil {
				return err
			}
		}
		return termRows(s.db, rows).runAtOnce(ctx, tx, s.db)
	})
	return a, err
}

// columnList are the columns of a trace that are made from its line.
const columnList = `seq, id, at, app, usr, conversation, policy, model, verdict, reason, question, proof, ` +
	`findings, citations, attempts, total_ms, chunks, counts_as`

const (
	columnCount = 18
	rowInsert   = `INSERT INTO traces (` + columnList + `) VALUES`
)

// columns are the values of a row, behind others.
func (r *row) columns(values []any) []any {
	m := &r.summary
	return append(values, r.seq, m.ID, r.at, m.App, m.User, m.Conversation, m.Policy, m.Model, m.Verdict,
		m.Reason, m.Question, proofColumn(m), strings.Join(m.Findings,
			" "), m.Citations, m.Attempts, m.TotalMS, r.hashes(), string(m.CountsAs))
}

// unverified is the proof of what was not verified, as a column tells it.
const unverified = "-"

// proofColumn is how a verified answer is backed.
func proofColumn(m *Summary) string {
	if !m.CountsAs.Verified() {
		return unverified
	}
	return cmp.Or(m.Proof, string(report.UnknownProof))
}

// writeRows writes rows, none of which is there.
func writeRows(ctx context.Context, db *database, tx *sql.Tx, rows []*row) ([]*row, error) {
	b := bulk{head: rowInsert, columns: columnCount, values: make([]any, 0, columnCount*len(rows))}
	for _, r := range rows {
		b.values = r.columns(b.values)
	}
	return rows, b.run(ctx, tx, db)
}

// attemptsToNumber bounds the search for a free number. Two traces of one
// millisecond meet at one number about once in two million times.
const attemptsToNumber = 20

// writeNewRows writes those of some rows that are not there. One whose number another trace has gets the next one.
func writeNewRows(ctx context.Context, db *database, tx *sql.Tx, rows []*row) (written []*row, err error) {
	insert := db.d.sql(bulk{head: rowInsert, columns: columnCount, tail: `ON CONFLICT DO NOTHING`}.statement(1))
	there := db.d.sql(`SELECT EXISTS (SELECT 1 FROM traces WHERE id = ?)`)
	for _, r := range rows {
		known, done := false, false
		for tried := 0; !known && !done; tried++ {
			if tried == attemptsToNumber {
				return nil, fmt.Errorf("no number is free for the trace %s", r.summary.ID)
			}
			result, err := tx.ExecContext(ctx, insert, r.columns(nil)...)
			if err != nil {
				return nil, err
			}
			n, err := result.RowsAffected()
			if done = n > 0; err == nil && !done {
				r.seq++
				err = tx.QueryRowContext(ctx, there, r.summary.ID).Scan(&known)
			}
			if err != nil {
				return nil, err
			}
		}
		if done {
			written = append(written, r)
		}
	}
	return written, nil
}

// chunkRows are chunk texts that are not there, and the day on those that are.
func (a appended) chunkRows() bulk {
	b := bulk{head: `INSERT INTO chunks (hash, day, body) VALUES`, columns: 3,
		tail: `ON CONFLICT (hash) DO UPDATE SET day = excluded.day WHERE chunks.day < excluded.day`}
	chunks := slices.Clone(a.chunks)
	slices.SortFunc(chunks, func(x, y chunk) int { return bytes.Compare(x.hash[:], y.hash[:]) }) // see cellRows
	b.values = make([]any, 0, b.columns*len(chunks))
	for _, c := range chunks {
		b.values = append(b.values, c.hash[:], a.day, packProse(view(c.text)))
	}
	return b
}

func bodyRows(rows []*row) bulk {
	b := bulk{head: `INSERT INTO bodies (seq, body) VALUES`, columns: 2, values: make([]any, 0, 2*len(rows))}
	for _, r := range rows {
		b.values = append(b.values, r.seq, r.body)
	}
	return b
}

func findingRows(rows []*row) bulk {
	b := bulk{head: `INSERT INTO findings (code, seq, app) VALUES`, columns: 3}
	for _, r := range rows {
		for _, code := range r.summary.Findings {
			b.values = append(b.values, code, r.seq, r.summary.App)
		}
	}
	return b
}

// codeOf is the code that SQLite gives an error; 0 for another's.
func codeOf(err error) int {
	if file := (*sqlite.Error)(nil); errors.As(err, &file) {
		return file.Code()
	}
	return sqlite3.SQLITE_OK
}

// conflicts reports whether a row was to be written that is there already.
func conflicts(err error) bool {
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		return server.Code == "23505" // unique violation
	}
	return codeOf(err)&0xff == sqlite3.SQLITE_CONSTRAINT
}

// Refused reports whether an error of Append is about what was to be stored:
// the same will be refused again. All other errors may pass.
func Refused(err error) bool {
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		class := server.Code[:min(2, len(server.Code))]
		return class == "22" || class == "23" // data exception, integrity constraint violation
	}
	switch codeOf(err) & 0xff { // the primary code
	case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
		return true
	}
	return errors.Is(err, errNoTrace)
}

// sights remember which texts were seen of late, by a hash of this process alone: most texts of most traces come once.
type sights struct {
	mu    sync.Mutex
	seed  maphash.Seed
	slots []uint64
}

// mostSights is how many texts are remembered, of eight bytes each.
const mostSights = 1 << 16

func newSights() *sights {
	return &sights{seed: maphash.MakeSeed(), slots: make([]uint64, mostSights)}
}

// again reports whether a text was seen before, and notes that it is now.
func (s *sights) again(text string) bool {
	if s == nil {
		return false
	}
	sum := maphash.String(s.seed, text)
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := &s.slots[sum%mostSights]
	before := *slot
	*slot = sum
	return before == sum
}

// known remembers which chunk texts have been written today, so that
// a chunk that every second answer cites is not sent to the database each time.
type known struct {
	generation int64
	day        int64
	hashes     map[hash]bool
}

// knownMost bounds it: 24 bytes or so each.
const knownMost = 200_000

func newKnown(generation, day int64) known {
	return known{generation: generation, day: day, hashes: map[hash]bool{}}
}

// unknown returns those of a batch's chunks that have to be written,
// each once. What was deleted in between (another generation) or has not been
// written today is not known any more.
func (k *known) unknown(rows []*row, generation, today int64) (out []chunk) {
	if k.generation != generation || k.day != today || len(k.hashes) > knownMost {
		*k = newKnown(generation, today)
	}
	seen := map[hash]bool{}
	for _, r := range rows {
		for _, c := range r.apart {
			if !seen[c.hash] && !k.hashes[c.hash] {
				seen[c.hash] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// add notes what has been committed, unless all was forgotten in between.
func (k *known) add(a appended) {
	if k.generation != a.generation || k.day != a.day {
		return
	}
	for _, c := range a.chunks {
		k.hashes[c.hash] = true
	}
}
