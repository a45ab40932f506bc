package evidence

import (
	"encoding/json"
	"slices"
	"strings"
)

// Detach puts all that chunks say, but for the Text, into memory of their own.
// Chunks that were read from a request share the request's memory, and hold all
// of it as long as there are the chunks.
func Detach(chunks []Chunk) {
	size := 0
	for i := range chunks {
		c := &chunks[i]
		c.Authors, c.Inside = slices.Clone(c.Authors), slices.Clone(c.Inside)
		c.shared(func(s *string) { size += len(*s) })
	}
	var all strings.Builder
	all.Grow(size)
	for i := range chunks {
		chunks[i].shared(func(s *string) {
			from := all.Len()
			all.WriteString(*s)
			*s = all.String()[from:]
		})
		chunks[i].Meta = detached(chunks[i].Meta)
	}
}

// shared visits what may share a request's memory, besides the Text and the
// names in Meta.
func (c *Chunk) shared(visit func(*string)) {
	for _, s := range [...]*string{&c.ID, &c.Shown, &c.DocID, &c.Title, &c.URL, &c.Source, &c.Filename, &c.Date, &c.Page, &c.From, &c.Role, &c.Before, &c.Behind} {
		visit(s)
	}
	for i := range c.Authors {
		visit(&c.Authors[i])
	}
	for i := range c.Inside {
		visit(&c.Inside[i].ID)
	}
}

func detached(meta map[string]json.RawMessage) map[string]json.RawMessage {
	if len(meta) == 0 {
		return meta
	}
	out := make(map[string]json.RawMessage, len(meta))
	for name, value := range meta {
		out[strings.Clone(name)] = value
	}
	return out
}
