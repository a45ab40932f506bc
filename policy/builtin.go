package policy

import (
	"cmp"
	_ "embed" // the table
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
)

// Names of built-in policies that the program speaks of.
const (
	BuiltinObserve  = "observe"
	BuiltinBalanced = "balanced"
)

//go:embed builtin.yaml
var builtinYAML []byte

// builtin is builtin.yaml: the names in its order, and the policies. A mistake in
// it is found by every test, and at the start of the program.
var builtin = sync.OnceValue(func() (all struct {
	names    []string
	policies map[string]Policy
}) {
	var file struct {
		MildestFirst []string `yaml:"mildest_first"`
		Policies     []struct {
			Name, Extends string
			Keys          keys
		}
	}
	err := yaml.UnmarshalWithOptions(builtinYAML, &file, yaml.Strict())
	all.names, all.policies = file.MildestFirst, map[string]Policy{}
	for _, row := range file.Policies {
		p := Clone(all.policies[row.Extends])
		err = cmp.Or(err, row.Keys(&p))
		all.policies[row.Name] = p
	}
	if err != nil {
		panic(fmt.Errorf("builtin.yaml: %w", err))
	}
	return all
})

// keys put what a row says into a policy, and leave the rest of it.
type keys func(any) error

// UnmarshalYAML keeps the reading of the keys for later.
func (k *keys) UnmarshalYAML(read func(any) error) error {
	*k = read
	return nil
}

// Names lists the built-in policies, mildest first.
func Names() []string { return slices.Clone(builtin().names) }

// Builtin returns the built-in policy of that name. Each call returns a value
// of its own, which the caller may change.
func Builtin(name string) (Policy, bool) {
	p, known := builtin().policies[name]
	return Clone(p), known
}

// Clone returns a copy that shares no map and no list with p: what was written is
// read back. A policy holds texts and numbers, and maps and lists of these, so
// neither can fail.
func Clone(p Policy) Policy {
	text, _ := json.Marshal(p)
	var out Policy
	_ = json.Unmarshal(text, &out)
	return out
}
