package htmlreport

import (
	"fmt"

	"vouchsafe/grounding/report"
)

// claims writes each claim beside the evidence for it.
func (w *rowWriter) claims() {
	claims := w.row.Report.Claims
	if len(claims) == 0 {
		return
	}
	w.raw(`<h4>Statements and their sources</h4><ol class="pairs">`)
	for i := range claims {
		w.claim(i, &claims[i])
	}
	w.raw("</ol>")
}

func (w *rowWriter) claim(i int, c *report.Claim) {
	w.raw("<li")
	w.attr("id", w.claimAnchor(i))
	w.raw(` class="pair"><div class="said"><p class="statement" dir="auto"><span class="claim `)
	w.raw(carried(*c))
	w.raw(`">`)
	w.text(c.Text)
	w.raw("</span></p>")
	if c.Path != nil {
		w.element(`p class="path"`, "p", *c.Path)
	}
	w.raw(`<p class="state">`)
	_, sign, words := judged(c)
	w.raw(`<span aria-hidden="true">`)
	w.raw(sign)
	w.raw(` </span>`)
	w.raw(words)
	w.raw(`.`)
	w.text(because(c))
	w.text(fmt.Sprintf(` · support %s · risk %s`, share(c.Support), share(c.Risk)))
	w.raw("</p>")
	w.findingList(func(f report.Finding) bool { return f.Claim != nil && *f.Claim == i })
	w.raw(`</div><div class="found">`)
	if len(c.Citations) == 0 {
		w.uncited(i, c)
	}
	for _, n := range c.Citations {
		w.evidence(n)
	}
	w.raw("</div></li>")
}

// uncited writes what can be said of a claim without a citation that stands:
// the words of the sources that come nearest to it.
func (w *rowWriter) uncited(i int, c *report.Claim) {
	if carried(*c) == "ok" {
		w.raw(`<p class="nothing">Cites nothing; held against all sources.</p>`)
	} else {
		w.raw(`<p class="nothing">No citation that stands: there is none, or it fails.</p>`)
	}
	for _, n := range w.row.Nearest {
		source := w.sources[n.Source]
		if n.Claim != i || n.Start < 0 || n.End <= n.Start || n.End > len(source) {
			continue
		}
		w.raw(`<figure class="near"><figcaption>Nearest words in the sources <span class="about"><bdi>`)
		w.text(shorten(n.Source, 120))
		w.raw(`</bdi></span></figcaption>`)
		w.excerpt(source, n.Start, n.End, "<mark>", func() { w.text(string(source[n.Start:n.End])) })
		w.raw(`</figure>`)
	}
}
