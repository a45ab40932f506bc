package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vouchsafe/trace/chain"
)

// Access is a reading, an export or a deletion of what is kept.
type Access struct {
	At     time.Time `json:"at,omitzero"` // as the record itself says
	Who    string    `json:"who"`
	Role   string    `json:"role,omitempty"` // of the key; "" where an earlier version did not tell
	Action string    `json:"action"`         // read, list, export, delete, …
	Target string    `json:"target"`         // which traces
	Count  int       `json:"count"`          // of traces
}

// AccessIn is what a record says of an access; false for any other record.
func AccessIn(r chain.Record) (a Access, ok bool) {
	ok = r.Record == chain.Accessed && json.Unmarshal(r.Told, &a) == nil
	a.At = r.Time
	return a, ok
}

// Accessed notes in the chain who read, exported or deleted what. It returns when
// that is queued, and where traces are durable when it outlasts a power failure.
func (w *Writer) Accessed(a Access) error {
	at := a.At
	a.At = time.Time{}
	return w.note(chain.Accessed, at, a)
}

// NoteAccess notes in the chain of a file that no Writer of this process has open who read what. A file without the key beside
// it is a copy, and is left as it is.
func NoteAccess(path, engine string, a Access) error {
	info, err := os.Stat(filepath.Join(filepath.Dir(path), chain.KeyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !isOwn(info):
		return fmt.Errorf("%s belongs to another user: only the user of the gateway can write beside it", path)
	}
	at := a.At
	a.At = time.Time{}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	l, err := openFile(Options{Path: path, Engine: engine})
	if err != nil {
		return err
	}
	_, err = l.writeSome([]entry{recordEntry(chain.Record{Record: chain.Accessed, Time: at, Told: text})})
	return errors.Join(err, l.close())
}

// Opinion is what somebody said of a trace. The other members are the trace's: whoever deletes it deletes this as well.
type Opinion struct {
	Trace     string          `json:"query_id"`
	Timestamp string          `json:"timestamp"`
	App       string          `json:"app"`
	User      string          `json:"user,omitempty"`
	Feedback  json.RawMessage `json:"feedback"` // null: it was withdrawn
}

// Opined notes in the chain what somebody said of a trace.
func (w *Writer) Opined(o Opinion) error { return w.note(chain.Feedback, time.Now(), o) }

// Rules are what a gateway works by from some moment on.
type Rules struct {
	Configuration string        // its effective form, without secrets
	Hash          string        // of that
	Policies      []NamedPolicy // that apps are under
}

// NamedPolicy is a policy as traces name it.
type NamedPolicy struct {
	Name string          `json:"name"`
	Hash string          `json:"policy_hash"`
	Text json.RawMessage `json:"policy"` // the canonical form, which the hash is of
}

// Governed notes in the chain which rules are in force from here on. The file that
// comes after a rotation tells them again.
func (w *Writer) Governed(r Rules) error {
	err := w.note(chain.Configuration, time.Now(), map[string]string{"hash": r.Hash, "configuration": r.Configuration})
	for _, p := range r.Policies {
		if err == nil {
			err = w.note(chain.PolicyText, time.Now(), p)
		}
	}
	return err
}

// note queues a record for the file; there is none where the file has no chain.
func (w *Writer) note(kind string, at time.Time, told any) error {
	if w.file == nil || w.file.chain == nil {
		return nil
	}
	text, err := json.Marshal(told)
	if err != nil {
		return fmt.Errorf("cannot note the %s in the ledger: %w", kind, err)
	}
	b, err := w.fileQueue.put(recordEntry(chain.Record{Record: kind, Time: at, Told: text}))
	if err == nil && w.sync {
		err = awaitKept(b)
	}
	if err != nil {
		return fmt.Errorf("cannot note the %s in the ledger: %w", kind, err)
	}
	return nil
}

// settled returns when everything that was queued before is written, or ctx ends.
func (q *queue) settled(ctx context.Context) error {
	b := q.join()
	if b == nil {
		return ErrClosed
	}
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// join returns the batch that what comes now would belong to; nil where nothing comes any more.
func (q *queue) join() *batch {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil
	}
	if q.pending == nil {
		q.pending = &batch{done: make(chan struct{})}
	}
	signal(q.work)
	signal(q.enough)
	return q.pending
}
