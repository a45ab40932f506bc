package ledger

import "slices"

// Blocked reports whether exchanges wait right now because their traces find
// no room or, under Options.Sync, cannot be written. It answers at once.
func (w *Writer) Blocked() bool {
	return slices.ContainsFunc(w.queues, func(q *queue) bool { return q.blocked(w.sync) })
}

func (q *queue) blocked(sync bool) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting > 0 || sync && q.failing
}

// Scrub returns what of a trace may be kept and shown: its texts masked and,
// as content says, hashed or left out. The trace given is not changed.
func (w *Writer) Scrub(t *Trace, content Content) Trace { return w.scrub.scrub(*t, content) }

// Mask takes out of a text what is not to be stored.
func (w *Writer) Mask(text string) string { return w.scrub.masked(text) }
