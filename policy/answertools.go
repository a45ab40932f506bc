package policy

import (
	"path"
	"slices"
)

// AutoAnswerTools reports whether a single tool that the request forces is
// taken for one whose arguments are an answer.
func (p Policy) AutoAnswerTools() bool { return slices.Contains(p.AnswerTools, Auto) }

// NamesAnswerTool reports whether the policy says by a name or a pattern that
// the arguments of this tool are an answer.
func (p Policy) NamesAnswerTool(tool string) bool {
	return slices.ContainsFunc(p.AnswerTools, func(pattern string) bool {
		matches, err := path.Match(pattern, tool)
		return err == nil && matches && pattern != Auto
	})
}
