package upstream

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"
)

// maxWindow bounds what a decoder of zstd may hold, in bytes.
const maxWindow = 8 << 20

// decoders open a reply that is compressed although nobody asked for that, by its coding.
var decoders = map[string]func(io.Reader) (io.Reader, error){
	"gzip":   openGzip,
	"x-gzip": openGzip,
	"br":     func(r io.Reader) (io.Reader, error) { return brrr.NewReader(r), nil },
	"zstd": func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	},
	"deflate": openDeflate,
}

func openGzip(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }

// openDeflate opens what is called deflate: with the frame of zlib, as it should be, or bare,
// as some servers send it.
func openDeflate(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	head, err := buffered.Peek(2)
	if err != nil {
		return nil, err
	}
	const deflated, check = 8, 31
	if head[0]&0x0f == deflated && (int(head[0])<<8|int(head[1]))%check == 0 {
		return zlib.NewReader(buffered)
	}
	return flate.NewReader(buffered), nil
}

// decoding decodes a body. It starts at the first read, because the head of the coding is
// part of the body.
type decoding struct {
	from    io.Reader
	coding  string
	decoded io.Reader
}

func (d *decoding) Read(p []byte) (int, error) {
	if d.decoded == nil {
		opened, err := decoders[d.coding](d.from)
		if err == io.EOF { // a body that ends early is no whole one
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, fmt.Errorf("cannot decode %s: %w", d.coding, err)
		}
		d.decoded = opened
	}
	return d.decoded.Read(p)
}
