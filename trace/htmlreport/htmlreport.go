// Package htmlreport writes what a verification found as one HTML page that can be
// filed, mailed or printed: figures first, then every answer with its claims
// beside the words of the sources that carry them, or fail to.
//
// The page is whole in itself. It loads nothing, runs no script, and its
// content security policy forbids both; whatever answers and sources hold is
// shown as text. It reads in light and dark, on paper, on a phone, from right
// to left, and without colours.
//
// The package is pure: data in, HTML out. It verifies nothing and chooses
// nothing; which rows are worth showing is the caller's affair.
package htmlreport

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/written"
)

// Page is all that a report shows.
type Page struct {
	Title    string    // such as "Verification page"
	Facts    []Fact    // what was verified, when, by which rules
	Tally    Tally     // of all rows, shown or not
	Rows     []Row     // those that are shown, in the order of the input
	Would    bool      // the verdicts are what would be: nothing of it happened
	Rate     bool      // lead with the failure rate, not with the share that passes
	Note     string    // which rows are shown, where not all are; "" for all
	Evidence *Evidence // of a report on one exchange
	Period   *Period   // of a report on a time
	Check    *Check    // of a report that is filed
}

// one reports whether the page is about one exchange, of which there is nothing
// to count.
func (p *Page) one() bool {
	return p.Period == nil && p.Tally.Rows == 1 && len(p.Rows) == 1 && p.Rows[0].Hash != ""
}

// Fact is a line under the title.
type Fact struct{ Label, Value string }

// Tally counts rows by verdict and findings by code.
type Tally struct {
	Rows       int
	Figures    report.Figures // of the rows that could be read
	Passed     int            // verified rows with which the policy finds no fault
	Of         int            // rows that Passed is a share of: what was not verified never counts as good
	Unreadable int            // rows that could not be read; they do not pass
	Verdicts   map[report.Verdict]int
	Findings   map[report.Code]int
}

// Count counts a row by its report.
func (t *Tally) Count(r *report.Report) {
	if t.Verdicts == nil {
		t.Verdicts, t.Findings = map[report.Verdict]int{}, map[report.Code]int{}
	}
	t.Rows++
	t.Verdicts[r.Verdict]++
	counts := r.Verdict.CountsAs(false)
	t.Figures.Add(counts, 1)
	if counts.Verified() {
		t.Of++
		if Passes(r.Verdict) {
			t.Passed++
		}
	}
	for _, f := range r.Findings {
		t.Findings[f.Code]++
	}
}

// Passes reports whether a policy would let such an answer through, as it stands
// or as a repair made it.
func Passes(v report.Verdict) bool {
	return slices.Contains([]report.Verdict{report.Grounded, report.Healed, report.Repaired, report.Declined, report.Skipped}, v)
}

// Row is one answer. Claims of the report have their places in Answer, and
// citations theirs in the text of the source that bears their chunk id.
type Row struct {
	Line     int            // of the input, from 1
	ID       string         // "" for none
	Was      report.Verdict // what the verdict is compared with; "" for nothing
	Hash     string         // SHA-256 of the stored trace that the row is; "" for a line of input
	Error    string         // why the row could not be read; the rest is then empty
	Question string
	Answer   string
	Report   report.Report
	Choices  int   // of the reply that the answer is the worst of; 0 and 1 for a single one
	Each     []Row // of a stored trace: its choices, each told by itself; none for a single one
	Sources  []Source
	Nearest  []Place   // for claims without a citation that stands
	Lead     string    // of a stored trace: what happened, in plain words
	Written  []Written // of a stored trace: what the model wrote, and its reader did not get
}

// Place is where a source comes nearest to a claim.
type Place struct {
	Claim  int    `json:"claim"`    // index into the report's claims
	Source string `json:"chunk_id"` // its id
	Start  int    `json:"start"`    // code points of the source's text
	End    int    `json:"end"`      // exclusive
}

// Source is a chunk that a citation or a place names.
type Source struct {
	ID   string `json:"chunk_id"`
	Page string `json:"page"`
	Text string `json:"text"`
}

// styleSheet is our own file, which is written to the byte: its hash is in the
// page's policy.
type styleSheet string

//go:embed style.css
var style string

// styleHash names the one style element that the page may have, in the words
// of a content security policy.
func styleHash() string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page. The error is that of w.
func Write(w io.Writer, p Page) error {
	out := newWriter(w)
	v := values{
		"title": p.Title, "policy": "default-src 'none'; style-src " + styleHash() + "; base-uri 'none'; form-action 'none'",
		"style": styleSheet(style), "facts": p.Facts, "figures": p.figures(),
	}
	var warnings []string
	if p.Evidence != nil {
		v["evidence"] = p.Evidence.values()
		if p.Evidence.another() {
			warnings = append(warnings, words().AnotherPolicy)
		}
	}
	if p.Check != nil {
		v["check"] = p.Check.values()
		if filed := p.Check.Filed; filed == written.Other || filed == written.Unheld || filed == written.Missing {
			warnings = append(warnings, p.Check.now())
		}
	}
	v["warning"] = strings.Join(warnings, " ")
	if p.Period != nil {
		v["period"] = p.Period.values()
	}
	if len(p.Rows) > 0 {
		v["answers"] = iter.Seq[values](func(yield func(values) bool) { // made one by one as they are written: they hold the texts
			for i := range p.Rows {
				if !yield(newArticle(&p.Rows[i]).values(p.one())) {
					return
				}
			}
		})
	}
	if p.Tally.Rows == 0 && p.Period == nil {
		v["nothing"] = true
	}
	out.put(parts()["page"], v)
	if err := out.flush(); err != nil {
		return fmt.Errorf("cannot write the page: %w", err)
	}
	return nil
}

// figures count out what the page is about, unless that is one exchange.
func (p *Page) figures() values {
	if p.one() {
		return nil
	}
	t := &p.Tally
	v := values{"rate": percent(t.Passed, t.Of), "note": p.Note}
	what := "verified answers pass the policy"
	switch {
	case p.Rate:
		f := &t.Figures
		v["rate"] = percent(int(f.Failures), int(f.Verified))
		what = "failure rate: grounding failures " + grouped(int(f.Failures)) + " of " + grouped(int(f.Verified)) + " verified answers"
	case p.Would:
		what = grouped(t.Passed) + " of " + grouped(t.Of) + " decidable answers would pass the policy"
	case t.Of == 1:
		what = grouped(t.Passed) + " of 1 verified answer passes the policy"
	default:
		what = grouped(t.Passed) + " of " + grouped(t.Of) + " " + what
	}
	v["what"] = what
	v["bar"], v["verdicts"] = t.verdicts()
	var codes, contents []values
	for _, code := range report.Codes() {
		if n := t.Findings[code]; n > 0 {
			codes = append(codes, values{"code": string(code), "times": grouped(n), "meaning": meaningOf(code)})
		}
	}
	for i := range p.Rows {
		contents = append(contents, p.Rows[i].contents())
	}
	v["codes"], v["contents"] = codes, contents
	return v
}

// verdicts count the rows by verdict. The shares of a bar draw the same in one
// line: it is no more than a picture.
func (t *Tally) verdicts() (shares, verdicts []values) {
	at := 0.0
	for _, s := range words().Verdicts {
		n := t.Verdicts[report.Verdict(s.Name)]
		if s.Name == unreadable {
			n = t.Unreadable
		}
		if n == 0 {
			continue
		}
		verdicts = append(verdicts, values{"class": s.Class, "count": grouped(n), "badge": s, "meaning": s.Meaning})
		if t.Rows > 0 {
			part := float64(n) / float64(t.Rows)
			shares = append(shares, values{"class": s.Class, "x": thousandths(at), "width": thousandths(part)})
			at += part
		}
	}
	return shares, verdicts
}

func thousandths(x float64) string { return strconv.FormatFloat(1000*x, 'f', 2, 64) }

// contents is the row in the list of those that are shown, with a link to its
// answer.
func (r *Row) contents() values {
	var codes []any
	detail := "" // what exactly failed, as the first finding tells that says it
	for _, f := range r.Report.Findings {
		detail = cmp.Or(detail, f.Detail)
	}
	for i, code := range report.CodesOf(r.Report.Findings) {
		if i > 0 {
			codes = append(codes, ", ")
		}
		codes = append(codes, stretch{"code", values{"code": string(code)}})
	}
	return values{
		"anchor": r.anchor(), "line": strconv.Itoa(r.Line), "id": shorten(r.ID, 40), "verdict": r.verdict(),
		"text": shorten(cmp.Or(r.Error, r.Question, r.Answer), 120), "codes": codes, "detail": shorten(detail, 200),
	}
}

// valuesOf are the values of what fills parts as it is; none of anything else.
func valuesOf(of any) (out []values) {
	switch v := of.(type) {
	case []string:
		for _, text := range v {
			out = append(out, values{"text": text})
		}
	case []Fact:
		for _, f := range v {
			out = append(out, values{"label": f.Label, "value": f.Value})
		}
	case []report.Finding:
		for _, f := range v {
			out = append(out, values{"code": string(f.Code), "meaning": meaningOf(f.Code), "detail": f.Detail})
		}
	case []Statement:
		for _, s := range v {
			out = append(out, values{"text": s.Text, "findings": s.Findings, "words": s.Words})
		}
	case saying:
		out = []values{{"class": v.Class, "sign": v.Sign, "name": v.Name}}
	}
	return out
}
