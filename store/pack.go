package store

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// packers are kept for reuse: one takes a megabyte to make.
var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // fails for an unknown level only
	return w
}}

// pack compresses a text. It is also what makes a text with NUL bytes
// harmless, which PostgreSQL takes in no text column.
func pack(text []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, _ = w.Write(text) // a buffer never fails to write
	_ = w.Close()
	return b.Bytes()
}

// unpack undoes pack.
func unpack(packed []byte) ([]byte, error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("cannot decompress what is stored: %w", err)
	}
	return text, nil
}
