package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

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
	filed, err := w.find(ctx, of[0].Str)
	switch by := of[1].Str; {
	case err != nil:
		return "", err
	case filed == nil && by != "" && w.file.chain.publicKeys()[by] == nil:
		return written.Elsewhere, nil
	case filed == nil:
		return written.Missing, nil
	case same(trace, filed):
		return written.Same, nil
	}
	return written.Other, nil
}

// find returns the trace of an id as it was written to the file, without its number and its prev; nil where
// no file of the ledger holds it (any more). It reads the files from the oldest on.
func (w *Writer) find(ctx context.Context, id string) ([]byte, error) {
	if err := w.fileQueue.settled(ctx); err != nil {
		return nil, fmt.Errorf("cannot look for a trace in the ledger: %w", err)
	}
	files, err := w.file.openAll()
	defer func() {
		for _, f := range files {
			_ = f.Close() // nothing was written
		}
	}()
	start := fmt.Appendf(nil, `{"query_id":%q,`, id)
	for _, f := range files {
		if err != nil {
			break
		}
		var line []byte
		if line, err = findIn(ctx, f, start); line != nil {
			return line, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot look for a trace in the ledger: %w", err)
	}
	return nil, nil
}

// findIn is the object of the line of a chain that begins in some way; nil where there is none.
func findIn(ctx context.Context, f io.Reader, start []byte) ([]byte, error) {
	in := bufio.NewReaderSize(f, pieceBytes)
	for begins := true; ; {
		piece, err := in.ReadSlice('\n')
		whole := !errors.Is(err, bufio.ErrBufferFull)
		switch {
		case begins && bytes.HasPrefix(piece, start):
			line := bytes.Clone(piece)
			if !whole {
				var rest []byte
				rest, err = in.ReadBytes('\n')
				line = append(line, rest...)
			}
			if l, ok := chain.Parse(line); ok {
				return append(bytes.Clone(l.Object), '}'), nil
			}
			whole = true
		case errors.Is(err, io.EOF):
			return nil, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if begins = whole; whole && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// same reports whether two traces say the same, but for the feedback that came since.
func same(a, b []byte) bool {
	x, failed := sjson.SetRawBytes(bytes.Clone(a), "feedback", []byte("null"))
	y, bad := sjson.SetRawBytes(bytes.Clone(b), "feedback", []byte("null"))
	if failed != nil || bad != nil {
		return false
	}
	if bytes.Equal(x, y) {
		return true
	}
	v, w := jsontext.Value(x), jsontext.Value(y) // an earlier version may have spelt it otherwise
	return v.Canonicalize() == nil && w.Canonicalize() == nil && bytes.Equal(v, w)
}
