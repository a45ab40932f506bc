package layout

import (
	"fmt"
	"slices"
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
	if len(list) == 0 || !declared && !t.reads(list) {
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

// reads tells whether a list was found with one of the layouts of a template. A
// known system whose section holds something else is not that system.
func (t *Template) reads(list []candidate) bool {
	return len(t.Layouts) == 0 || slices.Contains(t.Layouts, list[0].layout)
}

func (f *finder) ask(i int, question string) {
	if f.asked == nil {
		f.asked = map[int]string{}
	}
	f.asked[i] = question
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
	text := strings.TrimSpace(p.text)
	if text == "" {
		return nil
	}
	if inner.allowed["sections"] {
		return []candidate{sectionOf(p, 0, len(p.text), true)}
	}
	whole := found{Chunk: evidence.Chunk{Text: dedent(text), Kind: evidence.Section}, end: len(p.text)}
	return []candidate{{layout: t.Name, end: len(p.text), found: []found{whole}}}
}

// preset is a template of a known system. Those that are known are recognised
// without being declared, because their layout puts the question first or
// parts passages in a way that the general rules cannot tell.
type preset struct {
	Template
	known bool
}

// record is a layout as layouts.yaml has it: in the form that a configuration
// uses, with a sample prompt that a test reads.
type record struct {
	Name, Role, Separator, Marker string
	Known                         bool
	Section, Record               Span
	KeepBegin                     bool `yaml:"keep_begin"`
	Layouts                       []string
	Question                      struct{ Place, After, Before string }
	Sample                        struct {
		Role, Text, Question string
		Chunks               []struct{ ID, Text string }
	}
}

// presets by the name of the system. The literals are the shortest that tell
// the system's prompt from other text.
var presets = func() []preset {
	var list []preset
	for _, r := range layoutRecords() {
		list = append(list, preset{known: r.Known, Template: Template{
			Name: r.Name, Role: r.Role, Section: r.Section, KeepBegin: r.KeepBegin, Record: r.Record, Separator: r.Separator,
			Layouts: r.Layouts, Place: r.Question.Place, Question: Span{r.Question.After, r.Question.Before}, Marker: r.Marker,
		}})
	}
	return list
}()

func layoutRecords() (records []record) {
	readData("layouts.yaml", &records)
	return records
}

// Presets lists the names of the systems whose layouts are built in.
func Presets() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].Name
	}
	return names
}

// declared are the templates that options declare: their own, and presets by
// name. A preset whose section is opened by a part of a record keeps it.
func declared(o Options) []Template {
	list := append([]Template(nil), o.Own...)
	for _, name := range o.Layouts {
		for i := range presets {
			if presets[i].Name == name {
				list = append(list, presets[i].Template)
			}
		}
	}
	return list
}
