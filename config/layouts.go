package config

import (
	"slices"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/policy"
)

// layoutNames lists the layouts and presets that need no declaration.
func layoutNames() []string { return slices.Concat(layout.Names(), layout.Presets()) }

// Template is the layout as it is searched for.
func (l Layout) Template(name string) layout.Template {
	return layout.Template{
		Name: name, Role: l.Role, Section: layout.Span(l.Section), Record: layout.Span(l.Record),
		KeepBegin: l.KeepBegin, Separator: l.Separator, Layouts: l.Layouts, Place: l.Question.Place,
		Question: layout.Span{Begin: l.Question.After, End: l.Question.Before},
		IDBase:   l.IDBase, Marker: l.Marker,
	}
}

func (c *Config) checkLayouts(r *reader) {
	for _, name := range sortedKeys(c.Layouts) {
		path := join("layouts", name)
		if slices.Contains(layoutNames(), name) || name == policy.Auto {
			r.at(path, Problem{Message: "is built in; choose another name"})
			continue
		}
		for _, message := range layout.ValidateTemplate(c.Layouts[name].Template(name)) {
			r.at(path, Problem{Message: message})
		}
	}
}
