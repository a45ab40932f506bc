package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a configuration. Line and Column
// count from 1 and are 0 where the place is not in the file. Value is the
// text as it stands there, before variables are expanded, and is left out
// where it may be a secret.
type Problem struct {
	Path    string   `json:"path"` // for example policies.clinical.verify.coverage
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Value   string   `json:"value,omitempty"`
	Message string   `json:"message"`
	Allowed []string `json:"allowed,omitempty"` // the values or keys that may stand there
}

// String tells the problem in one line.
func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d: ", p.Line, p.Column)
	}
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	if p.Value != "" {
		fmt.Fprintf(&b, "%q ", clip(p.Value))
	}
	b.WriteString(p.Message)
	if len(p.Allowed) > 0 {
		b.WriteString(" (allowed: " + strings.Join(p.Allowed, ", ") + ")")
	}
	return b.String()
}

// clip shortens a text for a message.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// inOrder sorts problems by their place in the file.
func inOrder(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Message, b.Message))
	})
	return problems
}
