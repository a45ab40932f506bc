package layout

import (
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// marker finds out in which form the app has markers written: by the samples in its own
// words, else by an order to cite. It notes what that form calls each chunk.
func (f *finder) marker(own []string) (style string, spot answer.Spot) {
	form, ok := answer.AskedFor(own...)
	passages := answer.PassagesIn(f.out.Chunks, f.texts)
	var names []string
	if ok {
		names, ok = form.Shown(f.out.Chunks, passages)
	}
	if !ok && len(f.out.Chunks) > 0 {
		form, names, ok = answer.PairedWith(own, f.out.Chunks, passages)
	}
	if !ok && len(f.out.Chunks) > 0 {
		form, ok = answer.OrderedBy(own...)
		for i := range f.out.Chunks {
			if c := &f.out.Chunks[i]; strings.HasPrefix(c.ID, `"`) { // as a tag that is never closed has it
				c.Shown = strings.Trim(c.ID, `"`)
			}
		}
	}
	if !ok {
		return "", spot
	}
	for i, shown := range names {
		if c := &f.out.Chunks[i]; shown != c.ID {
			c.Shown = shown
		}
	}
	for i := range f.out.Chunks {
		if c := &f.out.Chunks[i]; c.Kind == evidence.Section {
			c.Inside = form.Inside(c.Text)
		}
	}
	return form.Style, form.Spot
}

// ownWords are the texts in which the app says how to answer: around its passages, and
// in the descriptions of its tools.
func (f *finder) ownWords() []string {
	texts := make([]string, 0, 2*len(f.p.Messages)+len(f.p.Tools))
	for i := range f.p.Messages {
		if role := f.p.Messages[i].Role; isApps(role) || role == "user" {
			before, after := outside(f.texts[i], f.out.spans[i])
			texts = append(texts, before, after)
		}
	}
	return append(texts, f.p.Tools...)
}

// join brings together what some apps send in two places: texts in a tool
// message and their numbers in empty tags of the user's, or texts by number
// and a list of the numbers' files.
func (f *finder) join() {
	for i, text := range f.texts {
		if role := f.p.Messages[i].Role; role == "assistant" || role == "tool" {
			continue
		}
		if strings.Contains(text, "></source>") {
			joinTags(f.out.Chunks, text)
		}
		if len(f.out.spans[i]) > 0 {
			_, after := outside(text, f.out.spans[i])
			joinList(f.out.Chunks, i, after)
		}
	}
}

// joinTags reads `<source id="1" name="a.pdf"></source>`: the id that the
// prompt shows for the passages of that name.
func joinTags(chunks []evidence.Chunk, text string) {
	for _, t := range scanTags(text, true) {
		if t.closing || t.name != "source" || !strings.HasPrefix(text[t.end:], "</source>") {
			continue
		}
		var shown evidence.Chunk
		for key, value := range attributes(text[t.start:t.end]) {
			setField(&shown, key, value)
		}
		for i := range chunks {
			c := &chunks[i]
			if shown.ID != "" && shown.Title != "" && (c.Title == shown.Title || c.Filename == shown.Title) && c.ID == c.DocID {
				c.ID = shown.ID
			}
		}
	}
}

// joinList reads the lines `[1] a.pdf` behind the passages of message i.
func joinList(chunks []evidence.Chunk, i int, text string) {
	p := newPage(text, "system")
	for n := range p.lines {
		id, name, ok := strings.Cut(strings.TrimPrefix(p.str(n), "["), "] ")
		if !ok || p.str(n)[0] != '[' || !isFile(name) && !isURL(name) {
			continue
		}
		for k := range chunks {
			if c := &chunks[k]; c.Message == i && c.ID == id && c.Title == "" {
				setSource(c, name)
				complete(c)
			}
		}
	}
}
