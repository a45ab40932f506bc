package htmlreport

import (
	"fmt"
	"net/url"
	"strconv"

	"vouchsafe/grounding/report"
)

// citations writes those that carry no claim and that stand, or do not, with
// what the answer quotes beside what the source says.
func (w *rowWriter) citations(title string, stand bool) {
	var left []*report.Citation
	for i := range w.row.Report.Citations {
		if c := &w.row.Report.Citations[i]; !w.shown[c.Number] && stands(c) == stand {
			left = append(left, c)
		}
	}
	if len(left) == 0 {
		return
	}
	w.put("citations", values{"title": title, "citations": func() {
		for _, c := range left {
			if w.shown[c.Number] { // a number that comes twice
				continue
			}
			w.put("citation", values{
				"quote": func() { w.quoted(c) },
				"findings": func() {
					w.findingList(func(f report.Finding) bool { return f.Citation != nil && *f.Citation == c.Number })
				},
				"evidence": func() { w.evidence(c.Number) },
			})
		}
	}})
}

// stands tells whether a citation is verified or was made good by a heal.
func stands(c *report.Citation) bool {
	return c.Verified || c.Heal != nil && c.Heal.Kind != "renumber"
}

// quoted writes a citation's words, those marked that the source has not.
func (w *rowWriter) quoted(c *report.Citation) {
	place := w.place(c)
	switch {
	case c.Snippet == "":
		w.put("nothing quoted", nil)
	case c.Verified || place == nil:
		w.text("“" + c.Snippet + "”")
	default:
		w.text("“")
		w.parts(compare([]rune(c.Snippet), place), "wrong")
		w.text("”")
	}
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
	number := strconv.Itoa(n)
	if w.shown[n] {
		w.put("again", values{"anchor": w.citationAnchor(n), "number": number})
		return
	}
	w.shown[n] = true
	w.put("evidence", values{
		"anchor": w.citationAnchor(n), "number": number, "name": func() { w.name(c) }, "about": func() { w.about(c) },
		"passage": func() { w.passage(c) }, "state": func() { w.state(c) },
	})
}

func (w *rowWriter) citation(n int) *report.Citation {
	for i := range w.row.Report.Citations {
		if w.row.Report.Citations[i].Number == n {
			return &w.row.Report.Citations[i]
		}
	}
	return nil
}

// nameOf is what a citation's source is called.
func nameOf(c *report.Citation) string {
	if c.Title != nil {
		return *c.Title
	}
	return "Source " + c.ChunkID
}

// name writes what a source is called, as a link where it has a web address: no
// other scheme is ever linked to.
func (w *rowWriter) name(c *report.Citation) {
	if c.URL != nil {
		u, err := url.Parse(*c.URL)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil {
			w.put("link", values{"address": u.String(), "text": nameOf(c)})
			return
		}
	}
	w.put("name", values{"text": nameOf(c)})
}

// about tells more of a source: file, page, id, how far it is to be trusted.
func (w *rowWriter) about(c *report.Citation) {
	var facts []string
	if f := c.SourceFilename; f != nil && *f != nameOf(c) {
		facts = append(facts, *f)
	}
	if page := w.pages[c.ChunkID]; page != "" {
		facts = append(facts, "page "+page)
	}
	if c.ChunkID != "" && c.Title != nil {
		facts = append(facts, c.ChunkID)
	}
	if c.Standing == "stale" || c.Standing == "fallback" {
		facts = append(facts, c.Standing)
	}
	if c.Trust != nil {
		facts = append(facts, fmt.Sprintf("trust %.2f", c.Trust.Score))
	}
	for _, fact := range facts {
		w.put("about", values{"text": shorten(fact, 120)})
	}
}

// around is how much of a source is shown on either side of a place, in code
// points.
const around = 220

// passage writes the words of a citation's source around its place.
func (w *rowWriter) passage(c *report.Citation) {
	source, place := w.sources[c.ChunkID], w.place(c)
	switch {
	case len(source) == 0:
		w.put("nothing", values{"text": "There is no text of such a source."})
	case place == nil:
		w.excerpt(source, 0, 0, nil)
	default:
		w.proof(c, source, place)
	}
}

// proof writes the source sentence of a citation, with the model's quote marked
// in it, below the heading or lead-in that governs the sentence.
func (w *rowWriter) proof(c *report.Citation, source, place []rune) {
	quote := any(string(place))
	if !c.Verified && c.Snippet != "" && c.Quoted {
		quote = func() { w.parts(compare(place, []rune(c.Snippet)), "right") }
	}
	s := c.Sentence
	if s == nil || s.Start < 0 || s.Start > *c.Start || s.End < *c.End || s.End > len(source) {
		w.excerpt(source, *c.Start, *c.End, func() { w.put("marked", values{"text": quote}) })
		return
	}
	if s.Lead != nil {
		w.put("lead", values{"text": s.Lead.Text})
	}
	w.excerpt(source, s.Start, s.End, func() {
		w.put("sentence", values{"before": string(source[s.Start:*c.Start]), "quote": quote, "after": string(source[*c.End:s.End])})
	})
}

// excerpt writes a stretch of a source with what stands around it. Without a
// stretch it writes the source's beginning.
func (w *rowWriter) excerpt(source []rune, start, end int, stretch func()) {
	from, to := wordStart(source, start-around), wordEnd(source, end+around)
	v := values{"before": string(source[from:start]), "after": string(source[end:to])}
	cut := func() { w.put("cut", nil) }
	if from > 0 {
		v["cut before"] = cut
	}
	if to < len(source) {
		v["cut after"] = cut
	}
	if stretch != nil {
		v["stretch"] = stretch
	}
	w.put("excerpt", v)
}

// parts writes a text with the stretches that differ in an element of their own.
func (w *rowWriter) parts(parts []part, element string) {
	for _, p := range parts {
		if !p.differs {
			w.text(p.text)
			continue
		}
		before, word, after := trimmed(p.text)
		w.text(before)
		w.put(element, values{"text": word})
		w.text(after)
	}
}

// state tells how the citation fared, and what a heal changed.
func (w *rowWriter) state(c *report.Citation) {
	v := values{"class": "bad", "sign": "✕", "words": "Not verified."}
	switch {
	case c.Verified:
		v = values{"class": "ok", "sign": "✓", "words": words().Matches[c.Match]}
	case c.Heal != nil:
		v = values{"class": "healed", "sign": "✓", "words": words().Heals[c.Heal.Kind]}
	}
	if c.Quoted {
		v["similarity"] = fmt.Sprintf("Similarity %.4f.", c.Similarity)
	}
	w.put("state", v)
	if c.Heal == nil {
		return
	}
	from, to := []rune(c.Heal.From), []rune(c.Heal.To)
	w.put("heal", values{
		"was": func() { w.parts(compare(from, to), "wrong") }, "is": func() { w.parts(compare(to, from), "right") },
	})
}
