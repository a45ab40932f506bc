package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/replay"
	"vouchsafe/trace/store"
)

// replayTraces decides the traces that the flags choose.
func replayTraces(c call) error {
	settings, err := loadConfig(c.text("config"), c.streams)
	if err != nil {
		return err
	}
	p, err := choosePolicy(settings, c.text("policy"))
	if err != nil {
		return err
	}
	since, err := parseTime(c, "since")
	if err != nil {
		return err
	}
	least, err := parseRate(c.text("fail-under"))
	if err != nil {
		return &exit{exitUsage, err}
	}
	traces, err := openArchive(settings.Ledger, c.args, c.isOn("store"), c.in)
	if err != nil {
		return &exit{exitUsage, err}
	}
	defer traces.close()
	if err := traces.spare(c.text("out"), c.text("html")); err != nil {
		return &exit{exitUsage, err}
	}
	table := c.out
	c.out = io.Discard // without --out nobody wants the decisions
	results, err := openResults(c, "")
	if err != nil {
		return &exit{exitUsage, err}
	}
	prepare := preparer()
	run := &replayRun{
		replayer: replay.Replayer{Policy: p, Prepare: prepare}, out: bufio.NewWriter(results.out),
		page: newSelection(results.html != nil, prepare), progress: newProgress(c.err),
	}
	filter := store.Filter{App: c.text("app"), Since: since}
	err = errors.Join(traces.export(context.Background(), filter, run.line), run.out.Flush())
	run.unreadable += traces.unreadable()
	run.progress.clear()
	if err == nil && results.html != nil {
		run.page.title, run.page.would = "Replay of stored traces", true
		err = run.page.write(results.html, run.tally, run.table.Total(replay.WouldPass), run.facts(c.text("policy"), p))
	}
	if err = errors.Join(err, results.close()); err != nil {
		return &exit{exitFailed, err}
	}
	return run.sumUp(least, streams{out: table, err: c.err})
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
