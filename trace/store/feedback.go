package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"vouchsafe/trace/ledger"
)

// SetFeedback keeps what someone said of a trace, a JSON object, in the place
// of what was said before; nil takes it back. It returns ErrNotFound where there
// is no trace.
func (s *Store) SetFeedback(ctx context.Context, id string, feedback json.RawMessage) error {
	var said any
	if feedback != nil {
		var object map[string]any
		if err := json.Unmarshal(feedback, &object); err != nil || object == nil {
			return fmt.Errorf("%w: feedback should be a JSON object", ErrFilter)
		}
		text, err := json.Marshal(object)
		if err != nil {
			return fmt.Errorf("cannot keep the feedback: %w", err)
		}
		said = string(text)
	}
	changed := int64(0)
	err := s.transact(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, s.d.sql(`UPDATE traces SET feedback = ? WHERE id = ?`), said, plain(id))
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
	err := s.rows(ctx, `SELECT id, feedback FROM traces WHERE feedback IS NOT NULL ORDER BY seq`, nil, func(r *sql.Rows) error {
		var id, text string
		err := r.Scan(&id, &text)
		each(id, json.RawMessage(text))
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot read the feedback: %w", err)
	}
	return nil
}

// LogAccess keeps an access.
func (s *Store) LogAccess(ctx context.Context, a ledger.Access) error {
	err := s.transact(ctx, func(tx *sql.Tx) error {
		return s.exec(ctx, tx, `INSERT INTO accesses (at, who, action, target, n, role) VALUES (?, ?, ?, ?, ?, ?)`,
			a.At.UnixMilli(), plain(a.Who), plain(a.Action), plain(a.Target), a.Count, plain(a.Role))
	})
	if err != nil {
		return fmt.Errorf("cannot log the access: %w", err)
	}
	return nil
}

// Accesses returns the newest accesses, newest first.
func (s *Store) Accesses(ctx context.Context, limit int) ([]ledger.Access, error) {
	out := []ledger.Access{}
	err := s.EachAccess(ctx, limit, func(a ledger.Access) { out = append(out, a) })
	return out, err
}

// EachAccess hands on the newest accesses, newest first.
func (s *Store) EachAccess(ctx context.Context, limit int, each func(ledger.Access)) error {
	err := s.rows(ctx, `SELECT at, who, action, target, n, role FROM accesses ORDER BY at DESC LIMIT ?`, []any{limit}, func(r *sql.Rows) error {
		var a ledger.Access
		var at int64
		err := r.Scan(&at, &a.Who, &a.Action, &a.Target, &a.Count, &a.Role)
		a.At = time.UnixMilli(at).UTC()
		each(a)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot read the log of accesses: %w", err)
	}
	return nil
}
