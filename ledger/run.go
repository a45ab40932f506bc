package ledger

import (
	"bytes"
	"errors"
	"time"
)

// run writes what has gathered until the ledger is closed and empty.
func (w *Writer) run() {
	defer close(w.done)
	var batch []byte
	for range w.work {
		batch = w.flush(batch)
	}
	w.flush(batch) // what came between the last signal and Close
	if err := w.file.close(); err != nil {
		w.failed(err)
	}
	w.giveUp()
}

// flush writes until nothing waits, and returns a buffer for the next time.
func (w *Writer) flush(spare []byte) []byte {
	for {
		batch := w.take(spare)
		if len(batch) == 0 {
			return spare
		}
		if !w.persist(batch) {
			return nil
		}
		spare = batch[:0]
		if cap(batch) > 2*w.opt.QueueBytes {
			spare = nil // one huge line made it grow
		}
	}
}

// take swaps what waits for an empty buffer. Where nothing waits the buffer
// stays with the caller.
func (w *Writer) take(spare []byte) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.pending) == 0 {
		return nil
	}
	batch := w.pending
	w.pending = spare[:0]
	return batch
}

// persist writes a batch of whole lines, trying again until all are written
// or Close has given up. Lines stay counted as waiting until they are written.
func (w *Writer) persist(batch []byte) bool {
	pause := firstPause
	for len(batch) > 0 {
		n, err := w.file.write(batch)
		w.written(batch[:n])
		batch = batch[n:]
		if err == nil {
			pause = firstPause
			continue
		}
		w.failed(err)
		select {
		case <-w.stop.Done():
			return false
		case <-time.After(pause):
		}
		pause = min(2*pause, longestPause)
	}
	return true
}

// written takes lines off the count and wakes those who wait for room.
func (w *Writer) written(lines []byte) {
	if len(lines) == 0 {
		return
	}
	w.mu.Lock()
	n := bytes.Count(lines, []byte{'\n'})
	w.stats.Written += uint64(n)
	w.stats.Queued -= n
	w.stats.Bytes -= len(lines)
	w.mu.Unlock()
	w.room.Broadcast()
}

// failed counts and reports a failure.
func (w *Writer) failed(err error) {
	w.mu.Lock()
	w.stats.Errors++
	w.mu.Unlock()
	if w.opt.OnError != nil {
		w.opt.OnError(err)
	}
}

// errGivenUp is reported once, when lines are lost.
var errGivenUp = errors.New("cannot write the traces that waited: the ledger was closed")

// giveUp counts what still waits as lost.
func (w *Writer) giveUp() {
	w.mu.Lock()
	lost := w.stats.Queued
	w.stats.Lost += uint64(lost)
	w.stats.Queued, w.stats.Bytes = 0, 0
	w.mu.Unlock()
	if lost > 0 {
		w.failed(errGivenUp)
	}
}
