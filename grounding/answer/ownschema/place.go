package ownschema

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouchsafe/grounding/answer/tree"
)

// Bounds on what is looked into of a schema that was built to be expensive. What
// lies beyond is not known, and an unknown leaf counts as a claim.
const (
	maxBranches = 64
	maxListed   = 2_000
)

// place is what of a schema applies to one place of an answer.
type place []*jsonschema.Schema

// root is what applies to a whole answer.
func (s *Schema) root() place {
	if s == nil {
		return nil
	}
	return placeOf(s.compiled)
}

// placeOf expands schemas into themselves and what they refer to or are made of,
// each once.
func placeOf(queue ...*jsonschema.Schema) place {
	var all place
	for i := 0; i < len(queue) && i < 4*maxBranches && len(all) < maxBranches; i++ {
		if s := queue[i]; s != nil && !slices.Contains(all, s) {
			all = append(all, s)
			for part := range beside(s) {
				queue = append(queue, part)
			}
		}
	}
	return all
}

// child is what applies to one member or item of a value.
func (p place) child(parent *tree.Node, at int) place {
	var next []*jsonschema.Schema
	for _, s := range p {
		for part := range inside(s, parent, at) {
			next = append(next, part)
		}
	}
	return placeOf(next...)
}

// beside lists the schemas that may apply to the same value as one.
func beside(s *jsonschema.Schema) iter.Seq[*jsonschema.Schema] {
	parts := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Then, s.Else}
	if s.DynamicRef != nil {
		parts = append(parts, s.DynamicRef.Ref)
	}
	return listed(slices.Concat(parts, s.AllOf, s.AnyOf, s.OneOf))
}

// inside lists the schemas that apply to one member or item of a value.
func inside(s *jsonschema.Schema, parent *tree.Node, at int) iter.Seq[*jsonschema.Schema] {
	if parent.Kind == '[' {
		return listed(itemsOf(s, at))
	}
	key := parent.Children[at].Key
	var parts []*jsonschema.Schema
	if named, ok := s.Properties[key]; ok {
		parts = append(parts, named)
	}
	for pattern, part := range s.PatternProperties {
		if pattern.MatchString(key) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, schemaIn(s.AdditionalProperties))
	}
	return listed(parts)
}

// itemsOf is what a schema says of one item of a list, under the names of 2020-12
// or of the drafts before it.
func itemsOf(s *jsonschema.Schema, at int) []*jsonschema.Schema {
	first := prefixOf(s)
	if at < len(first) {
		return first[at : at+1]
	}
	return []*jsonschema.Schema{s.Items2020, schemaIn(s.Items), schemaIn(s.AdditionalItems)}
}

// prefixOf is what a schema says of the first items of a list, one by one.
func prefixOf(s *jsonschema.Schema) []*jsonschema.Schema {
	if first, ok := s.Items.([]*jsonschema.Schema); ok {
		return first
	}
	return s.PrefixItems
}

// schemaIn is the schema in a keyword that may also be a boolean or a list.
func schemaIn(keyword any) *jsonschema.Schema {
	s, _ := keyword.(*jsonschema.Schema)
	return s
}

func listed(parts []*jsonschema.Schema) iter.Seq[*jsonschema.Schema] {
	return func(yield func(*jsonschema.Schema) bool) {
		for _, part := range parts {
			if part != nil && !yield(part) {
				return
			}
		}
	}
}

func (p place) has(what func(s *jsonschema.Schema) bool) bool { return slices.ContainsFunc(p, what) }

// isTuple tells a list of which the schema says what stands at which place.
func (p place) isTuple() bool {
	return p.has(func(s *jsonschema.Schema) bool { return len(prefixOf(s)) > 0 })
}

// declares tells whether the schema itself has a member's name.
func (p place) declares(key string) bool {
	return p.has(func(s *jsonschema.Schema) bool { return s.Properties[key] != nil })
}

// lists tells whether the schema itself lists this value (enum, const), and which others.
func (p place) lists(value any) (listed bool, others []string) {
	for _, s := range p {
		var all []any
		if s.Const != nil {
			all = append(all, *s.Const)
		}
		if s.Enum != nil {
			all = append(all, s.Enum.Values[:min(len(s.Enum.Values), maxListed)]...)
		}
		for _, other := range all {
			if other == value {
				listed = true
			} else if other != nil {
				others = append(others, fmt.Sprint(other))
			}
		}
	}
	return listed, others
}

// keys tells whether the schema leaves the names of members open: they are data.
func (p place) keys() bool {
	return p.has(func(s *jsonschema.Schema) bool {
		return schemaIn(s.AdditionalProperties) != nil || len(s.PatternProperties) > 0
	})
}

// valueOf is a text or a number as a compiled schema holds it.
func valueOf(n *tree.Node) any {
	if n.Kind == '0' {
		return json.Number(n.Raw)
	}
	return n.Text()
}

// names tells whether the schema declares the place an identifier or an
// address. Dates, times and durations are statements and not among them.
func (p place) names() bool {
	return p.has(func(s *jsonschema.Schema) bool {
		return slices.ContainsFunc(s.Extensions, func(e jsonschema.SchemaExt) bool {
			return slices.Contains(words.Formats, string(e.(format)))
		})
	})
}

// isFree tells a place at which any text may stand.
func (p place) isFree() bool {
	return !p.has(func(s *jsonschema.Schema) bool {
		return len(s.Extensions) > 0 || s.Enum != nil || s.Const != nil || s.Pattern != nil || s.MaxLength != nil
	})
}

// maxSteps bounds the work of one validation: pairs of a subschema and a value, of which
// each costs pairSteps, and names and values of a list that are compared, at one each. A
// schema of a few hundred bytes can ask for 2^50 pairs ({"anyOf":[A,A]} with A of the same
// kind, and so on), and a pair that fails is kept until the end; the largest honest schemas
// stay below ten thousand for an answer of a few kilobytes.
const (
	maxSteps  = 2_000_000
	pairSteps = 20
)

// maxRing bounds how many schemas apply to one value one after the other: a ring
// of references never ends, and no honest schema stacks so many.
const maxRing = 100

// affordable walks schema and answer as a validator would, without looking at
// outcomes, and gives up at maxSteps. An answer of many values may take a few
// pairs for each on top.
func affordable(s *jsonschema.Schema, answer *tree.Node) bool {
	p := price{left: maxSteps + 20*pairSteps*size(answer)}
	return p.pays(s, answer)
}

// size is the number of values in n, itself included.
func size(n *tree.Node) int {
	total := 1
	for i := range n.Children {
		total += size(&n.Children[i])
	}
	return total
}

// price is how many steps are left.
type price struct{ left int }

// pays reports whether what is left is enough for a validation, and takes its steps away.
func (p *price) pays(s *jsonschema.Schema, value *tree.Node) bool {
	p.pay(s, value, 0)
	return p.left >= 0
}

// pay visits one pair. still counts the steps since the last one into the answer.
func (p *price) pay(s *jsonschema.Schema, value *tree.Node, still int) {
	if p.left -= pairSteps; s.Enum != nil {
		p.left -= len(s.Enum.Values)
	}
	if p.left -= len(s.Required); still > maxRing {
		p.left = -1
	}
	for _, parts := range []iter.Seq[*jsonschema.Schema]{beside(s), tested(s)} {
		for part := range parts {
			if p.left < 0 {
				return
			}
			p.pay(part, value, still+1)
		}
	}
	everywhere := []*jsonschema.Schema{s.UnevaluatedProperties, s.UnevaluatedItems, s.Contains, s.PropertyNames}
	for i := range value.Children {
		p.left -= len(s.PatternProperties)
		for _, parts := range []iter.Seq[*jsonschema.Schema]{inside(s, value, i), listed(everywhere)} {
			for part := range parts {
				if p.left < 0 {
					return
				}
				p.pay(part, &value.Children[i], 0)
			}
		}
	}
}

// tested lists the schemas that a value is only tried against.
func tested(s *jsonschema.Schema) iter.Seq[*jsonschema.Schema] {
	parts := []*jsonschema.Schema{s.Not, s.If}
	for _, part := range s.DependentSchemas {
		parts = append(parts, part)
	}
	for _, part := range s.Dependencies {
		parts = append(parts, schemaIn(part))
	}
	return listed(parts)
}
