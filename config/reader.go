package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// reader goes through a parsed file and gathers problems. It never stops at
// one: whoever mends a configuration wants to see them all.
type reader struct {
	env       Env
	problems  []Problem
	warned    []Problem           // what is read and may not be meant, or is written otherwise now
	asksAll   []string            // judges that policies in the older form name
	variables map[string]string   // path of each secret that is a variable, with its name
	places    map[string]ast.Node // path of everything that was read, for checks across the file
	bad       map[string]bool     // paths that could not be read
	crossing  bool                // reading is over
}

// report adds a problem at a node.
func (r *reader) report(n ast.Node, p Problem) {
	if !r.crossing {
		r.bad[p.Path] = true
	}
	r.problems = append(r.problems, p.at(n))
}

// at is the problem with the place of a node.
func (p Problem) at(n ast.Node) Problem {
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		p.Line, p.Column = n.GetToken().Position.Line, n.GetToken().Position.Column
	}
	return p
}

// warn adds a warning at a node.
func (r *reader) warn(n ast.Node, p Problem) { r.warned = append(r.warned, p.at(n)) }

// warnAt adds a warning at a path.
func (r *reader) warnAt(path string, p Problem) {
	p.Path = path
	r.warn(r.places[path], p)
}

// at adds a problem at a path, or at the nearest place above it in the file.
// Where that path, or what it is in, has a problem already, the new one may
// follow from it and is left out.
func (r *reader) at(path string, p Problem) {
	p.Path = path
	var nearest ast.Node
	for ; path != ""; path = path[:max(0, strings.LastIndexByte(path, '.'))] {
		if r.bad[path] {
			return
		}
		if nearest == nil {
			nearest = r.places[path]
		}
	}
	r.report(nearest, p)
}

// when adds a problem at a path where there is one.
func (r *reader) when(wrong bool, path string, p Problem) {
	if wrong {
		r.at(path, p)
	}
}

// plain reports nodes that stand for others: what a file says should be seen
// where it stands, and small files should not grow large in memory.
func (r *reader) plain(path string, n ast.Node) bool {
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		r.report(n, Problem{Path: path, Message: "YAML anchors, aliases and tags are not taken"})
		return false
	}
	return true
}

// member is one key of a mapping, with the node of its value.
type member struct {
	name  string
	key   ast.Node
	value ast.Node
}

// members lists the keys of a mapping in the order of the file. A key that
// stands there twice is a problem, and the first one counts.
func (r *reader) members(k *key, path string, n ast.Node) []member {
	if _, isList := n.(*ast.SequenceNode); isEmpty(n) && !isList {
		return nil
	}
	if !r.plain(path, n) {
		return nil
	}
	mapping, ok := n.(*ast.MappingNode)
	if !ok {
		r.report(n, Problem{Path: path, Message: "should be " + k.want() + notA(n), Value: sourceOf(n)})
		return nil
	}
	var out []member
	seen := map[string]bool{}
	for _, v := range mapping.Values {
		name, ok := keyName(v.Key)
		if !ok {
			r.report(v.Key, Problem{Path: join(path, "?"),
				Message: "a key should be plain text; merge keys and complex keys are not taken"})
			continue
		}
		full := join(path, name)
		if seen[name] {
			r.report(v.Key, Problem{Path: full, Message: "stands there twice"})
			continue
		}
		seen[name] = true
		r.places[full] = v.Key
		out = append(out, member{name, v.Key, v.Value})
	}
	return out
}

// scalar is the text of a plain value, and how it was written.
type scalar struct {
	text   string // after variables were expanded
	source string // as it stands in the file
	word   bool   // text in the file: quoted, or no number and no boolean
}

// scalar reads a plain value. It reports what is none.
func (r *reader) scalar(path string, n ast.Node, want string) (scalar, bool) {
	s := scalar{}
	if !r.plain(path, n) {
		return s, false
	}
	switch v := n.(type) {
	case *ast.StringNode:
		s.source, s.word = v.Value, true
	case *ast.LiteralNode:
		s.source, s.word = v.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		s.source = n.GetToken().Value
	default:
		r.report(n, Problem{Path: path, Message: "should be " + want + notA(n), Value: sourceOf(n)})
		return s, false
	}
	text, err := expand(s.source, r.env)
	if err != nil {
		r.report(n, Problem{Path: path, Message: err.Error()})
		return s, false
	}
	s.text = text
	if name, ok := strings.CutPrefix(s.source, "$"); ok && variableName.MatchString(name) {
		// In a shell $NAME is a variable; here it is a text, which would go upstream
		// in place of a key. It may be a secret and is not shown.
		r.warn(n, Problem{Path: path, Message: "looks like a variable and is taken as it stands: " +
			"a variable is written ${NAME}, a plain dollar sign $$"})
	}
	return s, true
}

// keyName returns the text of a mapping's key.
func keyName(k ast.MapKeyNode) (string, bool) {
	switch v := k.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return k.GetToken().Value, true
	}
	return "", false
}

// isEmpty reports whether nothing stands where a value could.
func isEmpty(n ast.Node) bool {
	switch v := n.(type) {
	case nil:
		return true
	case *ast.NullNode:
		return true
	case *ast.MappingNode:
		return len(v.Values) == 0
	case *ast.SequenceNode:
		return len(v.Values) == 0
	case *ast.StringNode:
		return v.Value == ""
	}
	return false
}

func isNull(n ast.Node) bool {
	_, null := n.(*ast.NullNode)
	return null
}

// sourceOf is the text of a plain value in the file, and "" for anything else.
func sourceOf(n ast.Node) string {
	if notA(n) != "" || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

// notA says what stands where something else should.
func notA(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode:
		return ", not a section"
	case *ast.SequenceNode:
		return ", not a list"
	case *ast.NullNode:
		return ", not null"
	}
	return ""
}

// join makes the path of a member. A name that holds a dot is quoted.
func join(path, name string) string {
	if strings.ContainsAny(name, ". ") || name == "" {
		name = fmt.Sprintf("%q", name)
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// Env looks up a variable of the environment, as os.LookupEnv does.
type Env = func(string) (string, bool)

// How variables stand in a text, and what may name one. A text is one secret
// variable where nothing of its value stands in it: no default, or an empty one.
var (
	variableMark = regexp.MustCompile(`\$(?:\$|\{[^}]*\}?)`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	oneVariable  = regexp.MustCompile(`^\$\{[A-Za-z_][A-Za-z0-9_]*(:-)?\}$`)
)

// expand replaces ${NAME} and ${NAME:-default} in the text of one scalar, and
// $$ by a dollar sign. Any other dollar sign is itself. Because it works on
// what YAML has already taken apart, a value cannot bring in keys of its own.
// A default also stands in for a variable that is empty, as in a shell.
func expand(text string, env Env) (string, error) {
	var wrong error
	expanded := variableMark.ReplaceAllStringFunc(text, func(ref string) string {
		if ref == "$$" {
			return "$"
		}
		value, err := variable(ref[len("${"):], env)
		wrong = cmp.Or(wrong, err)
		return value
	})
	return expanded, wrong
}

// variable returns the value of what stands behind "${".
func variable(text string, env Env) (string, error) {
	inside, closed := strings.CutSuffix(text, "}")
	if !closed {
		return "", errors.New("${ has no closing brace; a plain dollar sign is written $$")
	}
	name, fallback, hasFallback := strings.Cut(inside, ":-")
	if !variableName.MatchString(name) {
		return "", fmt.Errorf("${%s} is no variable: write ${NAME} or ${NAME:-default}", clip(inside))
	}
	value, defined := env(name)
	if value == "" && hasFallback {
		return fallback, nil
	}
	if !defined {
		return "", fmt.Errorf("the environment variable %s is not set; ${%s:-} accepts that", name, name)
	}
	return value, nil
}

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
