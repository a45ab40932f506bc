package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// progress shows on a terminal how far a run has come. The zero value, and
// one for anything but a terminal, shows nothing.
type progress struct {
	out   io.Writer // nil: show nothing
	read  *counter  // nil where the size of the input is not known
	size  int64
	shown time.Time
}

// counter counts the bytes that were read through it.
type counter struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func newProgress(out io.Writer, in *counter) *progress {
	if !isTerminal(out) {
		return &progress{}
	}
	p := &progress{out: out}
	if f, ok := in.ReadCloser.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			p.read, p.size = in, info.Size()
		}
	}
	return p
}

// show draws at most ten times a second.
func (p *progress) show(rows int) {
	if p.out == nil || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = time.Now()
	if p.read == nil {
		fmt.Fprintf(p.out, "\r\x1b[K%d rows", rows)
		return
	}
	const width = 30
	done := min(width, int(p.read.n.Load()*width/p.size))
	fmt.Fprintf(p.out, "\r\x1b[K[%-*.*s] %d rows", width, done, "##############################", rows)
}

func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// isTerminal tells a terminal from files, pipes and the null device.
func isTerminal(out any) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
