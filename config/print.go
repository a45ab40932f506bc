package config

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/policy"
)

// Print returns the form in force as a file that means the same: every key with
// its value, the built-in policies as comments, and behind the name of each
// policy the hash of its content. Of a secret there is the name of the variable
// that it is in; where the file itself has it, a mask.
func (c *Config) Print() []byte {
	p := printer{variables: c.Variables}
	p.section(table(), reflect.ValueOf(c).Elem(), "", "")
	return []byte(p.String())
}

// printer writes a configuration in block form.
type printer struct {
	strings.Builder
	variables map[string]string // by path
}

func (p *printer) line(parts ...string) { p.WriteString(strings.Join(parts, "") + "\n") }

// section writes the keys of a section, each line behind a margin.
func (p *printer) section(k *key, v reflect.Value, path, margin string) {
	for _, sub := range k.keys {
		path, field := join(path, sub.name), sub.in(v)
		switch {
		case !isPrinted(sub, field):
		case sub.Type == "section":
			p.line(margin, sub.name, ":")
			p.section(sub, field, path, margin+"  ")
		case sub.Type == "policies":
			p.line(margin, sub.name, ":")
			p.policies(sub, field.Interface().(map[string]policy.Policy), path)
		case sub.Type == "names" && field.Len() > 0:
			p.line(margin, sub.name, ":")
			p.names(sub, field, path, margin+"  ")
		case sub.Type == "dsn":
			p.line(margin, sub.name, ": ", p.dsn(v.Interface().(Store), path))
		default:
			p.line(margin, sub.name, ": ", p.flow(sub, field, path))
		}
	}
}

// isPrinted reports whether there is something to show: not of a key in its older
// form, and not where nothing is set that has no word for nothing.
func isPrinted(k *key, v reflect.Value) bool {
	return k.Instead == "" && v.IsValid() && (v.Kind() != reflect.Pointer || !v.IsNil())
}

func (p *printer) names(k *key, all reflect.Value, path, margin string) {
	var names []string
	for _, name := range all.MapKeys() {
		names = append(names, name.String())
	}
	slices.Sort(names)
	for _, name := range names {
		path, member := join(path, name), all.MapIndex(reflect.ValueOf(name))
		if k.Of != nil {
			p.line(margin, quote(name), ": ", p.flow(k.Of, member, path))
			continue
		}
		p.line(margin, quote(name), ":")
		p.section(k, member, path, margin+"  ")
	}
}

// policies writes the built-in ones first, mildest first, as comments.
func (p *printer) policies(k *key, all map[string]policy.Policy, path string) {
	builtin := policy.Names()
	own := slices.DeleteFunc(sortedKeys(all), func(name string) bool { return slices.Contains(builtin, name) })
	for i, name := range append(builtin, own...) {
		margin := "  "
		if i < len(builtin) {
			margin = "  # "
		}
		p.line(margin, quote(name), ":  # hash ", policy.Hash(all[name]))
		p.section(k, reflect.ValueOf(all[name]), join(path, name), margin+"  ")
	}
}

// flow writes a value in one line.
func (p *printer) flow(k *key, v reflect.Value, path string) string {
	var values []string
	switch k.Type {
	case "names":
		return "{}"
	case "list":
		for i := range v.Len() {
			values = append(values, p.flow(k.Of, v.Index(i), path))
		}
		if k.Auto && slices.Equal(values, []string{policy.Auto}) {
			return policy.Auto
		}
		return "[" + strings.Join(values, ", ") + "]"
	case "exempt":
		e := v.Interface().(policy.Exempt)
		for _, rule := range e.Rules {
			values = append(values, p.rule(k, reflect.ValueOf(rule)))
		}
		return "[" + strings.Join(values, ", ") + "]"
	}
	text := k.format(reflect.Indirect(v))
	if k.Mask != "" && text != `""` {
		return p.secret(path, k.Mask)
	}
	return text
}

func (p *printer) rule(k *key, rule reflect.Value) string {
	var members []string
	for _, sub := range k.keys {
		members = append(members, sub.name+": "+sub.format(sub.in(rule)))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// dsn is the path of a file. A connection string may hold a password.
func (p *printer) dsn(s Store, path string) string {
	switch {
	case s.Driver == Postgres:
		return p.secret(path, "postgres://********?sslmode=verify-full") // else it would not be a sound file
	case strings.ContainsAny(s.DSN, "=@") || strings.Contains(s.DSN, "://"):
		return p.secret(path, "********")
	}
	return quote(s.DSN)
}

// secret returns what is shown of the secret at a path.
func (p *printer) secret(path, mask string) string {
	if name, ok := p.variables[path]; ok {
		return `"` + name + `"`
	}
	return quote(mask)
}

// plainScalar is text that is itself in YAML, in every place and every version.
var plainScalar = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./-]*$`)

// notText are words that YAML takes for something else.
var notText = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// quote writes a text as a YAML scalar. A dollar sign is doubled, because a
// file's scalars are expanded when they are read. Go's escapes are among YAML's.
func quote(s string) string {
	if plainScalar.MatchString(s) && !slices.Contains(notText, strings.ToLower(s)) {
		return s
	}
	return strings.ReplaceAll(strconv.Quote(s), "$", "$$")
}
