package config

import (
	_ "embed" // the table
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed keys.yaml
var keysYAML []byte

// key is one row of keys.yaml, which says what each part means.
type key struct {
	Path    string            `yaml:"key"`
	Type    string            `yaml:"type"`
	Of      *key              `yaml:"of"`
	Names   string            `yaml:"names"`
	Words   []string          `yaml:"words"`
	Was     map[string]string `yaml:"was"`
	Least   string            `yaml:"least"`
	Most    string            `yaml:"most"`
	Empty   bool              `yaml:"empty"`
	Auto    bool              `yaml:"auto"`
	Mask    string            `yaml:"mask"`
	Instead string            `yaml:"instead"`
	Default string            `yaml:"default"`
	About   string            `yaml:"about"`

	name string // the last part of Path
	keys []*key // of the section, or of each section in it
}

// kind is a kind of texts that a pattern tells.
type kind struct {
	Pattern string `yaml:"pattern"`
	Wrong   string `yaml:"wrong"`
}

// data is keys.yaml. A mistake in it is found by every test, and at the start
// of the program.
var data = sync.OnceValue(func() (all struct {
	Kinds map[string]kind `yaml:"kinds"`
	Keys  []*key          `yaml:"keys"`
}) {
	if err := yaml.UnmarshalWithOptions(keysYAML, &all, yaml.Strict()); err != nil {
		panic(fmt.Errorf("keys.yaml: %w", err))
	}
	return all
})

// table is the whole file as one section.
var table = sync.OnceValue(func() *key {
	root := &key{Type: "section"}
	byPath := map[string]*key{"": root}
	for _, k := range data().Keys {
		byPath[k.Path] = k
		at := strings.LastIndexByte(k.Path, '.')
		k.name = k.Path[at+1:]
		above, known := byPath[strings.TrimSuffix(k.Path[:max(at, 0)], ".*")]
		if !known {
			panic("keys.yaml: nothing is above " + k.Path)
		}
		above.keys = append(above.keys, k)
	}
	return root
})

// find is the key of a section that has a name, or nil.
func (k *key) find(name string) *key {
	if i := slices.IndexFunc(k.keys, func(sub *key) bool { return sub.name == name }); i >= 0 {
		return k.keys[i]
	}
	return nil
}

// lookUp is the key at a path, with * for names that the user gives.
func lookUp(path string) *key {
	k := table()
	for name := range strings.SplitSeq(strings.ReplaceAll(path, ".*", ""), ".") {
		k = k.find(name)
	}
	return k
}

// in is the field of a struct that a key is kept in: base_url in BaseURL. The
// key extends has none: it only says what a policy begins as.
func (k *key) in(section reflect.Value) reflect.Value {
	bare := strings.ReplaceAll(k.name, "_", "")
	return section.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, bare) })
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

// defaultsOf returns what a new member of some names holds.
func defaultsOf[T any](names string) (member T) {
	table().find(names).fill(reflect.ValueOf(&member).Elem())
	return member
}
