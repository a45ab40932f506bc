package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"vouchsafe/grounding/verify"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/htmlreport"
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
	title          string
	would          bool // the verdicts are those that would be
	rows           []htmlreport.Row
	failed, passed int
	left           int // bytes that may still be kept
	omitted        int
	prepare        func(string) *verify.Passage
}

func newSelection(wanted bool, prepare func(string) *verify.Passage) *selection {
	if !wanted {
		return nil
	}
	return &selection{title: "Verification report", left: maxPageBytes, prepare: prepare}
}

func (s *selection) add(o outcome) {
	if s == nil {
		return
	}
	kept, most := &s.failed, maxFailedRows
	if o.err == nil && (htmlreport.Passes(o.item.Verdict) || o.passes) {
		kept, most = &s.passed, maxPassedRows
	}
	size := len(o.item.Question) + len(o.item.Answer)
	for i := range o.item.Chunks {
		size += len(o.item.Chunks[i].Text)
	}
	if *kept == most || size > s.left {
		s.omitted++
		return
	}
	*kept, s.left = *kept+1, s.left-size
	s.rows = append(s.rows, rowOf(o, s.prepare))
}

// rowOf is what a page needs of a row.
func rowOf(o outcome, prepare func(string) *verify.Passage) htmlreport.Row {
	row := htmlreport.Row{Line: o.line, ID: nameOf(o.item.ID)}
	if o.err != nil {
		row.Error = o.err.Error()
		return row
	}
	row.Question, row.Answer, row.Report = o.item.Question, o.item.Answer, o.item.Report
	row.Choices, row.Was = len(o.item.Choices), o.was
	sources := make([]htmlreport.Source, len(o.item.Chunks))
	for i := range o.item.Chunks {
		c := &o.item.Chunks[i]
		sources[i] = htmlreport.Source{ID: c.ID, Page: c.Page, Text: c.Text}
	}
	row.Nearest = htmlreport.Nearest(o.item.Report.Claims, sources, prepare)
	row.Sources = shownOf(sources, &o.item, row.Nearest)
	return row
}

// shownOf are the sources that a page shows words of.
func shownOf(sources []htmlreport.Source, item *audit.Item, near []htmlreport.Place) []htmlreport.Source {
	shown := map[string]bool{}
	for _, c := range item.Report.Citations {
		shown[c.ChunkID] = true
	}
	for _, p := range near {
		shown[p.Source] = true
	}
	return slices.DeleteFunc(sources, func(s htmlreport.Source) bool { return !shown[s.ID] })
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
func (s *selection) write(w io.Writer, t htmlreport.Tally, facts []htmlreport.Fact) error {
	p := htmlreport.Page{Title: s.title, Facts: facts, Rows: s.rows, Would: s.would, Tally: t}
	if s.omitted > 0 {
		p.Note = fmt.Sprintf("All %d rows are counted above. Shown here are %d: the first that did not pass (at most %d) "+
			"and the first that did (at most %d). Every row is in the results as JSON.",
			t.Rows, len(s.rows), maxFailedRows, maxPassedRows)
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
