package ledger

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/trace/chain"
	"vouchsafe/trace/written"
)

// StoreState says which store holds the traces as well, and how whole it is. The chain's word on it is the one that counts:
// whoever changes the store can change the store's own.
type StoreState struct {
	Store     string    `json:"store"`           // drawn when it was made
	Begun     time.Time `json:"begun"`           // it lacks what is older
	Swept     time.Time `json:"swept"`           // retention, or an upgrade, may have left less than there was before
	Deletions int64     `json:"deletions"`       // how many there were
	Older     bool      `json:"older,omitempty"` // it was found to be an older copy, or another store: what the files hold was put into it
}

// Stored notes in the chain which store holds the traces as well. The file that comes after a rotation tells it again.
func (w *Writer) Stored(s StoreState) error { return w.note(chain.Stored, time.Now(), s) }

// StoreIn is what a record says of the store; false for any other record.
func StoreIn(r chain.Record) (s StoreState, ok bool) {
	return s, r.Record == chain.Stored && json.Unmarshal(r.Told, &s) == nil
}

// LastStored is what the chain in a ledger's files said last of the store, by a line that one of some keys has signed.
// names are the files, the newest last. It returns nil where nothing is said.
func LastStored(names []string, keys chain.Keys) (last *StoreState, at chain.Place, err error) {
	for i := len(names) - 1; i >= 0 && last == nil && err == nil; i-- {
		err = eachRecord(names[i], chain.Stored, keys, func(line int, r chain.Record) {
			if s, ok := StoreIn(r); ok {
				last, at = &s, chain.Place{File: names[i], Line: line}
			}
		})
	}
	return last, at, err
}

// RemovedTraces are the ids of the traces that were deleted on request from some files.
func RemovedTraces(names []string, keys chain.Keys) (ids []string, err error) {
	err = EachRecord(names, chain.Removed, keys, func(r chain.Record) {
		if r.Why == ErasedOnRequest && r.Trace != "" {
			ids = append(ids, r.Trace)
		}
	})
	return ids, err
}

// EachRecord hands on the records of one kind in some files that one of some keys has signed.
func EachRecord(names []string, kind string, keys chain.Keys, take func(chain.Record)) (err error) {
	for _, name := range names {
		err = errors.Join(err, eachRecord(name, kind, keys, func(_ int, r chain.Record) { take(r) }))
	}
	return err
}

// eachRecord hands on the records of one kind in a file that one of some keys has signed.
func eachRecord(name, kind string, keys chain.Keys, take func(line int, r chain.Record)) error {
	start := fmt.Appendf(nil, `{"record":%q,`, kind)
	return eachLine(name, func(n int, line []byte) error {
		if bytes.HasPrefix(line, start) {
			read := keys.RecordIn
			if kind == chain.Removed {
				read = keys.RemovedIn
			}
			if r, ok := read(line); ok {
				take(n, r)
			}
		}
		return nil
	})
}

// Doubts are the lines of a ledger's files that the chain does not hold, file by file and in their order, and the ids of keys that
// known does not give and that are said to sign some of them. names are the files, the newest last. What a writer was given is written
// first. A key that was renewed while the files were read has signed what was deleted since, in front of the record that names
// it: then known gives it when it is asked again, and the files are read anew.
func Doubts(ctx context.Context, w *Writer, names []string, known func() (chain.Keys, error)) (
	all []chain.Doubt, unknown []string, err error) {
	if err := w.fileQueue.settled(ctx); err != nil {
		return nil, nil, fmt.Errorf("cannot read the ledger: %w", err)
	}
	keys, err := known()
	for err == nil {
		if all, unknown, err = doubts(ctx, names, keys); err != nil || len(unknown) == 0 {
			break
		}
		if keys, err = known(); !slices.ContainsFunc(unknown, func(id string) bool { return keys[id] != nil }) {
			break
		}
	}
	return all, unknown, err
}

func doubts(ctx context.Context, names []string, keys chain.Keys) (all []chain.Doubt, unknown []string, err error) {
	h := chain.Holder{Keys: keys, Unknown: map[string]bool{}, Doubt: func(d chain.Doubt) {
		if n := len(all) - 1; n >= 0 && all[n].File == d.File && all[n].To+1 == d.From && all[n].Before == d.Before {
			all[n].To = d.To
			return
		}
		all = append(all, d)
	}}
	for _, name := range names {
		err := eachLine(name, func(n int, line []byte) error {
			h.Take(chain.Place{File: name, Line: n}, line)
			return ctx.Err()
		})
		if err != nil {
			return nil, nil, err
		}
	}
	h.Done()
	return all, slices.Sorted(maps.Keys(h.Unknown)), nil
}

// traceIn is the trace in a line as it was before it was chained, in the line's place, and whether it is; nil where the line is a record,
// or no whole one.
func traceIn(line []byte) (trace []byte, linked bool) {
	if l, ok := chain.Parse(line); ok && l.Signature == nil {
		return append(l.Object, '}'), true // in the place of what chained it
	} else if trace = bytes.TrimSuffix(line, []byte{'\n'}); !ok && bytes.HasPrefix(trace, traceStart) && gjson.ValidBytes(trace) {
		return trace, false
	}
	return nil, false
}

// traceStart begins the line of a trace, and of nothing else.
var traceStart = []byte(`{"query_id":"`)

// EachTrace hands on the traces behind a line of the chain (0 for all) in a file, as they were before they were chained, and whether the
// chain holds them. They are valid during the call.
func EachTrace(name string, after uint64, doubts []chain.Doubt, take func(trace []byte, held bool) error) error {
	doubts = slices.DeleteFunc(slices.Clone(doubts), func(d chain.Doubt) bool { return d.File != name })
	return eachLine(name, func(n int, line []byte) error {
		for len(doubts) > 0 && doubts[0].To < n {
			doubts = doubts[1:]
		}
		held := len(doubts) == 0 || n < doubts[0].From
		if l, _ := chain.Parse(line); l.N <= after && after > 0 {
			return nil
		}
		if trace, linked := traceIn(line); linked || !held && trace != nil {
			return take(trace, held)
		}
		return nil
	})
}

// eachLine hands on the lines of a file, which are valid during the call. A file that is not there has none.
func eachLine(name string, take func(n int, line []byte) error) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot read the ledger: %w", err)
	}
	defer f.Close()
	return chain.EachLine(f, take)
}

// Hold compares the trace of an id with the files; it returns "" where the files hold no chain. Where the feedback on the trace differs
// from the feedback in the files, said tells whether another gateway took it; nil where these files are all.
func (w *Writer) Hold(ctx context.Context, id string, trace []byte, said func(feedback []byte) bool) (written.Filed, error) {
	if w.file == nil || w.file.chain == nil {
		return "", nil
	}
	filed, feedback, held, err := w.find(ctx, id)
	is := []byte(cmp.Or(gjson.GetBytes(trace, "feedback").Raw, "null"))
	switch by := gjson.GetBytes(trace, "gateway").Str; {
	case err != nil:
		return "", err
	case filed == nil && by != "" && w.file.chain.publicKeys()[by] == nil:
		return written.Elsewhere, nil
	case filed == nil:
		return written.Missing, nil
	case !same(trace, filed), !SameJSON(is, feedback) && (said == nil || !said(is)):
		return written.Other, nil
	case !held:
		return written.Unheld, nil
	}
	return written.Same, nil
}

// find returns the trace of an id as it was written to the file, without its number and its prev, what was said of it last, and whether
// the chain holds it; nil where no file of the ledger holds it (any more). A line of no chain counts where there is no other.
func (w *Writer) find(ctx context.Context, id string) (found, feedback []byte, held bool, err error) {
	start := fmt.Appendf(nil, `{"query_id":%q,`, id)
	at, n := 0, 0
	feedback = []byte("null")
	held, linked := true, false
	h := chain.Holder{Keys: w.file.chain.publicKeys(),
		Doubt: func(d chain.Doubt) { held = held && (found == nil || at < d.From || at > d.To) }}
	err = w.eachFiled(ctx, time.Time{}, func(line []byte) error {
		n++ // of all files
		if !linked && bytes.HasPrefix(line, start) {
			var trace []byte
			if trace, linked = traceIn(bytes.Clone(line)); linked || found == nil && trace != nil {
				found, at, held = trace, n, true
			}
		}
		if bytes.HasPrefix(line, feedbackStart) && bytes.Contains(line, []byte(id)) {
			var o Opinion
			if r, signed := h.Keys.RecordIn(line); signed && json.Unmarshal(r.Told, &o) == nil && o.Trace == id {
				feedback = o.Feedback
			}
		}
		h.Take(chain.Place{Line: n}, line)
		return nil
	})
	h.Done()
	return found, feedback, held, err
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
