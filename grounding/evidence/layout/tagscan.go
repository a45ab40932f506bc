package layout

import (
	"strings"
)

// tag is one opening or closing tag of a page, in bytes.
type tag struct {
	start, end int
	name       string // lower case
	kind       int    // the number of the name among those of the page
	number     string // the digits that a record's name ends in, as in <doc1>
	closing    bool
	fixed      bool // an opener at a line's start or behind another tag; a closer at a line's end or before another tag
	partner    int  // index of the tag that closes or opens it, or -1
}

// maxTag bounds the length of one tag, so that a stray '<' costs little.
const maxTag = 2048

// scanTags lists the tags of a text and pairs them. What stands inside CDATA
// is text. Prose that mentions a tag in mid-sentence yields tags that are not
// fixed, and those are never paired.
//
// A closer that closes nothing is a passage's own where it stands before the
// real one, and typed where it stands behind. With strict it counts only where
// the next record or the end of the container follows.
func scanTags(text string, strict bool) []tag {
	const usual = 256 // tags that need no more room
	tags := make([]tag, 0, min(strings.Count(text, "<"), usual))
	var kinds names
	open := make([]int, 0, len(kinds.few)) // by kind: how many openers wait for a closer, -1 where there was none yet
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 || at+i+2 >= len(text) {
			break
		}
		at += i
		if strings.HasPrefix(text[at:], "<![CDATA[") {
			at = cdataEnd(text, at)
			continue
		}
		t, ok := readTag(text, at)
		if !ok {
			at++
			continue
		}
		if n := len(tags); !t.closing && t.fixed && n > 0 && strings.TrimLeft(text[tags[n-1].end:at], " \t") == "" {
			t.fixed = tags[n-1].fixed // behind another tag on its line: as good as that
		}
		if t.kind = kinds.add(t.name); t.kind == len(open) {
			open = append(open, -1)
		}
		n := &open[t.kind]
		switch {
		case t.closing && *n > 0:
			*n--
		case t.closing:
			t.fixed = t.fixed && *n == 0 && (!strict || closesRecord(text, &t, &kinds, open))
		case t.fixed:
			*n = max(*n, 0) + 1
		}
		tags = append(tags, t)
		at = t.end
	}
	freeClosers(tags, len(open))
	pairTags(text, tags)
	return tags
}

func cdataEnd(text string, at int) int {
	if i := strings.Index(text[at:], "]]>"); i >= 0 {
		return at + i + len("]]>")
	}
	return at + len("<![CDATA[")
}

// readTag reads the tag at a '<', if there is one.
func readTag(text string, at int) (tag, bool) {
	t := tag{start: at, partner: -1}
	i := at + 1
	if text[i] == '/' {
		t.closing = true
		i++
	}
	from := i
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	if i == from || i >= len(text) || text[from] == '-' {
		return t, false
	}
	t.name = strings.ToLower(text[from:i])
	if text[from] >= '0' && text[from] <= '9' {
		if len(t.name) > 4 || !isDigits(t.name) || text[i] != '>' {
			return t, false
		}
		t.number = t.name // <0>…</0>
	} else if base := strings.TrimRight(t.name, "0123456789"); base != t.name && recordTags[strings.TrimRight(base, "_-")] {
		t.number = t.name[len(base):]
	}
	if text[i] != '>' && (t.closing || !isBlank(text[i]) && text[i] != '/') {
		return t, false
	}
	end := tagEnd(text, i)
	if end < 0 {
		return t, false
	}
	t.end = end
	t.fixed = fixedOpener(text, at)
	if t.closing {
		t.fixed = fixedCloser(text, end)
	}
	return t, true
}

func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-' || b == ':' || b == '.' || b >= 0x80
}

// tagEnd finds the '>' that ends a tag, quoted values skipped. A quote opens
// only behind '=' and closes only where a value can end, because titles with
// quotes of their own are printed unescaped.
func tagEnd(text string, i int) int {
	var quote byte
	for limit := min(len(text), i+maxTag); i < limit; i++ {
		b := text[i]
		switch {
		case quote != 0:
			if b == quote && i+1 < len(text) && (isBlank(text[i+1]) || text[i+1] == '>' || text[i+1] == '/') {
				quote = 0
			}
		case b == '>':
			return i + 1
		case b == '<':
			return -1
		case (b == '"' || b == '\'') && text[i-1] == '=':
			quote = b
		}
	}
	return -1
}

func fixedOpener(text string, at int) bool {
	for at--; at >= 0; at-- {
		switch text[at] {
		case ' ', '\t', '\r':
		case '\n', '>':
			return true
		default:
			return false
		}
	}
	return true
}

func fixedCloser(text string, end int) bool {
	for ; end < len(text); end++ {
		switch text[end] {
		case ' ', '\t', '\r':
		case '\n', '<':
			return true
		default:
			return false
		}
	}
	return true
}

// freeClosers lets the first closer behind the last opener of a name close it
// although text follows on its line, where no other one does: the question
// right behind `</doc>` is none of the document.
func freeClosers(tags []tag, kinds int) {
	first := make([]int, kinds) // by kind: that closer and one, 0 where the opener is closed or there is none
	waits := make([]bool, kinds)
	for i := range tags {
		switch t := &tags[i]; {
		case !known(t.name):
		case t.closing && t.fixed:
			waits[t.kind] = false
		case t.closing && first[t.kind] == 0:
			first[t.kind] = i + 1
		case !t.closing && t.fixed:
			waits[t.kind], first[t.kind] = true, 0
		}
	}
	for kind, i := range first {
		if i > 0 && waits[kind] {
			tags[i-1].fixed = true
		}
	}
}

// closesRecord tells whether an opener of the same name or the closer of an
// open element follows a closer.
func closesRecord(text string, t *tag, kinds *names, open []int) bool {
	rest := strings.TrimLeft(text[t.end:min(len(text), t.end+maxTag)], " \t\r\n")
	if strings.HasPrefix(rest, "</") {
		name, _, ok := strings.Cut(rest[2:], ">")
		if !ok {
			return false
		}
		kind := kinds.find(strings.ToLower(name))
		return kind >= 0 && open[kind] > 0
	}
	return strings.HasPrefix(rest, "<"+t.name)
}

// pairTags finds each opener's closer, kind by kind.
func pairTags(text string, tags []tag) {
	at, end := byKind(text, tags)
	open := make([]int, 0, 2*maxDepth)
	for kind, from := 0, 0; kind < len(end); kind++ {
		if own := at[from:end[kind]]; !pairNested(tags, own, open) {
			pairFlat(tags, own)
		}
		from = end[kind]
	}
}

// byKind lists the tags that can be paired, those of one kind side by side in
// the order in which they stand; end is where each kind's own end.
func byKind(text string, tags []tag) (at, end []int) {
	kinds := 0
	for i := range tags {
		kinds = max(kinds, tags[i].kind+1)
	}
	end = make([]int, kinds)
	for i := range tags {
		if tags[i].pairable(text) {
			end[tags[i].kind]++
		}
	}
	sum := 0
	for kind, n := range end {
		end[kind] = sum
		sum += n
	}
	at = make([]int, sum)
	for i := range tags {
		if t := &tags[i]; t.pairable(text) {
			at[end[t.kind]] = i
			end[t.kind]++
		}
	}
	return at, end
}

// pairable tells whether a tag opens or closes an element.
func (t *tag) pairable(text string) bool {
	return t.fixed && (t.closing || !strings.HasSuffix(text[t.start:t.end], "/>"))
}

// pairNested pairs the tags of one kind as if they were well formed. It
// returns false where they are not, an unclosed last one apart. open is room
// for those that are not closed yet.
func pairNested(tags []tag, at, open []int) bool {
	sound := true
	for _, i := range at {
		if !tags[i].closing {
			open = append(open, i)
			continue
		}
		if len(open) == 0 {
			sound = false
			continue
		}
		top := open[len(open)-1]
		open = open[:len(open)-1]
		tags[top].partner, tags[i].partner = i, top
	}
	return sound && (len(open) == 0 || len(open) == 1 && open[0] == at[len(at)-1])
}

// pairFlat pairs tags of one kind that are not well formed: some passage holds
// such a tag itself. Each opener gets the last closer before the next opener.
func pairFlat(tags []tag, at []int) {
	last := -1
	for _, i := range at {
		tags[i].partner = -1
		if !tags[i].closing {
			last = i
			continue
		}
		if last < 0 {
			continue
		}
		if p := tags[last].partner; p >= 0 {
			tags[p].partner = -1
		}
		tags[last].partner, tags[i].partner = i, last
	}
}
