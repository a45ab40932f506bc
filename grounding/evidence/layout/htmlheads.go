package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findHTMLHeads reads `<br><b>Content from f (Page 3): </b> text <br>`.
func findHTMLHeads(p *page) []candidate {
	if !p.has('<') {
		return nil
	}
	var c candidate
	at := nextHTMLHead(p.text, 0)
	for at >= 0 {
		rest := p.text[at+len("<b>"):]
		next := nextHTMLHead(p.text, at+len("<b>"))
		body := rest
		if next >= 0 {
			body = p.text[at+len("<b>") : next]
		}
		if r, ok := htmlHead(body); ok {
			end := at + len("<b>") + len(body)
			if next < 0 {
				end = at + len("<b>") + strings.Index(rest, r.Text) + len(r.Text)
			}
			c.add("html-heads", found{Chunk: r, start: at, inner: at, end: end})
		}
		at = next
	}
	return c.list()
}

// nextHTMLHead is the next `<b>Content from`, `<b>Table from` and the like.
func nextHTMLHead(text string, from int) int {
	for {
		i := strings.Index(text[from:], "<b>")
		if i < 0 {
			return -1
		}
		from += i
		word, _, ok := strings.Cut(text[from+len("<b>"):min(len(text), from+40)], " from ")
		if ok && !strings.ContainsAny(word, " <\n") {
			return from
		}
		from += len("<b>")
	}
}

// htmlHead reads one head and its text.
func htmlHead(body string) (evidence.Chunk, bool) {
	var c evidence.Chunk
	title, text, ok := strings.Cut(body, "</b>")
	from := strings.Index(title, " from ")
	if !ok || from < 0 || from > 20 || len(title) > 400 {
		return c, false
	}
	title = strings.TrimRight(title[from+len(" from "):], ": ")
	if i := strings.LastIndex(title, " (Page "); i >= 0 {
		c.Page, title = strings.TrimSuffix(title[i+len(" (Page "):], ")"), title[:i]
	}
	c.Title = title
	if i := strings.LastIndex(text, "<br>"); i >= 0 {
		text = text[:i]
	}
	c.Text = trimText(strings.TrimSuffix(strings.TrimSpace(text), "<br>"))
	complete(&c)
	return c, c.Text != ""
}
