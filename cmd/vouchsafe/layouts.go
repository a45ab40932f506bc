package main

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/config"
	"vouchsafe/layout"
)

// buildLayouts are the layouts that an operator declared.
func buildLayouts(declared map[string]config.Layout) ([]layout.Template, error) {
	var out []layout.Template
	for name, l := range declared {
		t := layout.Template{
			Name: name, Role: l.Role, Section: layout.Span(l.Section), Record: layout.Span(l.Record),
			Separator: l.Separator, Marker: l.Marker,
		}
		if l.Question.After != "" || l.Question.Before != "" {
			t.Question = layout.Span{Begin: l.Question.After, End: l.Question.Before}
		}
		if problems := layout.ValidateTemplate(t); len(problems) > 0 {
			return nil, fmt.Errorf("layouts.%s: %s", name, strings.Join(problems, "; "))
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b layout.Template) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
