package layout

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
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
	KeepBegin bool `yaml:"keep_begin"`
	// Record is the text around one passage. Begin may hold the slots {id},
	// {title}, {url}, {filename}, {page}, {date}, {any} and {lines}, each followed by
	// literal text: "[{id}] {title}\n".
	Record Span
	// Separator parts passages where Record is empty. With neither, and no
	// Layouts, the whole section is recorded as one.
	Separator string
	// Layouts are built-in layouts to read the section with.
	Layouts []string
	// Place says where the question stands: QuestionBefore or QuestionAfter
	// the section, or "" for another message.
	Place string `yaml:"-"`
	// Question is the literal text around the question.
	Question Span `yaml:"-"`
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
		if t := &presets[n]; t.Known && t.isFor(p.role) && strings.Contains(p.text, t.sign) && f.useTemplate(&t.Template, p, i, false) {
			return true
		}
	}
	return false
}

// isFor tells whether a template is one of messages of a role.
func (t *Template) isFor(role string) bool {
	return t.Role == "" || t.Role == role || t.Role == "system" && role == "developer"
}

func (f *finder) useTemplate(t *Template, p *page, i int, declared bool) bool {
	if !t.isFor(p.role) {
		return false
	}
	at, question, ok := t.locate(p.text)
	if !ok {
		return false
	}
	sub := newPage(p.text[at.start:at.end], p.role)
	sub.led = true
	list := t.read(sub)
	if len(list) == 0 || !declared && len(t.Layouts) > 0 && !slices.Contains(t.Layouts, list[0].layout) {
		return false // a known system whose section holds something else is not that system
	}
	for _, c := range list {
		c.start, c.end = at.start, at.end
		if declared || c.layout == "sections" {
			c.layout = t.Name
		}
		for k := range c.found {
			if declared {
				c.found[k].Standing = evidence.Primary
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

// read reads what stands inside a template's section.
func (t *Template) read(p *page) []candidate {
	switch {
	case t.Record.Begin != "":
		return t.records(p.text)
	case t.Separator != "":
		return t.split(p.text)
	}
	allowed := set(t.Layouts...)
	if len(t.Layouts) > 0 {
		if list := choose(p, readings(p, allowed)); len(list) > 0 {
			return list
		}
	}
	text := strings.TrimSpace(p.text)
	if text == "" {
		return nil
	}
	if allowed["sections"] {
		return []candidate{sectionOf(p, 0, len(p.text), true)}
	}
	whole := found{Chunk: evidence.Chunk{Text: dedent(text), Kind: evidence.Section}}
	return []candidate{placed([]found{whole}, line{end: len(p.text)}, t.Name)}
}

// preset is a layout as layouts.yaml has it: a template of a known system. Those that are
// known are recognised without being declared, because their layout puts the question first
// or parts passages in a way that the general rules cannot tell.
type preset struct {
	Template `yaml:",inline"`
	Known    bool
	sign     string                                // the end of Section.Begin from its first rare byte on: most texts lack it
	Asked    struct{ Place, After, Before string } `yaml:"question"`
}

// presets by the name of the system. The literals are the shortest that tell
// the system's prompt from other text.
var presets = func() (list []preset) {
	readData("layouts.yaml", &list)
	for i := range list {
		t := &list[i]
		t.sign = strings.TrimLeft(t.Section.Begin, "abcdefghijklmnopqrstuvwxyz \n")
		t.Place, t.Question = t.Asked.Place, Span{t.Asked.After, t.Asked.Before}
	}
	return list
}()

// Presets lists the names of the systems whose layouts are built in.
func Presets() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].Name
	}
	return names
}

// declared are the templates that options declare: their own, and presets by
// name.
func declared(o Options) []Template {
	list := append([]Template(nil), o.Own...)
	for i := range presets {
		if slices.Contains(o.Layouts, presets[i].Name) {
			list = append(list, presets[i].Template)
		}
	}
	return list
}

// locate finds the section and the question. Where the question comes first
// the section begins at the last Begin, where it follows the section ends at
// the first End: what is typed into the question can then neither open nor
// prolong the section.
func (t *Template) locate(text string) (section line, question string, ok bool) {
	begin := strings.Index(text, t.Section.Begin)
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

// slots that a Record.Begin may hold.
var slots = []string{"id", "title", "url", "filename", "page", "date", "any", "lines"}

var slotPattern = regexp.MustCompile(`\{([^{}]*)\}`)

func validateSlots(begin string) []string {
	var problems []string
	for _, m := range slotPattern.FindAllStringSubmatchIndex(begin, -1) {
		slot := begin[m[2]:m[3]]
		if !slices.Contains(slots, slot) {
			problems = append(problems, fmt.Sprintf("slot {%s} is none of %s", slot, strings.Join(slots, ", ")))
		}
		if m[1] == len(begin) || begin[m[1]] == '{' {
			problems = append(problems, fmt.Sprintf("slot {%s} needs literal text behind it", slot))
		}
	}
	if loc := slotPattern.FindStringIndex(begin); loc != nil && loc[0] == 0 {
		problems = append(problems, "record.begin must begin with literal text")
	}
	return problems
}

// recordPattern fits the beginning of a record: at a line's start, behind a tag or behind
// the end of the record before. A slot is filled with what stands on one line before the
// next literal, {lines} with what stands on several. Its first group is the beginning without what is in front of it. It is nil
// where the literals are too long.
func (t *Template) recordPattern() (pattern *regexp.Regexp, slots []string) {
	var b strings.Builder
	if begin := t.Record.Begin; begin[0] != '\n' {
		b.WriteString(`(?:(?m:^)|>`)
		if t.Record.End != "" {
			b.WriteString("|" + regexp.QuoteMeta(t.Record.End))
		}
		b.WriteString(`)[ \t\r]*`)
	}
	b.WriteByte('(')
	at := 0
	for _, m := range slotPattern.FindAllStringSubmatchIndex(t.Record.Begin, -1) {
		slot, filling := t.Record.Begin[m[2]:m[3]], `([^\n]*?)`
		if slot == "lines" {
			filling = `((?s:.*?))`
		}
		b.WriteString(regexp.QuoteMeta(t.Record.Begin[at:m[0]]) + filling)
		slots = append(slots, slot)
		at = m[1]
	}
	b.WriteString(regexp.QuoteMeta(t.Record.Begin[at:]) + ")")
	pattern, err := regexp.Compile(strings.ToValidUTF8(b.String(), "\uFFFD"))
	if err != nil {
		return nil, nil // longer than a pattern may be
	}
	return pattern, slots
}

// split parts the section at the separator.
func (t *Template) split(text string) []candidate {
	var list []found
	for s := range strings.SplitSeq(text, t.Separator) {
		list = t.add(list, evidence.Chunk{Text: strings.TrimSpace(dedent(s))})
	}
	liftHeads(list)
	return t.placed(list, text)
}

// records reads the section by the literals around each passage.
func (t *Template) records(text string) []candidate {
	pattern, slots := t.recordPattern()
	if pattern == nil {
		return nil
	}
	begins := pattern.FindAllStringSubmatchIndex(text, -1)
	var list []found
	for i, m := range begins {
		var c evidence.Chunk
		for n, slot := range slots {
			if slot != "any" && slot != "lines" {
				setField(&c, slot, text[m[4+2*n]:m[5+2*n]])
			}
		}
		body := text[m[1]:]
		if i+1 < len(begins) {
			body = text[m[1]:begins[i+1][2]]
		}
		if end := strings.LastIndex(body, t.Record.End); t.Record.End != "" && end >= 0 {
			body = body[:end]
		} else {
			c.Truncated = t.Record.End != ""
		}
		c.Text = strings.TrimSpace(body)
		list = t.add(list, c)
	}
	return t.placed(list, text)
}

// add adds a passage that has a text, with a number where it shows no id.
func (t *Template) add(list []found, c evidence.Chunk) []found {
	if c.Text == "" {
		return list
	}
	if t.IDBase != nil && c.ID == "" {
		c.ID = strconv.Itoa(*t.IDBase + len(list))
	}
	complete(&c)
	return append(list, found{Chunk: c})
}

func (t *Template) placed(list []found, text string) []candidate {
	if len(list) == 0 {
		return nil
	}
	return []candidate{placed(list, line{end: len(text)}, t.Name)}
}
