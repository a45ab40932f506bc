package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

func setAttribute(c *evidence.Chunk, a attribute, name string) {
	if fieldOf(a.key) == fieldText {
		setMeta(c, a.key, a.value)
		return
	}
	if foldKey(a.key) == "source" && isDigits(a.value) && name == "source" {
		first(&c.ID, a.value)
		return
	}
	setField(c, a.key, a.value)
}

// firstChild is the element that an element's body begins with, or -1.
func (r *tagReader) firstChild(i int) int {
	t := &r.tags[i]
	for j := i + 1; j < t.partner; j++ {
		if strings.TrimSpace(r.p.text[t.end:r.tags[j].start]) != "" {
			return -1
		}
		if !r.tags[j].closing && r.tags[j].partner >= 0 {
			return j
		}
	}
	return -1
}

// hasChild tells whether an element holds closed elements that could be records.
func (r *tagReader) hasChild(i int) bool {
	for j := i + 1; j < r.tags[i].partner; j++ {
		if t := &r.tags[j]; !t.closing && t.partner >= 0 && !htmlTags[t.name] {
			return true
		}
	}
	return false
}

// holdsRecords tells whether a body that begins with text holds records all
// the same: <context>Some words:<doc>…. Only a container's name allows that.
func (r *tagReader) holdsRecords(i int) bool {
	t := &r.tags[i]
	switch t.name {
	case "evidence", "reference", "data", "knowledge":
		return false
	case "context":
		return t.end-t.start <= len("<context>")
	}
	return containerTags[t.name]
}

// isPart tells whether an element that stands first in another is a field,
// a text or a record of it, and not markup of the passage's own text.
func (r *tagReader) isPart(j int) bool {
	t := &r.tags[j]
	return t.name == "title" || t.name == "question" || t.number != "" ||
		!htmlTags[t.name] && (recordTags[t.name] || fieldOf(t.name) != fieldNone || containerTags[t.name] ||
			strings.Contains(t.name, "docstring") || strings.HasSuffix(t.name, "metadata"))
}

// parts reads the elements of a structured element. Where one of them is a
// text, fields and text make a record, and a repeated field begins the next;
// else the fields are inherited by the records among the elements.
func (r *tagReader) parts(i int, own evidence.Chunk, depth int) {
	t := &r.tags[i]
	hasText, count := r.hasText(i), map[int]int(nil)
	if !hasText {
		count = r.children(i)
	}
	cur, from, inner := heir(own), t.start, t.end
	mark := len(r.records)
	var seen names // of the record's fields so far
	for j := i + 1; j < t.partner; j++ {
		c := &r.tags[j]
		if c.closing || c.partner < 0 || c.partner > t.partner || !c.fixed {
			continue
		}
		f := fieldOf(c.name)
		if cur.Text != "" && seen.find(c.name) >= 0 {
			r.add(cur, t.name, found{start: from, inner: inner, end: c.start})
			cur, from, seen = heir(own), c.start, names{}
		}
		leaf := !r.hasPart(j)
		switch {
		case leaf && strings.HasSuffix(c.name, "metadata"):
			readMetaLines(&cur, r.body(j, c.partner))
		case leaf && r.isText(j) && hasText:
			seen.add(c.name)
			inner = c.end
			closer := lastCloser(r.tags, j, t.partner)
			first(&cur.Text, r.body(j, closer))
			j = max(closer, c.partner)
			continue
		case leaf && f != fieldNone && (hasText || count[c.kind] == 1 && !(recordTags[c.name] && strings.Contains(r.p.text[c.start:c.end], "="))):
			seen.add(c.name)
			setField(&cur, c.name, unescape(r.body(j, c.partner)))
		default:
			r.walk(j, c.partner+1, cur, depth+1)
		}
		j = c.partner
	}
	if cur.Text == "" && len(r.records) == mark && recordTags[t.name] {
		cur.Text = r.tailText(i)
	}
	if cur.Text != "" {
		r.add(cur, t.name, found{start: from, inner: inner, end: r.tags[t.partner].end})
	}
}

// hasText tells whether one of an element's direct elements is a text.
func (r *tagReader) hasText(i int) bool {
	for j := r.direct(i, i+1); j >= 0; j = r.direct(i, r.tags[j].partner+1) {
		if r.isText(j) && !r.hasPart(j) {
			return true
		}
	}
	return false
}

// children counts an element's direct elements by kind.
func (r *tagReader) children(i int) map[int]int {
	count := map[int]int{}
	for j := r.direct(i, i+1); j >= 0; j = r.direct(i, r.tags[j].partner+1) {
		count[r.tags[j].kind]++
	}
	return count
}

// direct is the first element from j on that stands directly in element i, -1
// for none.
func (r *tagReader) direct(i, j int) int {
	for ; j < r.tags[i].partner; j++ {
		if c := &r.tags[j]; !c.closing && c.partner >= 0 && c.fixed {
			return j
		}
	}
	return -1
}

// isText tells whether a part is its record's text. One with attributes, such
// as <passage number="1">, is a record of its own.
func (r *tagReader) isText(j int) bool {
	t := &r.tags[j]
	return fieldOf(t.name) == fieldText && !(recordTags[t.name] && strings.Contains(r.p.text[t.start:t.end], "="))
}

// hasPart tells whether a part is itself structured.
func (r *tagReader) hasPart(j int) bool {
	child := r.firstChild(j)
	return child >= 0 && r.isPart(child)
}

// tailText is the text that stands behind the fields of a record, as in
// <document><title>…</title> text</document>.
func (r *tagReader) tailText(i int) string {
	t := &r.tags[i]
	end := t.end
	for j := i + 1; j < t.partner; {
		c := &r.tags[j]
		if c.closing || c.partner < 0 || c.partner > t.partner || strings.TrimSpace(r.p.text[end:c.start]) != "" {
			break
		}
		end = r.tags[c.partner].end
		j = c.partner + 1
	}
	return strings.TrimSpace(r.p.text[end:r.tags[t.partner].start])
}

// lastCloser is the last closer of a text element before its record's end: a
// passage may hold closers of that name, a record holds only one text.
func lastCloser(tags []tag, j, end int) int {
	last := tags[j].partner
	for k := last + 1; k < end; k++ {
		if tags[k].name != tags[j].name {
			continue
		}
		if !tags[k].closing && tags[k].fixed {
			break
		}
		if tags[k].closing && tags[k].fixed {
			last = k
		}
	}
	return last
}
