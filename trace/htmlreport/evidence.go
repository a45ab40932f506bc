package htmlreport

import (
	"fmt"
	"strconv"

	"vouchsafe/grounding/report"
)

// others writes the citations that carry no claim: those that fail first, with
// what the answer quotes beside what the source says.
func (w *rowWriter) others() {
	w.citations(`<h4>Citations that fail</h4><ol class="pairs">`, false)
	w.citations(`<h4>Further citations</h4><ol class="pairs">`, true)
}

func (w *rowWriter) citations(head literal, stand bool) {
	open := false
	for i := range w.row.Report.Citations {
		c := &w.row.Report.Citations[i]
		if w.shown[c.Number] || stands(c) != stand {
			continue
		}
		if !open {
			w.raw(head)
			open = true
		}
		w.raw(`<li class="pair"><div class="said"><p class="quote" dir="auto">`)
		w.quoted(c)
		w.raw("</p>")
		w.findingList(func(f report.Finding) bool { return f.Citation != nil && *f.Citation == c.Number })
		w.raw(`</div><div class="found">`)
		w.evidence(c.Number)
		w.raw("</div></li>")
	}
	if open {
		w.raw("</ol>")
	}
}

// stands tells whether a citation is verified or was made good by a heal.
func stands(c *report.Citation) bool {
	return c.Verified || c.Heal != nil && c.Heal.Kind != "renumber"
}

// quoted writes a citation's words, those marked that the source has not.
func (w *rowWriter) quoted(c *report.Citation) {
	if c.Snippet == "" {
		w.raw(`<span class="nothing">Nothing is quoted.</span>`)
		return
	}
	place := w.place(c)
	if c.Verified || place == nil {
		w.text("“" + c.Snippet + "”")
		return
	}
	w.raw("“")
	w.parts(compare([]rune(c.Snippet), place), `<mark class="wrong">`)
	w.raw("”")
}

// place is the stretch of the source that a citation points at, or nil.
func (w *rowWriter) place(c *report.Citation) []rune {
	source := w.sources[c.ChunkID]
	if c.Start == nil || c.End == nil || *c.Start < 0 || *c.End <= *c.Start || *c.End > len(source) {
		return nil
	}
	return source[*c.Start:*c.End]
}

// evidence writes one citation's source, with the place marked. A citation
// that was shown already is referred to.
func (w *rowWriter) evidence(n int) {
	c := w.citation(n)
	if c == nil {
		return
	}
	if w.shown[n] {
		w.raw(`<p class="again"><a`)
		w.attr("href", "#"+w.citationAnchor(n))
		w.raw(">[")
		w.text(strconv.Itoa(n))
		w.raw("], shown above</a></p>")
		return
	}
	w.shown[n] = true
	w.raw("<figure")
	w.attr("id", w.citationAnchor(n))
	w.raw("><figcaption>")
	w.caption(c)
	w.raw("</figcaption>")
	w.passage(c)
	w.state(c)
	w.raw("</figure>")
}

func (w *rowWriter) citation(n int) *report.Citation {
	for i := range w.row.Report.Citations {
		if w.row.Report.Citations[i].Number == n {
			return &w.row.Report.Citations[i]
		}
	}
	return nil
}

// caption names the source: number, title, file, page, id.
func (w *rowWriter) caption(c *report.Citation) {
	w.raw(`<span class="num">[`)
	w.text(strconv.Itoa(c.Number))
	w.raw("]</span> ")
	name := "Source " + c.ChunkID
	if c.Title != nil {
		name = *c.Title
	}
	if c.URL != nil {
		w.link(*c.URL, name)
	} else {
		w.element("bdi", "bdi", name)
	}
	w.raw(`<span class="about">`)
	if f := c.SourceFilename; f != nil && *f != name {
		w.about(*f)
	}
	if page := w.pages[c.ChunkID]; page != "" {
		w.about("page " + page)
	}
	if c.ChunkID != "" && c.Title != nil {
		w.about(c.ChunkID)
	}
	if c.Standing == "stale" || c.Standing == "fallback" {
		w.about(c.Standing)
	}
	if c.Trust != nil {
		w.about(fmt.Sprintf("trust %.2f", c.Trust.Score))
	}
	w.raw("</span>")
}

func (w *rowWriter) about(s string) {
	w.raw(" <bdi>")
	w.text(shorten(s, 120))
	w.raw("</bdi>")
}

// around is how much of a source is shown on either side of a place, in code
// points.
const around = 220

// passage writes the words of a citation's source around its place.
func (w *rowWriter) passage(c *report.Citation) {
	source, place := w.sources[c.ChunkID], w.place(c)
	switch {
	case len(source) == 0:
		w.raw(`<p class="nothing">There is no text of such a source.</p>`)
	case place == nil:
		w.excerpt(source, 0, 0, "", nil)
	default:
		w.proof(c, source, place)
	}
}

// proof writes the source sentence of a citation, with the model's quote marked
// in it, below the heading or lead-in that governs the sentence.
func (w *rowWriter) proof(c *report.Citation, source, place []rune) {
	quote := func() { w.text(string(place)) }
	if !c.Verified && c.Snippet != "" && c.Quoted {
		quote = func() { w.parts(compare(place, []rune(c.Snippet)), `<mark class="right">`) }
	}
	s := c.Sentence
	if s == nil || s.Start < 0 || s.Start > *c.Start || s.End < *c.End || s.End > len(source) {
		w.excerpt(source, *c.Start, *c.End, "<mark>", quote)
		return
	}
	if s.Lead != nil {
		w.element(`p class="lead" dir="auto"`, "p", s.Lead.Text)
	}
	w.excerpt(source, s.Start, s.End, `<mark class="sentence">`, func() {
		w.text(string(source[s.Start:*c.Start]))
		w.raw("<mark>")
		quote()
		w.raw("</mark>")
		w.text(string(source[*c.End:s.End]))
	})
}

// excerpt writes a stretch of a source, marked, with what stands around it.
// Without a stretch it writes the source's beginning.
func (w *rowWriter) excerpt(source []rune, start, end int, mark literal, stretch func()) {
	from, to := wordStart(source, start-around), wordEnd(source, end+around)
	w.raw(`<blockquote dir="auto">`)
	w.cut(from > 0)
	w.text(string(source[from:start]))
	if stretch != nil {
		w.raw(mark)
		stretch()
		w.raw("</mark>")
	}
	w.text(string(source[end:to]))
	w.cut(to < len(source))
	w.raw("</blockquote>")
}

func (w *rowWriter) cut(is bool) {
	if is {
		w.raw(`<span class="cut">…</span>`)
	}
}

// parts writes a text with some stretches of it in an element of their own.
func (w *rowWriter) parts(parts []part, tag literal) {
	for _, p := range parts {
		if !p.differs {
			w.text(p.text)
			continue
		}
		before, word, after := trimmed(p.text)
		w.text(before)
		w.raw(tag)
		w.text(word)
		w.raw("</mark>")
		w.text(after)
	}
}

// state tells how the citation fared, and what a heal changed.
func (w *rowWriter) state(c *report.Citation) {
	w.raw(`<p class="state">`)
	switch {
	case c.Verified:
		w.raw(`<span class="ok"><span aria-hidden="true">✓ </span>`)
		w.raw(matches[c.Match])
	case c.Heal != nil:
		w.raw(`<span class="healed"><span aria-hidden="true">✓ </span>`)
		w.raw(heals[c.Heal.Kind])
	default:
		w.raw(`<span class="bad"><span aria-hidden="true">✕ </span>Not verified.`)
	}
	w.raw("</span> ")
	if c.Quoted {
		w.text(fmt.Sprintf("Similarity %.4f.", c.Similarity))
	}
	w.raw("</p>")
	if c.Heal != nil {
		w.heal(c.Heal)
	}
}

func (w *rowWriter) heal(h *report.Heal) {
	from, to := []rune(h.From), []rune(h.To)
	w.raw(`<p class="heal" dir="auto"><span class="label">was</span> `)
	w.parts(compare(from, to), `<mark class="wrong">`)
	w.raw(` <span class="label">is</span> `)
	w.parts(compare(to, from), `<mark class="right">`)
	w.raw("</p>")
}
