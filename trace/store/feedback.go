package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"vouchsafe/trace/ledger"
)

// SetFeedback keeps what someone said of a trace, a JSON object, in the place
// of what was said before; nil takes it back. It returns ErrNotFound where there
// is no trace.
func (s *Store) SetFeedback(ctx context.Context, id string, feedback json.RawMessage) error {
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
		return err
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
	err := s.db.rows(ctx, `SELECT id, feedback FROM traces WHERE feedback IS NOT NULL ORDER BY seq`, nil, func(r *sql.Rows) error {
		var id, text string
		err := r.Scan(&id, &text)
		each(id, json.RawMessage(text))
		return err
	})
	return cannot("read the feedback", err)
}

// LogAccess keeps an access.
func (s Notes) LogAccess(ctx context.Context, a ledger.Access) error {
	return s.db.change(ctx, "log the access", `INSERT INTO accesses (at, who, action, target, n, role) VALUES (?, ?, ?, ?, ?, ?)`,
		a.At.UnixMilli(), plain(a.Who), plain(a.Action), plain(a.Target), a.Count, plain(a.Role))
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
	const query = `SELECT at, who, action, target, n, role FROM accesses WHERE at <= ? ORDER BY at DESC, who, action, target, n, role LIMIT ?`
	err := s.db.rows(ctx, query, []any{until, most}, func(r *sql.Rows) error {
		var a ledger.Access
		var at int64
		err := r.Scan(&at, &a.Who, &a.Action, &a.Target, &a.Count, &a.Role)
		a.At = time.UnixMilli(at).UTC()
		each(a)
		return err
	})
	return cannot("read the log of accesses", err)
}
