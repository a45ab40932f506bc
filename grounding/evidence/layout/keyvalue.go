package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// keyLine is a `key: value` line whose key is known.
type keyLine struct {
	line  int
	key   string // folded
	field field
	value int // byte offset of the value
}

// findKeyValues reads blocks of `key: value` lines. The key that opens the
// first block opens every block; a text either has a key of its own, which it
// may follow or precede, or stands below the others.
func findKeyValues(p *page) []candidate {
	keys := keyLines(p)
	if len(keys) == 0 {
		return nil
	}
	var list []candidate
	tried := map[string]bool{}
	for i := range keys {
		k := &keys[i]
		if tried[k.key] || i > 0 && keys[i-1].line == k.line-1 {
			continue
		}
		tried[k.key] = true
		if len(tried) > maxFails {
			break
		}
		if blocks := openers(p, keys, i); len(blocks) > 0 {
			list = append(list, readBlocks(p, keys, blocks))
		}
	}
	return list
}

func keyLines(p *page) []keyLine {
	var keys []keyLine
	for i := range p.lines {
		if p.blank(i) {
			continue
		}
		s := p.str(i)
		key, value, f := cutKey(opening(s))
		if f == fieldNone {
			continue
		}
		if (f == fieldID || f == fieldDoc) && heavier(value, 60) && strings.Count(value, " ") > 7 {
			f = fieldText // `Document: …`: a text is no id
		}
		keys = append(keys, keyLine{line: i, key: foldKey(key), field: f, value: p.lines[i].end - len(trimValue(s, value))})
	}
	return keys
}

// opening takes the opening quote off a line: `Information: "Source: u` glues
// the first block to a label.
func opening(s string) string {
	if i := strings.Index(s[:min(len(s), 60)], `: "`); i > 0 {
		if _, _, f := cutKey(s[i+3:]); f != fieldNone {
			return s[i+3:]
		}
	}
	return s
}

func trimValue(s, value string) string {
	if strings.HasSuffix(s, value) {
		return value
	}
	if i := strings.LastIndex(s, value); i >= 0 && value != "" {
		return s[i:]
	}
	return ""
}

// openers lists the indices in keys of the lines that open a block like the
// one at first: the same key, followed by the same next key.
func openers(p *page, keys []keyLine, first int) []int {
	if keys[first].field == fieldNone || keys[first].field == fieldOther && !holdsText(keys, first) {
		return nil
	}
	if keys[first].field == fieldText && !isTextLabel(keys[first].key) {
		return nil
	}
	next := nextKey(keys, first)
	var at []int
	for i := first; i < len(keys); i++ {
		k := &keys[i]
		if k.key != keys[first].key || i > first && keys[i-1].line == k.line-1 && keys[i-1].field != fieldText {
			continue // another key, or one in the middle of a block
		}
		address := k.field == fieldURL && isURL(k.text(p))
		if k.field == fieldURL && address != isURL(keys[first].text(p)) {
			continue
		}
		apart := i == first || setOff(p, k.line)
		if address && apart || k.field == fieldText && apart ||
			k.field != fieldText && (nextKey(keys, i) == next || next == "" || nextKey(keys, i) != "" && apart) {
			at = append(at, i)
		}
	}
	if len(at) >= 2 {
		return at
	}
	if keys[first].field != fieldText && !isSentence(keys[first].text(p)) && holdsText(keys, first) &&
		(!p.user() || hasLead(p, keys[first].line) || opening(p.str(keys[first].line)) != p.str(keys[first].line)) {
		return at
	}
	return nil
}

// text is the value of a line.
func (k *keyLine) text(p *page) string { return p.text[k.value:p.lines[k.line].end] }

// isSentence tells a sentence from a title or name.
func isSentence(s string) bool {
	return strings.HasSuffix(s, ".") && strings.Count(s, " ") >= 2
}

// nextKey is the key on the line directly below, or "".
func nextKey(keys []keyLine, i int) string {
	if i+1 < len(keys) && keys[i+1].line == keys[i].line+1 {
		return keys[i+1].key
	}
	return ""
}

// holdsText tells whether the block that opens at i has a text key of its own.
func holdsText(keys []keyLine, i int) bool {
	for j := i; j < len(keys) && j < i+12; j++ {
		if j > i && keys[j].line != keys[j-1].line+1 {
			return false
		}
		if keys[j].field == fieldText && j > i {
			return true
		}
	}
	return false
}

// readBlocks reads the passages of the blocks that open at the given keys.
func readBlocks(p *page, keys []keyLine, at []int) candidate {
	c := candidate{layout: "key-value", start: p.lines[keys[at[0]].line].start, rank: rankRecord}
	up := sharedAbove(p, keys, at)
	c.start = p.lines[keys[at[0]].line-up].start
	last := listEnd(p, keys[at[0]].line, keys[at[len(at)-1]].line)
	usual := usualInBlocks(keys, at)
	for n, i := range at {
		end := last
		if n+1 < len(at) {
			end = keys[at[n+1]].line - up
		}
		r := readBlock(p, keys, i, end, usual)
		if n == len(at)-1 && !heavier(r.Text, 6) {
			r = readBlock(p, keys, i, firstBelow(p, last), usual)
		}
		fileAbove(p, &r.Chunk, keys[i].line, up)
		c.end = max(c.end, r.end)
		if !heavier(r.Text, 6) {
			continue
		}
		c.found = append(c.found, r)
	}
	liftEnds(c.found)
	if len(c.found) == 1 && len(at) > 1 || p.user() && !weighty(c.found) && !hasLead(p, keys[at[0]].line) {
		c.found = nil
	}
	return c
}

// sharedAbove is how many lines above every opener are `key: value` with one key
// that we do not know, the same above each: `PMID: 30112233`, `From: …`.
func sharedAbove(p *page, keys []keyLine, at []int) int {
	const most = 3
	if len(at) < 2 {
		return 0
	}
	for n := range most {
		shared := ""
		for _, i := range at {
			key := ""
			if above := keys[i].line - 1 - n; above >= 0 {
				key = unknownKey(p.str(above))
			}
			if key == "" || shared != "" && key != shared {
				return n
			}
			shared = key
		}
	}
	return most
}

// unknownKey is the key of a line whose value is a name, a date or an id; "" for
// keys that we know, and where the value is longer.
func unknownKey(s string) string {
	key, value, ok := strings.Cut(strings.TrimSpace(s), ":")
	if value = strings.TrimSpace(value); !ok || value == "" || !isLetter(s[0]) || strings.HasPrefix(value, "//") ||
		len(key) > 24 || strings.Contains(key, " ") || len(value) > 80 || isSentence(value) || fieldOf(key) != fieldNone {
		return ""
	}
	return key
}

// fileAbove files the lines above an opener: what has a figure is its id, where
// it has none.
func fileAbove(p *page, c *evidence.Chunk, opener, lines int) {
	for above := opener - lines; above < opener; above++ {
		key, value, _ := strings.Cut(p.str(above), ":")
		if value = strings.TrimSpace(value); strings.ContainsAny(value, "0123456789") && len(value) <= 40 && !strings.Contains(value, " ") {
			first(&c.ID, cleanID(value))
			continue
		}
		setMeta(c, key, value)
	}
}

// usualInBlocks are the keys that at least half of the blocks have, one of a
// kind before the text.
func usualInBlocks(keys []keyLine, at []int) map[string]bool {
	count := map[string]int{}
	for _, i := range at {
		for j := i; j < len(keys) && (j == i || keys[j].line == keys[j-1].line+1); j++ {
			count[keys[j].key]++
			if keys[j].field == fieldText {
				break
			}
		}
	}
	usual := map[string]bool{}
	for key, n := range count {
		usual[key] = 2*n >= len(at)
	}
	return usual
}

// readBlock reads one block, from the key at i to line end.
func readBlock(p *page, keys []keyLine, i, end int, usual map[string]bool) found {
	var c evidence.Chunk
	start, body := p.lines[keys[i].line].start, -1
	seen := map[string]bool{}
	j := i
	for ; j < len(keys) && keys[j].line < end; j++ {
		k := &keys[j]
		if j > i && k.line != keys[j-1].line+1 || seen[k.key] || !usual[k.key] && keys[i].field != fieldText {
			break
		}
		seen[k.key] = true
		if k.field == fieldText {
			body = k.value
			break
		}
		setField(&c, k.key, strings.TrimRight(p.text[k.value:p.lines[k.line].end], `",`))
	}
	stop := p.lines[max(lastText(p, keys[i].line, end)-1, keys[i].line)].end
	if body < 0 {
		below := keys[j-1].line + 1
		if below >= end {
			return found{Chunk: c, start: start, end: stop}
		}
		if isRule(p.str(below)) && below+1 < end {
			below++ // the rule that closes a front matter
		}
		body = p.lines[below].start
	}
	text := p.text[body:max(stop, body)]
	text = trailingKeys(&c, stripEnd(text), j == i)
	c.Text = unwrap(stripEnd(strings.TrimSuffix(strings.TrimRight(stripEnd(text), " \r\n"), "\n\"")))
	complete(&c)
	return found{Chunk: c, start: start, inner: body, end: stop}
}

// trailingKeys files the metadata lines that stand behind a text that opens
// its block: content: …, file_name: ….
//
// Behind a text that does not open its block only addresses count.
func trailingKeys(c *evidence.Chunk, text string, opens bool) string {
	for {
		text = strings.TrimRight(text, " \t\r\n")
		i := strings.LastIndexByte(text, '\n')
		if i < 0 {
			return text
		}
		key, value, f := cutKey(strings.TrimSpace(text[i+1:]))
		if f == fieldNone || f == fieldText || len(value) > 200 || !opens && !isURL(value) {
			return text
		}
		setField(c, key, value)
		text = text[:i]
	}
}
