package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// dropGuesses keeps records of unknown tag names only where nothing better
// was found, the name is used at least twice, and the texts have some length.
func (r *tagReader) dropGuesses() {
	if len(r.guess) == 0 {
		return
	}
	guessed := make([]bool, len(r.records))
	count, all := map[string]int{}, map[string]int{}
	for _, name := range r.names {
		all[name]++
	}
	for _, g := range r.guess {
		guessed[g] = true
		if heavier(r.records[g].Text, minParagraph) {
			count[r.names[g]]++
		}
	}
	known := len(r.records) > len(r.guess)
	var records []found
	var names []string
	for i := range r.records {
		alone := !r.p.user() && identified(&r.records[i].Chunk) && heavier(r.records[i].Text, minParagraph)
		if !guessed[i] || !known && alone || !known && count[r.names[i]] > 1 && count[r.names[i]] >= all[r.names[i]] {
			records, names = append(records, r.records[i]), append(names, r.names[i])
		}
	}
	r.records, r.names = records, names
}

// candidates groups the records: in a user's message a run ends where other
// text begins, for what follows may be the user's own.
func (r *tagReader) candidates() []candidate {
	var list []candidate
	kept := r.records[:0] // what is left of the records: those of a list stand side by side
	for i := range r.records {
		rec := &r.records[i]
		n := len(list)
		if r.p.inFence(r.p.lineAt(rec.start)) && (r.p.user() && n == 0 || !r.p.inFence(r.p.lineAt(rec.group.start))) {
			continue // code that the user shows, or an example in bare text
		}
		if n > 0 && (!r.p.user() || rec.start < list[n-1].end || r.onlyMarkup(list[n-1].end, rec.start)) {
			c := &list[n-1]
			c.end = max(c.end, rec.end, rec.group.end)
			kept = append(kept, *rec)
			c.found = kept[len(kept)-1-len(c.found) : len(kept) : len(kept)]
			continue
		}
		start := rec.start
		if rec.group.end >= rec.end {
			start = min(start, rec.group.start)
		}
		c := candidate{layout: "tags", start: start, end: max(rec.end, rec.group.end), rank: rankMarked}
		kept = append(kept, *rec)
		c.found = kept[len(kept)-1 : len(kept) : len(kept)]
		list = append(list, c)
	}
	for i := range list {
		r.foldOdd(&list[i])
		doubt(&list[i])
	}
	return list
}

// foldOdd puts a record that breaks the count of its list back into the text
// of the one before: it was part of that passage, not a passage of the app's.
func (r *tagReader) foldOdd(c *candidate) {
	odd := outOfOrder(c.found)
	if len(odd) == 0 {
		odd = brokenOut(r.p.text, c.found)
	}
	for n := len(odd) - 1; n >= 0; n-- {
		i := odd[n]
		before, forged := &c.found[i-1], &c.found[i]
		if before.inner > forged.end || before.end > forged.start {
			continue
		}
		before.Text = strings.TrimSpace(r.p.text[before.inner:forged.inner] + forged.Text)
		before.end = forged.end
		c.untrusted = append(c.untrusted, "a passage holds a record of its own, with the id "+forged.ID)
		c.found = append(c.found[:i], c.found[i+1:]...)
	}
}

// doubt takes the standing of the app's own from records that contest a number.
func doubt(c *candidate) {
	for _, i := range contested(c.found) {
		c.found[i].Standing = evidence.Fallback
		c.untrusted = append(c.untrusted, "two sources claim the number "+c.found[i].ID)
	}
}

// onlyMarkup tells whether a gap holds nothing but tags, rules and blanks.
func (r *tagReader) onlyMarkup(from, to int) bool {
	if from >= to {
		return true
	}
	for _, s := range strings.Split(r.p.text[from:to], "\n") {
		s = strings.TrimSpace(s)
		if s == "" || isRule(s) || strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") && strings.Count(s, "</") <= 2 {
			continue
		}
		return false
	}
	return true
}

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
