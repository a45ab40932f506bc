package htmlreport

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"vouchsafe/trace/written"

	"vouchsafe/grounding/report"
)

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
