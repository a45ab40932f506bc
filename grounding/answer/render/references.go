package render

import (
	"cmp"
	"slices"
	"strings"
)

// maxAuthors is how many authors an entry names before "et al.".
const maxAuthors = 3

// references writes the list of the sources that segments cite: by number, or
// by year and author where that is how markers name them. Sources of the same
// description share an entry, unless it is the definition of a footnote.
func (w *writer) references(segs []Segment) {
	used := w.used(segs)
	if len(used) == 0 {
		return
	}
	byAuthor, footnotes := strings.Contains(w.options.Marker, "{authors}"), strings.HasPrefix(w.options.Marker, "[^")
	slices.SortStableFunc(used, func(a, b Source) int {
		if byAuthor { // unknown years last
			return cmp.Or(cmp.Compare(uint(year(a)-1), uint(year(b)-1)), cmp.Compare(authorsInText(a), authorsInText(b)))
		}
		return cmp.Compare(a.Number, b.Number)
	})
	if w.write("\n\n"); !footnotes || w.options.Heading != "" {
		w.write(cmp.Or(w.options.Heading, "Sources:") + "\n\n")
	}
	var labels, entries []string
	for _, src := range used {
		label, text := w.label(src, byAuthor), entry(src)
		at := slices.Index(entries, text)
		switch {
		case at < 0 || footnotes:
			labels, entries = append(labels, label), append(entries, text)
		case !strings.Contains(labels[at], label):
			labels[at] += label
		}
	}
	for i, label := range labels {
		if i > 0 {
			w.write("\n")
		}
		switch {
		case footnotes:
			w.write(label + ": " + entries[i])
		case label == "":
			w.write("- " + entries[i])
		default:
			w.write("- " + label + " " + entries[i])
		}
	}
}

// used returns the sources that segments cite, each once, in order.
func (w *writer) used(segs []Segment) (out []Source) {
	seen := make([]bool, len(w.sources))
	add := func(sources []int) {
		for _, at := range sources {
			if at >= 0 && at < len(seen) && !seen[at] {
				seen[at] = true
				out = append(out, w.sources[at])
			}
		}
	}
	for i := range segs {
		for k := range segs[i].Signs {
			add(segs[i].Signs[k].Sources)
		}
		add(segs[i].Sources)
	}
	return out
}

// label returns what an entry is found by: the marker where it is a number,
// nothing where the entry itself says who and when.
func (w *writer) label(src Source, byAuthor bool) string {
	style := w.options.Marker
	if byAuthor {
		return ""
	}
	if !strings.Contains(style, "{n}") || strings.Contains(style, "](") || strings.HasPrefix(style, "[[") || style[0] == '<' {
		style = Numbers
	}
	return Marker(style, src, "")
}

// entry describes a source: up to three authors, the year, the title, linked
// where it has an address, the page.
func entry(src Source) string {
	c := src.Chunk
	if c == nil {
		return name(src)
	}
	text, title := "", name(src)
	if who := authorsInList(c.Authors); who != "" {
		text = who + " (" + yearOf(c) + "). "
	}
	if link := WebURL(c.URL); link != "" {
		title = "[" + title + "](" + link + ")"
	}
	text += title
	if page := plain(c.Page); page != "" {
		text += ", p. " + page
	}
	if strings.HasSuffix(title, ".") {
		return text
	}
	return text + "."
}

func year(src Source) int {
	if src.Chunk == nil {
		return 0
	}
	return src.Chunk.Year
}

func authorsInList(authors []string) string {
	var names []string
	for _, a := range authors {
		if a = plain(a); a != "" {
			names = append(names, a)
		}
	}
	if len(names) > maxAuthors {
		return strings.Join(names[:maxAuthors], ", ") + " et al."
	}
	return strings.Join(names, ", ")
}
