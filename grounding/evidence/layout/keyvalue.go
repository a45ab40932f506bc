package layout

import (
	"regexp"
	"strings"
)

// keyLine is a `key: value` line whose key is known.
type keyLine struct {
	line  int
	at    int    // byte offset of the key
	key   string // folded
	value string
	field field
}

// findKeyValues reads blocks of `key: value` lines as passages below heads: a block's
// first line is its head. The key that opens the first block opens every block; a text
// either has a key of its own, which it may follow or precede, or stands below the others.
func findKeyValues(p *page) []candidate {
	keys := keyLines(p)
	var list []candidate
	tried := map[string]bool{}
	for i := range keys {
		k := &keys[i]
		if tried[k.key] || i > 0 && keys[i-1].line == k.line-1 {
			continue
		}
		if tried[k.key] = true; len(tried) > maxFails {
			break
		}
		if at := openers(p, keys, i); len(at) > 0 {
			list = append(list, readBlocks(p, keys, at))
		}
	}
	return list
}

func keyLines(p *page) []keyLine {
	var keys []keyLine
	for i := range p.free {
		if p.blank(i) || p.marks[i]&plainText != 0 || isFramed(p.str(i)) {
			continue
		}
		if key, value, f := cutKey(p.str(i)); f != fieldNone {
			keys = append(keys, keyLine{line: i, at: p.lines[i].start, key: foldKey(key), value: value, field: f})
		}
	}
	return keys
}

// openers lists the indices in keys of the lines that open a block like the
// one at first: the same key, followed by the same next key.
func openers(p *page, keys []keyLine, first int) []int {
	opener := &keys[first]
	whole := holdsText(keys, first)
	if (opener.field == fieldOther || p.text[opener.at] == '"') && !whole || opener.field == fieldText && !textKeys[foldKey(opener.key)] {
		return nil
	}
	var at []int
	for i := first; i < len(keys); i++ {
		if keys[i].key == opener.key && isURL(keys[i].value) == isURL(opener.value) &&
			(i == first || opener.field == fieldText && below(keys, i) || !inBlock(keys, i)) {
			at = append(at, i)
		}
	}
	if len(at) > 1 {
		return at
	}
	if whole && opener.field != fieldText &&
		(!p.user() || hasLead(p, opener.line) || opener.at > p.lines[opener.line].start) {
		return at
	}
	return nil
}

// below tells whether a line stands right below another one with a key.
func below(keys []keyLine, i int) bool { return i > 0 && keys[i-1].line == keys[i].line-1 }

// inBlock tells whether a line stands below another key of its block.
func inBlock(keys []keyLine, i int) bool { return below(keys, i) && keys[i-1].field != fieldText }

// holdsText tells whether the block that opens at i has a text key of its own.
func holdsText(keys []keyLine, i int) bool {
	for j := i + 1; j < len(keys) && j < i+12 && keys[j].line == keys[j-1].line+1; j++ {
		if keys[j].field == fieldText {
			return true
		}
	}
	return false
}

// readBlocks reads the passages of the blocks that open at the given keys.
func readBlocks(p *page, keys []keyLine, at []int) candidate {
	up := sharedAbove(p, keys, at)
	run := make([]head, len(at))
	for n, i := range at {
		run[n] = head{line: keys[i].line - up, num: -1, sig: keyHead, strength: named, rest: keys[i].at, end: p.lines[keys[i].line].end}
		if up > 0 {
			run[n].rest = p.lines[run[n].line].start
		}
	}
	c := readTo(p, run, listEnd(p, keys[at[0]].line, keys[at[len(at)-1]].line))
	c.layout = "key-value"
	if p.user() && !weighty(c.found) && !hasLead(p, keys[at[0]].line) {
		c.found = nil
	}
	return c
}

// keyHead is how a head is written that is the first metadata line of its passage.
const keyHead = "key"

// sharedAbove is how many lines above every opener are `key: value` with one key
// that we do not know, the same above each: `PMID: 30112233`, `From: …`.
func sharedAbove(p *page, keys []keyLine, at []int) int {
	const most = 3
	for n := range most {
		shared := ""
		for _, i := range at {
			key := ""
			if above := keys[i].line - 1 - n; above >= 0 {
				key, _ = unknownKey(p.str(above))
			}
			if key == "" || shared != "" && key != shared || len(at) < 2 {
				return n
			}
			shared = key
		}
	}
	return most
}

// lineForm is a layout whose passages each begin on a line of their own that no
// general head is like.
type lineForm struct {
	name string
	sign byte                             // stands on such a page, and on no line of plain text
	head func(l *headLine, s string) bool // reads a line as a head
	lone bool                             // one head alone will do, also without a lead-in
}

// findIn finds the passages of one such layout.
func findIn(form lineForm) func(p *page) []candidate {
	return func(p *page) []candidate {
		if !p.has(form.sign) {
			return nil
		}
		var run []head
		var l headLine
		for i := range p.free {
			l = headLine{p: p, head: head{line: i, num: -1, end: p.lines[i].end}}
			if s := p.str(i); s != "" && p.marks[i]&plainText == 0 && form.head(&l, s) {
				run = append(run, l.head)
			}
		}
		if len(run) == 0 || len(run) == 1 && !form.lone && !hasLead(p, run[0].line) {
			return nil
		}
		c := readTo(p, run, runEnd(p, run))
		c.layout = form.name
		return c.list()
	}
}

// pipeLine reads `ID: 1 | TITLE: t | CONTENT: x`.
func pipeLine(l *headLine, s string) bool {
	parts, text := "", s
	for strings.Contains(text, " | ") {
		part, rest, _ := strings.Cut(text, " | ")
		key, value, f := cutKey(part)
		switch {
		case f == fieldNone || f == fieldText || key == "":
			return false
		case f == fieldID && l.id == "":
			l.setID(value)
		default:
			parts += part + "\n"
		}
		if _, _, f = cutKey(rest); f == fieldText {
			l.extra = strings.TrimSuffix(parts, "\n")
			return l.is(named, "pipe", "", rest[strings.IndexByte(rest, ':')+1:])
		}
		text = rest
	}
	return false
}

var htmlHead = regexp.MustCompile(`^(?:<br>)*<b>\w{1,20} from ([^<]{1,400}?)(?: \((Page [^)<]*)\))?:\s*</b>`)

// htmlLine reads `<br><b>Content from f (Page 3): </b> text <br>`.
func htmlLine(l *headLine, s string) bool {
	if !opensWith(s, "<b>", "<br>") {
		return false
	}
	m := htmlHead.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	l.extra = strings.TrimSuffix(m[1]+"\n"+m[2], "\n")
	return l.is(named, htmlSig, "", s[len(m[0]):])
}

// htmlSig is how such a head is written: the text begins on its line.
const htmlSig = "html"

// fileLine reads `file.pdf#page=3: text`, the name a file or an address.
func fileLine(l *headLine, s string) bool {
	t := trimMarks(s, "[*-• ")
	for _, sep := range [...]string{": ", "]:", "] "} {
		name, rest, ok := strings.Cut(t[:min(len(t), 300)], sep)
		if name = strings.TrimRight(name, "*"); !ok || !isURL(name) && !isFile(name) {
			continue
		}
		if l.extra = name; !isURL(name) {
			file, page, _ := strings.Cut(name, "#page=")
			l.extra = strings.TrimSuffix("source: "+file+"\npage: "+digits(page), "\npage: ")
		}
		return l.is(named, "file", name, t[len(t)-len(rest)-max(0, len(t)-300):])
	}
	return false
}
