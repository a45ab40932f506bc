package wire

import (
	"slices"
	"strings"

	"vouchsafe/jsonwriter"
)

// Bytes returns the body with all changes made, in memory of its own.
func (e *Edit) Bytes() []byte { return e.Append(nil) }

// Append appends the body with all changes made to dst.
//
// The top-level object is written member by member, each as the text from
// the end of the one before (comma, white space, name) to the end of its own
// value, so that members that stay keep every byte between them.
func (e *Edit) Append(dst []byte) []byte {
	c := e.chat
	// Texts joined at one place keep the order in which they were joined.
	if byPlace := func(a, b insert) int { return a.at - b.at }; !slices.IsSortedFunc(e.inserts, byPlace) {
		slices.SortStableFunc(e.inserts, byPlace)
	}
	dst = slices.Grow(dst, len(c.Raw)+e.growth())
	from := strings.IndexByte(c.Raw, '{') + 1
	dst = append(dst, c.Raw[:from]...)
	empty := true
	for _, m := range c.members {
		raw, changed := e.changeOf(m.name)
		if !changed || raw != "" {
			lead := c.Raw[from:m.Start]
			if empty {
				lead = withoutComma(lead)
			}
			dst = append(dst, lead...)
			dst = e.appendValue(dst, m, raw)
			empty = false
		}
		from = m.End
	}
	dst = e.appendNew(dst, empty)
	return append(dst, c.Raw[from:]...)
}

// growth estimates how much longer the body becomes.
func (e *Edit) growth() int {
	n := 0
	for _, c := range e.changes {
		n += len(c.name) + len(c.raw) + 4
	}
	for _, i := range e.inserts {
		n += len(i.head) + len(i.text) + len(i.text)/8 + len(i.tail) // an eighth for escapes
	}
	for _, raw := range e.added {
		n += len(raw) + 1
	}
	return n
}

// changeOf returns what a member is changed to.
func (e *Edit) changeOf(name string) (raw string, changed bool) {
	for _, c := range e.changes {
		if c.name == name {
			return c.raw, true
		}
	}
	return "", false
}

// withoutComma takes the comma away that divided a member from a dropped one
// before it.
func withoutComma(lead string) string {
	if i := strings.IndexByte(lead, ','); i >= 0 && strings.TrimSpace(lead[:i]) == "" {
		return lead[:i] + lead[i+1:]
	}
	return lead
}

// appendValue writes a member's value: the new one, or the old one with what
// was joined to it.
func (e *Edit) appendValue(dst []byte, m member, raw string) []byte {
	switch {
	case raw != "":
		return append(dst, raw...)
	case m.name == e.chat.Surface.shape().list:
		return e.appendMessages(dst, m)
	}
	return e.appendJoined(dst, m.Span)
}

// appendJoined writes a stretch of the request with the texts that are joined
// inside of it.
func (e *Edit) appendJoined(dst []byte, at Span) []byte {
	from := at.Start
	for _, i := range e.inserts {
		if i.at < at.Start || i.at >= at.End {
			continue
		}
		dst = append(dst, e.chat.Raw[from:i.at]...)
		dst = append(dst, i.head...)
		dst = appendInner(dst, i.text)
		dst = append(dst, i.tail...)
		from = i.at
	}
	return append(dst, e.chat.Raw[from:at.End]...)
}

// appendMessages writes the messages. An input that is a text alone becomes a
// list when more follows it.
func (e *Edit) appendMessages(dst []byte, m member) []byte {
	at := m.Span
	if len(e.added) == 0 {
		return e.appendJoined(dst, at)
	}
	if e.chat.Raw[m.Start] == '"' {
		dst = e.appendJoined(append(dst, `[{"role":"user","content":`...), at)
		dst = append(dst, '}')
	} else {
		at.End--
		dst = e.appendJoined(dst, at)
	}
	for _, raw := range e.added {
		dst = append(dst, ',')
		dst = append(dst, raw...)
	}
	return append(dst, ']')
}

// appendNew writes the members that the client did not send.
func (e *Edit) appendNew(dst []byte, empty bool) []byte {
	for _, c := range e.changes {
		if c.raw == "" || e.chat.Has(c.name) {
			continue
		}
		if !empty {
			dst = append(dst, ',')
		}
		dst = jsonwriter.AppendString(dst, c.name)
		dst = append(dst, ':')
		dst = append(dst, c.raw...)
		empty = false
	}
	return dst
}
