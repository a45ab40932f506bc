package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"vouchsafe/policy"
)

// section is a mapping as it is printed.
type section []entry

type entry struct {
	name    string
	value   any    // string (a YAML scalar), masked, []any or section
	note    string // a comment behind the key
	comment bool   // all of it is one
}

// masked is what is shown of a secret.
type masked string

// Print returns the form in force as a file that means the same: every key with
// its value, the built-in policies as comments, and behind the name of each
// policy the hash of its content. Of a secret there is the name of the variable
// that it is in; where the file itself has it, a mask.
func (c *Config) Print() []byte {
	p := printer{variables: c.Variables}
	p.section(table().showSection(reflect.ValueOf(c).Elem()), "", "")
	return []byte(p.String())
}

// show is what is in force at a key: a YAML scalar, masked, []any or a section;
// nil where there is nothing to show.
func (k *key) show(v reflect.Value) any {
	switch {
	case k.Instead != "" || !v.IsValid():
		return nil
	case k.Type == "section":
		return k.showSection(v)
	case k.Type == "names":
		return k.showNames(v)
	case k.Type == "policies":
		return k.showPolicies(v.Interface().(map[string]policy.Policy))
	case k.Type == "exempt":
		return k.showExempt(v.Interface().(policy.Exempt))
	case k.Type == "list":
		return k.showList(v)
	case v.Kind() == reflect.Pointer && v.IsNil():
		return nil
	}
	text := k.format(reflect.Indirect(v))
	if k.Mask != "" && text != `""` {
		return masked(k.Mask)
	}
	return text
}

// showDSN shows the path of a file. A connection string may hold a password.
func showDSN(s Store) any {
	switch {
	case s.Driver == Postgres && s.DSN != "":
		return masked("postgres://********?sslmode=verify-full") // else it would not be a sound file
	case strings.ContainsAny(s.DSN, "=@") || strings.Contains(s.DSN, "://"):
		return masked("********")
	}
	return quote(s.DSN)
}

func (k *key) showSection(v reflect.Value) section {
	var s section
	for _, sub := range k.keys {
		value := sub.show(sub.in(v))
		if sub.Type == "dsn" {
			value = showDSN(v.Interface().(Store))
		}
		if value != nil {
			s = append(s, entry{name: sub.name, value: value})
		}
	}
	return s
}

func (k *key) showNames(v reflect.Value) section {
	s := section{}
	for _, name := range v.MapKeys() {
		member := v.MapIndex(name)
		value := any(nil)
		if k.Of != nil {
			value = k.Of.show(member)
		} else {
			value = k.showSection(member)
		}
		s = append(s, entry{name: name.String(), value: value})
	}
	slices.SortFunc(s, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return s
}

func (k *key) showList(v reflect.Value) any {
	values := []any{}
	for i := range v.Len() {
		values = append(values, k.Of.show(v.Index(i)))
	}
	if k.Auto && len(values) == 1 && values[0] == policy.Auto {
		return policy.Auto
	}
	return values
}

// showPolicies shows the built-in ones first, mildest first.
func (k *key) showPolicies(all map[string]policy.Policy) section {
	out := section{}
	names := policy.Names()
	for _, name := range sortedKeys(all) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		_, builtin := policy.Builtin(name)
		out = append(out, entry{
			name: name, value: k.showSection(reflect.ValueOf(all[name])), note: "hash " + policy.Hash(all[name]), comment: builtin,
		})
	}
	return out
}

func (k *key) showExempt(e policy.Exempt) []any {
	values := []any{}
	if e.Auto {
		values = append(values, policy.Auto)
	}
	for _, rule := range e.Rules {
		values = append(values, k.showSection(reflect.ValueOf(rule)))
	}
	return values
}

// printer writes a configuration in block form.
type printer struct {
	strings.Builder
	variables map[string]string // by path
}

// section writes the mapping at a path, each line behind a margin.
func (p *printer) section(s section, path, margin string) {
	for _, e := range s {
		margin, path := margin, join(path, e.name)
		if e.comment {
			margin += "# "
		}
		p.WriteString(margin + quote(e.name) + ":")
		inner, isSection := e.value.(section)
		switch value := e.value.(type) {
		case masked:
			p.WriteString(" " + p.secret(path, value))
		default:
			if len(inner) == 0 {
				p.WriteString(" " + flow(value))
			}
		}
		if e.note != "" {
			p.WriteString("  # " + e.note)
		}
		p.WriteByte('\n')
		if isSection {
			p.section(inner, path, margin+"  ")
		}
	}
}

// secret returns what is shown of the secret at a path.
func (p *printer) secret(path string, mask masked) string {
	if name, ok := p.variables[path]; ok {
		return `"` + name + `"`
	}
	return quote(string(mask))
}

// flow writes a value in one line.
func flow(value any) string {
	switch v := value.(type) {
	case section:
		var members []string
		for _, e := range v {
			members = append(members, quote(e.name)+": "+flow(e.value))
		}
		return "{" + strings.Join(members, ", ") + "}"
	case []any:
		var values []string
		for _, x := range v {
			values = append(values, flow(x))
		}
		return "[" + strings.Join(values, ", ") + "]"
	}
	return fmt.Sprint(value)
}

// plainScalar is text that is itself in YAML, in every place and every version.
var plainScalar = regexp.MustCompile(`^[A-Za-z_/][A-Za-z0-9_./-]*$`)

// notText are words that YAML takes for something else.
var notText = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// quote writes a text as a YAML scalar. A dollar sign is doubled, because a
// file's scalars are expanded when they are read.
func quote(s string) string {
	if plainScalar.MatchString(s) && !slices.Contains(notText, strings.ToLower(s)) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '$':
			b.WriteString("$$")
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
