package config

import (
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// gap is a key that is part of the configuration's language and that this
// version cannot serve. Saying so is better than taking the key and doing
// nothing. Harmless values ask for nothing, as do empty ones.
type gap struct {
	path     string // "*" stands for a name that the user gives
	harmless []string
}

// gaps is the whole list. Serving a key means deleting its line.
func gaps() []gap {
	return []gap{
		{"cache.url", nil},
	}
}

// gapAt finds the gap of a path.
func gapAt(full string) (gap, bool) {
	slashed := strings.ReplaceAll(full, ".", "/")
	for _, g := range gaps() {
		if ok, _ := path.Match(strings.ReplaceAll(g.path, ".", "/"), slashed); ok {
			return g, true
		}
	}
	return gap{}, false
}

// unsupported reports a key that cannot be served, unless its value asks for
// nothing.
func (r *reader) unsupported(full string, m member) bool {
	g, found := gapAt(full)
	if !found {
		return false
	}
	if isEmpty(m.value) {
		return true
	}
	source := brief(m.value)
	if text, err := expand(source, r.env); err == nil && slices.Contains(g.harmless, text) {
		return false
	}
	r.report(m.key, Problem{Path: full, Message: "is not supported yet", Allowed: g.harmless})
	return true
}

// brief is the text of a plain value, and of a section with one plain member:
// "{driver: none}".
func brief(n ast.Node) string {
	section, ok := n.(*ast.MappingNode)
	if !ok || len(section.Values) != 1 {
		return sourceOf(n)
	}
	only := section.Values[0]
	return "{" + only.Key.GetToken().Value + ": " + sourceOf(only.Value) + "}"
}
