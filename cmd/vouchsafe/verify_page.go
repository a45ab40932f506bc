package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"vouchsafe/grounding/claim"
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
	row.Nearest = nearest(&o.item, prepare)
	row.Sources = sourcesOf(&o.item, row.Nearest)
	return row
}

// maxNearest bounds the claims of a row for which all chunks are searched.
const maxNearest = 40

// nearest finds, for claims without a citation that stands, the words of the
// chunks that come nearest, so that people see what the claim departs from.
func nearest(item *audit.Item, prepare func(string) *verify.Passage) []htmlreport.Place {
	var out []htmlreport.Place
	for i := range item.Report.Claims {
		c := &item.Report.Claims[i]
		if len(c.Citations) > 0 || len(out) == maxNearest {
			continue
		}
		const least = 0.25 // of the claim's words: below it nothing is near
		best, place := least, htmlreport.Place{Claim: i}
		for k := range item.Chunks {
			start, end, score, _ := claim.Locate(c.Text, prepare(item.Chunks[k].Text).Source())
			if score > best {
				best, place.Source, place.Start, place.End = score, item.Chunks[k].ID, start, end
			}
		}
		if best > least {
			out = append(out, place)
		}
	}
	return out
}

// sourcesOf are the chunks that a page shows words of.
func sourcesOf(item *audit.Item, near []htmlreport.Place) []htmlreport.Source {
	shown := map[string]bool{}
	for _, c := range item.Report.Citations {
		shown[c.ChunkID] = true
	}
	for _, p := range near {
		shown[p.Source] = true
	}
	var out []htmlreport.Source
	for i := range item.Chunks {
		if c := &item.Chunks[i]; shown[c.ID] {
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
