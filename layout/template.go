package layout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/chunk"
)

// Span is the literal text around something; "" matches the edge of what is
// around it.
type Span struct{ Begin, End string }

// Template declares how one app lays out its evidence. The literals are
// compared as they stand. Because the place of the question is known, it is
// cut out before anything is read: nothing typed there becomes evidence.
type Template struct {
	Name string
	Role string // role of the message; "" for system, developer, user and tool alike
	// Section is the literal text around all passages.
	Section Span
	// KeepBegin makes Section.Begin a part of the section: it opens the first
	// passage.
	KeepBegin bool
	// Record is the text around one passage. Begin may hold the slots {id},
	// {title}, {url}, {filename}, {page}, {date} and {any}, each followed by
	// literal text: "[{id}] {title}\n".
	Record Span
	// Separator parts passages where Record is empty. With neither, and no
	// Layouts, the whole section is recorded as one.
	Separator string
	// Layouts are built-in layouts to read the section with.
	Layouts []string
	// Place says where the question stands: QuestionBefore or QuestionAfter
	// the section, or "" for another message.
	Place string
	// Question is the literal text around the question.
	Question Span
	// IDBase, where not nil, numbers passages that show no id, from this value.
	IDBase *int
	// Marker is the style of marker that the app's prompt asks for.
	Marker string
}

// Places of a question.
const (
	QuestionBefore = "before"
	QuestionAfter  = "after"
)

// slots that a Record.Begin may hold.
var slots = []string{"id", "title", "url", "filename", "page", "date", "any"}

// ValidateTemplate lists what is wrong with a template, nothing where it can
// be used.
func ValidateTemplate(t Template) []string {
	var problems []string
	if t.Section.Begin == "" && t.Record.Begin == "" {
		problems = append(problems, "section.begin or record.begin is needed: without a literal nothing tells evidence from other text")
	}
	if t.Role != "" && !slices.Contains([]string{"system", "developer", "user", "tool"}, t.Role) {
		problems = append(problems, fmt.Sprintf("role %q is none of system, developer, user, tool", t.Role))
	}
	if t.Place != "" && t.Place != QuestionBefore && t.Place != QuestionAfter {
		problems = append(problems, fmt.Sprintf("question place %q is neither before nor after", t.Place))
	}
	if t.Place == QuestionAfter && t.Section.End == "" {
		problems = append(problems, "section.end is needed where the question follows: without it the question would be read as evidence")
	}
	if t.Record.Begin != "" && t.Separator != "" {
		problems = append(problems, "record.begin and separator exclude each other")
	}
	for _, name := range t.Layouts {
		if !slices.Contains(Names(), name) {
			problems = append(problems, fmt.Sprintf("layout %q is none of %s", name, strings.Join(Names(), ", ")))
		}
	}
	return append(problems, validateSlots(t.Record.Begin)...)
}

func validateSlots(begin string) []string {
	var problems []string
	pieces := parseSlots(begin)
	for i, s := range pieces {
		if s.slot == "" {
			continue
		}
		if !slices.Contains(slots, s.slot) {
			problems = append(problems, fmt.Sprintf("slot {%s} is none of %s", s.slot, strings.Join(slots, ", ")))
		}
		if i+1 == len(pieces) || pieces[i+1].literal == "" {
			problems = append(problems, fmt.Sprintf("slot {%s} needs literal text behind it", s.slot))
		}
	}
	if len(pieces) > 0 && pieces[0].slot != "" {
		problems = append(problems, "record.begin must begin with literal text")
	}
	return problems
}

// piece is a literal or a slot of a Record.Begin.
type piece struct{ literal, slot string }

func parseSlots(s string) []piece {
	var list []piece
	for s != "" {
		open := strings.IndexByte(s, '{')
		end := strings.IndexByte(s[max(open, 0):], '}')
		if open < 0 || end < 0 {
			return append(list, piece{literal: s})
		}
		if open > 0 {
			list = append(list, piece{literal: s[:open]})
		}
		list = append(list, piece{slot: s[open+1 : open+end]})
		s = s[open+end+1:]
	}
	return list
}

// template reads a message by the first template that matches it. Passages of
// a declared template are the app's own whatever the role; a known layout
// that is not declared only tells where to look.
func (f *finder) template(p *page, i int) bool {
	for n := range f.declared {
		if t := &f.declared[n]; f.useTemplate(t, p, i, true) {
			return true
		}
	}
	if f.allowed != nil {
		return false
	}
	for n := range presets {
		if t := &presets[n]; t.known && f.useTemplate(&t.Template, p, i, false) {
			return true
		}
	}
	return false
}

func (f *finder) useTemplate(t *Template, p *page, i int, declared bool) bool {
	if t.Role != "" && t.Role != p.role && !(t.Role == "system" && p.role == "developer") {
		return false
	}
	at, question, ok := t.locate(p.text)
	if !ok {
		return false
	}
	sub := newPage(p.text[at.start:at.end], p.role)
	sub.led = true
	list := f.readSection(t, sub)
	if len(list) == 0 {
		return false
	}
	for _, c := range list {
		c.start, c.end = at.start, at.end
		if !declared && c.layout == "sections" {
			c.layout = t.Name
		}
		if declared {
			c.layout = t.Name
			for k := range c.found {
				c.found[k].Standing = chunk.Primary
			}
		}
		f.addFound(i, c)
	}
	if question != "" {
		f.ask(i, question)
	}
	if t.Marker != "" {
		f.out.Marker = t.Marker
	}
	return true
}

func (f *finder) ask(i int, question string) {
	if f.asked == nil {
		f.asked = map[int]string{}
	}
	f.asked[i] = question
}

// locate finds the section and the question. Where the question comes first
// the section begins at the last Begin, where it follows the section ends at
// the first End: what is typed into the question can then neither open nor
// prolong the section.
func (t *Template) locate(text string) (section line, question string, ok bool) {
	begin := indexByLine(text, t.Section.Begin)
	if begin >= 0 && t.Place == QuestionBefore {
		begin = strings.LastIndex(text, t.Section.Begin)
	}
	if begin < 0 {
		return section, "", false
	}
	section = line{begin + len(t.Section.Begin), len(text)}
	if t.KeepBegin {
		section.start = begin
	}
	if t.Section.End != "" {
		rest := text[section.start:]
		end := strings.LastIndex(rest, t.Section.End)
		if t.Place == QuestionAfter {
			end = strings.Index(rest, t.Section.End)
		}
		if end < 0 {
			return section, "", false
		}
		section.end = section.start + end
	}
	switch t.Place {
	case QuestionBefore:
		question = between(text[:begin], t.Question)
	case QuestionAfter:
		question = between(text[section.end+len(t.Section.End):], t.Question)
	}
	return section, question, true
}

// indexByLine is strings.Index for literals of several lines: it looks only
// where a line ends, which is at few places.
func indexByLine(text, literal string) int {
	in := strings.IndexByte(literal, '\n')
	if in <= 0 {
		return strings.Index(text, literal)
	}
	for at := in; at < len(text); at++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		if at += i; strings.HasPrefix(text[at-in:], literal) {
			return at - in
		}
	}
	return -1
}

// between is the text inside a span, or "" where the span does not match.
func between(text string, s Span) string {
	if s.Begin != "" {
		_, rest, ok := strings.Cut(text, s.Begin)
		if !ok {
			return ""
		}
		text = rest
	}
	if s.End != "" {
		if i := strings.LastIndex(text, s.End); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}

// readSection reads what stands inside a template's section.
func (f *finder) readSection(t *Template, p *page) []candidate {
	switch {
	case t.Record.Begin != "":
		return t.records(p.text)
	case t.Separator != "":
		return t.split(p.text)
	}
	inner := &finder{allowed: set(t.Layouts...)}
	if len(t.Layouts) > 0 {
		if list := choose(p, inner.read(p)); len(list) > 0 {
			return list
		}
	}
	text := trimText(p.text)
	if text == "" {
		return nil
	}
	if inner.allowed["sections"] {
		return []candidate{sectionOf(p, 0, len(p.text), true)}
	}
	return []candidate{{layout: t.Name, end: len(p.text), found: []found{{Chunk: chunk.Chunk{Text: dedent(text), Kind: chunk.Section}, end: len(p.text)}}}}
}

// split parts the section at the separator.
func (t *Template) split(text string) []candidate {
	c := candidate{layout: t.Name, end: len(text)}
	for s := range strings.SplitSeq(text, t.Separator) {
		if s = trimText(dedent(s)); s == "" {
			continue
		}
		r := chunk.Chunk{Text: s}
		t.number(&r, len(c.found))
		c.found = append(c.found, found{Chunk: r, end: len(text)})
	}
	if len(c.found) == 0 {
		return nil
	}
	liftFound(c.found)
	return []candidate{c}
}

func (t *Template) number(c *chunk.Chunk, n int) {
	if t.IDBase != nil && c.ID == "" {
		c.ID = strconv.Itoa(*t.IDBase + n)
	}
}

// records reads the section by the literals around each passage.
func (t *Template) records(text string) []candidate {
	c := candidate{layout: t.Name, end: len(text)}
	pieces := parseSlots(t.Record.Begin)
	var r chunk.Chunk
	at := t.nextRecord(text, 0, pieces, &r)
	for at >= 0 {
		cur := r
		r = chunk.Chunk{}
		next := t.nextRecord(text, at, pieces, &r)
		body := text[at:]
		if next >= 0 {
			body = text[at:recordStart(text, next, pieces[0].literal)]
		}
		if t.Record.End != "" {
			if i := strings.LastIndex(body, t.Record.End); i >= 0 {
				body = body[:i]
			} else {
				cur.Truncated = true
			}
		}
		if cur.Text = trimText(body); cur.Text != "" {
			t.number(&cur, len(c.found))
			complete(&cur)
			c.found = append(c.found, found{Chunk: cur, end: len(text)})
		}
		at = next
	}
	if len(c.found) == 0 {
		return nil
	}
	return []candidate{c}
}

// recordStart goes back from a record's text to where its Begin starts.
func recordStart(text string, at int, literal string) int {
	return strings.LastIndex(text[:at], literal)
}

// nextRecord finds the next Begin at a line's start, or right behind an End,
// fills its slots and returns where the passage's text begins, or -1.
func (t *Template) nextRecord(text string, from int, pieces []piece, c *chunk.Chunk) int {
	for at := from; ; {
		i := strings.Index(text[at:], pieces[0].literal)
		if i < 0 {
			return -1
		}
		at += i
		anchored := strings.TrimRight(text[:at], " \t") == "" || text[at] == '\n' || fixedOpener(text, at) ||
			t.Record.End != "" && strings.HasSuffix(strings.TrimRight(text[:at], " "), t.Record.End)
		if end, ok := fillSlots(text, at, pieces, c); ok && anchored {
			return end
		}
		at += len(pieces[0].literal)
	}
}

// fillSlots matches the pieces of a Begin at a place. A slot is filled with
// what stands on one line before the next literal.
func fillSlots(text string, at int, pieces []piece, c *chunk.Chunk) (int, bool) {
	*c = chunk.Chunk{}
	for i := 0; i < len(pieces); i++ {
		if pieces[i].slot == "" {
			if !strings.HasPrefix(text[at:], pieces[i].literal) {
				return 0, false
			}
			at += len(pieces[i].literal)
			continue
		}
		if i+1 >= len(pieces) {
			return 0, false
		}
		n := strings.Index(text[at:min(len(text), at+maxTag)], pieces[i+1].literal)
		if n < 0 || strings.Contains(text[at:at+n], "\n") {
			return 0, false
		}
		if pieces[i].slot != "any" {
			setField(c, pieces[i].slot, text[at:at+n])
		}
		at += n
	}
	return at, true
}
