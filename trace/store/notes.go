package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"vouchsafe/trace/ledger"
)

// KeepHead remembers how far the chain in a file was signed. place names the file; instance, whose it is: it is found by
// either.
func (s Notes) KeepHead(ctx context.Context, place, instance string, n uint64, head []byte) error {
	return s.db.change(ctx, "keep how far the ledger has come", `INSERT INTO heads (place, instance, n, line) VALUES (?, ?, ?, ?)
		ON CONFLICT (place) DO UPDATE SET instance = excluded.instance, n = excluded.n, line = excluded.line WHERE heads.n < excluded.n`,
		plain(place), plain(instance), int64(n), head)
}

// Head returns the newest head of the chain in a file; nil where none is known.
func (s Notes) Head(ctx context.Context, place, instance string) (head []byte, err error) {
	query := `SELECT line FROM heads WHERE place = ? OR instance = ? ORDER BY n DESC LIMIT 1`
	err = s.db.rows(ctx, query, []any{plain(place), plain(instance)}, func(r *sql.Rows) error { return r.Scan(&head) })
	return head, cannot("read how far the ledger had come", err)
}

// EachHead hands on what is remembered of chains.
func (s Notes) EachHead(ctx context.Context, each func(place, instance string, n uint64, head []byte)) error {
	var place, instance string
	var n int64
	var head []byte
	err := s.db.rows(ctx, `SELECT place, instance, n, line FROM heads ORDER BY place`, nil,
		reading(func() { each(place, instance, uint64(n), head) }, &place, &instance, &n, &head))
	return cannot("read how far ledgers had come", err)
}

// KeepPolicy keeps a policy under the hash by which traces name it. One that is there already stays as it is.
func (s Notes) KeepPolicy(ctx context.Context, hash, name string, text json.RawMessage) error {
	return s.db.change(ctx, "keep the policy", `INSERT INTO policies (hash, name, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
		plain(hash), plain(name), []byte(text))
}

// Policy returns a policy by its hash, in the canonical form that the hash is of, and the name that it had when it
// was first in force. It returns ErrNotFound where it was never kept: traces of versions before name such ones.
func (s Notes) Policy(ctx context.Context, hash string) (name string, text json.RawMessage, err error) {
	var body []byte
	query := `SELECT name, body FROM policies WHERE hash = ?`
	err = s.db.rows(ctx, query, []any{plain(hash)}, reading(func() { text = body }, &name, &body))
	if err == nil && text == nil {
		err = ErrNotFound
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		err = fmt.Errorf("cannot read the policy: %w", err)
	}
	return name, text, err
}

// EachPolicy hands on the hash and the name of every policy that is kept.
func (s Notes) EachPolicy(ctx context.Context, each func(hash, name string)) error {
	var hash, name string
	err := s.db.rows(ctx, `SELECT hash, name FROM policies ORDER BY hash`, nil, reading(func() { each(hash, name) }, &hash, &name))
	return cannot("read the policies", err)
}

// erasedRows note that traces were deleted, for those who keep lines of them in files. An id names nobody.
func erasedRows(ids []string, n, at int64) bulk {
	b := bulk{head: `INSERT INTO erased (n, id, at) VALUES`, columns: 3, tail: `ON CONFLICT (n, id) DO NOTHING`}
	for _, id := range ids {
		b.values = append(b.values, n, plain(id), at)
	}
	return b
}

// numberErasure is the number of a deletion. Nobody else has a higher one before this one is committed.
func numberErasure(ctx context.Context, tx *sql.Tx) (n int64, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE meta SET n = n + 1 WHERE name = 'erasure' RETURNING n`).Scan(&n)
	return n, err
}

// Erased returns the ids of traces that were deleted since an instance last told that it has erased them in its
// files, and the number of the last deletion among them.
func (s Notes) Erased(ctx context.Context, instance string) (ids map[string]bool, n int64, err error) {
	ids = map[string]bool{}
	query := `SELECT n, id FROM erased WHERE n > coalesce((SELECT n FROM erasers WHERE instance = ?), 0) ORDER BY n`
	var id string
	err = s.db.rows(ctx, query, []any{instance}, reading(func() { ids[id] = true }, &n, &id))
	return ids, n, cannot("read which traces were deleted", err)
}

// NoteErased notes that an instance has erased what was deleted up to a number.
func (s Notes) NoteErased(ctx context.Context, instance string, n int64) error {
	return s.db.change(ctx, "note what was erased",
		`INSERT INTO erasers (instance, n) VALUES (?, ?) ON CONFLICT (instance) DO UPDATE SET n = excluded.n`, instance, n)
}

// SetFeedback keeps what someone said of a trace, a JSON object, in the place
// of what was said before; nil takes it back. It returns ErrNotFound where there
// is no trace. That somebody says it now is logged with it, and gets its time: of two who speak at once, whichever gateway they
// ask, the log names the one last whose words stay. by is nil where it was said, and logged, before.
func (s *Store) SetFeedback(ctx context.Context, id string, feedback json.RawMessage, by *ledger.Access) error {
	var said any
	if feedback != nil {
		var text bytes.Buffer
		if !isObject(feedback) || json.Compact(&text, feedback) != nil {
			return fmt.Errorf("%w: feedback should be a JSON object", ErrFilter)
		}
		said = text.String()
	}
	changed := int64(0)
	err := s.db.transact(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, s.db.d.sql(`UPDATE traces SET feedback = ? WHERE id = ?`), said, plain(id))
		if err == nil {
			changed, err = r.RowsAffected()
		}
		if err != nil || changed == 0 || by == nil {
			return err
		}
		// The row is ours until all is done. Another gateway's clock may be ahead of this one.
		const ahead = `SELECT coalesce(max(at), 0) FROM accesses WHERE at >= ? AND at < ?`
		now, last := s.db.now().UnixMilli(), int64(0)
		err = tx.QueryRowContext(ctx, s.db.d.sql(ahead), now, now+time.Minute.Milliseconds()).Scan(&last)
		by.At = time.UnixMilli(max(now, last+1))
		return errors.Join(err, s.db.exec(ctx, tx, accessInsert, accessColumns(*by)...))
	})
	if err != nil {
		return fmt.Errorf("cannot keep the feedback: %w", err)
	}
	if changed == 0 {
		return ErrNotFound
	}
	return nil
}

// FeedbackTarget is what the log of accesses names where somebody said something of a trace: the trace, and what was said by
// its hash, so that it can be told whether it is still that.
func FeedbackTarget(id string, feedback json.RawMessage) string {
	sum := sha256.Sum256(feedback)
	return id + " sha256:" + hex.EncodeToString(sum[:])
}

// EachFeedback hands on what was said of traces, as it is stored.
func (s *Store) EachFeedback(ctx context.Context, each func(id string, feedback json.RawMessage)) error {
	var id, text string
	query := `SELECT id, feedback FROM traces WHERE feedback IS NOT NULL ORDER BY seq`
	err := s.db.rows(ctx, query, nil, reading(func() { each(id, json.RawMessage(text)) }, &id, &text))
	return cannot("read the feedback", err)
}

// LogAccess keeps an access.
func (s Notes) LogAccess(ctx context.Context, a ledger.Access) error {
	return s.db.change(ctx, "log the access", accessInsert, accessColumns(a)...)
}

const accessInsert = `INSERT INTO accesses (at, who, action, target, n, role) VALUES (?, ?, ?, ?, ?, ?)`

func accessColumns(a ledger.Access) []any {
	return []any{a.At.UnixMilli(), plain(a.Who), plain(a.Action), plain(a.Target), a.Count, plain(a.Role)}
}

// Accesses returns a page of accesses, newest first, and the cursor of the next; "" where there is none. Of a filter it
// heeds Limit and Cursor.
func (s Notes) Accesses(ctx context.Context, f Filter) (page []ledger.Access, next string, err error) {
	until, skipped := int64(math.MaxInt64), 0 // the newest of the first page, and how many were on the pages before
	if _, err := fmt.Sscanf(f.Cursor, "%d.%d", &until, &skipped); f.Cursor != "" && err != nil {
		return nil, "", fmt.Errorf("%w: the cursor is none of this store", ErrFilter)
	}
	seen := 0
	page = []ledger.Access{}
	err = s.accesses(ctx, until, skipped+f.limit()+1, func(a ledger.Access) {
		if seen++; seen > skipped {
			page = append(page, a)
		}
	})
	if len(page) <= f.limit() {
		return page, "", err
	}
	if skipped == 0 {
		until = page[0].At.UnixMilli()
	}
	return page[:f.limit()], fmt.Sprintf("%d.%d", until, skipped+f.limit()), err
}

// Said reports whether somebody said something of a trace at a time, told to the second; target is that of FeedbackTarget.
func (s Notes) Said(ctx context.Context, who, target string, at time.Time) (bool, error) {
	const query = `SELECT count(*) FROM accesses WHERE at >= ? AND at < ? AND who = ? AND action = 'feedback' AND target = ?`
	n, err := s.number(ctx, query, at.UnixMilli(), at.Add(time.Minute).UnixMilli(), plain(who), plain(target))
	return n > 0, cannot("read the log of accesses", err)
}

// LastSaid is what was said last of a trace, as the log of accesses names it, by way of any gateway; "" where that was taken back.
func (s Notes) LastSaid(ctx context.Context, id string) (target string, err error) {
	const query = `SELECT target FROM accesses WHERE at >= ? AND (action = 'feedback' AND target LIKE ? OR
		action = 'feedback withdrawn' AND target = ?) ORDER BY at DESC LIMIT 1`
	args := []any{ledger.MadeAt(id).UnixMilli(), plain(id) + " %", plain(id)}
	err = s.db.rows(ctx, query, args, func(r *sql.Rows) error { return r.Scan(&target) })
	if target == id {
		target = ""
	}
	return target, cannot("read the log of accesses", err)
}

// CountAccesses counts all of them.
func (s Notes) CountAccesses(ctx context.Context) (int64, error) {
	return s.number(ctx, `SELECT count(*) FROM accesses`)
}

// Deleted is how many traces were deleted on request from a time on, as the accesses tell.
func (s Notes) Deleted(ctx context.Context, since time.Time) (int64, error) {
	return s.number(ctx, `SELECT CAST(coalesce(sum(n), 0) AS BIGINT) FROM accesses WHERE action = 'deleted' AND at >= ?`, since.UnixMilli())
}

func (s Notes) number(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = s.db.rows(ctx, query, args, func(r *sql.Rows) error { return r.Scan(&n) })
	return n, err
}

// EachAccess hands on all accesses, newest first.
func (s Notes) EachAccess(ctx context.Context, each func(ledger.Access)) error {
	return s.accesses(ctx, math.MaxInt64, math.MaxInt64, each)
}

// accesses hands on the newest accesses up to a time in milliseconds, newest first, in one order.
func (s Notes) accesses(ctx context.Context, until int64, most int, each func(ledger.Access)) error {
	const query = `SELECT at, who, action, target, n, role FROM accesses WHERE at <= ?
		ORDER BY at DESC, who, action, target, n, role LIMIT ?`
	var a ledger.Access
	var at int64
	err := s.db.rows(ctx, query, []any{until, most}, reading(func() {
		a.At = time.UnixMilli(at).UTC()
		each(a)
	}, &at, &a.Who, &a.Action, &a.Target, &a.Count, &a.Role))
	return cannot("read the log of accesses", err)
}
