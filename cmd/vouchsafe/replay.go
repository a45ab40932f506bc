package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"time"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/replay"
	"vouchsafe/trace/store"
)

// Flags of replay.
var (
	replaySince = &flag{name: "since",
		about: "only traces from this `TIME` on: 2026-03-01, 2026-03-01T12:00:00Z, or how long ago, such as 7d"}
	replayPolicy    = &flag{name: "policy", about: "decide under this policy, by `NAME` (required)"}
	replayApp       = &flag{name: "app", about: "only traces of this app, by `NAME`"}
	replayFailUnder = &flag{name: "fail-under",
		about: "exit with 1 if a smaller `SHARE` of what is decidable would pass: 0.9 or 90%"}
	replayStore = &flag{name: "store", isSwitch: true, about: "read the ledger's store, also where the ledger has a file"}
	replayOut   = &flag{name: "out", letter: "o", about: "write every decision to this `FILE`, one JSON object a line"}
	replayHTML  = &flag{name: "html", about: "write a page on what is at risk to this `FILE`"}
)

var replayCommand = command{
	page: "replay",
	use:  "replay [TRACES.jsonl…]", does: "Decide stored traces again, under another policy",
	more: "Decides stored traces again under a policy and prints a table by app: what would pass, what is at risk, and what\n" +
		"the traces do not tell. No model is called. The traces are those of the configuration's ledger (its file, rotated\n" +
		"ones included, or its store), or of the files that are named.",
	arguments: [2]int{0, -1},
	flags:     []*flag{replaySince, replayPolicy, replayApp, replayFailUnder, replayStore, replayOut, replayHTML, configFlag},
	do:        replayTraces,
}

// replayTraces decides the traces that the flags choose.
func replayTraces(c call) error {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return err
	}
	p, err := choosePolicy(settings, c.text(replayPolicy))
	if err != nil {
		return err
	}
	since, err := parseTime(c, replaySince)
	if err != nil {
		return err
	}
	least, err := parseRate(c.text(replayFailUnder))
	if err != nil {
		return err
	}
	traces, err := openArchive(settings.Ledger, c.args, c.isOn(replayStore), c.in)
	if err != nil {
		return err
	}
	defer traces.close()
	results, err := openResults(c, replayOut, replayHTML, io.Discard, traces.names...) // without --out nobody wants the decisions
	if err != nil {
		return err
	}
	filter := store.Filter{App: c.text(replayApp), Since: since, Shadows: true}
	r := &replayer{Replayer: replay.Replayer{Policy: p, Prepare: preparer()}, filter: filter}
	run := &pass{judge: r.judge, taken: r.take, out: results.out, live: c.err, page: newSelection(results.html != nil, r.Prepare)}
	err = run.over(traces.lines(filter))
	if err == nil && results.html != nil {
		run.page.title, run.page.would = "Replay of stored traces", true
		run.tally.Passed, run.tally.Of = r.table.Passed()
		err = run.page.write(results.html, run.tally.Tally, r.facts(c.text(replayPolicy)))
	}
	if err = errors.Join(err, results.close()); err != nil {
		return &exit{exitFailed, err}
	}
	if len(c.args) == 0 {
		target := fmt.Sprintf("policy=%s&app=%s&since=%s", c.text(replayPolicy), c.text(replayApp), c.text(replaySince))
		if err := noteAccess(settings.Ledger, ledger.Access{Action: "replay", Target: target, Count: r.decided}); err != nil {
			fmt.Fprintln(c.err, "vouchsafe: this reading is not recorded: "+err.Error())
		}
	}
	return r.sumUp(least, c.streams)
}

// noteAccess notes in a ledger that a command has read it: whoever runs one holds no key of the admin listener.
func noteAccess(l config.Ledger, a ledger.Access) error {
	a.At, a.Role, a.Who = time.Now(), "command", "unknown"
	if u, err := user.Current(); err == nil {
		a.Who = u.Username
	}
	if path := l.JSONL.Path; path != "" {
		if err := ledger.NoteAccess(path, engine().Version, a); err != nil || !isThere(filepath.Join(filepath.Dir(path), chain.KeyFile)) {
			return err
		}
	}
	if l.Store.Driver == config.NoStore || l.Store.Driver == config.SQLite && !isThere(l.Store.DSN) {
		return nil
	}
	db, err := openStored(l.Store)
	if err != nil {
		return err
	}
	return errors.Join(db.Notes.LogAccess(context.Background(), a), db.Close())
}

// replayer decides traces, and counts what comes of them.
type replayer struct {
	replay.Replayer
	filter     store.Filter
	table      replay.Table
	decided    int
	unreadable int
}

// decision is a line of output.
type decision struct {
	QueryID  string          `json:"query_id"`
	App      string          `json:"app"`
	Was      report.Verdict  `json:"was"`
	Now      *report.Verdict `json:"now"` // null where it is not decidable
	Class    replay.Class    `json:"class"`
	Findings []report.Code   `json:"findings"`
	Why      string          `json:"why,omitempty"`   // it is not decidable
	Audit    report.Verdict  `json:"audit,omitempty"` // see replay.Decision
}

// judge decides on one line of a trace file. An audit that finds a fault is
// shown and not counted: it is no decision.
func (r *replayer) judge(o *outcome, line []byte) {
	t, err := audit.ReadTrace(line)
	if err != nil || r.filter.App != "" && t.App != r.filter.App || t.Timestamp.Before(r.filter.Since) { // a file holds all traces
		o.err, o.hidden, o.uncounted = err, true, true
		return
	}
	d := r.Decide(t)
	decided := d.Class != replay.NotDecidable
	o.decision, o.was, o.passes = &d, d.Was, d.Class == replay.WouldPass
	o.uncounted, o.hidden = !decided, d.Item == nil || !decided && d.Audit != report.Ungrounded
	if d.Item != nil {
		o.item = *d.Item
	}
	o.item.ID, _ = json.Marshal(d.QueryID) // a string cannot fail
	o.item.Verdict = cmp.Or(d.Now, d.Audit)
	o.item.Report.Verdict = o.item.Verdict
	told := decision{QueryID: d.QueryID, App: d.App, Was: d.Was, Class: d.Class, Findings: d.Findings, Why: d.Why, Audit: d.Audit}
	if told.Findings == nil || !decided && d.Audit == "" {
		told.Findings = []report.Code{}
	}
	if d.Now != "" {
		told.Now = &d.Now
	}
	o.told = told
}

// take counts what came of a line.
func (r *replayer) take(o *outcome) {
	switch {
	case o.err != nil:
		r.unreadable++
	case o.decision != nil:
		r.decided++
		r.table.Add(*o.decision)
	}
}

// facts say what was decided, by which rules.
func (r *replayer) facts(name string) []htmlreport.Fact {
	facts := []htmlreport.Fact{
		{Label: "What", Value: "stored answers, decided again; no model was asked"},
		{Label: "Policy", Value: name},
		{Label: "Policy hash", Value: policy.Hash(r.Policy)},
	}
	for _, name := range r.table.Apps() {
		app := r.table.App(name)
		facts = append(facts, htmlreport.Fact{Label: "App " + name,
			Value: fmt.Sprintf("%d would pass, %d at risk, %d not verified, %d not decidable",
				app.Classes[replay.WouldPass], app.Classes[replay.AtRisk], app.Classes[replay.NotVerified],
				app.Classes[replay.NotDecidable])})
		if len(app.Audits) > 0 {
			facts = append(facts, htmlreport.Fact{Label: "Of these, audited", Value: app.Audits.String() +
				": the model was not asked for citations, so each statement was held against all the evidence"})
		}
		if len(app.Changes) > 0 {
			facts = append(facts, htmlreport.Fact{Label: "Was → would be", Value: app.Changes.String()})
		}
	}
	return append(facts, htmlreport.Fact{Label: "Program", Value: "vouchsafe " + version})
}

// sumUp writes the table. It fails where less than asked for would pass.
func (r *replayer) sumUp(least *float64, s streams) error {
	if r.unreadable > 0 {
		fmt.Fprintf(s.err, "vouchsafe: %d line(s) are no traces and were passed over\n", r.unreadable)
	}
	if r.decided == 0 {
		fmt.Fprintln(s.err, "vouchsafe: there are no such traces")
	}
	if err := r.table.Write(s.out); err != nil {
		return &exit{exitFailed, err}
	}
	n, of := r.table.Passed()
	if passing := share(n, of); least != nil && passing < *least-1e-9 {
		return &exit{exitFailed, fmt.Errorf("%.1f%% would pass, less than the %.1f%% asked for", 100*passing, 100**least)}
	}
	return nil
}

// archive holds stored traces: in files, oldest first, or in a store, newest
// first.
type archive struct {
	names []string // of the files, or of the one that the store is
	files []io.ReadCloser
	db    *store.Store // nil: the files are read
}

// openArchive opens the files that are named, or else what the configuration's
// ledger has: its store where preferStore says so, its file otherwise.
func openArchive(l config.Ledger, names []string, preferStore bool, in io.Reader) (*archive, error) {
	if len(names) == 0 && (l.JSONL.Path == "" || preferStore) {
		db, err := openStored(l.Store)
		return &archive{names: []string{l.Store.DSN}, db: db}, err
	}
	if len(names) == 0 {
		if names = ledger.Files(l.JSONL.Path); !isThere(names[0]) {
			return nil, noTraces(l.JSONL.Path)
		}
	}
	// All files are opened before the first is read: a gateway that runs may rotate them meanwhile.
	a := &archive{names: names}
	for _, name := range names {
		f, err := openInput(name, in)
		if err != nil {
			a.close()
			return nil, err
		}
		a.files = append(a.files, f)
	}
	return a, nil
}

// openStored opens a store that a gateway has made: to open a file that is not
// there would make one.
func openStored(s config.Store) (*store.Store, error) {
	switch {
	case s.Driver == config.NoStore:
		return nil, errors.New("the configuration has no store of traces: ledger.store.driver is none")
	case s.Driver == config.SQLite && !isThere(s.DSN):
		return nil, noTraces(s.DSN)
	}
	return store.Open(context.Background(), store.Options{Driver: store.Driver(s.Driver), DSN: s.DSN})
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// noTraces tells whoever looks for traces in a place where no gateway has run.
func noTraces(path string) error {
	return fmt.Errorf("there are no traces yet: %s does not exist; a gateway makes it where it runs "+
		"(name its configuration with -c)", path)
}

// lines are the traces, numbered from 1. A store hands on those alone that a
// filter chooses.
func (a *archive) lines(f store.Filter) lines {
	return func(take func(n int, line []byte) error) error {
		n := 0
		count := func(line []byte) error { n++; return take(n, line) }
		if a.db != nil {
			return a.db.Export(context.Background(), f, count)
		}
		for _, file := range a.files {
			if err := linesOf(file).traces(func(_ int, line []byte) error { return count(line) }); err != nil {
				return err
			}
		}
		return nil
	}
}

func (a *archive) close() {
	for _, f := range a.files {
		_ = f.Close() // it was read only
	}
	if a.db != nil {
		_ = a.db.Close()
	}
}

// parseTime reads a flag that is a point in time: a date, a time, or how long ago
// it was.
func parseTime(c call, f *flag) (time.Time, error) {
	text := c.text(f)
	if text == "" {
		return time.Time{}, nil
	}
	if t, ok := config.ParseMoment(text, time.Now()); ok {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("--%s is a date such as 2026-03-01, a time such as 2026-03-01T12:00:00Z "+
		"or how long ago, such as 7d, not %q", f.name, text)
}
