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
	name  string
	value any    // string (a YAML scalar), []any or section
	note  string // a comment behind the key
}

// Print returns the form in force as YAML: every key with its value, secrets
// masked, and behind the name of each policy the hash of its content.
func (c *Config) Print() []byte {
	var b strings.Builder
	writeSection(&b, c.root().show().(section), 0)
	return []byte(b.String())
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
		out = append(out, entry{name: name, value: policyTable(&p).show(), note: "hash " + policy.Hash(p)})
	}
	return out
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

// writeSection writes a mapping in block form.
func writeSection(b *strings.Builder, s section, depth int) {
	for _, e := range s {
		fmt.Fprintf(b, "%s%s:", strings.Repeat("  ", depth), quote(e.name))
		inner, isSection := e.value.(section)
		if !isSection || len(inner) == 0 {
			b.WriteString(" " + flow(e.value))
		}
		if e.note != "" {
			b.WriteString("  # " + e.note)
		}
		b.WriteByte('\n')
		if isSection {
			writeSection(b, inner, depth+1)
		}
	}
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
