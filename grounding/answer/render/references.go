package render

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// maxAuthors is how many authors an entry names before "et al.".
const maxAuthors = 3

// references writes the list of the sources that segments cite: by number, or
// by year and author where that is how markers name them. Sources of the same
// description share an entry, unless it is the definition of a footnote.
func (w *writer) references() {
	used := w.used()
	if len(used) == 0 {
		return
	}
	order := byNumber
	if w.byAuthor() {
		order = byYear
	}
	slices.SortStableFunc(used, order)
	w.write("\n\n" + cmp.Or(w.options.Heading, "Sources:") + "\n")
	var lines []string // label and entry, in turn
	for _, src := range used {
		label, text := w.label(src), entry(src)
		if at := slices.Index(lines, text); at > 0 && !w.footnotes() {
			if !strings.Contains(lines[at-1], label) {
				lines[at-1] += label
			}
			continue
		}
		lines = append(lines, label, text)
	}
	for i := 0; i < len(lines); i += 2 {
		w.write("\n" + w.line(lines[i], lines[i+1]))
	}
}

func byNumber(a, b Source) int {
	return cmp.Compare(a.Number, b.Number)
}

// byYear sorts by year, unknown ones last, then by author.
func byYear(a, b Source) int {
	return cmp.Or(cmp.Compare(uint(year(a)-1), uint(year(b)-1)), cmp.Compare(authorsInText(a), authorsInText(b)))
}

// used returns the sources that segments cite, each once, in order.
func (w *writer) used() []Source {
	var out []Source
	seen := make([]bool, len(w.sources))
	for _, s := range w.segments {
		for _, at := range s.Sources {
			if at >= 0 && at < len(seen) && !seen[at] {
				seen[at] = true
				out = append(out, w.sources[at])
			}
		}
	}
	return out
}

func (w *writer) byAuthor() bool  { return strings.Contains(w.options.Marker, "{authors}") }
func (w *writer) footnotes() bool { return strings.HasPrefix(w.options.Marker, "[^") }

// label returns what an entry is found by: the marker where it is a number,
// nothing where the entry itself says who and when.
func (w *writer) label(src Source) string {
	style := w.options.Marker
	switch {
	case w.byAuthor():
		return ""
	case strings.Contains(style, "{n}") && !strings.Contains(style, "{url}"):
		return Marker(style, src, "")
	}
	return Marker(Numbers, src, "")
}

// line puts an entry together.
func (w *writer) line(label, entry string) string {
	switch {
	case w.footnotes():
		return label + ": " + entry
	case label == "":
		return "- " + entry
	}
	return "- " + label + " " + entry
}

// entry describes a source: up to three authors, the year, the title, linked
// where it has an address, the page.
func entry(src Source) string {
	c := src.Chunk
	if c == nil {
		return name(src)
	}
	var b strings.Builder
	if who := authorsInList(c.Authors); who != "" {
		b.WriteString(who + " (" + yearOf(c) + "). ")
	}
	title := name(src)
	if link := WebURL(c.URL); link != "" {
		title = "[" + title + "](" + link + ")"
	}
	b.WriteString(title)
	if page := plain(c.Page); page != "" {
		b.WriteString(", p. " + page)
	}
	if !strings.HasSuffix(title, ".") {
		b.WriteByte('.')
	}
	return b.String()
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

// authorsInText returns the authors as a marker names them: one, two with
// "&", or the first "et al."; the title where there is no author.
func authorsInText(src Source) string {
	c := src.Chunk
	if c == nil || len(c.Authors) == 0 {
		return name(src)
	}
	switch first := surname(c.Authors[0]); len(c.Authors) {
	case 1:
		return first
	case 2:
		return first + " & " + surname(c.Authors[1])
	default:
		return first + " et al."
	}
}

// surname returns the surname in "Smith, J." and "J. Smith". A name of more
// than three words is an organisation and stays whole, as does one that has a
// lower-case word other than a particle.
func surname(author string) string {
	author = plain(author)
	if before, _, ok := strings.Cut(author, ","); ok {
		return before
	}
	words := strings.Fields(author)
	if len(words) < 2 || isOrganisation(words) {
		return author
	}
	first := len(words) - 1
	for first > 1 && unicode.IsLower([]rune(words[first-1])[0]) {
		first--
	}
	return strings.Join(words[first:], " ")
}

func isOrganisation(words []string) bool {
	for _, w := range words {
		switch strings.ToLower(strings.Trim(w, ".")) {
		case "of", "for", "and", "the", "organization", "organisation", "institute", "university", "ministry",
			"agency", "association", "society", "committee", "group", "center", "centre", "department", "inc", "ltd",
			"gmbh", "council", "commission", "foundation", "office", "authority", "team":
			return true
		}
	}
	return false
}
