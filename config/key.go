package config

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"vouchsafe/policy"
)

// key is what may stand at one place of a file. It comes from a field of a
// struct, whose tags say it:
//
//	is       section, names (a section whose keys the user chooses, and how they have to look), list, policies,
//	         exempt, or the kind of one value (value.go, checks.go); then the allowed words, or least and most
//	of       what a list holds, or each of some names; without it each name is a section
//	default  what holds where the file says nothing
//	or       empty: nothing at all is allowed too; auto: the word auto is allowed in the place of a list
//	was      older words and what they are called now
//	mask     what is shown of a secret
//	instead  what is said of a key that is read for older files only
//
// A field without the tag is no key. A field's comment is what editors and the
// documentation say of its key.
type key struct {
	Path        string // with * for names that the user gives
	Type        string
	Of          *key
	Names       string
	Words       []string
	Was         map[string]string
	Least, Most string
	Empty, Auto bool
	Mask        string
	Instead     string
	Default     string

	name  string // the last part of Path
	owner reflect.Type
	field []int  // of the owner; nil for a key that is no field
	keys  []*key // of the section, or of each section in it
}

// table is the whole file as one section.
var table = sync.OnceValue(func() *key {
	root := &key{Type: "section"}
	root.hold(reflect.TypeFor[Config]())
	return root
})

// hold gives a section the keys of a struct's fields.
func (k *key) hold(section reflect.Type) {
	if k.Type == "policies" {
		// It has no field: it only says what a policy begins as.
		k.keys = append(k.keys, &key{Path: k.inner("extends"), Type: "text", name: "extends", owner: section})
	}
	for i := range section.NumField() {
		if f := section.Field(i); f.Tag.Get("is") != "" {
			k.keys = append(k.keys, k.member(section, f))
		}
	}
}

// inner is the path of a key within a section.
func (k *key) inner(name string) string {
	switch {
	case k.Path == "":
		return name
	case k.Type == "section":
		return k.Path + "." + name
	}
	return k.Path + ".*." + name
}

// member is the key of a struct's field.
func (k *key) member(owner reflect.Type, f reflect.StructField) *key {
	name := keyOf(f)
	sub := &key{name: name, Path: k.inner(name), owner: owner, field: f.Index, Default: f.Tag.Get("default"), Instead: f.Tag.Get("instead"),
		Empty: f.Tag.Get("or") == "empty", Auto: f.Tag.Get("or") == "auto", Mask: f.Tag.Get("mask"), Was: map[string]string{}}
	sub.setKind(f.Tag.Get("is"))
	for _, pair := range strings.Fields(f.Tag.Get("was")) {
		old, now, _ := strings.Cut(pair, "=")
		sub.Was[old] = now
	}
	if of := f.Tag.Get("of"); of != "" {
		sub.Of, sub.Mask = &key{Mask: sub.Mask}, ""
		sub.Of.setKind(of)
		return sub
	}
	switch sub.Type {
	case "section":
		sub.hold(f.Type)
	case "names", "policies":
		sub.hold(f.Type.Elem())
	case "exempt":
		sub.hold(reflect.TypeFor[policy.ExemptRule]())
	}
	return sub
}

// setKind reads what a tag says of a value.
func (k *key) setKind(is string) {
	said := strings.Fields(is)
	k.Type = said[0]
	switch rest := said[1:]; {
	case k.Type == "word":
		k.Words = rest
	case k.Type == "names" && len(rest) > 0:
		k.Names = rest[0]
	case len(rest) == 2:
		k.Least, k.Most = rest[0], rest[1]
	}
}

// keyOf is a field's name as files write it: the one of its JSON form, or
// base_url for BaseURL.
func keyOf(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
		return name
	}
	var out strings.Builder
	letters := []rune(f.Name)
	for i, r := range letters {
		begins := i > 0 && unicode.IsUpper(r) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// find is the key of a section that has a name, or nil.
func (k *key) find(name string) *key {
	if i := slices.IndexFunc(k.keys, func(sub *key) bool { return sub.name == name }); i >= 0 {
		return k.keys[i]
	}
	return nil
}

// in is the field of a struct that a key is kept in; no value for extends.
func (k *key) in(section reflect.Value) reflect.Value {
	if k.field == nil {
		return reflect.Value{}
	}
	return section.FieldByIndex(k.field)
}

// fill sets what a section holds where the file says nothing.
func (k *key) fill(section reflect.Value) {
	for _, sub := range k.keys {
		switch {
		case sub.Type == "section":
			sub.fill(sub.in(section))
		case sub.Default != "":
			sub.set(sub.Default, sub.in(section))
		}
	}
}

// defaultsOf returns what a new section holds.
func defaultsOf[T any]() (section T) {
	k := &key{Type: "section"}
	k.hold(reflect.TypeFor[T]())
	k.fill(reflect.ValueOf(&section).Elem())
	return section
}
