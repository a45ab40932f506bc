package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"strconv"
	"time"

	"vouchsafe/audit"
	"vouchsafe/htmlreport"
)

// A page shows so many rows and no more: it is for people, and is kept in
// memory until the figures at its head are known. All rows are in the results.
const (
	maxFailedRows = 400
	maxPassedRows = 100
	maxPageBytes  = 32 << 20 // of texts
)

// selection keeps the rows that a page will show: the first that did not
// pass, and the first that did. A nil selection keeps nothing.
type selection struct {
	rows           []htmlreport.Row
	failed, passed int
	left           int // bytes that may still be kept
	omitted        int
}

func newSelection(wanted bool) *selection {
	if !wanted {
		return nil
	}
	return &selection{left: maxPageBytes}
}

func (s *selection) add(o outcome) {
	if s == nil {
		return
	}
	kept, most := &s.failed, maxFailedRows
	if o.err == nil && passing(o.item.Verdict) {
		kept, most = &s.passed, maxPassedRows
	}
	row := rowOf(o)
	size := len(row.Question) + len(row.Answer)
	for _, source := range row.Sources {
		size += len(source.Text)
	}
	if *kept == most || size > s.left {
		s.omitted++
		return
	}
	*kept, s.left = *kept+1, s.left-size
	s.rows = append(s.rows, row)
}

// rowOf is what a page needs of a row: of its chunks only those cited.
func rowOf(o outcome) htmlreport.Row {
	row := htmlreport.Row{Line: o.line, ID: nameOf(o.item.ID)}
	if o.err != nil {
		row.Error = o.err.Error()
		return row
	}
	row.Question, row.Answer, row.Report = o.item.Question, o.item.Answer, o.item.Report
	row.Sources = sourcesOf(&o.item)
	return row
}

func sourcesOf(item *audit.Item) []htmlreport.Source {
	cited := map[string]bool{}
	for _, c := range item.Report.Citations {
		cited[c.ChunkID] = true
	}
	var out []htmlreport.Source
	for i := range item.Chunks {
		if c := &item.Chunks[i]; cited[c.ID] {
			out = append(out, htmlreport.Source{ID: c.ID, Page: c.Page, Text: c.Text})
		}
	}
	return out
}

// nameOf is a row's id as people read it.
func nameOf(id json.RawMessage) string {
	var s string
	if json.Unmarshal(id, &s) == nil {
		return s
	}
	return string(id)
}

// write writes the page.
func (s *selection) write(w io.Writer, t tally, facts []htmlreport.Fact) error {
	p := htmlreport.Page{
		Title: "Verification report", Facts: facts, Rows: s.rows,
		Tally: htmlreport.Tally{
			Rows: t.rows, Passed: t.passed(), Unreadable: t.unreadable,
			Verdicts: maps.Clone(t.verdicts), Findings: maps.Clone(t.findings),
		},
	}
	if s.omitted > 0 {
		p.Note = fmt.Sprintf("All %d rows are counted above. Shown here are %d: the first that did not pass (at most %d) and the first that did (at most %d). Every row is in the results as JSON.",
			t.rows, len(s.rows), maxFailedRows, maxPassedRows)
	}
	return htmlreport.Write(w, p)
}

// factsOf says what was verified, when, and by which rules.
func factsOf(input string, r ruleset) []htmlreport.Fact {
	v := r.options.Policy.Verify
	name := "standard input"
	if input != "-" {
		name = filepath.Base(input)
	}
	evidence := "an answer must cite"
	if r.options.All {
		evidence = "an answer that cites nothing is held against all its sources"
	}
	return []htmlreport.Fact{
		{Label: "Input", Value: name},
		{Label: "Date", Value: r.options.Now.UTC().Format(time.RFC1123)},
		{Label: "Policy", Value: r.policy},
		{Label: "Policy hash", Value: r.hash},
		{Label: "Statements checked", Value: string(v.Claims)},
		{Label: "Share that must be cited", Value: strconv.FormatFloat(100*v.Coverage, 'f', -1, 64) + " %"},
		{Label: "Evidence", Value: evidence},
		{Label: "Program", Value: "vouchsafe " + version},
	}
}
