package htmlreport

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"strconv"

	"vouchsafe/grounding/report"
)

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
	out.put("page", values{
		"title": p.Title, "policy": "default-src 'none'; style-src " + styleHash() + "; base-uri 'none'; form-action 'none'",
		"style":   func() { out.w.WriteString(style) }, // our own file, to the byte: its hash is in the policy
		"facts":   func() { out.facts(p.Facts) },
		"figures": func() { out.figures(&p) },
		"answers": func() { out.answers(&p) },
	})
	if err := out.flush(); err != nil {
		return fmt.Errorf("cannot write the page: %w", err)
	}
	return nil
}

func (w *writer) facts(facts []Fact) {
	if len(facts) == 0 {
		return
	}
	w.put("facts", values{"facts": func() {
		for _, f := range facts {
			w.put("fact", values{"label": f.Label, "value": f.Value})
		}
	}})
}

// figures counts out what the page is about, unless that is one exchange.
func (w *writer) figures(p *Page) {
	if p.one() {
		return
	}
	what := "answers pass the policy"
	switch {
	case p.Would:
		what = "decidable answers would pass the policy"
	case p.Tally.Rows == 1:
		what = "answer passes the policy"
	}
	t := &p.Tally
	w.put("summary", values{
		"rate": percent(t.Passed, t.Rows), "passed": grouped(t.Passed), "rows": grouped(t.Rows), "what": what,
		"bar": func() { w.bar(t) }, "verdicts": func() { w.verdicts(t) },
	})
	w.put("findings", values{"findings": func() { w.findings(t.Findings) }})
	w.contents(p)
}

// count is how many rows have a verdict, or could not be read.
func (t *Tally) count(verdict string) int {
	if verdict == unreadable {
		return t.Unreadable
	}
	return t.Verdicts[report.Verdict(verdict)]
}

func (w *writer) verdicts(t *Tally) {
	for _, s := range words().Verdicts {
		if n := t.count(s.Name); n > 0 {
			w.put("verdict", values{"class": s.Class, "count": grouped(n), "badge": w.badge(s), "meaning": s.Meaning})
		}
	}
}

// badge names a verdict, with a sign for those who see no colours.
func (w *writer) badge(s saying) func() {
	return func() { w.put("badge", values{"class": s.Class, "sign": s.Sign, "name": s.Name}) }
}

// bar draws the shares of the verdicts in one line. The figures stand beside
// it in words, so it is no more than a picture.
func (w *writer) bar(t *Tally) {
	if t.Rows == 0 {
		return
	}
	at := 0.0
	w.put("bar", values{"shares": func() {
		for _, s := range words().Verdicts {
			part := float64(t.count(s.Name)) / float64(t.Rows)
			if part > 0 {
				w.put("share", values{"class": s.Class, "x": thousandths(at), "width": thousandths(part)})
			}
			at += part
		}
	}})
}

func thousandths(x float64) string { return strconv.FormatFloat(1000*x, 'f', 2, 64) }

// findings counts the defects by code, and says what each means.
func (w *writer) findings(counts map[report.Code]int) {
	if len(counts) == 0 {
		w.put("no findings", nil)
		return
	}
	w.put("codes", values{"rows": func() {
		for _, code := range report.Codes() {
			if counts[code] > 0 {
				w.put("code row", values{"code": string(code), "times": grouped(counts[code]), "meaning": meaningOf(code)})
			}
		}
	}})
}

// contents lists the rows that are shown, each with a link to its answer.
func (w *writer) contents(p *Page) {
	w.put("contents", values{"note": w.some("note", "text", p.Note), "rows": func() {
		if len(p.Rows) == 0 {
			w.put("no rows", nil)
			return
		}
		w.put("rows", values{"rows": func() {
			for i := range p.Rows {
				w.contentsRow(&p.Rows[i])
			}
		}})
	}})
}

func (w *writer) contentsRow(r *Row) {
	text := r.Answer
	switch {
	case r.Error != "":
		text = r.Error
	case r.Question != "":
		text = r.Question
	}
	w.put("row", values{
		"anchor": r.anchor(), "line": strconv.Itoa(r.Line), "id": shorten(r.ID, 40), "verdict": w.verdictOf(r), "text": shorten(text, 120),
		"codes": func() {
			for i, code := range r.codes() {
				if i > 0 {
					w.text(", ")
				}
				w.put("code", values{"code": string(code)})
			}
		},
		"detail": w.some("detail", "text", shorten(r.detail(), 200)),
	})
}

// verdictOf writes the row's verdict, and beside it the one that it is compared
// with.
func (w *writer) verdictOf(r *Row) func() {
	is := w.badge(r.saying())
	if r.Was == "" {
		return is
	}
	return func() { w.put("change", values{"was": w.badge(sayingOf(r.Was)), "is": is}) }
}

func (w *writer) answers(p *Page) {
	if len(p.Rows) == 0 {
		return
	}
	w.put("answers", values{"answers": func() {
		for i := range p.Rows {
			newRowWriter(w, &p.Rows[i]).write(p.one())
		}
	}})
}
