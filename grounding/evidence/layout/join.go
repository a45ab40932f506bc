package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// join brings together what some apps send in two places: texts in a tool
// message and their numbers in empty tags of the user's, or texts by number
// and a list of the numbers' files.
func (f *finder) join() {
	for i, text := range f.texts {
		if role := f.p.Messages[i].Role; role == "assistant" || role == "tool" {
			continue
		}
		if strings.Contains(text, "></source>") {
			f.joinTags(text)
		}
		if len(f.spans[i]) > 0 {
			_, after := outside(text, f.spans[i])
			f.joinList(i, after)
		}
	}
}

// joinTags reads `<source id="1" name="a.pdf"></source>`: the id that the
// prompt shows for the passages of that name.
func (f *finder) joinTags(text string) {
	for _, t := range scanTags(text, true) {
		if t.closing || t.name != "source" || !strings.HasPrefix(text[t.end:], "</source>") {
			continue
		}
		var shown evidence.Chunk
		for a := range attributes(text[t.start:t.end]) {
			setField(&shown, a.key, a.value)
		}
		for i := range f.out.Chunks {
			c := &f.out.Chunks[i]
			if shown.ID != "" && shown.Title != "" && (c.Title == shown.Title || c.Filename == shown.Title) && c.ID == c.DocID {
				c.ID = shown.ID
			}
		}
	}
}

// joinList reads the lines `[1] a.pdf` behind the passages of message i.
func (f *finder) joinList(i int, text string) {
	if !strings.Contains(text, "[") {
		return
	}
	p := newPage(text, "system")
	for n := range p.lines {
		id, name, ok := strings.Cut(strings.TrimPrefix(p.str(n), "["), "] ")
		if !ok || p.str(n)[0] != '[' || !isFile(name) && !isURL(name) {
			continue
		}
		for k := range f.out.Chunks {
			if c := &f.out.Chunks[k]; c.Message == i && c.ID == id && c.Title == "" {
				setSource(c, name)
				complete(c)
			}
		}
	}
}
