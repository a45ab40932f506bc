package policy

import (
	"cmp"
	_ "embed" // the table
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
)

// Names of built-in policies that the program speaks of.
const (
	BuiltinObserve   = "observe"
	BuiltinLenient   = "lenient"
	BuiltinBalanced  = "balanced"
	BuiltinStrict    = "strict"
	BuiltinPynucleus = "pynucleus"
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

// Clone returns a copy that shares no map and no slice with p.
func Clone(p Policy) Policy {
	p.Context.Layouts = slices.Clone(p.Context.Layouts)
	p.Context.Roles = maps.Clone(p.Context.Roles)
	p.Exempt.Rules = slices.Clone(p.Exempt.Rules)
	p.Verify.IgnorePaths = slices.Clone(p.Verify.IgnorePaths)
	p.AnswerTools = slices.Clone(p.AnswerTools)
	p.Heal = slices.Clone(p.Heal)
	p.Refusal.ByLanguage = maps.Clone(p.Refusal.ByLanguage)
	p.Trust.Tiers = maps.Clone(p.Trust.Tiers)
	for name, tier := range p.Trust.Tiers {
		tier.Match = slices.Clone(tier.Match)
		p.Trust.Tiers[name] = tier
	}
	return p
}
