package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vouchsafe/grounding/report"
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
	return &selection{title: "Verification page", left: maxPageBytes, prepare: prepare}
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

// verdictOrder is the order in which an audit's verdicts are told of.
var verdictOrder = [...]report.Verdict{report.Grounded, report.Healed, report.Declined, report.Skipped, report.Ungrounded}

// tally counts rows by verdict and findings by code.
type tally struct{ htmlreport.Tally }

func (t *tally) add(o outcome) {
	if o.err != nil {
		t.Rows++
		t.Of++
		t.Unreadable++
		return
	}
	t.Count(&o.item.Report)
}

// reaches tells whether enough rows pass; nil asks for one that can be read, where there are any.
func (t *tally) reaches(least *float64) bool {
	if least == nil {
		return t.Unreadable == 0 || t.Rows > t.Unreadable
	}
	return float64(t.Passed) >= *least*float64(t.Of)-1e-9 && (t.Of > 0 || *least == 0)
}

// summary is the run in one line.
func (t *tally) summary(least *float64) string {
	var verdicts, findings []string
	for _, v := range verdictOrder {
		if n := t.Verdicts[v]; n > 0 {
			verdicts = append(verdicts, fmt.Sprintf("%s %d", v, n))
		}
	}
	if t.Unreadable > 0 {
		verdicts = append(verdicts, fmt.Sprintf("unreadable %d", t.Unreadable))
	}
	for _, code := range report.Codes() {
		if n := t.Findings[code]; n > 0 {
			findings = append(findings, fmt.Sprintf("%s %d", code, n))
		}
	}
	s := fmt.Sprintf("rows %d: %s; pass %.1f%%", t.Rows, listOr(verdicts, "none"), 100*share(t.Passed, t.Of))
	if least != nil && !t.reaches(least) {
		s += fmt.Sprintf(", less than the %s%% asked for", strconv.FormatFloat(100**least, 'f', -1, 64))
	}
	return s + "; findings: " + listOr(findings, "none")
}

func listOr(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

// parseRate reads a share: 0.9 or 90%, and nothing that could be taken for
// either. nil for "".
func parseRate(s string) (*float64, error) {
	if s == "" {
		return nil, nil
	}
	number, percent := strings.CutSuffix(s, "%")
	rate, err := strconv.ParseFloat(number, 64)
	if percent {
		rate /= 100
	}
	if err != nil || !(rate >= 0 && rate <= 1) {
		return nil, fmt.Errorf("--fail-under is a share from 0 to 1, such as 0.9, or a percentage with its sign, such as 90%%; not %q", s)
	}
	return &rate, nil
}
