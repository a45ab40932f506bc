package main

import (
	"slices"
	"strings"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence/layout"
)

// buildLayouts are the layouts that an operator declared.
func buildLayouts(declared map[string]config.Layout) []layout.Template {
	var out []layout.Template
	for name, l := range declared {
		out = append(out, l.Template(name))
	}
	slices.SortFunc(out, func(a, b layout.Template) int { return strings.Compare(a.Name, b.Name) })
	return out
}
