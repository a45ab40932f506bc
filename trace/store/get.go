package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
)

// Get returns a whole trace as the ledger wrote it, one JSON object without a
// line feed, with the feedback that came since. It returns ErrNotFound where
// there is none.
func (s *Store) Get(ctx context.Context, id string) ([]byte, error) {
	var found []body
	query := `SELECT b.body, coalesce(t.feedback, '') FROM traces t JOIN bodies b ON b.seq = t.seq WHERE t.id = ?`
	err := s.db.rows(ctx, query, []any{plain(id)}, func(r *sql.Rows) error {
		var b body
		var packed []byte
		err := r.Scan(&packed, &b.feedback)
		if err == nil {
			b.line, err = unpack(packed)
		}
		found = append(found, b)
		return err
	})
	if err == nil && len(found) == 0 {
		return nil, ErrNotFound
	}
	var lines [][]byte
	if err == nil {
		lines, err = readWhole(ctx, s.db, found)
	}
	if err != nil {
		return nil, cannot("read the trace", err)
	}
	return lines[0], nil
}

// body is a stored line and what came to it later.
type body struct {
	seq      int64
	line     []byte // without the chunk texts
	feedback string // JSON; "" for none
}

// readWhole puts the chunk texts and the feedback into lines.
func readWhole(ctx context.Context, db *database, bodies []body) ([][]byte, error) {
	texts, err := readTexts(ctx, db, referred(bodies))
	if err != nil {
		return nil, err
	}
	out := make([][]byte, len(bodies))
	for i, b := range bodies {
		out[i] = []byte(strings.TrimSuffix(string(b.assemble(texts)), "\n"))
	}
	return out, nil
}

// reference is the hash in the place of a chunk's text; ok is false where the
// text itself is there.
func reference(c gjson.Result) (at gjson.Result, h hash, ok bool) {
	at = c.Get("text")
	if !at.IsObject() {
		return at, h, false
	}
	n, err := hex.Decode(h[:], []byte(clip(at.Get("sha256").Str, 2*len(h))))
	return at, h, err == nil && n == len(h)
}

// referred are the hashes in some lines, each once.
func referred(bodies []body) []hash {
	seen := map[hash]bool{}
	var out []hash
	for _, b := range bodies {
		elements(gjson.GetBytes(b.line, "chunks"), func(c gjson.Result) {
			if _, h, ok := reference(c); ok && !seen[h] {
				seen[h] = true
				out = append(out, h)
			}
		})
	}
	return out
}

// assemble undoes what Parse took out. A text that is gone is null.
func (b body) assemble(texts map[hash]string) []byte {
	var out []byte
	from := 0
	replace := func(v gjson.Result, by string) {
		out = append(append(out, b.line[from:v.Index]...), by...)
		from = v.Index + len(v.Raw)
	}
	members(gjson.ParseBytes(b.line), func(name string, v gjson.Result) {
		switch {
		case name == "feedback" && b.feedback != "":
			replace(v, b.feedback)
		case name == "chunks":
			elements(v, func(c gjson.Result) {
				if at, h, ok := reference(c); ok {
					replace(at, quoted(texts, h))
				}
			})
		}
	})
	return append(out, b.line[from:]...)
}

func quoted(texts map[hash]string, h hash) string {
	text, ok := texts[h]
	if !ok {
		return "null"
	}
	var j jsonwriter.JSON
	j.Quote(text)
	return string(j)
}

// readTexts reads chunk texts.
func readTexts(ctx context.Context, db *database, hashes []hash) (map[hash]string, error) {
	out := map[hash]string{}
	for part := range slices.Chunk(hashes, 500) {
		args := make([]any, len(part))
		for i := range part {
			args[i] = part[i][:]
		}
		err := db.rows(ctx, `SELECT hash, body FROM chunks WHERE hash IN (`+questions(len(part))+`)`, args, func(r *sql.Rows) error {
			var key, packed []byte
			if err := r.Scan(&key, &packed); err != nil {
				return err
			}
			if text, err := unpack(packed); err == nil && len(key) == len(hash{}) { // else it is as if it were gone, see Check
				out[hash(key)] = string(text)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// exportPage is how many traces are read at a time.
const exportPage = 200

// Export hands every whole trace that a filter chooses to a function, newest
// first, and ends with its error if it has one. Limit and Cursor of the filter
// are not heeded; memory does not grow with the number of traces.
func (s *Store) Export(ctx context.Context, f Filter, each func(trace []byte) error) error {
	f.Limit, f.Cursor = exportPage, ""
	for {
		traces, next, err := readPage(ctx, s.db, f)
		var lines [][]byte
		if err == nil {
			lines, err = readWhole(ctx, s.db, bodiesOf(traces))
		}
		if err != nil {
			return fmt.Errorf("cannot export traces: %w", err)
		}
		for _, line := range lines {
			if err := each(line); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		f.Cursor = next
	}
}

func bodiesOf(traces []found) (out []body) {
	for _, t := range traces {
		out = append(out, t.body)
	}
	return out
}
