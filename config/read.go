package config

import (
	"cmp"
	"net/url"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"vouchsafe/grounding/ask"
	"vouchsafe/policy"
)

// read puts what stands in the file at a path into its place.
func (r *reader) read(k *key, path string, n ast.Node, to reflect.Value) {
	switch k.Type {
	case "section":
		r.section(k, path, n, to)
	case "names":
		r.names(k, path, n, to)
	case "list":
		r.list(k, path, n, to)
	case "exempt":
		r.exempt(k, path, n, to)
	case "policies":
		r.policies(k, path, n, to)
	default:
		r.value(k, path, n, to)
	}
	if k.Instead != "" {
		r.warn(n, Problem{Path: path, Message: k.Instead})
	}
}

// section reads fixed keys. A key without a value leaves the default.
func (r *reader) section(k *key, path string, n ast.Node, to reflect.Value) {
	for _, m := range r.members(k, path, n) {
		full, sub := join(path, m.name), k.find(m.name)
		if sub == nil {
			p := Problem{Path: full, Message: "is not a known key"}
			for _, known := range k.keys {
				p.Allowed = append(p.Allowed, known.name)
			}
			if path == "" && m.name == "model_list" {
				p = Problem{Path: full, Message: "is a key of LiteLLM's: `vouchsafe docs guards#litellm` tells which interfaces such a " +
					"file leaves open"}
			}
			r.report(m.key, p)
			continue
		}
		if !isNull(m.value) {
			r.read(sub, full, m.value, sub.in(to))
		}
	}
}

// names reads a section whose keys are names that the user gives. It adds to
// what was there before.
func (r *reader) names(k *key, path string, n ast.Node, to reflect.Value) {
	all := reflect.MakeMap(to.Type())
	for name, value := range to.Seq2() {
		all.SetMapIndex(name, value)
	}
	for _, m := range r.members(k, path, n) {
		full, name := join(path, m.name), reflect.ValueOf(m.name)
		if check := checks()[k.Names]; check != nil {
			if message := check(m.name); message != "" {
				r.report(m.key, Problem{Path: full, Message: message})
				continue
			}
		}
		value := reflect.New(to.Type().Elem()).Elem()
		if old := all.MapIndex(name); old.IsValid() {
			value.Set(old)
		} else {
			k.fill(value)
		}
		switch {
		case isNull(m.value):
		case k.Of != nil:
			r.value(k.Of, full, m.value, value)
		default:
			r.section(k, full, m.value, value)
		}
		all.SetMapIndex(name, value)
	}
	to.Set(all)
}

// list reads a sequence. It replaces what was there before.
func (r *reader) list(k *key, path string, n ast.Node, to reflect.Value) {
	if word, ok := n.(*ast.StringNode); ok && k.Auto && word.Value == policy.Auto {
		to.Set(reflect.ValueOf([]string{policy.Auto}))
		return
	}
	elements, ok := r.elements(path, n)
	if !ok {
		return
	}
	values := reflect.MakeSlice(to.Type(), len(elements), len(elements))
	for i, e := range elements {
		r.value(k.Of, elementPath(path, i), e, values.Index(i))
	}
	to.Set(values)
}

// elements are those of a sequence; false where there is none.
func (r *reader) elements(path string, n ast.Node) ([]ast.Node, bool) {
	if !r.plain(path, n) {
		return nil, false
	}
	sequence, ok := n.(*ast.SequenceNode)
	if !ok {
		r.report(n, Problem{Path: path, Message: "should be a list" + notA(n), Value: sourceOf(n)})
		return nil, false
	}
	for i, e := range sequence.Values {
		r.places[elementPath(path, i)] = e
	}
	return sequence.Values, true
}

// exempt reads a list of rules. Older files have the word auto in it, or in its place.
func (r *reader) exempt(k *key, path string, n ast.Node, to reflect.Value) {
	if word, ok := n.(*ast.StringNode); ok && word.Value == policy.Auto {
		to.Set(reflect.ValueOf(policy.Exempt{Auto: true}))
		return
	}
	elements, ok := r.elements(path, n)
	if !ok {
		return
	}
	var out policy.Exempt
	for i, e := range elements {
		full := elementPath(path, i)
		if _, isRule := e.(*ast.MappingNode); !isRule {
			word := ""
			r.value(&key{Type: "word", Words: []string{policy.Auto}}, full, e, reflect.ValueOf(&word).Elem())
			out.Auto = true
			continue
		}
		var rule policy.ExemptRule
		r.section(k, full, e, reflect.ValueOf(&rule).Elem())
		r.when(rule.Head == "" && rule.Tail == "" && rule.Model == "", full,
			Problem{Message: "exempts everything: give head, tail or model"})
		r.when(rule.Form == "", full+".form", Problem{Message: "is missing", Allowed: ask.FormNames()})
		out.Rules = append(out.Rules, rule)
	}
	to.Set(reflect.ValueOf(out))
}

// value reads one value. It reports what is wrong with it.
func (r *reader) value(k *key, path string, n ast.Node, to reflect.Value) {
	s, ok := r.scalar(path, n, k.want())
	if !ok {
		return
	}
	if now, isOld := k.Was[s.text]; isOld {
		r.warn(n, Problem{Path: path, Value: s.source, Message: "is called " + now + " now"})
		s.text = now
	}
	p := Problem{Path: path, Message: "should be " + k.want(), Value: withoutCredentials(s.source), Allowed: k.allowedWords()}
	if k.hides() {
		p.Value = ""
	}
	if !to.IsValid() {
		to = reflect.New(reflect.TypeFor[string]()).Elem()
	}
	switch message := k.check(s.text); {
	case !k.fits(s, n):
		if k.isText() {
			p.Message = cmp.Or(message, p.Message+"; put it in quotes")
		}
		r.report(n, p)
		return
	case message != "":
		p.Message = message
		r.report(n, p)
		return
	case !k.set(s.text, to):
		r.report(n, p)
	}
	if oneVariable.MatchString(s.source) && (k.Mask != "" || k.Type == "dsn") {
		r.variables[path] = s.source
	}
}

// withoutCredentials takes user and password out of what may be a URL.
func withoutCredentials(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	return u.Redacted()
}

// fits reports whether a value was written as its type is: texts as texts,
// numbers and booleans bare. What came from the environment has no type, and
// a unit makes a text of a number, quoted or not; a status is a number or a class of them.
func (k *key) fits(s scalar, n ast.Node) bool {
	if s.text != s.source || k.Type == "size" || k.Type == "duration" || k.Type == "status" || s.word == k.isText() {
		return true
	}
	bare, ok := n.(*ast.StringNode) // 1e3 is a word to YAML
	return ok && !k.isText() && bare.Token.Type == token.StringType
}
