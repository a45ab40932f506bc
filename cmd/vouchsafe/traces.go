package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"vouchsafe/trace/store"
)

// openTraces finds the traces that a command line names, and reads what it
// chooses of them.
func openTraces(c call, files []string) (archive, store.Filter, error) {
	f := store.Filter{
		App: c.text("app"), Verdict: c.text("verdict"), Finding: c.text("finding"), Model: c.text("model"), User: c.text("user"),
		Text: c.text("text"),
	}
	var err error
	if f.Since, err = parseTime(c, "since"); err != nil {
		return nil, f, err
	}
	if f.Until, err = parseTime(c, "until"); err != nil {
		return nil, f, err
	}
	if what, word, known := f.UnknownWord(); what != "" {
		return nil, f, &exit{exitUsage, fmt.Errorf("there is no %s %q; there are %s", what, word, strings.Join(known, ", "))}
	}
	settings, err := loadConfig(c.text("config"), c.streams)
	if err != nil {
		return nil, f, err
	}
	a, err := openArchive(settings.Ledger, files, hasStore(settings.Ledger.Store), c.in)
	if err != nil {
		return nil, f, &exit{exitUsage, err}
	}
	return a, f, nil
}

// tail lists the newest traces.
func tail(c call) error {
	lines := c.number("lines")
	if lines < 1 || lines > 500 {
		return &exit{exitUsage, fmt.Errorf("--lines is 1 to 500, not %d", lines)}
	}
	a, filter, err := openTraces(c, c.args)
	if err != nil {
		return err
	}
	defer a.close()
	filter.Limit = lines
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return tailTraces(ctx, a, filter, c.isOn("follow"), c.out)
}

// Following looks again and again, a little way back each time: traces are
// stored when they end and listed by when they began.
const (
	followPause = time.Second
	followBack  = 15 * time.Minute
)

// tailTraces lists traces, and goes on with those that come if follow says so.
func tailTraces(ctx context.Context, a archive, f store.Filter, follow bool, out io.Writer) error {
	seen := map[string]time.Time{}
	for {
		traces, err := a.newest(ctx, f)
		if err != nil && ctx.Err() == nil {
			return &exit{exitFailed, err}
		}
		for i := len(traces) - 1; i >= 0; i-- {
			if _, old := seen[traces[i].ID]; !old {
				seen[traces[i].ID] = time.Now()
				printSummary(out, traces[i])
			}
		}
		if !follow {
			return nil
		}
		for id, at := range seen {
			if time.Since(at) > 2*followBack {
				delete(seen, id)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followPause):
		}
		f.Since, f.Limit = time.Now().Add(-followBack), 500
	}
}

// show prints one trace.
func show(c call) error {
	a, _, err := openTraces(c, c.args[1:])
	if err != nil {
		return err
	}
	defer a.close()
	line, err := a.get(context.Background(), c.args[0])
	if err != nil {
		return &exit{exitFailed, fmt.Errorf("cannot show %s: %w", c.args[0], err)}
	}
	if c.isOn("json") {
		fmt.Fprintf(c.out, "%s\n", line)
		return nil
	}
	printTrace(c.out, line)
	return nil
}

// export writes whole traces to a new file, or to standard output.
func export(c call) error {
	a, filter, err := openTraces(c, c.args)
	if err != nil {
		return err
	}
	defer a.close()
	return exportTraces(a, filter, c.text("out"), c.out)
}

func exportTraces(a archive, f store.Filter, path string, out io.Writer) error {
	var file *os.File
	if path != "" {
		var err error
		if file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err != nil {
			return &exit{exitUsage, fmt.Errorf("cannot write the export: %w", err)}
		}
		out = file
	}
	w := bufio.NewWriter(out)
	err := a.export(context.Background(), f, func(_ int, line []byte) error {
		w.Write(line) // an error shows when it is flushed
		return w.WriteByte('\n')
	})
	err = errors.Join(err, w.Flush())
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return &exit{exitFailed, err}
	}
	return nil
}
