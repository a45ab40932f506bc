package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vouchsafe/trace/chain"
)

// Access is a reading, an export or a deletion of what is kept.
type Access struct {
	Who    string `json:"who"`
	Action string `json:"action"` // read, list, export, delete, …
	Target string `json:"target"` // which traces
	Count  int    `json:"count"`  // of traces
}

// Accessed notes in the chain who read, exported or deleted what. It returns when
// that is queued, and where traces are durable when it outlasts a power failure.
func (w *Writer) Accessed(a Access) error { return w.note(chain.Accessed, a) }

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
	err := w.note(chain.Configuration, map[string]string{"hash": r.Hash, "configuration": r.Configuration})
	for _, p := range r.Policies {
		if err == nil {
			err = w.note(chain.PolicyText, p)
		}
	}
	return err
}

// note queues a record for the file; there is none where the file has no chain.
func (w *Writer) note(kind string, told any) error {
	if w.file == nil || w.file.chain == nil {
		return nil
	}
	text, err := json.Marshal(told)
	if err != nil {
		return fmt.Errorf("cannot note the %s in the ledger: %w", kind, err)
	}
	b, err := w.fileQueue.put(recordEntry(chain.Record{Record: kind, Time: time.Now(), Told: text}))
	if err == nil && w.sync {
		err = b.wait()
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
