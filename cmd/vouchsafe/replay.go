package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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
		return err
	}
	traces, err := openArchive(settings.Ledger, c.args, c.isOn("store"), c.in)
	if err != nil {
		return err
	}
	defer traces.close()
	results, err := openResults(c, io.Discard, traces.names...) // without --out nobody wants the decisions
	if err != nil {
		return err
	}
	filter := store.Filter{App: c.text("app"), Since: since}
	r := &replayer{Replayer: replay.Replayer{Policy: p, Prepare: preparer()}, filter: filter}
	run := &pass{judge: r.judge, taken: r.take, out: results.out, live: c.err, page: newSelection(results.html != nil, r.Prepare)}
	err = run.over(traces.lines(filter))
	if err == nil && results.html != nil {
		run.page.title, run.page.would = "Replay of stored traces", true
		run.tally.Passed, _ = r.table.Passed()
		err = run.page.write(results.html, run.tally.Tally, r.facts(c.text("policy")))
	}
	if err = errors.Join(err, results.close()); err != nil {
		return &exit{exitFailed, err}
	}
	return r.sumUp(least, c.streams)
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
	if err != nil || !r.wants(t) {
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

// wants reports whether the flags choose a trace. A file holds all traces.
func (r *replayer) wants(t *audit.Trace) bool {
	return (r.filter.App == "" || t.App == r.filter.App) && !t.Timestamp.Before(r.filter.Since)
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
		facts = append(facts, htmlreport.Fact{Label: "App " + name, Value: fmt.Sprintf("%d would pass, %d at risk, %d not decidable",
			app.Classes[replay.WouldPass], app.Classes[replay.AtRisk], app.Classes[replay.NotDecidable])})
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
	if _, share := r.table.Passed(); least != nil && share < *least-1e-9 {
		return &exit{exitFailed, fmt.Errorf("%.1f%% would pass, less than the %.1f%% asked for", 100*share, 100**least)}
	}
	return nil
}
