package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxAuthors is how many authors an entry names before "et al.".
const maxAuthors = 3

// references writes the list of the sources that segments cite: by number, or
// by year and author where that is how markers name them.
func (w *writer) references(segs []Segment) {
	used := w.used(segs)
	if len(used) == 0 {
		return
	}
	byAuthor := strings.Contains(w.options.Marker, "{authors}")
	slices.SortStableFunc(used, func(a, b Source) int {
		if byAuthor {
			return cmp.Or(cmp.Compare(year(a), year(b)), cmp.Compare(authorsInText(a), authorsInText(b)))
		}
		return cmp.Compare(a.Number, b.Number)
	})
	w.write("\n\n" + cmp.Or(w.options.Heading, "Sources:") + "\n")
	written := map[string]bool{}
	for _, src := range used {
		line := w.label(src, byAuthor) + entry(src)
		if !written[line] {
			w.write("\n" + line)
		}
		written[line] = true
	}
}

// used returns the sources that segments cite, each once, in order.
func (w *writer) used(segs []Segment) []Source {
	var out []Source
	seen := make([]bool, len(w.sources))
	for _, s := range segs {
		for _, at := range s.Sources {
			if at >= 0 && at < len(seen) && !seen[at] {
				seen[at] = true
				out = append(out, w.sources[at])
			}
		}
	}
	return out
}

// label returns what begins an entry: the marker where it is a number, in the
// form of a definition for a footnote.
func (w *writer) label(src Source, byAuthor bool) string {
	switch style := w.options.Marker; {
	case byAuthor:
		return "- "
	case strings.HasPrefix(style, "[^"):
		return Marker(style, src, "") + ": "
	case strings.Contains(style, "{n}") && !strings.Contains(style, "{url}"):
		return "- " + Marker(style, src, "") + " "
	}
	return "- [" + strconv.Itoa(src.Number) + "] "
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
