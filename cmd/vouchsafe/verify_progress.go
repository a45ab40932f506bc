package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows on a terminal how far a run has come. The zero value, and
// one for anything but a terminal, shows nothing.
type progress struct {
	out   io.Writer // nil: show nothing
	shown time.Time
}

func newProgress(out io.Writer) *progress {
	if !isTerminal(out) {
		return &progress{}
	}
	return &progress{out: out}
}

// show draws at most ten times a second.
func (p *progress) show(rows int) {
	if p.out == nil || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = time.Now()
	fmt.Fprintf(p.out, "\r\x1b[K%d rows", rows)
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
