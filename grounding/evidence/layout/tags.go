package layout

import (
	"html"
	"iter"
	"strings"

	"vouchsafe/grounding/evidence"
)

// maxDepth bounds the nesting of containers that is followed.
const maxDepth = 8

// tagReader reads tagged records.
type tagReader struct {
	p       *page
	tags    []tag
	records []found
	names   []string // tag name of each record
	guess   []int    // records whose tag name is not known to us
	group   line     // the outermost element that is being read
	count   []int    // elements by kind
}

// findTags reads records in tags, such as <document index="1">…</document>.
func findTags(p *page) []candidate {
	r := &tagReader{p: p, tags: p.tagList()}
	if len(r.tags) == 0 {
		return nil
	}
	r.countElements()
	r.walk(0, len(r.tags), evidence.Chunk{}, 0)
	r.dropGuesses()
	liftHeads(r.records)
	return r.candidates()
}

// countElements counts the elements by kind.
func (r *tagReader) countElements() {
	kinds := 0
	for i := range r.tags {
		kinds = max(kinds, r.tags[i].kind+1)
	}
	r.count = make([]int, kinds)
	for i := range r.tags {
		if t := &r.tags[i]; !t.closing && t.partner >= 0 {
			r.count[t.kind]++
		}
	}
}

// walk reads the records among the tags in [lo, hi).
func (r *tagReader) walk(lo, hi int, inherited evidence.Chunk, depth int) {
	for i := lo; i < hi; {
		t := &r.tags[i]
		switch {
		case t.closing || !t.fixed:
			i++
		case t.partner < 0 || t.partner >= hi && hi < len(r.tags):
			r.truncated(i, hi, inherited)
			i++
		case htmlTags[t.name] && t.name != "title":
			i++
		case askTags[t.name] || r.forbidden(t):
			i = t.partner + 1
		default:
			if depth == 0 {
				r.group = line{t.start, r.tags[t.partner].end}
			}
			r.element(i, inherited, depth)
			i = t.partner + 1
		}
	}
}

// forbidden tells whether a tag itself says that it must not be cited.
func (r *tagReader) forbidden(t *tag) bool {
	raw := strings.ToLower(r.p.text[t.start:t.end])
	return strings.Contains(raw, "not cite") || strings.Contains(t.name, "widget") ||
		strings.Contains(t.name, "docstring") || strings.HasSuffix(t.name, "metadata")
}

// element reads one closed element: a record, or what holds records.
func (r *tagReader) element(i int, inherited evidence.Chunk, depth int) {
	t := &r.tags[i]
	child := r.firstChild(i)
	structured := child >= 0 && r.isPart(child)
	own := heir(inherited)
	for a := range attributes(r.p.text[t.start:t.end]) {
		setAttribute(&own, a, t.name)
	}
	switch {
	case depth >= maxDepth:
	case structured:
		r.parts(i, own, depth)
	case t.number != "":
		first(&own.ID, t.number)
		r.leaf(i, own)
	case recordTags[t.name] && !r.holdsRecords(i):
		r.leaf(i, own)
	case !containerTags[t.name] && r.count[t.kind] > 1 && r.beginsWithText(i):
		r.guessed(i, own)
	case containerTags[t.name] || r.hasChild(i):
		r.walk(i+1, t.partner, inherited, depth+1)
	default:
		r.guessed(i, own)
	}
}

// beginsWithText tells whether some text stands in front of an element's first
// own element.
func (r *tagReader) beginsWithText(i int) bool {
	t := &r.tags[i]
	return heavier(r.p.text[t.end:r.tags[min(i+1, len(r.tags)-1)].start], 20)
}

// body is the text between an opener and a closer, CDATA marks taken off.
func (r *tagReader) body(open, closer int) string {
	s := strings.TrimSpace(r.p.text[r.tags[open].end:r.tags[closer].start])
	if inner, ok := strings.CutPrefix(s, "<![CDATA["); ok {
		return strings.TrimSpace(strings.TrimSuffix(inner, "]]>"))
	}
	return s
}

// leaf records an element that holds nothing but text.
func (r *tagReader) leaf(i int, own evidence.Chunk) {
	t := &r.tags[i]
	own.Text = r.body(i, t.partner)
	if r.p.user() && t.name == "article" && strings.HasPrefix(own.Text, "<") {
		return // a web page that the user shows
	}
	if t.name == "data" && r.count[t.kind] == 1 && strings.Contains(own.Text, "\n------\n") {
		return // all passages in one element: a section
	}
	inner := t.end + strings.Index(r.p.text[t.end:], own.Text)
	if t.name == "data" || t.name == "item" {
		splitTitle(&own)
	}
	r.add(own, t.name, found{start: t.start, inner: inner, end: r.tags[t.partner].end})
}

// guessed records an element whose name we do not know.
func (r *tagReader) guessed(i int, own evidence.Chunk) {
	n := len(r.records)
	if r.leaf(i, own); len(r.records) > n {
		r.guess = append(r.guess, n)
	}
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

// truncated records the last element of a run whose closer was cut off.
func (r *tagReader) truncated(i, hi int, inherited evidence.Chunk) {
	t := &r.tags[i]
	if t.partner >= 0 {
		return
	}
	if n := len(r.names); n == 0 || r.names[n-1] != t.name || hi < len(r.tags) {
		return
	}
	for j := i + 1; j < len(r.tags); j++ {
		if r.tags[j].name == t.name && r.tags[j].fixed {
			return
		}
	}
	end := len(r.p.text)
	for j := i + 1; j < len(r.tags); j++ {
		if c := &r.tags[j]; c.closing && containerTags[c.name] && c.fixed {
			end = c.start
			break
		}
	}
	own := heir(inherited)
	for a := range attributes(r.p.text[t.start:t.end]) {
		setAttribute(&own, a, t.name)
	}
	own.Text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(r.p.text[t.end:end]), "<![CDATA["))
	own.Truncated = true
	r.add(own, t.name, found{start: t.start, inner: t.end, end: end})
}

// add records a passage unless it is empty: empty tags are prose.
func (r *tagReader) add(c evidence.Chunk, name string, at found) {
	c.Text = unescape(strings.TrimSpace(c.Text))
	if !heavier(c.Text, 6) {
		return
	}
	complete(&c)
	at.Chunk, at.group = c, r.group
	if r.records == nil {
		const usual = 64 // records that need no more room
		room := min(len(r.tags)/2+1, usual)
		r.records, r.names = make([]found, 0, room), make([]string, 0, room)
	}
	r.records = append(r.records, at)
	r.names = append(r.names, name)
}

// attribute is one attribute of a tag.
type attribute struct{ key, value string }

// attributes reads the attributes of a tag: quoted either way, bare, or bare
// with blanks (`title=Q3 update, final page=2`), which end at the next `key=`.
func attributes(raw string) iter.Seq[attribute] {
	return func(yield func(attribute) bool) {
		raw := strings.TrimRight(strings.TrimSuffix(raw, ">"), "/ ")
		i := strings.IndexAny(raw, " \t\r\n")
		for i >= 0 && i < len(raw) {
			eq := strings.IndexByte(raw[i:], '=')
			if eq < 0 {
				break
			}
			key := strings.TrimSpace(raw[i : i+eq])
			value, next := attributeValue(raw, i+eq+1)
			if key != "" && len(key) < 64 && !strings.ContainsAny(key, " \t\n") && !yield(attribute{key, unescape(value)}) {
				return
			}
			i = next
		}
	}
}

func attributeValue(raw string, i int) (value string, next int) {
	for i < len(raw) && isBlank(raw[i]) {
		i++
	}
	if i < len(raw) && (raw[i] == '"' || raw[i] == '\'') {
		return quotedValue(raw, i)
	}
	eq := strings.IndexByte(raw[i:], '=')
	if eq < 0 {
		return strings.TrimSpace(raw[i:]), len(raw)
	}
	cut := strings.LastIndexAny(raw[i:i+eq], " \t\n")
	if cut < 0 {
		return strings.TrimSpace(raw[i:]), len(raw)
	}
	return strings.TrimSpace(raw[i : i+cut]), i + cut
}

func quotedValue(raw string, i int) (value string, next int) {
	quote := raw[i]
	for j := i + 1; j < len(raw); j++ {
		if raw[j] == quote && (j+1 == len(raw) || isBlank(raw[j+1]) || raw[j+1] == '/') {
			return raw[i+1 : j], j + 1
		}
	}
	return raw[i+1:], len(raw)
}

// unescape resolves entities where the text was evidently escaped: it has
// entities and no raw '<'.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 || strings.IndexByte(s, '<') >= 0 {
		return s
	}
	if !strings.Contains(s, "&lt;") && !strings.Contains(s, "&quot;") && !strings.Contains(s, "&amp;") && !strings.Contains(s, "&#") {
		return s
	}
	return html.UnescapeString(s)
}

// recordTags are the names under which one passage is sent. Some of them are
// also names of containers and of fields; where they stand decides.
var recordTags = set(words("record_tags")...)

// askTags hold what is asked or demanded, never evidence.
var askTags = set(words("ask_tags")...)

// htmlTags are markup inside passages; they neither hold records nor are any.
var htmlTags = set(words("html_tags")...)

// containerTags hold records or bare text, and are no record themselves even
// when they hold text only: that is a section.
var containerTags = set(words("container_tags")...)
