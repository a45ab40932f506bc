package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vouchsafe/trace/store"
)

// statsFlags are the command line of stats.
type statsFlags struct {
	config, since, app, by string
	json                   bool
}

func statsCommand(s streams) *cobra.Command {
	var f statsFlags
	cmd := &cobra.Command{
		Use: "stats", Short: "Tell what failed most: by app, document, finding and model, from the store", Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error { return f.run(s) },
	}
	configFlag(cmd, &f.config)
	flags := cmd.Flags()
	flags.StringVar(&f.since, "since", "7d",
		"count traces from this time on: 2026-03-01, 2026-03-01T12:00:00Z, or how long ago, such as 24h")
	flags.StringVar(&f.app, "app", "", "count the traces of this app only")
	flags.StringVar(&f.by, "by", "", "print one table only: app, document, finding or model")
	flags.BoolVar(&f.json, "json", false, "print all figures as one JSON object, as /api/stats does")
	return cmd
}

func (f statsFlags) run(s streams) error {
	since, err := parseSince(f.since, time.Now())
	if err != nil {
		return &exit{exitUsage, err}
	}
	c, err := loadConfig(f.config, s)
	if err != nil {
		return err
	}
	if !hasStore(c.Ledger.Store) {
		return &exit{exitUsage, errors.New("there is no store of traces (ledger.store) to count in")}
	}
	db, err := openStoreArchive(c.Ledger.Store)
	if err != nil {
		return &exit{exitUsage, err}
	}
	defer db.close()
	stats, err := db.db.Stats(context.Background(), store.Filter{App: f.app, Since: since})
	if err != nil {
		return &exit{exitFailed, err}
	}
	if f.json {
		err = writeLine(s.out, stats)
	} else {
		err = f.print(s.out, &stats)
	}
	if err != nil && exitCode(err) == 0 {
		return &exit{exitFailed, err}
	}
	return err
}

// exitCode is the code that an error carries; 0 for none.
func exitCode(err error) int {
	var e *exit
	if errors.As(err, &e) {
		return e.code
	}
	return 0
}

// failureRow is how often something failed.
type failureRow struct {
	name           string
	total, failing int64
}

// failureTable is one table of the statistics.
type failureTable struct {
	by, counted string // what each row is, and what it counts
	rows        []failureRow
}

// print writes the tables that the flags ask for.
func (f statsFlags) print(out io.Writer, s *store.Stats) error {
	tables := failureTables(s)
	if f.by != "" {
		i := slices.IndexFunc(tables, func(t failureTable) bool { return t.by == f.by })
		if i < 0 {
			return &exit{exitUsage, fmt.Errorf("--by is app, document, finding or model, not %q", f.by)}
		}
		return tables[i].write(out)
	}
	fmt.Fprintf(out, "%s since %s: %s did not hold (%s)\n", countOf(int(s.Total), "exchange"), f.since,
		countOf(int(s.Failing), "answer"), percentOf(s.Failing, s.Total))
	if s.Unproven > 0 {
		fmt.Fprintf(out, "not proven by words: %s (%s) passed with a statement that words neither prove nor refute\n",
			countOf(int(s.Unproven), "answer"), percentOf(s.Unproven, s.Total))
	}
	if s.Cost.P95MS > 0 {
		fmt.Fprintf(out, "added time: half of the verified answers took %.0f ms or less beyond the first call of the model, "+
			"95 %% took %.0f ms or less\n",
			s.Cost.P50MS, s.Cost.P95MS)
		fmt.Fprintf(out, "tokens: %d, of which %d (%s) behind the first call, on repairs\n", s.Cost.Tokens, s.Cost.Again,
			percentOf(s.Cost.Again, s.Cost.Tokens))
	}
	for _, t := range tables {
		if len(t.rows) == 0 {
			continue
		}
		fmt.Fprintln(out)
		if err := t.write(out); err != nil {
			return err
		}
	}
	return nil
}

// failureTables are the tables of the statistics, the most failing rows first.
func failureTables(s *store.Stats) []failureTable {
	documents := failureTable{by: "document", counted: "citations"}
	for _, d := range s.ByDocument {
		name := d.Name
		if d.Title != nil {
			name += " (" + *d.Title + ")"
		}
		documents.rows = append(documents.rows, failureRow{name, d.Citations, d.Failed})
	}
	return []failureTable{
		{"app", "exchanges", failureRows(s.ByApp, s.FailingByApp)}, documents,
		{"finding", "exchanges", failureRows(s.ByFinding, s.FailingByFinding)}, {"model", "exchanges",
			failureRows(s.ByModel, s.FailingByModel)},
	}
}

func failureRows(total, failing map[string]int64) []failureRow {
	var rows []failureRow
	for name, n := range total {
		rows = append(rows, failureRow{name, n, failing[name]})
	}
	slices.SortFunc(rows, func(a, b failureRow) int {
		if a.failing != b.failing {
			return int(b.failing - a.failing)
		}
		return strings.Compare(a.name, b.name)
	})
	return rows
}

// mostRows are printed of one table.
const mostRows = 20

func (t failureTable) write(out io.Writer) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "%s\t%s\tfailing\tshare\n", t.by, t.counted)
	for _, r := range t.rows[:min(len(t.rows), mostRows)] {
		fmt.Fprintf(tab, "%s\t%d\t%d\t%s\n", clipText(visible(r.name), 70), r.total, r.failing, percentOf(r.failing, r.total))
	}
	if more := len(t.rows) - mostRows; more > 0 {
		fmt.Fprintf(tab, "and %d more\n", more)
	}
	return tab.Flush()
}

func percentOf(n, of int64) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
