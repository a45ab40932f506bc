package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/replay"
	"vouchsafe/trace/store"
)

// replayFlags are the command line of replay.
type replayFlags struct {
	config, policy, app, since string
	out, html                  string
	failUnder                  string
	store                      bool
	files                      []string
}

func replayCommand(s streams) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use: "replay [TRACES.jsonl…]", Short: "Decide stored traces again, under another policy", Args: cobra.ArbitraryArgs,
		Long: "Decides stored traces again under a policy and prints a table by app: what would pass, what is at risk,\n" +
			"what cannot be told without asking the model for citations. No model is called. The traces are those of\n" +
			"the configuration's ledger (its file, rotated ones included, or its store), or of the files that are named.",
		RunE: func(_ *cobra.Command, args []string) error {
			f.files = args
			return replayTraces(f, s)
		},
	}
	configFlag(cmd, &f.config)
	flags := cmd.Flags()
	flags.StringVar(&f.policy, "policy", "", "decide under this policy (required)")
	flags.StringVar(&f.app, "app", "", "only traces of this app")
	flags.StringVar(&f.since, "since", "", "only traces since then: 2026-03-01, 2026-03-01T12:00:00Z, or 7d, 12h ago")
	flags.StringVar(&f.failUnder, "fail-under", "", "exit with 1 if a smaller share of what is decidable would pass: 0.9 or 90%")
	flags.BoolVar(&f.store, "store", false, "take the traces of the ledger's store, also where it has a file")
	flags.StringVarP(&f.out, "out", "o", "", "write every decision to this file, one JSON object a line")
	flags.StringVar(&f.html, "html", "", "write a report on what is at risk to this file, for people to read")
	return cmd
}

// replayTraces decides the traces that the flags choose.
func replayTraces(f replayFlags, s streams) error {
	c, err := loadConfig(f.config, s)
	if err != nil {
		return err
	}
	p, err := replayPolicy(c, f.policy, s)
	if err != nil {
		return &exit{exitUsage, err}
	}
	since, err := parseSince(f.since, time.Now())
	if err != nil {
		return &exit{exitUsage, err}
	}
	least, err := parseRate(f.failUnder)
	if err != nil {
		return &exit{exitUsage, err}
	}
	traces, err := openArchive(c.Ledger, f.files, f.store, s.in)
	if err != nil {
		return &exit{exitUsage, err}
	}
	defer traces.close()
	if err := traces.spare(f.out, f.html); err != nil {
		return &exit{exitUsage, err}
	}
	results, err := openResults("", verifyFlags{out: f.out, html: f.html}, streams{out: io.Discard})
	if err != nil {
		return &exit{exitUsage, err}
	}
	prepare := preparer()
	run := &replayRun{
		replayer: replay.Replayer{Policy: p, Prepare: prepare}, out: bufio.NewWriter(results.out),
		page: newSelection(results.html != nil, prepare), progress: newProgress(s.err),
	}
	err = errors.Join(traces.export(context.Background(), store.Filter{App: f.app, Since: since}, run.line), run.out.Flush())
	run.unreadable += traces.unreadable()
	run.progress.clear()
	if err == nil && results.html != nil {
		run.page.title, run.page.would = "Replay of stored traces", true
		err = run.page.write(results.html, run.tally, run.table.Total(replay.WouldPass), run.facts(f.policy, p))
	}
	if err = errors.Join(err, results.close()); err != nil {
		return &exit{exitFailed, err}
	}
	return run.sumUp(least, s)
}

// replayPolicy finds the policy that is asked for.
func replayPolicy(c *config.Config, name string, s streams) (policy.Policy, error) {
	known := strings.Join(slices.Sorted(maps.Keys(c.Policies)), ", ")
	if name == "" {
		return policy.Policy{}, fmt.Errorf("--policy is required: one of %s", known)
	}
	p, ok := c.Policies[name]
	if !ok {
		return p, fmt.Errorf("there is no policy %q: %s", name, known)
	}
	return p, nil
}

// replayRun is one pass over the traces.
type replayRun struct {
	replayer replay.Replayer
	out      *bufio.Writer
	page     *selection
	progress *progress

	table      replay.Table
	tally      tally // of what is decidable, for the page
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

// line decides on one line of a trace file.
func (r *replayRun) line(n int, line []byte) error {
	t, err := audit.ReadTrace(line)
	if err != nil {
		r.unreadable++
		return nil
	}
	d := r.replayer.Decide(t)
	r.table.Add(d)
	r.decided++
	r.show(n, d)
	r.progress.show(r.decided)
	out := decision{QueryID: d.QueryID, App: d.App, Was: d.Was, Class: d.Class, Findings: d.Findings, Why: d.Why, Audit: d.Audit}
	if out.Findings == nil || d.Class == replay.NotDecidable && d.Audit == "" {
		out.Findings = []report.Code{}
	}
	if d.Now != "" {
		out.Now = &d.Now
	}
	if err := writeLine(r.out, out); err != nil {
		return fmt.Errorf("cannot write the results: %w", err)
	}
	return nil
}

// show keeps a decision for the page. An audit that finds a fault is shown and
// not counted: it is no decision.
func (r *replayRun) show(n int, d replay.Decision) {
	decided := d.Class != replay.NotDecidable
	if r.page == nil || !decided && d.Audit != report.Ungrounded {
		return
	}
	o := outcome{line: n, was: d.Was, passes: d.Class == replay.WouldPass}
	if d.Item != nil {
		o.item = *d.Item
	}
	o.item.Verdict = cmp.Or(d.Now, d.Audit)
	o.item.Report.Verdict = o.item.Verdict
	if decided {
		r.tally.add(o)
	}
	if d.Item == nil {
		return // there is no answer to show
	}
	o.item.ID, _ = json.Marshal(d.QueryID) // a string cannot fail
	r.page.add(o)
}

// facts say what was decided, by which rules.
func (r *replayRun) facts(name string, p policy.Policy) []htmlreport.Fact {
	facts := []htmlreport.Fact{
		{Label: "What", Value: "stored answers, decided again; no model was asked"},
		{Label: "Policy", Value: name},
		{Label: "Policy hash", Value: policy.Hash(p)},
	}
	for _, app := range r.table.Apps() {
		facts = append(facts, htmlreport.Fact{Label: "App " + app, Value: fmt.Sprintf("%d would pass, %d at risk, %d not decidable",
			r.table.Count(app, replay.WouldPass), r.table.Count(app, replay.AtRisk), r.table.Count(app, replay.NotDecidable))})
		if audits := r.table.Audits(app); audits != "" {
			facts = append(facts, htmlreport.Fact{Label: "Of these, audited", Value: audits + ": the model was not asked for citations, " +
				"so each statement was held against all the evidence"})
		}
		if changes := r.table.Changes(app); len(changes) > 0 {
			facts = append(facts, htmlreport.Fact{Label: "Was → would be", Value: strings.Join(changes, ", ")})
		}
	}
	return append(facts, htmlreport.Fact{Label: "Program", Value: "vouchsafe " + version})
}

// sumUp writes the table. It fails where less than asked for would pass.
func (r *replayRun) sumUp(least *float64, s streams) error {
	if r.unreadable > 0 {
		fmt.Fprintf(s.err, "vouchsafe: %d line(s) are no traces and were passed over\n", r.unreadable)
	}
	if r.decided == 0 {
		fmt.Fprintln(s.err, "vouchsafe: there are no such traces")
	}
	if err := r.table.Write(s.out); err != nil {
		return &exit{exitFailed, err}
	}
	if share := r.table.Share(); least != nil && share < *least-1e-9 {
		return &exit{exitFailed, fmt.Errorf("%.1f%% would pass, less than the %.1f%% asked for", 100*share, 100**least)}
	}
	return nil
}
