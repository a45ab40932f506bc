package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/store"
)

// tracesFlags say which traces are looked at, and where.
type tracesFlags struct {
	config, since, until string
	files                []string // none: the configuration's ledger
	filter               store.Filter
}

func tracesCommand(s streams) *cobra.Command {
	cmd := &cobra.Command{Use: "traces", Short: "Look at stored traces: tail, show, export", Args: cobra.NoArgs}
	cmd.AddCommand(tailCommand(s), showCommand(s), exportCommand(s))
	cmd.RunE = func(*cobra.Command, []string) error {
		return &exit{exitUsage, errors.New("traces needs one of tail, show and export")}
	}
	return cmd
}

// filterFlags are the flags that choose traces.
func (f *tracesFlags) filterFlags(cmd *cobra.Command) {
	configFlag(cmd, &f.config)
	flags := cmd.Flags()
	flags.StringVar(&f.filter.App, "app", "", "only those of this app")
	flags.StringVar(&f.filter.Verdict, "verdict", "", "only those with this verdict, or one of several: refused,redacted")
	flags.StringVar(&f.filter.Finding, "finding", "", "only those with a finding of this code")
	flags.StringVar(&f.filter.Model, "model", "", "only those of this model")
	flags.StringVar(&f.filter.User, "user", "", "only those of this user")
	flags.StringVar(&f.filter.Text, "text", "", "only those with this text in the question or the answer")
	flags.StringVar(&f.since, "since", "", "only those from this time on: 2026-03-01, 2026-03-01T12:00:00Z, or how long ago, such as 7d")
	flags.StringVar(&f.until, "until", "", "only those before this time")
}

// open finds the traces and reads the times.
func (f *tracesFlags) open(s streams) (archive, error) {
	var err error
	if f.filter.Since, err = parseSince(f.since, time.Now()); err != nil {
		return nil, &exit{exitUsage, err}
	}
	if f.filter.Until, err = parseSince(f.until, time.Now()); err != nil {
		return nil, &exit{exitUsage, err}
	}
	if err := f.known(); err != nil {
		return nil, &exit{exitUsage, err}
	}
	c, err := loadConfig(f.config, s)
	if err != nil {
		return nil, err
	}
	a, err := openArchive(c.Ledger, f.files, hasStore(c.Ledger.Store), s.in)
	if err != nil {
		return nil, &exit{exitUsage, err}
	}
	return a, nil
}

// known refuses words that no trace can have: a misspelt filter would find
// nothing, and say nothing.
func (f *tracesFlags) known() error {
	if code := report.Code(f.filter.Finding); code != "" && !slices.Contains(report.Codes(), code) {
		return fmt.Errorf("there is no finding %q; there are %s", code, words(report.Codes()))
	}
	if f.filter.Verdict == "" {
		return nil
	}
	for _, v := range strings.Split(f.filter.Verdict, ",") {
		if !slices.Contains(report.Verdicts(), report.Verdict(v)) {
			return fmt.Errorf("there is no verdict %q; there are %s", v, words(report.Verdicts()))
		}
	}
	return nil
}

func words[S ~string](list []S) string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return strings.Join(out, ", ")
}

func tailCommand(s streams) *cobra.Command {
	var f tracesFlags
	var follow bool
	cmd := &cobra.Command{
		Use: "tail [TRACES.jsonl…]", Short: "List the newest traces, the newest last", Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			f.files = args
			if f.filter.Limit < 1 || f.filter.Limit > 500 {
				return &exit{exitUsage, fmt.Errorf("--lines is 1 to 500, not %d", f.filter.Limit)}
			}
			a, err := f.open(s)
			if err != nil {
				return err
			}
			defer a.close()
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			return tailTraces(ctx, a, f.filter, follow, s.out)
		},
	}
	f.filterFlags(cmd)
	cmd.Flags().IntVarP(&f.filter.Limit, "lines", "n", 20, "how many, at most 500")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with those that come, until Ctrl-C")
	return cmd
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

func showCommand(s streams) *cobra.Command {
	var f tracesFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show ID [TRACES.jsonl…]", Short: "Show one trace: question, answer, findings, evidence, attempts", Args: takes(1,
			math.MaxInt),
		RunE: func(_ *cobra.Command, args []string) error {
			f.files = args[1:]
			a, err := f.open(s)
			if err != nil {
				return err
			}
			defer a.close()
			line, err := a.get(context.Background(), args[0])
			if err != nil {
				return &exit{exitFailed, fmt.Errorf("cannot show %s: %w", args[0], err)}
			}
			if asJSON {
				fmt.Fprintf(s.out, "%s\n", line)
				return nil
			}
			printTrace(s.out, line)
			return nil
		},
	}
	configFlag(cmd, &f.config)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as it is stored, one JSON object")
	return cmd
}

func exportCommand(s streams) *cobra.Command {
	var f tracesFlags
	var path string
	cmd := &cobra.Command{
		Use: "export [TRACES.jsonl…]", Short: "Write whole traces, one JSON object a line", Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			f.files = args
			a, err := f.open(s)
			if err != nil {
				return err
			}
			defer a.close()
			return exportTraces(a, f.filter, path, s.out)
		},
	}
	f.filterFlags(cmd)
	cmd.Flags().StringVarP(&path, "out", "o", "", "file to write, which must not be there yet; standard output, where left out")
	return cmd
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
