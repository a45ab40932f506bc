package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findBullets reads memories: a list of sentences under a lead-in.
func findBullets(p *page) []candidate {
	for i := range p.lines {
		s := p.str(i)
		if !isMemoryLead(s) {
			continue
		}
		var c candidate
		for j := p.after(i); j < len(p.lines); j = p.after(j) {
			text, ok := bullet(p.str(j))
			if !ok || isTailCue(text) {
				break
			}
			r := found{Chunk: evidence.Chunk{Text: text}, start: p.lines[j].start, inner: p.lines[j].start, end: p.lines[j].end}
			last := goesOn(p, j)
			if below := p.text[r.end:p.lines[last].end]; last > j && isTitle(text) {
				r.Title, r.Text = text, dedent(strings.TrimSpace(below))
			} else {
				r.Text = text + below
			}
			r.end, j = p.lines[last].end, last
			if heavier(r.Text, 12) {
				c.add("bullets", r)
			}
		}
		if len(c.found) > 0 {
			c.rank = rankRecord
			return c.list()
		}
	}
	return nil
}

// goesOn is the last line of the list item that begins on line i: indented lines
// right below belong to it.
func goesOn(p *page, i int) int {
	for i+1 < len(p.lines) && !p.blank(i+1) {
		if at := p.lines[i+1].start; at == 0 || p.text[at-1] != ' ' && p.text[at-1] != '\t' {
			break
		}
		if _, ok := bullet(p.str(i + 1)); ok {
			break
		}
		i++
	}
	return i
}

func isMemoryLead(s string) bool {
	if !endsInColon(s) && (s == "" || s[0] != '#') || len(s) > 100 {
		return false
	}
	if !memoryNouns.in(s) {
		return false
	}
	low := strings.ToLower(s)
	return !strings.Contains(low, " me:") && !strings.HasPrefix(low, "my ")
}

// memoryNouns name what is listed as single sentences. The wider words for
// evidence will not do: instructions are lists too.
var memoryNouns = phrasesOf(words("memory_nouns")...)

func bullet(s string) (string, bool) {
	for _, mark := range [...]string{"- ", "* ", "• "} {
		if text, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(text), true
		}
	}
	return "", false
}

// findObservations reads what tools returned to an agent that keeps its thoughts
// and calls in one text: `Observation: …`, up to its next thought.
func findObservations(p *page) []candidate {
	if !p.user() || !strings.Contains(p.text, "Observation:") {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		if !strings.HasPrefix(p.str(i), "Observation:") {
			continue
		}
		end := i + 1
		for end < len(p.lines) && !isStep(p.str(end)) {
			end++
		}
		from := p.lines[i].start + len("Observation:")
		if text := strings.TrimSpace(p.text[from:max(from, p.lines[end-1].end)]); end < len(p.lines) && heavier(text, minParagraph) {
			c.add("sections", found{Chunk: evidence.Chunk{Text: text, Kind: evidence.Section},
				start: p.lines[i].start, inner: from, end: p.lines[end-1].end})
		}
		i = end - 1
	}
	c.rank = rankRecord
	return c.list()
}

// isStep tells whether a line opens a step of such an agent.
func isStep(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	switch name {
	case "Observation", "Thought", "Action", "Action Input", "Final Answer", "Question":
		return ok
	}
	return false
}

// findFileLines reads one passage behind each `file.pdf#page=3: ` or address.
func findFileLines(p *page) []candidate {
	var starts []int
	var names []string
	for i := range p.lines {
		if name, ok := fileLine(p.str(i)); ok {
			starts, names = append(starts, i), append(names, name)
		}
	}
	if len(starts) == 0 || len(starts) < 2 && !hasLead(p, starts[0]) {
		return nil
	}
	var c candidate
	last := listEnd(p, starts[0], starts[len(starts)-1])
	for n, i := range starts {
		end := last
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		stop := p.lines[max(lastText(p, i, end)-1, i)].end
		r := evidence.Chunk{ID: names[n]}
		setSource(&r, names[n])
		if _, page, ok := strings.Cut(names[n], "#page="); ok {
			r.Page = digits(page)
		}
		r.Filename, _, _ = strings.Cut(r.Filename, "#")
		r.Source = r.Filename
		from := p.lines[i].start + strings.Index(p.str(i), names[n]) + len(names[n]) + 1
		r.Text = strings.TrimSpace(strings.TrimLeft(p.text[min(from, stop):stop], "]: "))
		if !heavier(r.Text, 6) {
			continue
		}
		complete(&r)
		c.add("file-lines", found{Chunk: r, start: p.lines[i].start, inner: from, end: stop})
	}
	c.rank = rankRecord
	return c.list()
}

// fileLine reads the name that a line begins with, a file or an address.
func fileLine(s string) (string, bool) {
	t := trimMarks(s, "[*-• ")
	for _, sep := range [...]string{": ", "]:", "] "} {
		i := strings.Index(t[:min(len(t), 300)], sep)
		if i < 3 {
			continue
		}
		if name := strings.TrimRight(t[:i], "*"); isFile(name) && !strings.Contains(name, ": ") || isURL(name) {
			return name, true
		}
	}
	return "", false
}

// findPipes reads one passage a line: `ID: 1 | TITLE: t | CONTENT: x`.
func findPipes(p *page) []candidate {
	var c candidate
	if !p.has('|') {
		return nil
	}
	for i := range p.lines {
		s := p.str(i)
		if strings.IndexByte(s, '|') < 1 || !strings.Contains(s, " | ") {
			continue
		}
		var r evidence.Chunk
		rest, known := s, 0
		for rest != "" {
			part, next, _ := strings.Cut(rest, " | ")
			key, value, f := cutKey(part)
			if f == fieldText {
				_, value, _ = strings.Cut(rest, ":")
				r.Text = pipeText(p, i, strings.TrimSpace(value))
				break
			}
			if f == fieldNone {
				break
			}
			setField(&r, key, value)
			rest, known = next, known+1
		}
		if known == 0 || !heavier(r.Text, 6) {
			continue
		}
		complete(&r)
		end := p.lines[i].end + strings.Count(r.Text, "\n")
		c.add("pipe", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].start, end: max(end, p.lines[i].start+len(r.Text))})
	}
	return c.list()
}

// pipeText follows a passage to where the next pipe line, a heading or the
// closing words begin.
func pipeText(p *page, i int, first string) string {
	last := i
	for j := i + 1; j < len(p.lines) && j < i+400; j++ {
		s := p.str(j)
		if strings.Contains(s, " | ") && !strings.HasPrefix(s, "|") {
			if _, _, f := cutKey(s[:strings.Index(s, " | ")]); f != fieldNone {
				break
			}
		}
		if isTailCue(s) {
			break
		}
		if s != "" {
			last = j
		}
	}
	if last == i {
		return first
	}
	return strings.TrimSpace(first + p.text[p.lines[i].end:p.lines[last].end])
}

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
	c.Text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "<br>"))
	complete(&c)
	return c, c.Text != ""
}
