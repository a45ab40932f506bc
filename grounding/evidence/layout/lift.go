package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// liftEach lifts something off the text of each of several passages, or of none: what
// only some of them have is their own.
func liftEach(list []found, lift func(r *found) bool) bool {
	if len(list) < 2 {
		return false
	}
	var lifted []found
	for i := range list {
		r := list[i]
		r.Chunk = heir(r.Chunk)
		if !lift(&r) {
			return false
		}
		lifted = append(slices.Grow(lifted, len(list)-i), r)
	}
	copy(list, lifted)
	return true
}

// liftHeads takes the metadata off the texts of a list where more than half of
// them have some: one alone has it of its own.
func liftHeads(list []found) {
	var lifted []evidence.Chunk // without a text where there is nothing to lift
	n := 0
	for i := range list {
		c := &list[i].Chunk
		liftMetadata(c)
		if head := *c; liftHead(&head) {
			if lifted == nil {
				lifted = make([]evidence.Chunk, len(list))
			}
			lifted[i] = head
			n++
		}
	}
	for i := range list {
		if 2*n > len(list) && lifted[i].Text != "" {
			list[i].Chunk = lifted[i]
		}
		complete(&list[i].Chunk)
	}
}

// liftHead takes a block of metadata off the beginning of a text: `key: value`
// lines that a text label or a blank line ends. Lines that merely look like it
// stay in the text. It returns false where there is no such block.
func liftHead(c *evidence.Chunk) bool {
	line, _, _ := strings.Cut(c.Text, "\n")
	if _, _, f := cutKey(line); f == fieldNone {
		return false // as nearly always
	}
	head := heir(*c)
	rest, closed := readMeta(&head, c.Text, nil)
	if !closed || !heavier(rest, 6) {
		return false
	}
	head.Text = strings.TrimSpace(rest)
	*c = head
	return true
}

// liftMetadata takes off a <document_metadata> element at a text's beginning.
func liftMetadata(c *evidence.Chunk) bool {
	rest, ok := strings.CutPrefix(c.Text, "<document_metadata>")
	meta, text, closed := strings.Cut(rest, "</document_metadata>")
	if !ok || !closed || strings.TrimSpace(text) == "" {
		return false
	}
	readMetaLines(c, meta)
	c.Text = strings.TrimSpace(text)
	return true
}

// readMetaLines files every `key: value` line of a metadata block.
func readMetaLines(c *evidence.Chunk, block string) {
	for s := range strings.SplitSeq(block, "\n") {
		s = strings.TrimSpace(s)
		if key, value, f := cutKey(s); f != fieldNone {
			setField(c, key, value)
		} else if key, value, ok := strings.Cut(s, ":"); ok && len(key) < 40 {
			setMeta(c, key, strings.TrimSpace(value))
		}
	}
}

// liftShared takes off the label that is the same above all of several texts.
func liftShared(list []found) {
	if len(list) < 2 {
		return
	}
	if label := firstLine(list[0].Text); endsInColon(label) && len(label) < longestHead {
		sign, _ := lineSign(label)
		liftEach(list, func(r *found) bool { return liftTop(r, label, sign) })
	}
}

// liftTop takes the first line off a text, if it is a label, or a head that is written like
// others. What the head names is the passage; what stands above it names the document.
func liftTop(r *found, label, sign string) bool {
	s, below, _ := strings.Cut(r.Text, "\n")
	if like, names := lineSign(s); s != label || len(names) == 1 {
		if sign == "" || like != sign || len(names) > 1 {
			return false
		}
		first(&r.DocID, r.ID)
		r.ID = names[0]
	}
	r.Text = strings.TrimSpace(below)
	return heavier(r.Text, 6)
}

// liftEnds takes the metadata off the ends of texts where all of several end
// with a line of the same key: `URL: …` below each. A line that is the same
// below all closes them.
func liftEnds(list []found) {
	const most = 8 // lines
	liftShared(list)
	for range most {
		if len(list) < 2 || !liftLastKeys(list) {
			break
		}
	}
	for i := range list {
		complete(&list[i].Chunk)
	}
}

// liftLastKeys takes off the metadata line of one key that all of several texts end
// with. The last text may have lost its own with the app's closing words.
func liftLastKeys(list []found) bool {
	name, _, _ := lastKey(list[0].Text)
	n := 0
	return name != "" && liftEach(list, func(r *found) bool {
		n++
		key, value, above := lastKey(r.Text)
		if key == name {
			value, more, _ := strings.Cut(value, " | ")
			setField(&r.Chunk, key, value)
			readExtra(&r.Chunk, more)
			r.Text = above
		}
		return key == name || n == len(list)
	})
}

// lastLine is the last of several lines of a text, "" where it is the only one.
func lastLine(text string) string {
	i := strings.LastIndexByte(text, '\n')
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(text[i+1:])
}

// lastKey reads a text's last line as `key: value`, a short value with a key
// that is metadata, and returns the text above it.
func lastKey(text string) (key, value, above string) {
	last := lastLine(text)
	if last == "" {
		return "", "", ""
	}
	above = strings.TrimSpace(text[:strings.LastIndexByte(text, '\n')])
	key, value, f := cutKey(strings.Trim(last, "()_*"))
	if f == fieldNone {
		key, value = unknownKey(last)
	}
	if key == "" || f == fieldText || value == "" || len(value) > 200 || above == "" {
		return "", "", ""
	}
	return foldKey(key), value, above
}

// liftRemark takes metadata in parentheses off the end.
func liftRemark(r *found) bool {
	text, remark := cutRemark(r.Text)
	if remark == "" || len(text) < 20 {
		return false
	}
	readExtra(&r.Chunk, remark)
	r.Text = text
	return true
}
