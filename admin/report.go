package admin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/htmlreport"
	"vouchsafe/trace/store"
	"vouchsafe/trace/written"
)

// mostShown is how many failing exchanges a period report shows in full.
const mostShown = 100

// reportExchange is one exchange as a page that can be printed and filed.
func reportExchange(r *request) *wire.Error {
	r.desk.saying.RLock() // the store and the file tell the same of it
	defer r.desk.saying.RUnlock()
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
	hash := gjson.GetBytes(line, "policy_hash").Str
	_, policy, bad := r.desk.opt.Store.Notes.Policy(r.within, hash)
	if bad != nil && !errors.Is(bad, store.ErrNotFound) { // versions before kept no policies
		return r.storeTrouble(bad)
	}
	page := htmlreport.Page{Title: "Evidence page", Facts: facts, Rows: []htmlreport.Row{row},
		Evidence: &htmlreport.Evidence{Policy: policy, Hash: hash}}
	page.Tally.Count(&row.Report)
	filed, bad := r.filed(line)
	if bad != nil {
		return r.storeTrouble(bad)
	}
	if bad := r.seal(&page, htmlreport.Check{Record: line, File: "trace.json", ID: r.id, Filed: filed,
		About: "It is about one record, the trace, which holds everything that is told here and more."}); bad != nil {
		return r.storeTrouble(bad)
	}
	return r.sendPage("vouchsafe-evidence-"+r.id, page)
}

// filed holds a trace of the store against the file; "" where there is no file.
func (r *request) filed(line []byte) (filed written.Filed, err error) {
	if r.desk.opt.Hold != nil {
		filed, err = r.desk.opt.Hold(r.within, r.id, line)
	}
	if filed == written.Other || filed == written.Unheld {
		r.desk.opt.Log.Error("a trace of the store is another one in the file of traces, or its line there is not as it was written: see "+
			"vouchsafe verify-ledger --store",
			zap.String("trace", r.id))
	}
	return filed, err
}

// seal tells in a report when and by whom it was made, and signs the record that it is about.
func (r *request) seal(page *htmlreport.Page, c htmlreport.Check) (err error) {
	c.Made, c.By = time.Now(), r.who.name+" ("+string(r.who.role)+")"
	if r.desk.opt.Sign != nil {
		c.Seal, err = r.desk.opt.Sign(c.Statement(strings.ToLower(page.Title), r.id))
	}
	page.Check = &c
	page.Facts = append(page.Facts, htmlreport.Fact{Label: "This page made", Value: c.Made.UTC().Format(time.RFC1123) + ", by " + c.By})
	return err
}

// showNearest tells, for claims of a trace that rest on no citation, where its sources
// come nearest to them. It gives places only: the words are in the trace.
func showNearest(r *request) *wire.Error {
	line, err := r.trace()
	if err != nil {
		return err
	}
	row, _, bad := htmlreport.OfTrace(1, line)
	if bad != nil {
		return wire.NewError(500, "internal_error", "The trace cannot be read.")
	}
	return r.answer(map[string]any{"places": append([]htmlreport.Place{}, row.Nearest...)})
}

// reportPeriod is a time of one app, or of all: in words and by week over all
// exchanges, and the newest failing ones in full.
func reportPeriod(r *request) *wire.Error {
	f := r.chosen
	stats, err := r.desk.opt.Store.Stats(r.within, f)
	if err != nil {
		return r.storeTrouble(err)
	}
	deleted, bad := r.desk.opt.Store.Notes.Deleted(r.within, f.Since)
	if bad != nil {
		return r.storeTrouble(bad)
	}
	failing, err := store.FailingFindings(r.within, r.desk.opt.Store, f)
	if err != nil {
		return r.storeTrouble(err)
	}
	page := htmlreport.Page{Title: "Period page", Rate: true, Facts: periodFacts(f, &stats), Tally: periodTally(&stats),
		Period: periodOf(f, &stats, failing)}
	page.Period.Deleted = deleted
	if page.Rows, err = r.failingRows(f); err != nil {
		return r.storeTrouble(err)
	}
	held, bad := r.hold(f)
	if bad != nil {
		return r.storeTrouble(bad)
	}
	record, bad := json.Marshal(periodRecord{f.App, page.Period.From, page.Period.To, &stats, shownIn(page.Rows), held})
	check := htmlreport.Check{Record: record, File: "period.json",
		About: "It is about one record, which holds the figures of the time, by which rules and programs they were made, and the hashes " +
			"of the traces that are shown."}
	r.tellHeld(&check, f, held)
	if err := errors.Join(bad, r.seal(&page, check)); err != nil {
		return r.storeTrouble(err)
	}
	page.Note = fmt.Sprintf("All %d exchanges are counted above. Shown in full: the newest %d grounding failures.",
		stats.Total, len(page.Rows))
	if err := r.logAccess("report", string(r.ctx.URI().QueryString()), len(page.Rows)); err != nil {
		return err
	}
	return r.sendPage("vouchsafe-period", page)
}

// periodRecord is what the signature under a period report covers.
type periodRecord struct {
	App   string            `json:"app"` // "" for all
	From  string            `json:"from"`
	To    string            `json:"to"`
	Stats *store.Stats      `json:"stats"`
	Shown map[string]string `json:"shown"` // SHA-256 by query_id
	Held  *store.Held       `json:"file_of_traces"`
}

// hold counts the figures of a time again from the file of traces; nil where there is none, or too much of it.
func (r *request) hold(f store.Filter) (*store.Held, error) {
	if r.desk.opt.Filed == nil {
		return nil, nil
	}
	within, cancel := context.WithTimeout(r.within, patience/2)
	defer cancel()
	held, err := store.Hold(within, r.desk.opt.Store, f, r.desk.opt.Filed)
	if err != nil && r.within.Err() == nil && within.Err() != nil {
		return nil, nil
	}
	if held != nil && !held.Same {
		r.desk.opt.Log.Error("figures of the store are other ones in the file of traces: see vouchsafe verify-ledger --store",
			zap.Any("figures", held))
	}
	return held, err
}

// tellHeld tells in a report what came of that, and how it is done by hand.
func (r *request) tellHeld(c *htmlreport.Check, f store.Filter, held *store.Held) {
	f.Until = cmp.Or(f.Until, time.Now())
	if held == nil {
		c.Now = "When this page was made its figures were not counted again from the file of traces: there is none of all these " +
			"exchanges, or too much of it."
	} else {
		part := ""
		if held.From.After(f.Since) {
			part = " from " + held.From.UTC().Format("2 January 2006, 15:04:05 MST") + " on"
		}
		f.Since = held.From
		c.Filed, c.Now = written.Same, "When this page was made its figures were counted again from the file of traces, and were the same."
		if !held.Same {
			c.Filed, c.Now = written.Other, fmt.Sprintf("The figures on this page are not those of the exchanges that were recorded. "+
				"Counted again from the file of traces%s there "+
				"are %d exchanges, of which %d were verified and %d did not hold; the store says %d, %d and %d. Either the store was "+
				"changed, or it lacks what is in the file: vouchsafe verify-ledger "+
				"--store names each difference.", part, held.Figures.Exchanges, held.Figures.Verified, held.Figures.Failures,
				held.Stored.Exchanges, held.Stored.Verified, held.Stored.Failures)
		} else if part != "" {
			c.Now += " That is told of those" + part + "."
		}
	}
	c.Recount = htmlreport.Recount(f.App, f.Since, f.Until)
}

func shownIn(rows []htmlreport.Row) map[string]string {
	shown := map[string]string{}
	for i := range rows {
		shown[rows[i].ID] = rows[i].Hash
	}
	return shown
}

// periodOf is what a report says of a time.
func periodOf(f store.Filter, s *store.Stats, failing map[string]int64) *htmlreport.Period {
	from, to := ends(f)
	p := &htmlreport.Period{From: from, To: to, Figures: s.Figures, Proofs: map[report.Proof]int64{}, Causes: map[report.Code]int64{}}
	for proof, n := range s.ByProof {
		p.Proofs[report.Proof(proof)] = n
	}
	for codes, n := range failing {
		p.Causes[htmlreport.CauseOf(strings.Fields(codes))] += n
	}
	if len(s.ByDocument) > 0 && s.ByDocument[0].Failed > 0 {
		d := s.ByDocument[0]
		p.Document = d.Name
		if d.Title != nil {
			p.Document = *d.Title
		}
	}
	at := map[string]int{} // of an app's week
	for _, point := range s.Series {
		monday := htmlreport.MondayOf(point.Start)
		for app, share := range point.ByApp {
			if f.PassesOver(app) { // the last line would be less than the others
				continue
			}
			key := app + " " + monday.String()
			if _, known := at[key]; !known {
				at[key] = len(p.Weeks)
				p.Weeks = append(p.Weeks, htmlreport.Week{App: app, Start: monday})
			}
			w := &p.Weeks[at[key]]
			w.Exchanges, w.Verified, w.Failures = w.Exchanges+share.Total, w.Verified+share.Verified, w.Failures+share.Failing
		}
	}
	return p
}

// ends are the ends of a time in words.
func ends(f store.Filter) (from, to string) {
	const day = "2 January 2006, 15:04 MST"
	from, to = "the oldest exchange that is kept", time.Now().UTC().Format(day)
	if !f.Since.IsZero() {
		from = f.Since.UTC().Format(day)
	}
	if until := f.Until.UTC(); !until.IsZero() {
		to = until.Format(day)
		if until.Equal(until.Truncate(24 * time.Hour)) {
			to = "the end of " + until.AddDate(0, 0, -1).Format("2 January 2006, MST")
		}
	}
	return from, to
}

// failingRows are the newest exchanges of a time that did not hold.
func (r *request) failingRows(f store.Filter) ([]htmlreport.Row, error) {
	f.Failing, f.Limit = true, mostShown
	found, err := r.desk.opt.Store.List(r.within, f)
	if err != nil {
		return nil, err
	}
	var rows []htmlreport.Row
	for i, t := range found.Traces {
		line, err := r.desk.opt.Store.Get(r.within, t.ID)
		if err != nil {
			return nil, err
		}
		row, _, err := htmlreport.OfTrace(i+1, line)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func periodFacts(f store.Filter, s *store.Stats) []htmlreport.Fact {
	app := cmp.Or(f.App, "all")
	from, to := ends(f)
	facts := []htmlreport.Fact{
		{Label: "App", Value: app}, {Label: "From", Value: from}, {Label: "To", Value: to},
		{Label: "Tokens", Value: fmt.Sprintf("%d, of which %d on repairs", s.Cost.Tokens, s.Cost.Again)},
		{Label: "How the figures were made",
			Value: "exchanges that began in this time: added up by hours and days as they were recorded, and at the ends counted one by " +
				"one; documents by whole days (UTC)"},
	}
	if s.KeptFrom != nil {
		facts = append(facts, htmlreport.Fact{Label: "Deleted for their age",
			Value: "exchanges that began before " + s.KeptFrom.Format(time.RFC1123) + ", which are in no figure"})
	}
	for _, of := range []struct {
		label, second string
		counted       map[string]int64
	}{{"Policy", "hash", s.ByPolicy}, {"Judged by vouchsafe", "data", s.ByEngine}} {
		for _, name := range slices.Sorted(maps.Keys(of.counted)) {
			first, second := name, ""
			if i := strings.LastIndexByte(name, ' '); i >= 0 { // a version has words of its own
				first, second = name[:i], name[i+1:]
			}
			facts = append(facts, htmlreport.Fact{Label: of.label,
				Value: fmt.Sprintf("%s, %s %s (verified answers: %d)", first, of.second, cmp.Or(second, "not recorded"), of.counted[name])})
		}
	}
	return facts
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
		return wire.NewError(500, "internal_error", "The page cannot be written.")
	}
	r.ctx.SetContentType("text/html; charset=utf-8")
	r.ctx.Response.Header.Set("Content-Disposition", `attachment; filename="`+name+`.html"`)
	r.ctx.SetBody(out.Bytes())
	return nil
}
