package admin

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/store"
)

// mostShown is how many failing exchanges a period report shows in full.
const mostShown = 100

// evidenceReport is one exchange as a page that can be printed and filed.
func (r *request) evidenceReport() *wire.Error {
	line, err := r.trace()
	if err != nil {
		return err
	}
	if err := r.logAccess("report", r.id, 1); err != nil {
		return err
	}
	row, facts, bad := htmlreport.OfTrace(1, line)
	if bad != nil {
		return wire.NewError(500, "internal_error", "The trace cannot be read.")
	}
	page := htmlreport.Page{Title: "Evidence report", Facts: facts, Rows: []htmlreport.Row{row}}
	page.Tally.Count(&row.Report)
	return r.sendPage("vouchsafe-evidence-"+r.id, page)
}

// periodReport is a time of one app, or of all: figures over all exchanges, and
// the newest failing ones in full.
func (r *request) periodReport() *wire.Error {
	f := r.chosen
	stats, err := r.opt.Store.Stats(r.within, f)
	if err != nil {
		return r.storeTrouble(err)
	}
	page := htmlreport.Page{Title: "Period report", Rate: true, Facts: periodFacts(f, &stats), Tally: periodTally(&stats)}
	policies := map[string]bool{}
	if page.Rows, err = r.failingRows(f, policies); err != nil {
		return r.storeTrouble(err)
	}
	for _, policy := range slices.Sorted(maps.Keys(policies)) {
		page.Facts = append(page.Facts, htmlreport.Fact{Label: "Policy", Value: policy})
	}
	page.Note = fmt.Sprintf("All %d exchanges are counted above. Shown in full: the newest %d that did not hold.", stats.Total,
		len(page.Rows))
	if err := r.logAccess("report", string(r.ctx.URI().QueryString()), len(page.Rows)); err != nil {
		return err
	}
	return r.sendPage("vouchsafe-report", page)
}

// failingRows are the newest exchanges of a time that did not hold, and their
// policies.
func (r *request) failingRows(f store.Filter, policies map[string]bool) ([]htmlreport.Row, error) {
	f.Failing, f.Limit = true, mostShown
	found, err := r.opt.Store.List(r.within, f)
	if err != nil {
		return nil, err
	}
	var rows []htmlreport.Row
	for i, t := range found.Traces {
		line, err := r.opt.Store.Get(r.within, t.ID)
		if err != nil {
			return nil, err
		}
		row, _, err := htmlreport.OfTrace(i+1, line)
		if err != nil {
			return nil, err
		}
		policies[t.Policy] = true
		rows = append(rows, row)
	}
	return rows, nil
}

func periodFacts(f store.Filter, s *store.Stats) []htmlreport.Fact {
	app := f.App
	if app == "" {
		app = "all"
	}
	day := func(t time.Time, open string) string {
		if t.IsZero() {
			return open
		}
		return t.UTC().Format(time.RFC1123)
	}
	return []htmlreport.Fact{
		{Label: "App", Value: app}, {Label: "From", Value: day(f.Since, "the oldest exchange that is kept")},
		{Label: "To", Value: day(f.Until, time.Now().UTC().Format(time.RFC1123))},
		{Label: "Proof", Value: proofs(s.ByProof)},
		{Label: "Added time", Value: fmt.Sprintf("%.0f ms or less for half of the verified answers, %.0f ms or less for 95 %%",
			s.Cost.P50MS, s.Cost.P95MS)},
		{Label: "Tokens", Value: fmt.Sprintf("%d, of which %d on repairs", s.Cost.Tokens, s.Cost.Again)},
		{Label: "How the figures were made",
			Value: "counted from the stored traces, by whole hours, or by whole days (UTC) where the time is longer than four days"},
	}
}

// proofs tells how many answers are backed in which way.
func proofs(by map[string]int64) string {
	var out []string
	for _, p := range report.Proofs() {
		out = append(out, fmt.Sprintf("%d %s", by[string(p)], p))
	}
	return strings.Join(out, ", ")
}

func periodTally(s *store.Stats) htmlreport.Tally {
	t := htmlreport.Tally{Rows: int(s.Total), Figures: s.Figures, Verdicts: map[report.Verdict]int{}, Findings: map[report.Code]int{}}
	for v, n := range s.ByVerdict {
		t.Verdicts[report.Verdict(v)] = int(n)
	}
	for code, n := range s.ByFinding {
		t.Findings[report.Code(code)] = int(n)
	}
	return t
}

// sendPage sends a report. It is a file to be saved: it has a style of its own,
// which the pages of this listener may not have.
func (r *request) sendPage(name string, p htmlreport.Page) *wire.Error {
	var out bytes.Buffer
	if err := htmlreport.Write(&out, p); err != nil {
		return wire.NewError(500, "internal_error", "The report cannot be written.")
	}
	r.ctx.SetContentType("text/html; charset=utf-8")
	r.ctx.Response.Header.Set("Content-Disposition", `attachment; filename="`+name+`.html"`)
	r.ctx.SetBody(out.Bytes())
	return nil
}
