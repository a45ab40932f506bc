package layout

import "strings"

// tag is one opening or closing tag of a page, in bytes.
type tag struct {
	start, end int
	name       string // lower case
	kind       int    // the number of the name among those of the page
	twins      int    // elements of its kind beside it, with itself; see countTwins
	number     string // the digits that a record's name ends in, as in <doc1>
	closing    bool
	fixed      bool // an opener at a line's start or behind another tag; a closer at a line's end or before another tag
	partner    int  // index of the tag that closes or opens it, or -1
}

// maxTags bounds how many tags are paired: a text of more is no prompt, and is read as text.
const maxTags = 1 << 18

// maxTag bounds the length of one tag, so that a stray '<' costs little.
const maxTag = 2048

// scanner lists the tags of a text.
type scanner struct {
	text   string
	tags   []tag
	kinds  map[string]int
	open   []int // by kind: how many openers wait for a closer, -1 where there was none yet
	looks  int   // how often the text was looked through for a closer
	strict bool  // it may be typed: see scanTags
}

// scanTags lists the tags of a text and pairs them. What stands inside CDATA
// is text. Prose that mentions a tag in mid-sentence yields tags that are not
// fixed, and those are never paired.
//
// A closer that closes nothing is a passage's own where it stands before the
// real one, and typed where it stands behind. With strict it counts only where
// the next record or the end of the container follows.
func scanTags(text string, strict bool) []tag {
	const usual = 256 // tags that need no more room
	s := scanner{text: text, tags: make([]tag, 0, min(strings.Count(text, "<"), usual)), open: make([]int, 0, 8), kinds: map[string]int{}, strict: strict}
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			break
		}
		if len(s.tags) > maxTags {
			return nil
		}
		at += i
		if strings.HasPrefix(text[at:], "<![CDATA[") {
			at += max(strings.Index(text[at:], "]]>"), 0) + len("]]>")
		} else if t, ok := readTag(text, at); ok {
			s.add(t)
			at = t.end
		} else {
			at++
		}
	}
	s.freeClosers()
	s.pair()
	return s.tags
}

// add notes a tag, and whether it is fixed where it stands.
func (s *scanner) add(t tag) {
	if n := len(s.tags); !t.closing && t.fixed && n > 0 && strings.TrimLeft(s.text[s.tags[n-1].end:t.start], " \t") == "" {
		t.fixed = s.tags[n-1].fixed // behind another tag on its line: as good as that
	}
	kind, known := s.kinds[t.name]
	if t.kind = kind; !known {
		t.kind, s.kinds[t.name] = len(s.open), len(s.open)
		s.open = append(s.open, -1)
	}
	waiting := &s.open[t.kind]
	if !t.closing && !t.fixed && *waiting < 0 {
		t.fixed = s.opensFirst(t)
	}
	switch {
	case t.closing && *waiting > 0:
		*waiting--
	case t.closing:
		t.fixed = t.fixed && *waiting == 0 && (!s.strict || s.closesRecord(t))
	case t.fixed:
		*waiting = max(*waiting, 0) + 1
	}
	s.tags = append(s.tags, t)
}

// opensFirst tells whether a tag behind other words of its line opens an element all
// the same: some text or a further such tag follows, and it is the first of its name. A mention of a tag
// has no text behind it.
func (s *scanner) opensFirst(t tag) bool {
	const least, most = 20, 32 // weighted characters of a text, looks
	before := strings.TrimSpace(s.text[strings.LastIndexByte(s.text[:t.start], '\n')+1 : t.start])
	if s.looks++; s.looks > most || !isKnownTag(t.name) && !isContainer(t.name) || s.strict && !announced(before) {
		return false
	}
	name := s.text[t.start+1 : t.start+1+len(t.name)]
	rest := s.text[t.end:]
	for at := 0; ; {
		i := strings.Index(rest[at:], name)
		if i < 0 {
			return false
		}
		i += at
		body := strings.TrimSuffix(strings.TrimSuffix(rest[:i], "/"), "<")
		switch {
		case strings.HasSuffix(rest[:i], "</"):
			return heavier(strings.TrimSpace(body), least)
		case strings.HasSuffix(rest[:i], "<"):
			return strings.TrimSpace(body) == ""
		}
		at = i + len(name)
	}
}

// announced tells whether the words in front of a tag on its line are no question: what
// stands behind one is typed.
func announced(before string) bool {
	name, _ := label(before)
	return !asks(name) && !askMark.MatchString(before)
}

// isContainer tells whether a tag holds records or bare text: it is known to, or its
// name says so.
func isContainer(name string) bool {
	if containerTags[name] {
		return true
	}
	first, _, _ := strings.Cut(name, "_")
	return !recordTags[name] && !askTags[name] && !htmlTags[name] && !describes(name) && !settings[first] && nameClass(name) == material
}

// nameClass is the class of a tag's name.
func nameClass(name string) class {
	return classOf(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}

// closesRecord tells whether an opener of the same name or the closer of an
// open element follows a closer.
func (s *scanner) closesRecord(t tag) bool {
	rest := strings.TrimLeft(s.text[t.end:min(len(s.text), t.end+maxTag)], " \t\r\n")
	closer, ok := strings.CutPrefix(rest, "</")
	if !ok {
		return strings.HasPrefix(rest, "<"+t.name)
	}
	name, _, _ := strings.Cut(closer, ">")
	kind, known := s.kinds[strings.ToLower(name)]
	return known && s.open[kind] > 0
}

// readTag reads the tag at a '<', if there is one.
func readTag(text string, at int) (tag, bool) {
	t := tag{start: at, partner: -1, closing: strings.HasPrefix(text[at+1:], "/")}
	from := at + 1
	if t.closing {
		from++
	}
	i := from
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	if i == from || i >= len(text) || text[from] == '-' || text[i] != '>' && (t.closing || !isBlank(text[i]) && text[i] != '/') {
		return t, false
	}
	t.name = strings.ToLower(text[from:i])
	base := strings.TrimRight(t.name, "0123456789")
	number := base == "" && len(t.name) <= 4 && text[i] == '>'
	if number || recordTags[strings.TrimRight(base, "_-")] {
		t.number = t.name[len(base):]
	} else if isDigit(t.name[0]) {
		return t, false
	}
	if t.end = tagEnd(text, i); t.end < 0 {
		return t, false
	}
	if t.closing {
		next := strings.TrimLeft(text[t.end:min(len(text), t.end+maxTag)], " \t\r")
		t.fixed = next == "" || next[0] == '\n' || next[0] == '<'
	} else {
		t.fixed = fixedOpener(text, at)
	}
	return t, true
}

func isNameByte(b byte) bool {
	return isLetter(b) || isDigit(b) || b >= 0x80 || strings.IndexByte("_-:.", b) >= 0
}

// tagEnd finds the '>' that ends a tag, quoted values skipped. A quote opens
// only behind '=' and closes only where a value can end, because titles with
// quotes of their own are printed unescaped.
func tagEnd(text string, i int) int {
	var quote byte
	for limit := min(len(text), i+maxTag); i < limit; i++ {
		switch b := text[i]; {
		case quote != 0:
			if b == quote && i+1 < len(text) && strings.IndexByte(" \t\r\n>/", text[i+1]) >= 0 {
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

// fixedOpener tells whether a place stands at a line's start or behind a tag.
func fixedOpener(text string, at int) bool {
	before := strings.TrimRight(text[max(0, at-maxTag):at], " \t\r")
	return before == "" || endsWith(before, "\n", ">")
}

// freeClosers lets the first closer behind the last opener of a name close it
// although text follows on its line, where no other one does: the question
// right behind `</doc>` is none of the document.
func (s *scanner) freeClosers() {
	free := make([]int, len(s.open)) // by kind: that closer, -1 while the opener is closed, 0 for none
	for i := range s.tags {
		t := &s.tags[i]
		switch f := &free[t.kind]; {
		case t.closing && t.fixed:
			*f = -1
		case t.closing && *f == 0:
			*f = i
		case !t.closing && t.fixed:
			*f = 0
		}
	}
	for _, i := range free {
		if i > 0 && isKnownTag(s.tags[i].name) {
			s.tags[i].fixed = true
		}
	}
}

func isKnownTag(name string) bool { return recordTags[name] || containerTags[name] }

// pairing is what is known of the tags of one kind while they are being paired.
type pairing struct {
	top, last int  // the innermost open tag, and the last tag; -1 for none
	flat      bool // they are not well formed
}

// pairable tells whether a tag opens or closes an element.
func (s *scanner) pairable(t *tag) bool {
	return t.fixed && (t.closing || !strings.HasSuffix(s.text[t.start:t.end], "/>"))
}

// pair finds each opener's closer, kind by kind, as if the tags were well formed.
// Those of a kind that are not are paired anew, an unclosed last one apart.
func (s *scanner) pair() {
	kinds := make([]pairing, len(s.open))
	for k := range kinds {
		kinds[k].top = -1
	}
	for i := range s.tags {
		t := &s.tags[i]
		if !s.pairable(t) {
			continue
		}
		k := &kinds[t.kind]
		k.last = i
		switch {
		case !t.closing:
			t.partner, k.top = k.top, i // the one around it, for now
		case k.top < 0:
			k.flat = true
		default:
			open := k.top
			k.top = s.tags[open].partner
			t.partner, s.tags[open].partner = open, i
		}
	}
	flat := false
	for n := range kinds {
		k := &kinds[n]
		k.flat = k.flat || k.top >= 0 && (k.top != k.last || s.tags[k.top].partner >= 0)
		flat = flat || k.flat
		for open := k.top; open >= 0; {
			s.tags[open].partner, open = -1, s.tags[open].partner
		}
	}
	if flat {
		s.pairFlat(kinds)
	}
}

// pairFlat pairs tags of kinds that are not well formed: some passage holds
// such a tag itself. Each opener gets the last closer before the next opener.
func (s *scanner) pairFlat(kinds []pairing) {
	for k := range kinds {
		kinds[k].top = -1
	}
	for i := range s.tags {
		t := &s.tags[i]
		k := &kinds[t.kind]
		if !k.flat || !s.pairable(t) {
			continue
		}
		t.partner = -1
		if !t.closing {
			k.top = i
		} else if k.top >= 0 {
			if before := s.tags[k.top].partner; before >= 0 {
				s.tags[before].partner = -1
			}
			s.tags[k.top].partner, t.partner = i, k.top
		}
	}
}

// tagList is the tags of a page, read when first asked for.
func (p *page) tagList() []tag {
	if p.tagged {
		return p.tags
	}
	if p.tagged = true; p.has('<') && strings.Contains(p.text, "</") {
		p.tags = scanTags(p.text, p.user())
	}
	return p.tags
}
