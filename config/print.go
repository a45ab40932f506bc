package config

import (
	"fmt"
	"maps"
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
	p.section(c.root().show().(section), "", "")
	return []byte(p.String())
}

func (o object) show() any {
	var s section
	for _, f := range o {
		if value := f.node.show(); value != nil {
			s = append(s, entry{name: f.name, value: value})
		}
	}
	return s
}

func (l list[T]) show() any {
	values := []any{}
	for i := range *l.dst {
		values = append(values, l.elem(&(*l.dst)[i]).show())
	}
	return values
}

func (d dict[T]) show() any {
	s := section{}
	for _, name := range sortedKeys(*d.dst) {
		value := (*d.dst)[name]
		s = append(s, entry{name: name, value: d.elem(&value).show()})
	}
	return s
}

func (s policySet) show() any {
	out := section{}
	names := policy.Names() // the built-in ones first, mildest first
	for _, name := range slices.Sorted(maps.Keys(*s.dst)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		p := (*s.dst)[name]
		_, builtin := policy.Builtin(name)
		out = append(out, entry{name: name, value: policyTable(&p).show(), note: "hash " + policy.Hash(p), comment: builtin})
	}
	return out
}

func (a autoOrList) show() any {
	if slices.Equal(*a.dst, []string{policy.Auto}) {
		return policy.Auto
	}
	return a.list.show()
}

func (e exemptList) show() any {
	values := []any{}
	if e.dst.Auto {
		values = append(values, policy.Auto)
	}
	for i := range e.dst.Rules {
		values = append(values, exemptTable(&e.dst.Rules[i]).show())
	}
	return values
}

func (x *exemptEntry) show() any { return nil } // exemptList shows them

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
