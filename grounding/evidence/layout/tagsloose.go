package layout

import "strings"

// tagList is the tags of a page, read when first asked for.
func (p *page) tagList() []tag {
	if !p.tagged {
		p.tagged = true
		if p.has('<') && strings.Contains(p.text, "</") {
			p.tags = readTags(p)
		}
	}
	return p.tags
}

// readTags lists the tags of a message. Records begin on lines of their own in
// nearly all prompts, and requiring it keeps prose that mentions a tag from
// being read as one. An app's own message without any such record may still
// hold one in mid-line: "Answer from <document>…</document>". What a user types
// is never read that way.
func readTags(p *page) []tag {
	tags := scanTags(p.text, p.user())
	if p.user() || anyElement(tags) {
		return tags
	}
	if loosen(p, tags) {
		pairTags(p.text, tags)
	}
	return tags
}

// anyElement tells whether some element of a known name is whole.
func anyElement(tags []tag) bool {
	for i := range tags {
		if t := &tags[i]; !t.closing && t.fixed && t.partner >= 0 && known(t.name) {
			return true
		}
	}
	return false
}

func known(name string) bool { return recordTags[name] || containerTags[name] }

// loosen fixes the tags of known names wherever they stand, if the first of
// them and its closer have some text between them: a mention has none.
func loosen(p *page, tags []tag) bool {
	const least = 20 // weighted characters
	loosened := false
	for i := range tags {
		t := &tags[i]
		if t.closing || !known(t.name) || t.fixed || p.inFence(p.lineAt(t.start)) {
			continue
		}
		end := closerOf(tags, i)
		if end < 0 || !heavier(strings.TrimSpace(p.text[t.end:tags[end].start]), least) {
			continue
		}
		t.fixed, tags[end].fixed, loosened = true, true, true
	}
	return loosened
}

// closerOf is the next closer of an opener's name, -1 where another opener of
// that name comes first or none follows.
func closerOf(tags []tag, i int) int {
	for k := i + 1; k < len(tags); k++ {
		if tags[k].name != tags[i].name {
			continue
		}
		if tags[k].closing {
			return k
		}
		return -1
	}
	return -1
}
