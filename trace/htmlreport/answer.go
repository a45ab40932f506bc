package htmlreport

import (
	"strconv"

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

// detail is what exactly failed, as the first finding tells that says it.
func (r *Row) detail() string {
	for _, f := range r.Report.Findings {
		if f.Detail != "" {
			return f.Detail
		}
	}
	return ""
}

func (r *Row) saying() saying {
	if r.Error != "" {
		return sayingOf(unreadable)
	}
	return sayingOf(r.Report.Verdict)
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
	v := values{
		"anchor": r.anchor(), "heading": r.heading(), "id": w.some("id", "id", shorten(r.ID, 200)), "verdict": w.verdictOf(r),
		"body": w.body,
	}
	if r.Hash != "" && !alone { // alone, it stands among the facts
		v["hash"] = w.some("note", "text", "SHA-256 of the trace: "+r.Hash)
	}
	if r.Error != "" {
		v["body"] = w.some("error", "text", r.Error)
	}
	if !alone {
		v["up"] = func() { w.put("up", nil) }
	}
	w.put("article", v)
}

func (w *rowWriter) body() {
	r := &w.row.Report
	if w.row.Choices > 1 {
		w.put("note", values{
			"text": "The reply has " + grouped(w.row.Choices) + " choices; shown is the worst, number " + grouped(r.Index+1) + ".",
		})
	}
	if w.row.Question != "" {
		w.put("question", values{"question": w.row.Question})
	}
	w.put("answer", values{"answer": w.answer})
	w.put("shares", values{"shares": w.figures})
	w.findingList(func(f report.Finding) bool { return f.Claim == nil && f.Citation == nil })
	if len(r.Claims) > 0 {
		w.put("claims", values{"claims": w.claims})
	}
	w.citations("Citations that fail", false)
	w.citations("Further citations", true)
	if len(r.UnansweredAspects) > 0 {
		w.put("open aspects", values{"aspects": func() {
			for _, s := range r.UnansweredAspects {
				w.put("aspect", values{"text": s})
			}
		}})
	}
}

// answer writes the answer with its claims marked, each followed by the
// numbers of its citations. Places that do not fit the text are passed over.
func (w *rowWriter) answer() {
	text := []rune(w.row.Answer)
	at := 0
	for i := range w.row.Report.Claims {
		c := &w.row.Report.Claims[i]
		if c.Start == nil || c.End == nil || *c.Start < at || *c.End <= *c.Start || *c.End > len(text) {
			continue
		}
		w.text(string(text[at:*c.Start]))
		w.put("claim in answer", values{"class": judged(c).class, "text": string(text[*c.Start:*c.End])})
		w.marks(i, c)
		at = *c.End
	}
	w.text(string(text[at:]))
}

// marks writes the numbers of a claim's citations, as links.
func (w *rowWriter) marks(index int, c *report.Claim) {
	if len(c.Citations) == 0 && judged(c).class == "ok" {
		return
	}
	w.put("marks", values{"marks": func() {
		if len(c.Citations) == 0 {
			w.put("mark", values{"anchor": w.claimAnchor(index), "text": "no source"})
		}
		for _, n := range c.Citations {
			w.put("mark", values{"anchor": w.citationAnchor(n), "text": strconv.Itoa(n)})
		}
	}})
}

func (w *rowWriter) claimAnchor(i int) string    { return w.row.anchor() + "-s" + strconv.Itoa(i+1) }
func (w *rowWriter) citationAnchor(n int) string { return w.row.anchor() + "-c" + strconv.Itoa(n) }

// figures are the shares of the whole answer.
func (w *rowWriter) figures() {
	r := &w.row.Report
	figure := func(label, value string) { w.put("figure", values{"label": label, "value": value}) }
	if r.Audit.Total == 0 {
		figure("citations", "none")
	} else {
		figure("citations verified", strconv.Itoa(r.Audit.Verified)+" of "+strconv.Itoa(r.Audit.Total))
	}
	if len(r.Claims) > 0 {
		figure("statements with a source", share(r.Coverage))
		figure("words borne out, on average", share(r.Support))
		figure("greatest risk", share(r.Risk))
	}
	if r.IdealOverlap != nil {
		figure("agreement with the ideal answer", share(*r.IdealOverlap))
	}
	if r.Trust != nil {
		figure("trust in the sources", r.Trust.Level)
	}
}

// findingList writes those findings that belong to one place.
func (w *rowWriter) findingList(here func(report.Finding) bool) {
	var found []report.Finding
	for _, f := range w.row.Report.Findings {
		if here(f) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return
	}
	w.put("finding list", values{"findings": func() {
		for _, f := range found {
			w.put("finding", values{
				"code": string(f.Code), "meaning": meaningOf(f.Code), "detail": w.some("finding detail", "text", f.Detail),
			})
		}
	}})
}

// claims writes each claim beside the evidence for it.
func (w *rowWriter) claims() {
	for i := range w.row.Report.Claims {
		c := &w.row.Report.Claims[i]
		j := judged(c)
		v := values{
			"anchor": w.claimAnchor(i), "class": j.class, "text": c.Text, "sign": j.sign, "words": j.words, "because": because(c),
			"support": share(c.Support), "risk": share(c.Risk),
			"findings": func() { w.findingList(func(f report.Finding) bool { return f.Claim != nil && *f.Claim == i }) },
			"evidence": func() { w.proofs(i, c) },
		}
		if c.Path != nil {
			v["path"] = w.some("path", "path", *c.Path)
		}
		w.put("claim", v)
	}
}

// proofs writes the citations of a claim, or what can be said of one without a
// citation that stands: the words of the sources that come nearest to it.
func (w *rowWriter) proofs(i int, c *report.Claim) {
	for _, n := range c.Citations {
		w.evidence(n)
	}
	if len(c.Citations) > 0 {
		return
	}
	nothing := "No citation that stands: there is none, or it fails."
	if judged(c).class == "ok" {
		nothing = "Cites nothing; held against all sources."
	}
	w.put("nothing", values{"text": nothing})
	for _, n := range w.row.Nearest {
		source := w.sources[n.Source]
		if n.Claim != i || n.Start < 0 || n.End <= n.Start || n.End > len(source) {
			continue
		}
		w.put("near", values{"source": shorten(n.Source, 120), "excerpt": func() {
			w.excerpt(source, n.Start, n.End, func() { w.put("marked", values{"text": string(source[n.Start:n.End])}) })
		}})
	}
}
