package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// Flags of stats.
var (
	statsSince = &flag{name: "since", otherwise: "7d",
		about: "count traces from this `TIME` on: 2026-03-01, 2026-03-01T12:00:00Z, or how long ago, such as 24h"}
	statsApp = &flag{name: "app", about: "count the traces of this app only, by `NAME`"}
	statsBy  = &flag{name: "by", words: []string{"app", "document", "finding", "model"},
		about: "print one `TABLE` only: app, document, finding or model"}
	statsJSON = &flag{name: "json", isSwitch: true, about: "print all figures as one JSON object, as /api/stats does"}
)

var statsCommand = command{
	page: "commands",
	use:  "stats", does: "Count what failed most, from the store: by app, document, finding and model",
	flags: []*flag{statsSince, statsApp, statsBy, statsJSON, configFlag},
	do:    printStats,
}

// printStats counts what failed in the store of traces.
func printStats(c call) error {
	since, err := parseTime(c, statsSince)
	if err != nil {
		return err
	}
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return err
	}
	db, err := openStored(settings.Ledger.Store)
	if err != nil {
		return err
	}
	defer db.Close()
	if isUnfilled(settings.Ledger, db) {
		fmt.Fprintln(c.err, "vouchsafe: the store is not the one that the file of traces names: figures fall short until the gateway has "+
			"filled it")
	}
	stats, err := db.Stats(context.Background(), store.Filter{App: c.text(statsApp), Since: since})
	switch {
	case err != nil:
	case c.isOn(statsJSON):
		err = writeLine(c.out, stats)
	default:
		err = writeStats(c, &stats)
	}
	if err != nil {
		return &exit{exitFailed, err}
	}
	return nil
}

// isUnfilled reports whether a store is yet to be given what the file of traces, or the store of an older version, holds.
func isUnfilled(l config.Ledger, db *store.Store) bool {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(l.JSONL.Path), chain.PublicFile))
	if err != nil {
		return isThere(olderStore(l.Store))
	}
	keys, _ := chain.ReadKeys(text)
	last, _, _ := ledger.LastStored(ledger.Files(l.JSONL.Path), keys)
	e, err := db.Extent(context.Background())
	return err == nil && last != nil && last.Store != stateOf(e).Store
}

// failureTable is one table of the statistics.
type failureTable struct {
	by, counted string // what each row is, and what it counts
	rows        []store.Rate
}

// writeStats writes the tables that the flags ask for.
func writeStats(c call, s *store.Stats) error {
	tables, out := failureTables(s), c.out
	if by := c.text(statsBy); by != "" {
		return tables[slices.IndexFunc(tables, func(t failureTable) bool { return t.by == by })].write(out)
	}
	f := &s.Figures
	fmt.Fprintf(out, "failure rate %s: %s of %s, since %s\n", percentOf(f.Failures, f.Verified),
		countOf(int(f.Failures), "grounding failure"), countOf(int(f.Verified), "verified answer"), c.text(statsSince))
	if s.KeptFrom != nil {
		fmt.Fprintf(out, "retention has deleted exchanges that began before %s: they are not counted\n", s.KeptFrom.Format(time.RFC3339))
	}
	for _, counts := range report.AllCounts() {
		if n := f.Of(counts); n > 0 {
			fmt.Fprintf(out, "%s: %s\n", counts, countOf(int(n), "exchange"))
		}
	}
	for _, proof := range report.Proofs() {
		if n := s.ByProof[string(proof)]; n > 0 {
			fmt.Fprintf(out, "proof %s: %s\n", proof, countOf(int(n), "answer"))
		}
	}
	if s.Cost.Tokens > 0 {
		fmt.Fprintf(out, "tokens: %d, of which %d (%s) on repairs\n", s.Cost.Tokens, s.Cost.Again,
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
		documents.rows = append(documents.rows, store.Rate{Name: name, Of: d.Citations, Failing: d.Failed})
	}
	apps := store.Rates(s.VerifiedByApp, s.FailingByApp)
	for i := range apps {
		if (store.Filter{}).PassesOver(apps[i].Name) {
			apps[i].Name += " (never served, in no total)"
		}
	}
	return []failureTable{
		{"app", "verified", apps}, documents,
		{"finding", "exchanges", store.Rates(s.ByFinding, s.FailingByFinding)},
		{"model", "verified", store.Rates(s.VerifiedByModel, s.FailingByModel)},
	}
}

// mostRows are printed of one table.
const mostRows = 20

func (t failureTable) write(out io.Writer) error {
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "%s\t%s\tfailing\tshare\n", t.by, t.counted)
	for _, r := range t.rows[:min(len(t.rows), mostRows)] {
		fmt.Fprintf(tab, "%s\t%d\t%d\t%s\n", clipText(visible(cmp.Or(r.Name, "of no "+t.by)), 70), r.Of, r.Failing,
			percentOf(r.Failing, r.Of))
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
