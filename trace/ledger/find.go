package ledger

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/written"
)

// Hold holds a trace against the files; "" where there is no chain in them.
func (w *Writer) Hold(ctx context.Context, trace []byte) (written.Filed, error) {
	if w.file == nil || w.file.chain == nil {
		return "", nil
	}
	of := gjson.GetManyBytes(trace, "query_id", "gateway")
	filed, held, err := w.find(ctx, of[0].Str)
	switch by := of[1].Str; {
	case err != nil:
		return "", err
	case filed == nil && by != "" && w.file.chain.publicKeys()[by] == nil:
		return written.Elsewhere, nil
	case filed == nil:
		return written.Missing, nil
	case !same(trace, filed):
		return written.Other, nil
	case !held:
		return written.Unheld, nil
	}
	return written.Same, nil
}

// find returns the trace of an id as it was written to the file, without its number and its prev, and whether the chain holds it; nil
// where no file of the ledger holds it (any more). It reads the files from the oldest on. A line of no chain counts where there is
// no other.
func (w *Writer) find(ctx context.Context, id string) (found []byte, held bool, err error) {
	start := fmt.Appendf(nil, `{"query_id":%q,`, id)
	at, n := 0, 0
	held, linked := true, false
	h := chain.Holder{Keys: w.file.chain.publicKeys(), Doubt: func(d chain.Doubt) { held = held && (found == nil || at < d.From || at > d.To) }}
	err = w.eachFiled(ctx, time.Time{}, func(line []byte) error {
		n++ // of all files
		if !linked && bytes.HasPrefix(line, start) {
			var trace []byte
			if trace, linked = traceIn(bytes.Clone(line)); linked || found == nil && trace != nil {
				found, at, held = trace, n, true
			}
		}
		h.Take(chain.Place{Line: n}, line)
		if linked && h.Settled() {
			return io.EOF
		}
		return nil
	})
	h.Done()
	return found, held, err
}

// EachFiled hands on the traces in the files as they were before they were chained, but may leave out those that ended before a
// time. It first tells how far back the files go.
func (w *Writer) EachFiled(ctx context.Context, after time.Time, begin func(first time.Time) error, take func(trace []byte)) error {
	first := time.Now()
	err := w.eachFiled(ctx, time.Time{}, func(line []byte) error {
		at := gjson.GetManyBytes(line, "time", "timestamp") // of a record, or of a trace
		first = cmp.Or(at[0].Time(), at[1].Time())
		return io.EOF
	})
	if err == nil {
		err = begin(first)
	}
	if err != nil {
		return err
	}
	return w.eachFiled(ctx, after, func(line []byte) error {
		if l, ok := chain.Parse(line); ok && l.Signature == nil {
			take(append(l.Object, '}')) // in the place of what chained it
		}
		return nil
	})
}

// eachFiled hands on the lines of the files, from the oldest on, until take gives io.EOF. Files in which nothing was written after
// a time may be left out.
func (w *Writer) eachFiled(ctx context.Context, after time.Time, take func(line []byte) error) error {
	if err := w.fileQueue.settled(ctx); err != nil {
		return fmt.Errorf("cannot read the ledger: %w", err)
	}
	files, err := w.file.openAll()
	defer func() {
		for _, f := range files {
			_ = f.Close() // nothing was written
		}
	}()
	for _, f := range files {
		if info, failed := f.Stat(); err != nil || failed == nil && info.ModTime().Before(after) {
			continue
		}
		err = chain.EachLine(f, func(_ int, line []byte) error { return errors.Join(ctx.Err(), take(line)) })
	}
	if errors.Is(err, io.EOF) && ctx.Err() == nil {
		return nil
	}
	return err
}

// same reports whether two traces say the same, but for the feedback that came since.
func same(a, b []byte) bool {
	x, failed := sjson.SetRawBytes(bytes.Clone(a), "feedback", []byte("null"))
	y, bad := sjson.SetRawBytes(bytes.Clone(b), "feedback", []byte("null"))
	if failed != nil || bad != nil {
		return false
	}
	return bytes.Equal(x, y) || SameJSON(x, y)
}

// SameJSON reports whether two JSON texts say the same: an earlier version may have spelt it otherwise.
func SameJSON(a, b []byte) bool {
	x, y := jsontext.Value(bytes.Clone(a)), jsontext.Value(bytes.Clone(b))
	return x.Canonicalize() == nil && y.Canonicalize() == nil && bytes.Equal(x, y)
}
