package chain

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
)

// longestLine is how much of a line is held in memory. Of a longer one there are
// its beginning and its end, which hold its link.
const (
	longestLine = 16 << 20
	keptEnd     = 1 << 10
)

// reader reads lines. Its memory does not grow with the file, nor with a line.
type reader struct {
	in   *bufio.Reader
	text []byte
}

// rawLine is a line as it stands in a file.
type rawLine struct {
	text  []byte // valid until the next one is read
	hash  Hash
	ended bool // with a line feed, which is not part of text
	cut   bool // text lacks its middle
}

// next reads a line; io.EOF behind the last.
func (r *reader) next() (rawLine, error) {
	sum, l := sha256.New(), rawLine{}
	r.text = r.text[:0]
	for read := false; ; read = true {
		piece, err := r.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
			return l, fmt.Errorf("cannot read the line: %w", err)
		}
		if len(piece) == 0 && !read && errors.Is(err, io.EOF) {
			return l, io.EOF
		}
		if n := len(piece); n > 0 && piece[n-1] == '\n' {
			piece, l.ended = piece[:n-1], true
		}
		sum.Write(piece)
		if r.text = append(r.text, piece...); len(r.text) > longestLine {
			l.cut = true
			r.text = append(r.text[:keptEnd], r.text[len(r.text)-keptEnd:]...)
		}
		if l.ended || errors.Is(err, io.EOF) {
			l.text, l.hash = r.text, Hash(sum.Sum(nil))
			return l, nil
		}
	}
}
