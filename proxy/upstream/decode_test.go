package upstream

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"
)

// Some upstreams compress although only identity was accepted.
func TestRepliesThatNobodyAskedToCompressAreRead(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("data: {\"choices\":[]}\n\n", 500)
	for name, tc := range map[string]struct {
		coding string
		open   func(io.Writer) io.WriteCloser
	}{
		"gzip": {"gzip", func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }},
		"br":   {"br", func(w io.Writer) io.WriteCloser { b, _ := brrr.NewWriter(w, 5); return b }},
		"zstd": {"zstd", func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }},
		"zlib": {"deflate", func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }},
		"bare": {"deflate", func(w io.Writer) io.WriteCloser { f, _ := flate.NewWriter(w, 6); return f }},
	} {
		var sent bytes.Buffer
		w := tc.open(&sent)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(&decoding{from: bytes.NewReader(sent.Bytes()), coding: tc.coding}); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		for _, broken := range [][]byte{sent.Bytes()[:sent.Len()/2], []byte("no such thing")} {
			if got, err := io.ReadAll(&decoding{from: bytes.NewReader(broken), coding: tc.coding}); err == nil && string(got) != text {
				t.Errorf("%s: %d broken bytes were taken for whole", name, len(broken))
			}
		}
	}
}
