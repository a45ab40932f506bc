package layout

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// tool reads a tool message. Every tool message is evidence: where no layout
// is found its text is a section. A receipt is none alone.
func (f *finder) tool(p *page, i int) {
	p = decoded(p)
	text := strings.TrimSpace(p.text)
	if isReceipt(f.p.Messages[i].Call, text) {
		f.receipts++
		toolText(f, p, i, false)
		return
	}
	valid := (text[0] == '{' || text[0] == '[') && prompt.IsJSON(text)
	derived := isDerived(f, text, valid)
	if !derived {
		if valid && wholeJSON(f, p, text, i) {
			return
		}
		if inner := soleText(text); valid && inner != "" {
			p = newPage(inner, p.role)
		}
		if f.template(p, i) || toolLists(f, p, i) || toolRecord(f, p, i) || toolParagraphs(f, p, i) {
			return
		}
	}
	toolText(f, p, i, derived)
}

// decoded is a page without the encoding as a JSON string that clients put around a
// tool's text, and some frameworks once more.
func decoded(p *page) *page {
	for range 2 {
		inner, ok := encoded(strings.TrimSpace(p.text))
		if !ok {
			break
		}
		p = newPage(inner, p.role)
	}
	return p
}

// toolLists reads the lists of passages in a tool's text.
func toolLists(f *finder, p *page, i int) bool {
	read := false
	for _, c := range choose(p, readings(p, f.allowed)) {
		if c.rank != rankRecord || opensTool(p, &c) {
			f.addFound(i, c)
			read = true
		}
	}
	return read
}

// toolParagraphs reads a tool's text that shows where its passages begin.
func toolParagraphs(f *finder, p *page, i int) bool {
	c := sectionOf(p, 0, len(p.text), false)
	if len(c.found) < 2 {
		return false
	}
	f.addFound(i, c)
	return true
}

// toolText records a tool's whole text as a section.
func toolText(f *finder, p *page, i int, derived bool) {
	text := strings.TrimSpace(p.text)
	section := evidence.Chunk{Text: dedent(text), Kind: evidence.Section, Derived: derived, Ambient: !retrieved(text)}
	f.addFound(i, placed([]found{{Chunk: section}}, line{end: len(p.text)}, "tool-text"))
}

// encoded decodes a text that is one JSON string, as several clients send what a
// tool returned: "line one\nline two".
func encoded(text string) (string, bool) {
	if len(text) < 3 || text[0] != '"' || text[len(text)-1] != '"' || !gjson.Valid(text) {
		return "", false
	}
	inner := gjson.Parse(text).Str
	return inner, strings.TrimSpace(inner) != ""
}

// soleText is the one long text of a JSON object whose other members are but a
// word or a figure: {"success": true, "results": "[1] …"}. It is "" where there
// is none, or more than one.
func soleText(text string) string {
	sole, n := "", 0
	gjson.Parse(text).ForEach(func(key, m gjson.Result) bool {
		if m.IsObject() || m.IsArray() || m.Type == gjson.String && heavier(m.Str, minParagraph) {
			sole = m.Str
			n++
		}
		return n < 2
	})
	if n != 1 {
		return ""
	}
	return sole
}

// opensTool tells whether a list begins a tool's text, a line or two of
// introduction apart. One further below is part of the text.
func opensTool(p *page, c *candidate) bool {
	above := strings.TrimSpace(p.text[:leadStart(p, c)])
	return len(above) < 160 && !strings.Contains(above, "\n\n") && !strings.HasPrefix(above, "#")
}

// toolRecord reads a tool message that is one passage below its metadata, as
// page readers return it.
func toolRecord(f *finder, p *page, i int) bool {
	c := evidence.Chunk{Text: strings.TrimSpace(p.text)}
	if f.allowed != nil || !liftHead(&c) || c.Title+c.URL+c.Filename == "" || !heavier(c.Text, minParagraph) {
		return false
	}
	complete(&c)
	f.addFound(i, candidate{layout: "key-value", end: len(p.text), found: []found{{Chunk: c, end: len(p.text)}}})
	return true
}

// retrieved tells whether a tool's text reads like prose that was looked up,
// rather than a figure, a status or a data structure.
func retrieved(text string) bool {
	return heavier(text, minParagraph) && text[0] != '{' && text[0] != '['
}

// wholeJSON reads a message that is one JSON value.
func wholeJSON(f *finder, p *page, text string, i int) bool {
	list, name := azureCitations(text), "azure-citations"
	if list == nil {
		list, name = jsonRecords(text), "json"
		liftHeads(list)
	}
	if len(list) == 0 || f.allowed != nil && !f.allowed["json"] {
		return false
	}
	f.addFound(i, placed(list, line{end: len(p.text)}, name))
	return true
}

// derived tells whether a tool's text is an answer that a model wrote, such
// as the reply of a query engine that itself went through a gateway: one text
// without any source, and with citation marks at the ends of its sentences.
// valid tells that the text is JSON.
func isDerived(f *finder, text string, valid bool) bool {
	if f.o.Derived != nil && f.o.Derived(text) {
		return true
	}
	body := text
	if valid && text[0] == '{' {
		body = ""
		plain := true
		gjson.Parse(text).ForEach(func(key, v gjson.Result) bool {
			if v.Type != gjson.String || body != "" {
				plain = false
			}
			body = v.Str
			return plain
		})
		if !plain {
			return false
		}
	} else if text[0] == '[' || strings.Contains(text, "\n\n") || strings.HasPrefix(text, "[") {
		return false
	}
	return answerMarks(body)
}

// answerMarks tells whether a short text bears citation marks the way answers
// do: before or behind a sentence's end, and counting from one.
func answerMarks(s string) bool {
	if len(s) > 8000 {
		return false
	}
	for _, mark := range [...]string{" [1].", ".[1]", ". [1]", " [†1]", " [doc1]"} {
		if strings.Contains(s, mark) {
			return !strings.HasPrefix(strings.TrimSpace(s), "[1]")
		}
	}
	return false
}

// isReceipt tells whether a tool's text only confirms what was done: the tool acts, and the
// text says nothing beyond the call that it answers, that all went well, and an id. Whatever
// tells more, a failure above all, is evidence.
func isReceipt(call *prompt.Call, text string) bool {
	const longest = 300 // bytes
	if call == nil || len(text) > longest || !acts(call.Name) {
		return false
	}
	known := set(append(nameWords(call.Name), nameWords(call.Arguments)...)...)
	if !gjson.Valid(text) {
		return confirms(text, known)
	}
	return confirmsAll(gjson.Parse(text), known)
}

// acts tells whether the first verb of a tool's name is one of changing something, not of
// bringing something.
func acts(name string) bool {
	for _, w := range nameWords(name) {
		if actingVerbs[w] || readingVerbs[w] {
			return actingVerbs[w]
		}
	}
	return false
}

var (
	actingVerbs  = set(words("acting_verbs")...)
	readingVerbs = set(words("reading_verbs")...)
	successWords = set(words("success")...)
)

// nameWords are the words of a text, in lower case. Signs part them, and so does a capital behind a
// small letter: "createEvent".
func nameWords(s string) (list []string) {
	start := -1
	var before rune
	for i, r := range s {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!inside || unicode.IsUpper(r) && unicode.IsLower(before)) {
			list = append(list, strings.ToLower(s[start:i]))
			start = -1
		}
		if inside && start < 0 {
			start = i
		}
		before = r
	}
	if start >= 0 {
		list = append(list, strings.ToLower(s[start:]))
	}
	return list
}

// confirmsAll tells whether each value of a JSON text confirms. An id may be any word.
func confirmsAll(v gjson.Result, known map[string]bool) bool {
	all := true
	switch v.Type {
	case gjson.JSON:
		v.ForEach(func(key, value gjson.Result) bool {
			name := nameWords(key.Str)
			isID := len(name) > 0 && name[len(name)-1] == "id" && !value.IsObject() && !value.IsArray() && !strings.Contains(value.String(), " ")
			all = isID || confirmsAll(value, known)
			return all
		})
	case gjson.False:
		all = false
	case gjson.Number, gjson.String:
		all = confirms(v.String(), known)
	}
	return all
}

// confirms tells whether a text has no word but those of the call and of success.
func confirms(text string, known map[string]bool) bool {
	for _, w := range nameWords(text) {
		if !known[w] && !successWords[w] {
			return false
		}
	}
	return true
}
