package layout

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// FuzzFind checks that no text makes the reader panic, that every passage has
// text, and that plain text layouts invent none.
func FuzzFind(f *testing.F) {
	for _, s := range shapes {
		p, _ := s.fill(plain)
		for _, m := range p.Messages {
			f.Add(m.Role, strings.Join(m.Parts, "\n"))
		}
	}
	for _, unit := range hostileUnits {
		f.Add("system", strings.Repeat(unit, 20))
		f.Add("user", strings.Repeat(unit, 20))
	}
	f.Fuzz(func(t *testing.T, role, text string) {
		if len(text) > 1<<16 {
			return
		}
		p := prompt.Prompt{
			Messages: []prompt.Message{{Role: role, Parts: []string{text}, Context: text}, {Role: "user", Parts: []string{text}}},
			Beside:   []prompt.Beside{{Channel: "documents", JSON: text}},
		}
		o := Defaults()
		o.Layouts = append(o.Layouts, Presets()...)
		for _, opt := range []Options{Defaults(), o} {
			found := Find(p, opt)
			set := evidence.NewSet(found.Chunks)
			handles := map[string]bool{}
			for _, i := range set.Usable() {
				if strings.TrimSpace(set.At(i).Text) == "" {
					t.Errorf("an empty chunk of layout %s", set.At(i).Layout)
				}
				if handles[set.Handle(i)] {
					t.Errorf("handle %q twice", set.Handle(i))
				}
				handles[set.Handle(i)] = true
			}
		}
	})
}

// FuzzTemplate checks that no template makes the reader panic.
func FuzzTemplate(f *testing.F) {
	f.Add("<doc id={id}>", "</doc>", "\n\n", "Context:", "End", "Context:<doc id=1>a</doc>End")
	f.Add("[{id}] {title}\n", "", "", "", "", "[1] a\nb")
	f.Add("{", "}", "{}", "{id}", "{any}", "{")
	f.Add("\xb9", "", "", "", "0", "0")
	f.Fuzz(func(t *testing.T, record, end, separator, begin, close, text string) {
		tpl := Template{Name: "own", Section: Span{begin, close}, Record: Span{record, end}, Separator: separator, Place: QuestionAfter}
		if len(ValidateTemplate(tpl)) > 0 || !utf8.ValidString(text) {
			return
		}
		o := Defaults()
		o.Own = []Template{tpl}
		Find(prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}, o)
	})
}
