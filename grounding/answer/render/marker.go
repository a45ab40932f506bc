package render

import (
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

// Styles of markers that are no templates.
const (
	None        = "none"        // no markers at all
	Superscript = "superscript" // raised numbers: ¹
	Numbers     = "[{n}]"       // what every other style falls back to
)

// Marker returns the marker of a source in a style. A style is None,
// Superscript or a template in which {n}, {authors}, {year}, {title}, {url},
// {doc_id}, {chunk_id}, {filename} (or {source_filename}) and {page} stand for what is known of the
// source, and {url} for link, an address in the form of WebURL. What a source
// lacks is left out where that leaves a marker of the same kind: a
// page, a link's target, a year ("n.d."), authors (then the title). Otherwise
// the marker is the source's number.
func Marker(style string, src Source, link string) string {
	switch style {
	case None:
		return ""
	case Superscript:
		return raise(src.Number)
	case Numbers, "":
		return "[" + strconv.Itoa(src.Number) + "]"
	}
	style = strings.ReplaceAll(style, "{source_filename}", "{filename}")
	c := src.Chunk
	if c == nil {
		c = &evidence.Chunk{}
	}
	if lacks(style, "{url}", link) || lacks(style, "{doc_id}", c.DocID) {
		style = withoutTarget(style)
	}
	if lacks(style, "{page}", c.Page) {
		style = strings.Replace(style, "#page={page}", "", 1)
	}
	if lacks(style, "{title}", c.Title+c.Filename) || lacks(style, "{filename}", c.Filename) ||
		lacks(style, "{page}", c.Page) || lacks(style, "{authors}", strings.Join(c.Authors, "")+c.Title+c.Filename) {
		style = Numbers
	}
	return expand(style, func(field string) string {
		switch field {
		case "n":
			return strconv.Itoa(src.Number)
		case "authors":
			return authorsInText(src)
		case "year":
			return yearOf(c)
		case "title":
			return name(src)
		case "url":
			return link
		case "doc_id":
			return pathElement(c.DocID)
		case "chunk_id":
			return plain(handle(src))
		case "filename":
			return plain(c.Filename)
		case "page":
			return plain(c.Page)
		}
		return "{" + field + "}"
	})
}

// expand replaces the fields of a template. What a field's value holds is not
// looked at again.
func expand(template string, value func(field string) string) string {
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(template, "{")
		field, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !opened || !closed {
			if opened {
				b.WriteString("{" + rest)
			}
			return b.String()
		}
		b.WriteString(value(field))
		template = after
	}
}

func lacks(style, field, value string) bool {
	return strings.Contains(style, field) && strings.TrimSpace(value) == ""
}

// withoutTarget makes `[text]` of `[text](target)`.
func withoutTarget(style string) string {
	text, _, ok := strings.Cut(style, "](")
	if !ok {
		return Numbers
	}
	return text + "]"
}

var raised = [10]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

func raise(n int) string {
	var b strings.Builder
	for _, d := range strconv.Itoa(max(n, 0)) {
		b.WriteString(raised[d-'0'])
	}
	return b.String()
}

// handle returns what names a chunk: the id that the prompt showed, else the
// gateway's own.
func handle(src Source) string {
	if src.Chunk != nil && src.Chunk.ID != "" {
		return src.Chunk.ID
	}
	return src.Handle
}

// name returns what a source is called: its title, file name, address, id.
func name(src Source) string {
	c := src.Chunk
	if c == nil {
		return plain(src.Handle)
	}
	for _, s := range []string{c.Title, c.Filename, c.Source, c.URL, handle(src)} {
		if s = plain(s); s != "" {
			return s
		}
	}
	return "source " + strconv.Itoa(src.Number)
}

func yearOf(c *evidence.Chunk) string {
	if c.Year == 0 {
		return "n.d."
	}
	return strconv.Itoa(c.Year)
}
