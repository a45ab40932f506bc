package layout

import (
	"cmp"
	"regexp"
	"strings"
	"sync"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// markerCues tell, by what an app's prompt says, which markers its interface
// reads.
var markerCues = func() (cues []struct{ Cue, Style string }) {
	readData("markers.yaml", &cues)
	return cues
}()

// marker finds out in which style the app asks for markers.
func (f *finder) marker() string {
	shown := sync.OnceValue(f.shownIDs)
	for i := range f.p.Messages {
		if role := f.p.Messages[i].Role; !isApps(role) && role != "user" {
			continue
		}
		before, after := outside(f.texts[i], f.spans[i])
		for _, s := range [...]string{before, after} {
			if style := cmp.Or(markerIn(s, shown), answer.FormAskedFor(s)); style != "" {
				return style
			}
		}
	}
	return ""
}

// shownIDs are the ids that the prompt shows.
func (f *finder) shownIDs() map[string]bool {
	shown := map[string]bool{}
	for i := range f.out.Chunks {
		if id := f.out.Chunks[i].ID; id != "" {
			shown[id] = true
		}
	}
	return shown
}

// markerIn is the style that a text asks for. shown tells the ids that the
// prompt shows; few texts have a bracket for which that matters.
func markerIn(s string, shown func() map[string]bool) string {
	for _, m := range markerCues {
		if strings.Contains(s, m.Cue) {
			return m.Style
		}
	}
	for _, m := range bracketed.FindAllStringSubmatch(s, -1) {
		if len(shown()) > 0 && (shown()[m[1]] || placeIDs[m[1]]) {
			return "[{chunk_id}]"
		}
	}
	return ""
}

// bracketed fits what may be an id in brackets.
var bracketed = regexp.MustCompile(`\[([^\]\n]{1,78})\]`)

// placeIDs stand for an id in an instruction: [id].
var placeIDs = set("id", "n", "x", "1")

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
		for key, value := range attributes(text[t.start:t.end]) {
			setField(&shown, key, value)
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
