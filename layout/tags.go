package layout

import (
	"strings"

	"vouchsafe/chunk"
)

// recordTags are the names under which one passage is sent. Some of them are
// also names of containers and of fields; where they stand decides.
var recordTags = set(
	"document", "doc", "source", "chunk", "result", "item", "passage", "node", "contextitem", "data", "reference", "ref",
	"snippet", "excerpt", "article", "record", "entry", "file_content", "url_content", "memory", "text_chunk", "fact",
	"search_result", "search-result", "searchresult", "page", "hit", "evidence", "citation", "text", "retrieved_document",
	"retrieved_chunk", "retrieveddocument", "context_item", "context_chunk", "kb_article", "web_page", "webpage", "paragraph",
	"content", "file", "document_chunk", "segment", "context", "note", "knowledge_item", "doc_chunk", "quote", "extract",
	"web_result", "source_document", "contextdocument", "context_document", "kb_entry", "match", "block")

// askTags hold what is asked or demanded, never evidence.
var askTags = set(
	"question", "query", "user_query", "userquery", "user_question", "user_input", "instructions", "instruction", "rules",
	"guidelines", "task", "example", "examples", "output", "output_format", "format", "thinking", "scratchpad", "chat_history",
	"history", "histories", "conversation", "conversation_history", "system", "role", "persona", "tone", "answer_format",
	"questions", "citation_instructions", "constraints", "tools", "tool", "environment_details", "user_message", "response_format",
	"important", "reminder", "style", "goal", "objective", "widgets_result", "user", "assistant", "input", "response")

// htmlTags are markup inside passages; they neither hold records nor are any.
var htmlTags = set(
	"p", "div", "b", "i", "em", "strong", "br", "ul", "ol", "li", "table", "tr", "td", "th", "tbody", "thead", "html", "body",
	"head", "span", "a", "img", "code", "pre", "script", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "u", "sub", "sup", "section",
	"header", "footer", "nav", "main", "video", "audio", "form", "button", "label", "meta", "small", "blockquote", "figure", "svg",
	"title", "details", "dl", "dt", "dd", "select", "option", "iframe", "noscript", "caption", "center", "font")

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
	r.walk(0, len(r.tags), chunk.Chunk{}, 0)
	r.dropGuesses()
	liftFound(r.records)
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
func (r *tagReader) walk(lo, hi int, inherited chunk.Chunk, depth int) {
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
	return strings.Contains(raw, "not cite") || strings.Contains(t.name, "widget") || strings.Contains(t.name, "docstring") || strings.HasSuffix(t.name, "metadata")
}

// element reads one closed element: a record, or what holds records.
func (r *tagReader) element(i int, inherited chunk.Chunk, depth int) {
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

// containerTags hold records or bare text, and are no record themselves even
// when they hold text only: that is a section.
var containerTags = set("已知信息", "参考资料", "参考信息", "上下文", "知识库", "検索結果", "コンテキスト",
	"context", "contexts", "documents", "sources", "retrieved_chunks", "references", "search_results", "results", "cites", "data",
	"qa", "files", "knowledge", "knowledge_base", "passages", "chunks", "articles", "snippets", "excerpts", "information",
	"reference", "retrieved_context", "retrieved_documents", "retrieved_memories", "memories", "search-results", "facts",
	"filescontent", "background", "evidence", "docs", "context_documents", "provided_context", "knowledgebase", "supporting_documents")

func setAttribute(c *chunk.Chunk, a attribute, name string) {
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
	return t.name == "title" || t.name == "question" || t.number != "" || !htmlTags[t.name] && (recordTags[t.name] || fieldOf(t.name) != fieldNone || containerTags[t.name] ||
		strings.Contains(t.name, "docstring") || strings.HasSuffix(t.name, "metadata"))
}

// parts reads the elements of a structured element. Where one of them is a
// text, fields and text make a record, and a repeated field begins the next;
// else the fields are inherited by the records among the elements.
func (r *tagReader) parts(i int, own chunk.Chunk, depth int) {
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

// body is the text between an opener and a closer, CDATA marks taken off.
func (r *tagReader) body(open, closer int) string {
	s := strings.TrimSpace(r.p.text[r.tags[open].end:r.tags[closer].start])
	if inner, ok := strings.CutPrefix(s, "<![CDATA["); ok {
		return strings.TrimSpace(strings.TrimSuffix(inner, "]]>"))
	}
	return s
}

// leaf records an element that holds nothing but text.
func (r *tagReader) leaf(i int, own chunk.Chunk) {
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
func (r *tagReader) guessed(i int, own chunk.Chunk) {
	n := len(r.records)
	if r.leaf(i, own); len(r.records) > n {
		r.guess = append(r.guess, n)
	}
}

// splitTitle takes a leading `title:` off a text where there is no other
// title: short, and no sentence.
func splitTitle(c *chunk.Chunk) {
	title, text, ok := strings.Cut(c.Text, ":")
	if !ok || c.Title != "" || len(title) > 160 || strings.ContainsAny(title, ".?!。\n") && !isFile(title) || !heavier(text, 20) {
		return
	}
	c.Title, c.Text = strings.TrimSpace(title), strings.TrimSpace(text)
}

// truncated records the last element of a run whose closer was cut off.
func (r *tagReader) truncated(i, hi int, inherited chunk.Chunk) {
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
func (r *tagReader) add(c chunk.Chunk, name string, at found) {
	c.Text = unescape(trimText(c.Text))
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
		before.Text = trimText(r.p.text[before.inner:forged.inner] + forged.Text)
		before.end = forged.end
		c.untrusted = append(c.untrusted, "a passage holds a record of its own, with the id "+forged.ID)
		c.found = append(c.found[:i], c.found[i+1:]...)
	}
}

// doubt takes the standing of the app's own from records that contest a number.
func doubt(c *candidate) {
	for _, i := range contested(c.found) {
		c.found[i].Standing = chunk.Fallback
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
