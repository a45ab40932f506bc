package htmlreport

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/report"
)

func (r *Row) anchor() string { return "row-" + strconv.Itoa(r.Line) }

// heading names the row: an exchange, or a line of the input.
func (r *Row) heading() string {
	if r.Hash != "" {
		return "Exchange"
	}
	return "Line " + strconv.Itoa(r.Line)
}

// verdictOf writes the row's verdict, and beside it the one that it is compared
// with.
func (w *writer) verdictOf(r *Row) {
	if r.Was == "" {
		w.badge(r.saying())
		return
	}
	w.raw(`<span class="change">was `)
	w.badge(sayingOf(r.Was), string(r.Was))
	w.raw(` would be `)
	w.badge(r.saying())
	w.raw(`</span>`)
}

// detail is what exactly failed, as the first finding tells that says it.
func (r *Row) detail() string {
	for _, f := range r.Report.Findings {
		if f.Detail != "" {
			return f.Detail
		}
	}
	return ""
}

func (r *Row) saying() (saying, string) {
	if r.Error != "" {
		return unreadable, "unreadable"
	}
	return sayingOf(r.Report.Verdict), string(r.Report.Verdict)
}

// codes are the row's findings, each once.
func (r *Row) codes() []report.Code {
	var out []report.Code
	seen := map[report.Code]bool{}
	for _, f := range r.Report.Findings {
		if !seen[f.Code] {
			out = append(out, f.Code)
		}
		seen[f.Code] = true
	}
	return out
}

// rowWriter writes one answer. It knows which citations it has shown.
type rowWriter struct {
	*writer
	row     *Row
	sources map[string][]rune
	pages   map[string]string
	shown   map[int]bool // by citation number
}

func newRowWriter(w *writer, r *Row) *rowWriter {
	out := &rowWriter{writer: w, row: r, sources: map[string][]rune{}, pages: map[string]string{}, shown: map[int]bool{}}
	for _, s := range r.Sources {
		out.sources[s.ID], out.pages[s.ID] = []rune(s.Text), s.Page
	}
	return out
}

func (w *rowWriter) write(alone bool) {
	r := w.row
	w.raw(`<article`)
	w.attr("id", r.anchor())
	w.attr("aria-labelledby", r.anchor()+"-h")
	w.raw("><header><h3")
	w.attr("id", r.anchor()+"-h")
	w.raw(">")
	w.text(r.heading())
	if r.ID != "" {
		w.raw(` <bdi class="id">`)
		w.text(shorten(r.ID, 200))
		w.raw("</bdi>")
	}
	w.raw("</h3>")
	w.verdictOf(r)
	w.raw("</header>")
	if r.Hash != "" {
		w.element(`p class="note"`, "p", "SHA-256 of the trace: "+r.Hash)
	}
	if r.Error != "" {
		w.element(`p class="error"`, "p", r.Error)
	} else {
		w.body()
	}
	if !alone {
		w.raw("<p class=\"up\"><a href=\"#rows\">All answers</a></p>")
	}
	w.raw("</article>\n")
}

func (w *rowWriter) body() {
	if w.row.Choices > 1 {
		w.raw(`<p class="note">The reply has `)
		w.number(w.row.Choices)
		w.raw(` choices; shown is the worst, number `)
		w.number(w.row.Report.Index + 1)
		w.raw(`.</p>`)
	}
	if w.row.Question != "" {
		w.raw(`<h4>Question</h4>`)
		w.element(`p class="question" dir="auto"`, "p", w.row.Question)
	}
	w.raw(`<h4>Answer</h4>`)
	w.answer()
	w.figures()
	w.findingList(func(f report.Finding) bool { return f.Claim == nil && f.Citation == nil })
	w.claims()
	w.others()
	if len(w.row.Report.UnansweredAspects) > 0 {
		w.raw(`<h4>Left open by the model</h4><ul class="open-aspects">`)
		for _, s := range w.row.Report.UnansweredAspects {
			w.element(`li dir="auto"`, "li", s)
		}
		w.raw("</ul>")
	}
}

// answer writes the answer with its claims marked, each followed by the
// numbers of its citations. Places that do not fit the text are passed over.
func (w *rowWriter) answer() {
	text := []rune(w.row.Answer)
	w.raw(`<div class="answer" dir="auto">`)
	at := 0
	for i, c := range w.row.Report.Claims {
		if c.Start == nil || c.End == nil || *c.Start < at || *c.End <= *c.Start || *c.End > len(text) {
			continue
		}
		w.text(string(text[at:*c.Start]))
		w.raw(`<span class="claim `)
		w.raw(carried(c))
		w.raw(`">`)
		w.text(string(text[*c.Start:*c.End]))
		w.raw("</span>")
		w.marks(i, c)
		at = *c.End
	}
	w.text(string(text[at:]))
	w.raw("</div>")
}

// marks writes the numbers of a claim's citations, as links.
func (w *rowWriter) marks(index int, c report.Claim) {
	if len(c.Citations) == 0 && carried(c) == "ok" {
		return
	}
	if len(c.Citations) == 0 {
		w.raw(`<sup class="mark"><a`)
		w.attr("href", "#"+w.claimAnchor(index))
		w.raw(`>[no source]</a></sup>`)
		return
	}
	w.raw(`<sup class="mark">`)
	for _, n := range c.Citations {
		w.raw("<a")
		w.attr("href", "#"+w.citationAnchor(n))
		w.raw(">[")
		w.text(strconv.Itoa(n))
		w.raw("]</a>")
	}
	w.raw("</sup>")
}

func (w *rowWriter) claimAnchor(i int) string    { return w.row.anchor() + "-s" + strconv.Itoa(i+1) }
func (w *rowWriter) citationAnchor(n int) string { return w.row.anchor() + "-c" + strconv.Itoa(n) }

// carried is the class of a claim: a style of underline as well as a colour.
func carried(c report.Claim) literal {
	class, _, _ := judged(&c)
	return class
}

// figures are the shares of the whole answer.
func (w *rowWriter) figures() {
	r := &w.row.Report
	w.raw(`<dl class="shares">`)
	if r.Audit.Total == 0 {
		w.figure("citations", "none")
	} else {
		w.figure("citations verified", strconv.Itoa(r.Audit.Verified)+" of "+strconv.Itoa(r.Audit.Total))
	}
	if len(r.Claims) > 0 {
		w.figure("statements with a source", share(r.Coverage))
		w.figure("words borne out, on average", share(r.Support))
		w.figure("greatest risk", share(r.Risk))
	}
	if r.IdealOverlap != nil {
		w.figure("agreement with the ideal answer", share(*r.IdealOverlap))
	}
	if r.Trust != nil {
		w.figure("trust in the sources", r.Trust.Level)
	}
	w.raw("</dl>")
}

func (w *rowWriter) figure(label literal, value string) {
	w.raw("<div><dt>")
	w.raw(label)
	w.raw("</dt>")
	w.element("dd", "dd", value)
	w.raw("</div>")
}

func share(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + "\u202f%" }

// findingList writes those findings that belong to one place.
func (w *rowWriter) findingList(here func(report.Finding) bool) {
	open := false
	for _, f := range w.row.Report.Findings {
		if !here(f) {
			continue
		}
		if !open {
			w.raw(`<ul class="findings">`)
			open = true
		}
		w.raw("<li><code>")
		w.text(string(f.Code))
		w.raw(`</code> <span class="meaning">`)
		w.raw(meaningOf(f.Code))
		w.raw(`</span>`)
		if f.Detail != "" {
			w.element(`span class="detail" dir="auto"`, "span", f.Detail)
		}
		w.raw("</li>")
	}
	if open {
		w.raw("</ul>")
	}
}

// shorten cuts a text after some code points, on one line.
func shorten(s string, points int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= points {
		return s
	}
	return string([]rune(s)[:points]) + "…"
}
