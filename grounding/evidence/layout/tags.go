package layout

import (
	"html"
	"iter"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// maxDepth bounds the nesting of containers that is followed.
const maxDepth = 8

var (
	recordTags    = set(words("record_tags")...)    // names of passages; some are also those of containers and fields
	askTags       = set(words("ask_tags")...)       // what is asked or demanded, never evidence
	turnTags      = set(words("turn_tags")...)      // those of them that hold all that a prompt says
	htmlTags      = set(words("html_tags")...)      // markup inside passages
	containerTags = set(words("container_tags")...) // hold records, or bare text: that is a section
)

// tagReader reads tagged records.
type tagReader struct {
	p       *page
	tags    []tag
	records []found
	group   line  // the outermost element that is being read
	count   []int // elements by kind
	within  []int // room of countTwins
}

// findTags reads records in tags, such as <document index="1">…</document>.
func findTags(p *page) []candidate {
	r := &tagReader{p: p, tags: p.tagList()}
	if len(r.tags) == 0 {
		return nil
	}
	room := make([]int, 2*len(r.tags))
	r.count, r.within = room[:len(r.tags)], room[len(r.tags):]
	for i := range r.tags {
		if t := &r.tags[i]; !t.closing && t.partner >= 0 {
			r.count[t.kind]++
		}
	}
	r.walk(0, len(r.tags), evidence.Chunk{}, 0)
	r.dropGuesses()
	return r.candidates()
}

// walk reads the records among the tags in [lo, hi).
func (r *tagReader) walk(lo, hi int, inherited evidence.Chunk, depth int) {
	for i := lo; i < hi; i++ {
		t := &r.tags[i]
		switch {
		case t.closing || !t.fixed:
		case t.partner < 0:
			r.truncated(i, hi, inherited)
		case t.partner >= hi && hi < len(r.tags), htmlTags[t.name] && t.name != "title":
		default:
			if depth == 0 {
				r.group = line{t.start, r.tags[t.partner].end}
			}
			if depth < maxDepth && !r.forbidden(t) {
				r.open(i, inherited, depth)
			}
			i = t.partner
		}
	}
}

// open reads one closed element. Prompts also put all that they say into the tags of
// instructions or of the user's turn: there only what holds material by its name is read.
func (r *tagReader) open(i int, inherited evidence.Chunk, depth int) {
	t := &r.tags[i]
	if !askTags[t.name] {
		r.read(i, inherited, depth)
		return
	}
	if !turnTags[t.name] {
		return
	}
	for j := i + 1; j < t.partner; j++ {
		if c := &r.tags[j]; !c.closing && c.fixed && c.partner >= 0 && (askTags[c.name] || isContainer(c.name)) {
			r.group = line{c.start, r.tags[c.partner].end}
			r.open(j, inherited, depth+1)
			j = c.partner
		}
	}
}

// forbidden tells whether a tag itself says that it must not be cited.
func (r *tagReader) forbidden(t *tag) bool {
	return strings.Contains(t.name, "widget") || describes(t.name) || strings.Contains(strings.ToLower(r.p.text[t.start:t.end]), "not cite")
}

// describes tells whether a name is that of words about the records beside it.
func describes(name string) bool {
	return strings.Contains(name, "docstring") || strings.HasSuffix(name, "metadata")
}

// read reads one closed element: a record, or what holds records.
func (r *tagReader) read(i int, inherited evidence.Chunk, depth int) {
	t := &r.tags[i]
	own := heir(inherited)
	setAttributes(&own, r.p.text[t.start:t.end])
	switch {
	case r.structured(i):
		r.parts(i, own, depth)
	case t.number != "":
		first(&own.ID, t.number)
		r.leaf(i, own, false)
	case recordTags[t.name] && !r.holdsRecords(i):
		r.leaf(i, own, false)
	case isContainer(t.name) && !r.repeats(i), r.holdsElements(i) && r.count[t.kind] == 1:
		r.walk(i+1, t.partner, inherited, depth+1)
	default:
		r.leaf(i, own, true)
	}
}

// kids are the elements that stand directly in element i.
func (r *tagReader) kids(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for j := i + 1; j < r.tags[i].partner; j++ {
			if c := &r.tags[j]; !c.closing && c.partner >= 0 && c.partner <= r.tags[i].partner {
				if !yield(j) {
					return
				}
				j = c.partner
			}
		}
	}
}

// structured tells whether an element's body begins with a field, a text or a record
// of it, rather than with text or markup of the passage's own.
func (r *tagReader) structured(i int) bool {
	for j := range r.kids(i) {
		t := &r.tags[j]
		part := t.name == "title" || t.name == "question" || t.number != "" || !htmlTags[t.name] &&
			(isKnownTag(t.name) || fieldOf(t.name) != fieldNone || describes(t.name))
		return part && strings.TrimSpace(r.p.text[r.tags[i].end:t.start]) == ""
	}
	return false
}

// repeats tells whether a tag that is known by its name alone stands several times
// around bare text: each is a passage.
func (r *tagReader) repeats(i int) bool {
	t := &r.tags[i]
	return !containerTags[t.name] && r.count[t.kind] > 1 && !r.holdsElements(i)
}

// holdsElements tells whether an element holds closed elements that could be records.
func (r *tagReader) holdsElements(i int) bool {
	return slices.ContainsFunc(r.tags[i+1:r.tags[i].partner], func(t tag) bool { return !t.closing && t.partner >= 0 && !htmlTags[t.name] })
}

// holdsRecords tells whether a body that begins with text holds records all
// the same: <context>Some words:<doc>…. Only a container's name allows that.
func (r *tagReader) holdsRecords(i int) bool {
	switch t := &r.tags[i]; t.name {
	case "evidence", "reference", "data", "knowledge":
		return false
	case "context":
		return t.end-t.start <= len("<context>")
	default:
		return isContainer(t.name)
	}
}

// body is the text between an opener and a closer, CDATA marks taken off.
func (r *tagReader) body(open, closer int) string {
	return withoutCDATA(r.p.text[r.tags[open].end:r.tags[closer].start])
}

func withoutCDATA(s string) string {
	s = strings.TrimSpace(s)
	if inner, ok := strings.CutPrefix(s, "<![CDATA["); ok {
		return strings.TrimSpace(strings.TrimSuffix(inner, "]]>"))
	}
	return s
}

// leaf records an element that holds nothing but text.
func (r *tagReader) leaf(i int, own evidence.Chunk, guessed bool) {
	t := &r.tags[i]
	own.Text = r.body(i, t.partner)
	if r.p.user() && t.name == "article" && strings.HasPrefix(own.Text, "<") {
		return // a web page that the user shows
	}
	if t.name == "data" && r.count[t.kind] == 1 && strings.Contains(own.Text, "\n------\n") {
		return // all passages in one element: a section
	}
	at := line{t.start, r.tags[t.partner].end}
	inner := t.end + strings.Index(r.p.text[t.end:], own.Text)
	if t.name == "data" || t.name == "item" {
		splitTitle(&own)
	}
	r.add(found{Chunk: own, start: at.start, inner: inner, end: at.end, tag: t.name, guessed: guessed})
}

// splitTitle takes a leading `title:` off a text where there is no other
// title: short, and no sentence.
func splitTitle(c *evidence.Chunk) {
	title, text, ok := strings.Cut(c.Text, ":")
	if !ok || c.Title != "" || len(title) > 160 || strings.ContainsAny(title, ".?!。\n") && !isFile(title) || !heavier(text, 20) {
		return
	}
	c.Title, c.Text = strings.TrimSpace(title), strings.TrimSpace(text)
}

// truncated records the last element of a run whose closer was cut off: it goes on to
// the closer of its container, or to the end.
func (r *tagReader) truncated(i, hi int, inherited evidence.Chunk) {
	t := &r.tags[i]
	n := len(r.records)
	again := func(o tag) bool { return o.name == t.name && o.fixed }
	if n == 0 || r.records[n-1].tag != t.name || hi < len(r.tags) || slices.ContainsFunc(r.tags[i+1:], again) {
		return
	}
	end := len(r.p.text)
	closes := func(o tag) bool { return o.closing && o.fixed && isContainer(o.name) }
	if j := slices.IndexFunc(r.tags[i+1:], closes); j >= 0 {
		end = r.tags[i+1+j].start
	}
	own := heir(inherited)
	setAttributes(&own, r.p.text[t.start:t.end])
	own.Text, own.Truncated = withoutCDATA(r.p.text[t.end:end]), true
	r.add(found{Chunk: own, start: t.start, inner: t.end, end: end, tag: t.name})
}

// add records a passage unless it is empty: empty tags are prose.
func (r *tagReader) add(rec found) {
	rec.Text = unescape(strings.TrimSpace(rec.Text))
	if !heavier(rec.Text, 6) {
		return
	}
	complete(&rec.Chunk)
	rec.group = r.group
	if r.records == nil {
		const usual = 64 // records that need no more room
		r.records = make([]found, 0, min(len(r.tags)/2+1, usual))
	}
	r.records = append(r.records, rec)
}

// parts reads the elements of a structured element. Where one of them is a
// text, fields and text make a record; else the fields are inherited by the records
// among the elements.
func (r *tagReader) parts(i int, own evidence.Chunk, depth int) {
	t := &r.tags[i]
	cur := found{Chunk: heir(own), start: t.start, inner: t.end, tag: t.name}
	r.countTwins(i)
	for j := range r.kids(i) {
		c := &r.tags[j]
		leaf := !r.structured(j)
		switch {
		case leaf && strings.HasSuffix(c.name, "metadata"):
			readMetaLines(&cur.Chunk, r.body(j, c.partner))
		case leaf && fieldOf(c.name) != fieldNone && c.twins == 1 && !r.attributedRecord(j):
			setField(&cur.Chunk, c.name, unescape(r.body(j, c.partner)))
		default:
			r.walk(j, c.partner+1, cur.Chunk, depth+1)
		}
	}
	if cur.Text != "" {
		cur.end = r.tags[t.partner].end
		r.add(cur)
	}
}

// countTwins counts, for each element that stands directly in element i, those of its kind there.
func (r *tagReader) countTwins(i int) {
	for j := range r.kids(i) {
		r.within[r.tags[j].kind]++
	}
	for j := range r.kids(i) {
		r.tags[j].twins = r.within[r.tags[j].kind]
	}
	for j := range r.kids(i) {
		r.within[r.tags[j].kind] = 0
	}
}

// attributedRecord tells whether a tag is a record's name and has attributes, such as
// <passage number="1">.
func (r *tagReader) attributedRecord(j int) bool {
	t := &r.tags[j]
	return recordTags[t.name] && strings.Contains(r.p.text[t.start:t.end], "=")
}

// dropGuesses keeps records of unknown tag names only where nothing better
// was found, the name is used at least twice, and the texts have some length, or one of them
// has and each is identified; one alone where it is identified and no user could have typed it.
func (r *tagReader) dropGuesses() {
	isGuess := func(rec found) bool { return rec.guessed }
	if !slices.ContainsFunc(r.records, isGuess) {
		return
	}
	known := slices.ContainsFunc(r.records, func(rec found) bool { return !rec.guessed })
	light, all, named := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range r.records {
		rec := &r.records[i]
		if all[rec.tag]++; !heavier(rec.Text, minParagraph) {
			light[rec.tag]++
		}
		if identified(&rec.Chunk) {
			named[rec.tag]++
		}
	}
	several := func(tag string) bool {
		return all[tag] >= 2 && (light[tag] == 0 || named[tag] == all[tag] && light[tag] < all[tag])
	}
	r.records = slices.DeleteFunc(r.records, func(rec found) bool {
		alone := !r.p.user() && identified(&rec.Chunk) && heavier(rec.Text, minParagraph)
		return rec.guessed && (known || !alone && !several(rec.tag) || isInstructive(rec.Text))
	})
}

// candidates groups the records: in a user's message a run ends where other
// text begins, for what follows may be the user's own.
func (r *tagReader) candidates() []candidate {
	var list []candidate
	guessed := len(r.records) > 0 && r.records[0].guessed // all are, or none
	all := r.records[:0]
	for i := range r.records {
		rec := &r.records[i]
		n := len(list)
		if r.p.inFence(r.p.lineAt(rec.start)) && (r.p.user() && n == 0 || !r.p.inFence(r.p.lineAt(rec.group.start))) {
			continue // code that the user shows, or an example in bare text
		}
		if all = append(all, *rec); n == 0 || r.p.user() && !r.onlyMarkup(list[n-1].end, rec.start) {
			start := rec.start
			if rec.group.end >= rec.end {
				start = min(start, rec.group.start)
			}
			list = append(list, candidate{layout: "tags", start: start, rank: rankMarked, guessed: guessed})
			n++
		}
		c := &list[n-1]
		c.end = max(c.end, rec.end, rec.group.end)
		c.found = all[len(all)-1-len(c.found) : len(all) : len(all)]
	}
	liftEach(all, liftNumber)
	liftHeads(all)
	for i := range list {
		foldOdd(r.p.text, &list[i])
		doubt(&list[i])
	}
	return list
}

// liftNumber takes the number in brackets off the front of a text that has no id.
func liftNumber(r *found) bool {
	inner, rest, ok := strings.Cut(strings.TrimPrefix(r.Text, "["), "]")
	if !ok || r.ID != "" || r.Text[0] != '[' || !isDigits(inner) || !heavier(rest, 6) || rest[0] != '\n' && rest[0] != ' ' && rest[0] != ':' {
		return false
	}
	r.ID, r.Text = inner, strings.TrimSpace(strings.TrimPrefix(rest, ":"))
	return true
}

// onlyMarkup tells whether a gap holds nothing but tags, rules and blanks.
func (r *tagReader) onlyMarkup(from, to int) bool {
	if from >= to {
		return true
	}
	for s := range strings.SplitSeq(r.p.text[from:to], "\n") {
		s = strings.TrimSpace(s)
		if s != "" && !isRule(s) && !(s[0] == '<' && s[len(s)-1] == '>' && strings.Count(s, "</") <= 2) {
			return false
		}
	}
	return true
}

// attributes reads the attributes of a tag: quoted either way, bare, or bare
// with blanks (`title=Q3 update, final page=2`), which end at the next `key=`.
func attributes(raw string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		raw := strings.TrimRight(strings.TrimSuffix(raw, ">"), "/ ")
		name := strings.IndexAny(raw, " \t\r\n")
		if name < 0 {
			return
		}
		raw = raw[name:]
		for raw != "" {
			key, rest, ok := strings.Cut(raw, "=")
			if !ok {
				return
			}
			var value string
			value, raw = cutValue(strings.TrimLeft(rest, " \t\r\n"))
			key = strings.TrimSpace(key)
			if named := key != "" && len(key) < 64 && !strings.ContainsAny(key, " \t\n"); named && !yield(key, unescape(value)) {
				return
			}
		}
	}
}

// cutValue cuts the value of an attribute off the front.
func cutValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		for i := 1; i < len(s); i++ {
			if s[i] == s[0] && (i+1 == len(s) || isBlank(s[i+1]) || s[i+1] == '/') {
				return s[1:i], s[i+1:]
			}
		}
		return s[1:], ""
	}
	eq := strings.IndexByte(s, '=')
	if cut := strings.LastIndexAny(s[:max(eq, 0)], " \t\n"); cut >= 0 {
		return strings.TrimSpace(s[:cut]), s[cut:]
	}
	return strings.TrimSpace(s), ""
}

// setAttributes files the attributes of a tag.
func setAttributes(c *evidence.Chunk, raw string) {
	for key, value := range attributes(raw) {
		setField(c, key, value)
	}
	if _, id, ok := strings.Cut(strings.TrimSuffix(raw, ">"), " "); ok && c.ID == "" && (isCode(id) || isDigits(id)) {
		c.ID = id // <document a1>
	}
}

// unescape resolves entities where the text was evidently escaped: it has
// entities and no raw '<'.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 || strings.IndexByte(s, '<') >= 0 {
		return s
	}
	for _, entity := range [...]string{"&lt;", "&quot;", "&amp;", "&#"} {
		if strings.Contains(s, entity) {
			return html.UnescapeString(s)
		}
	}
	return s
}
