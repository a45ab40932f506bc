package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"vouchsafe/trace/ledger"
)

// Append stores traces in one transaction: all of them, or none and an error.
// Those that are there already are left as they are, so a batch may be sent
// again.
func (s *Store) Append(ctx context.Context, traces []*Trace) error {
	if len(traces) == 0 {
		return nil
	}
	var a appended
	s.prepareWanted(ctx)
	err := s.transact(ctx, func(tx *sql.Tx) error {
		var err error
		a, err = s.append(ctx, tx, traces)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot store traces: %w", err)
	}
	s.mu.Lock()
	s.known.add(a)
	s.mu.Unlock()
	return nil
}

// appended are the chunk texts and the titles of documents that were written,
// and when.
type appended struct {
	chunks          []chunk
	titles          map[string]string
	generation, day int64
}

func (s *Store) append(ctx context.Context, tx *sql.Tx, traces []*Trace) (appended, error) {
	var a appended
	if err := s.exec(ctx, tx, s.d.share); err != nil {
		return a, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT n FROM meta WHERE name = 'generation'`).Scan(&a.generation); err != nil {
		return a, err
	}
	rows, err := s.writeRows(ctx, tx, traces)
	if err != nil {
		return a, err
	}
	a.day = s.now().Unix() / day
	s.mu.Lock()
	a.chunks, a.titles = s.known.unknown(traces, a.generation, a.day)
	s.mu.Unlock()
	for _, b := range []bulk{a.chunkRows(), a.titleRows(), bodyRows(rows), findingRows(rows), cellRows(rows, 1), termRows(s, rows)} {
		if err := b.run(ctx, tx, s); err != nil {
			return a, err
		}
	}
	return a, nil
}

// row is a trace with the number that it is stored under.
type row struct {
	seq   int64
	trace *Trace
}

// attemptsToNumber bounds the search for a free number. Two traces of one
// millisecond meet at one number about once in two million times.
const attemptsToNumber = 20

// writeRows writes the rows of traces, and returns those that are new. What the
// database leaves out is there already, or another trace has its number: it gets
// the next one.
func (s *Store) writeRows(ctx context.Context, tx *sql.Tx, traces []*Trace) ([]row, error) {
	left := make(map[string]row, len(traces))
	for _, t := range traces {
		left[t.summary.ID] = row{t.sequence(), t}
	}
	var written []row
	for range attemptsToNumber {
		ids, err := s.tryRows(ctx, tx, left)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			written = append(written, left[id])
			delete(left, id)
		}
		if len(left) == 0 {
			return written, nil
		}
		if err := s.renumber(ctx, tx, left); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("no number is free for %d traces", len(left))
}

const rowColumns = `seq, id, at, app, usr, conversation, policy, model, verdict, reason, question, search, ` +
	`findings, citations, attempts, total_ms, bytes, chunks, counts_as, indexed`

// tryRows writes rows and returns the ids of those that were written.
func (s *Store) tryRows(ctx context.Context, tx *sql.Tx, rows map[string]row) (ids []string, err error) {
	insert := bulk{head: `INSERT INTO traces (` + rowColumns + `) VALUES`, columns: 20, tail: `ON CONFLICT DO NOTHING RETURNING id`,
		each: func(r *sql.Rows) error {
			ids = append(ids, "")
			return r.Scan(&ids[len(ids)-1])
		}}
	for _, id := range slices.Sorted(maps.Keys(rows)) { // see cellRows
		t, m := rows[id].trace, &rows[id].trace.summary
		insert.values = append(insert.values, rows[id].seq, m.ID, t.at, m.App, m.User, m.Conversation, m.Policy, m.Model, m.Verdict,
			m.Reason, m.Question, "", strings.Join(m.Findings, " "), m.Citations, m.Attempts, m.TotalMS, t.size(), t.hashes(), string(m.CountsAs), 1)
	}
	err = insert.run(ctx, tx, s)
	return ids, err
}

// renumber takes the rows out that are there already, and gives the others the
// next number.
func (s *Store) renumber(ctx context.Context, tx *sql.Tx, rows map[string]row) error {
	for id, r := range rows {
		var there bool
		query := s.d.sql(`SELECT EXISTS (SELECT 1 FROM traces WHERE id = ?)`)
		if err := tx.QueryRowContext(ctx, query, id).Scan(&there); err != nil {
			return err
		}
		if rows[id] = (row{r.seq + 1, r.trace}); there {
			delete(rows, id)
		}
	}
	return nil
}

// chunkRows are chunk texts that are not there, and the day on those that are.
func (a appended) chunkRows() bulk {
	b := bulk{head: `INSERT INTO chunks (hash, day, document, body) VALUES`, columns: 4,
		tail: `ON CONFLICT (hash) DO UPDATE SET day = excluded.day WHERE chunks.day < excluded.day`}
	chunks := slices.Clone(a.chunks)
	slices.SortFunc(chunks, func(x, y chunk) int { return bytes.Compare(x.hash[:], y.hash[:]) }) // see cellRows
	b.values = make([]any, 0, b.columns*len(chunks))
	for _, c := range chunks {
		b.values = append(b.values, c.hash[:], a.day, c.document, packProse(view(c.text)))
	}
	return b
}

// titleRows are what documents are called, and the day.
func (a appended) titleRows() bulk {
	b := bulk{head: `INSERT INTO documents (name, title, day) VALUES`, columns: 3,
		tail: `ON CONFLICT (name) DO UPDATE SET title = excluded.title, day = excluded.day`}
	for _, document := range slices.Sorted(maps.Keys(a.titles)) { // see cellRows
		b.values = append(b.values, document, a.titles[document], a.day)
	}
	return b
}

func bodyRows(rows []row) bulk {
	b := bulk{head: `INSERT INTO bodies (seq, body) VALUES`, columns: 2}
	for _, r := range rows {
		b.values = append(b.values, r.seq, r.trace.body)
	}
	return b
}

func findingRows(rows []row) bulk {
	b := bulk{head: `INSERT INTO findings (code, seq, app) VALUES`, columns: 3}
	for _, r := range rows {
		for _, code := range r.trace.summary.Findings {
			b.values = append(b.values, code, r.seq, r.trace.summary.App)
		}
	}
	return b
}

// AppendLines stores the traces in some lines of a ledger, as Append does. One
// line that holds no trace is an error for all of them.
func (s *Store) AppendLines(ctx context.Context, lines []ledger.Line) error {
	traces, err := parseAll(lines)
	if err != nil {
		return fmt.Errorf("cannot store traces: %w", err)
	}
	return s.Append(ctx, traces)
}

// linesAtATime is how many lines one goroutine takes apart at a time.
const linesAtATime = 50

// parseAll makes lines ready to be stored, on all processors.
func parseAll(lines []ledger.Line) ([]*Trace, error) {
	traces := make([]*Trace, len(lines))
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(lines); from += linesAtATime {
		work.Go(func() error {
			for i := from; i < min(from+linesAtATime, len(lines)); i++ {
				t, err := parse(lines[i])
				if err != nil {
					return err
				}
				traces[i] = t
			}
			return nil
		})
	}
	return traces, work.Wait()
}

// parse makes a line ready to be stored: of the row that was made of the trace itself
// where there is one.
func parse(line ledger.Line) (*Trace, error) {
	if t, ok := line.Row.(*Trace); ok {
		return t.settle(line), nil
	}
	return Parse(line.JSON)
}
