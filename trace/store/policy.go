package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// KeepPolicy keeps a policy under the hash by which traces name it. One that is there already stays as it is.
func (s Notes) KeepPolicy(ctx context.Context, hash, name string, text json.RawMessage) error {
	return s.db.change(ctx, "keep the policy", `INSERT INTO policies (hash, name, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
		plain(hash), plain(name), []byte(text))
}

// Policy returns a policy by its hash, in the canonical form that the hash is of, and the name that it had when it
// was first in force. It returns ErrNotFound where it was never kept: traces of versions before name such ones.
func (s Notes) Policy(ctx context.Context, hash string) (name string, text json.RawMessage, err error) {
	err = s.db.rows(ctx, `SELECT name, body FROM policies WHERE hash = ?`, []any{plain(hash)}, func(r *sql.Rows) error {
		var body []byte
		err := r.Scan(&name, &body)
		text = body
		return err
	})
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
	err := s.db.rows(ctx, `SELECT hash, name FROM policies ORDER BY hash`, nil, func(r *sql.Rows) error {
		var hash, name string
		err := r.Scan(&hash, &name)
		each(hash, name)
		return err
	})
	return cannot("read the policies", err)
}
